"""The keyboard key of each answer of a player, in the terminal and on a table's page."""

from collections.abc import Iterable
from string import ascii_lowercase
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
"""The keys of the answers that the rulebook's games have; no two of one question share a key."""

LEAVE: Final = "q"
"""The key by which a player leaves the terminal, which no answer has."""


def keys_of(words: Iterable[str]) -> dict[str, str]:
    """The key of each answer to one question, by its word.

    An answer that `KEYS` does not know has the first of its letters, then of the alphabet, that no
    other answer to the question has.
    """
    ordered = list(words)
    keys = {word: KEYS[word] for word in ordered if word in KEYS}
    for word in ordered:
        if word not in keys:
            used = {LEAVE, *keys.values()}
            letters = (*word, *ascii_lowercase)
            keys[word] = next(key for key in letters if key in ascii_lowercase and key not in used)
    return keys
