"""The keyboard key of each answer of a player, in the terminal and on a table's page."""

from typing import Final

KEYS: Final = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "refuse-card": "f",
    "insurance": "i",
    "even-money": "e",
    "no-insurance": "n",
    "no-surrender": "n",
    "switch": "w",
    "keep": "k",
    "press": "p",
    "take": "t",
    "take-card": "t",
    "dead-hand": "z",
}
"""No two answers to one question share a key."""
