"""The entry point: nothing is imported here that a command does not need."""

import sys


def main() -> None:
    """Run the command line; see `upcard.cli.app`."""
    from upcard.cli.app import run

    sys.exit(run())


if __name__ == "__main__":
    main()
