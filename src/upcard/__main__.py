"""The entry point of `upcard` and `python -m upcard`; it imports only what a command needs."""

import gc
import sys

# What a command makes mostly lives until its end: it is searched for cycles less often, which saves
# up to a tenth of short commands. Processes that a command starts import this module too.
gc.set_threshold(20_000, 20, 20)


def main() -> None:
    """Run the command line; see `upcard.cli.app`."""
    from upcard.cli.app import run

    sys.exit(run())


if __name__ == "__main__":
    main()
