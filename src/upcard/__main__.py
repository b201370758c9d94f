"""The entry point of `upcard` and `python -m upcard`; it imports only what a command needs."""

import sys


def main() -> None:
    """Run the command line; see `upcard.cli.app`."""
    from upcard.cli.app import run

    sys.exit(run())


if __name__ == "__main__":
    main()
