"""The pace of play that papers, meters and comparisons assume where none is given."""

from typing import Final

ROUNDS_PER_HOUR: Final = 60
"""Rounds in an hour, whatever the number of players: an assumption, not a measure of a table."""

HOURS: Final = 16
DAYS: Final = 365
"""Hours a day and days a year in which every position wagers in each round: assumed too."""
