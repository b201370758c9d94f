"""The entry point of `upcard` and `python -m upcard`; it imports only what a command needs."""

import gc
import sys

GARBAGE_THRESHOLDS = (20_000, 20, 20)
"""How often what was made is searched for cycles: seldom, as most of it lives until the end.

Saves up to a tenth of short commands. Processes that a command starts import this module too.
"""

gc.set_threshold(*GARBAGE_THRESHOLDS)


def main() -> None:
    """Run the command line; see `upcard.cli.app`."""
    from upcard.cli.app import run

    sys.exit(run())


if __name__ == "__main__":
    main()
