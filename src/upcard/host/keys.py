"""The key of each answer that a player gives, in a terminal and on the page of a table."""

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
    "switch": "w",
    "keep": "k",
    "press": "p",
    "take": "t",
    "take-card": "t",
    "dead-hand": "z",
}
"""No two answers to one question share a key."""
