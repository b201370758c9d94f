"""The doubtful passages of the rulebook, and their readings by name."""

from functools import cache
from typing import Final

from upcard.rules.loader import all_games, all_wagers
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

COMBINATIONS: Final = "reading"
"""The key of the passages that define the combinations of paytable rows."""

BESIDE_METER: Final = "stake_beside_meter"
"""The key of the passages on whether the stake is returned with a share of a meter."""

UNPROVIDED: Final = "unprovided"
"""The key of the passage that leaves some hands undecided (§ 633c.5(u))."""

ENVY_FROM: Final = "envy_from"
"""The key of the passages on for whose hands envy bonuses are paid."""

WORDS: Final = {"true": True, "false": False}


@cache
def readings_by_key() -> dict[str, tuple[str | bool, ...]]:
    """All readings of the rulebook by the key of their passage, a default first."""
    by_key: dict[str, dict[str | bool, None]] = {}
    passages = [rules.data.readings for rules in all_wagers()]
    passages += [game.readings for game in all_games()]
    for readings in passages:
        for key, reading in readings.items():
            by_key.setdefault(key, {}).update(dict.fromkeys(reading.values))
    return {key: tuple(values) for key, values in by_key.items()}


def parse_reading(text: str) -> tuple[str, str | bool]:
    """Key and reading of ``KEY=VALUE``, or of a value of `COMBINATIONS` alone.

    Raises `BadInput` for a key or a reading that no passage of the rulebook has.
    """
    values_of = readings_by_key()
    key, equals, word = text.rpartition("=")
    key = key if equals else COMBINATIONS
    if key not in values_of:
        raise BadInput(f"No passage has the key {quoted(key)}; there are {', '.join(values_of)}.")
    value: str | bool = WORDS.get(word, word)
    if value not in values_of[key]:
        permitted = ", ".join(show(value) for value in values_of[key])
        raise BadInput(f"{quoted(word)} is not a reading; there are {permitted}.")
    return key, value


def show(value: str | bool) -> str:
    """A reading as a submission writes it."""
    return str(value).lower() if isinstance(value, bool) else value


def as_toml(value: str | bool) -> str:
    """A reading as a value of a TOML file."""
    return show(value) if isinstance(value, bool) else f'"{value}"'
