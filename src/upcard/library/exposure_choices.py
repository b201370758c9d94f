"""Checks the arguments of an exposure: figures in range, and wagers whose exposure is known."""

from collections.abc import Sequence

from upcard.analysis.exposure.wagers import is_exposed
from upcard.exact.par import ParRecord
from upcard.rules.violation import BadInput


def check_figures(penetration: float | None, shoes: int, rounds: int, seed: int) -> None:
    """Raise `BadInput` for figures out of range."""
    if penetration is not None and not 0 < penetration < 1:
        raise BadInput(f"A penetration lies between 0 and 1, not {penetration:g}.")
    for name, number in (("shoes", shoes), ("rounds", rounds)):
        if number < 1:
            raise BadInput(f"At least 1 of the {name} is dealt, not {number}.")
    if not 0 <= seed < 1 << 64:
        raise BadInput("A seed is 0 or more, and below 2**64.")


def with_bonus(records: Sequence[ParRecord], bonus: str | None) -> list[ParRecord]:
    """The records that have a bonus, by its name in the odds; all without one.

    Where none has it, those that have another, or all: their exposure is refused in words.
    """
    having_bonus = [
        record
        for record in records
        if any(bonus_record.option == bonus for bonus_record in record.bonuses)
    ]
    return (
        having_bonus or [record for record in records if record.bonuses and bonus] or list(records)
    )


def known_of(records: Sequence[ParRecord]) -> list[ParRecord]:
    """The records whose exposure is known; `BadInput` where there is none."""
    known_records = [record for record in records if is_exposed(record)]
    first = records[0]
    if not known_records and (first.left is not None or not first.play.is_printed):
        raise BadInput(
            f"Exposure is computed for whole decks and hands played by the text's rules; "
            f"{first.title} is priced for others."
        )
    if not known_records:
        raise BadInput(
            f"{first.title} depends on more than the cards or a hand of the base game: its "
            "exposure to counting is not known."
        )
    return known_records
