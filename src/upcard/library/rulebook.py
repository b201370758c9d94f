"""`upcard.rulebook`: every wager in force, with its paytables, decks and sections."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from upcard.library.tabular.columns import Column
from upcard.library.tabular.records import Records, TableForm
from upcard.rules.loader import RULEBOOK_DATE, all_wagers
from upcard.rules.schema import Paytable, ReadingData, WagerRules


@dataclass(frozen=True, slots=True, repr=False)
class RulebookWager:
    """A wager of the rulebook, as it is in force on a date."""

    rules: WagerRules
    as_of: date

    @property
    def wager(self) -> str:
        """The identifier, such as ``lucky-ladies``."""
        return self.rules.data.slug

    @property
    def title(self) -> str:
        """The wager's name."""
        return self.rules.data.title

    @property
    def jurisdiction(self) -> str:
        """``pa``, ``wa`` or ``house``."""
        return self.rules.data.jurisdiction

    @property
    def section(self) -> str:
        """The provision that authorizes the wager."""
        return self.rules.data.section

    @property
    def paytables(self) -> tuple[str, ...]:
        """The names of the paytables in force, as printed."""
        return tuple(table.id for table in self.rules.in_force(self.as_of))

    def to_dict(self) -> dict[str, Any]:
        """The wager as in ``upcard rules --json``."""
        return _wager_form(self.rules, self.as_of)

    def __repr__(self) -> str:
        return f"{self.title} ({self.jurisdiction}), {self.section}: {', '.join(self.paytables)}"


COLUMNS: Final = (
    Column("wager", "utf8"),
    Column("title", "utf8"),
    Column("jurisdiction", "utf8"),
    Column("section", "utf8"),
    Column("paytable", "utf8"),
    Column("paytable_section", "utf8"),
    Column("decks", "utf8"),
    Column("effective", "utf8"),
    Column("settles", "utf8"),
)
"""One row a paytable; `decks` in words, such as ``6, 8`` or ``2 or more``."""


def _rows(wager: RulebookWager) -> Iterator[Mapping[str, object]]:
    for table in wager.rules.in_force(wager.as_of):
        yield {
            "wager": wager.wager,
            "title": wager.title,
            "jurisdiction": wager.jurisdiction,
            "section": wager.section,
            "paytable": table.id,
            "paytable_section": table.data.section,
            "decks": table.data.deck_counts,
            "effective": table.data.effective.isoformat(),
            "settles": wager.rules.data.settles,
        }


def _line(wager: RulebookWager) -> tuple[object, ...]:
    names = wager.paytables
    paytables = (
        ", ".join(names) if len(names) < 5 else f"{len(names)} from {names[0]} to {names[-1]}"
    )
    return (wager.wager, wager.jurisdiction, wager.section.removeprefix("58 Pa. Code "), paytables)


FORM: Final[TableForm[RulebookWager]] = TableForm(
    "upcard/rulebook-wagers/1",
    COLUMNS,
    _rows,
    ("wager", "rules", "section", "paytables"),
    _line,
    "Rulebook",
)


def rulebook(as_of: date | None = None) -> Records[RulebookWager]:
    """Every wager in force on a date, in the order of the sections; as data a row a paytable.

    Without a date, the date of the rulebook's text. Wagers from outside (`--wagers`,
    `upcard.wager`) are in it too. Raises `RulebookError` for rule data that cannot be used.
    """
    day = as_of or RULEBOOK_DATE
    return Records(
        FORM, tuple(RulebookWager(rules, day) for rules in all_wagers() if rules.in_force(day))
    )


def _wager_form(rules: WagerRules, when: date) -> dict[str, Any]:
    data = rules.data
    limits = data.limits
    return {
        "wager": data.slug,
        "title": data.title,
        "jurisdiction": data.jurisdiction,
        "section": data.section,
        "effective": data.effective,
        "settles": data.settles,
        "stake_returned": data.stake_returned,
        "game_sections": data.game_sections,
        "decks_section": data.decks_section or None,
        "needs": data.needs,
        "offered_with": data.offered_with,
        "options": data.options,
        "readings": readings_form(data.readings),
        "paytables": [_paytable_form(table) for table in rules.in_force(when)],
        "bonuses": [_paytable_form(table) for table in rules.bonuses(when)],
        "limits": {
            "section": limits.section,
            "times_blackjack": limits.times_blackjack or None,
            "amounts": limits.amounts,
        }
        if limits is not None
        else {},
    }


def _paytable_form(table: Paytable) -> dict[str, Any]:
    return {
        "paytable": table.id,
        "section": table.data.section,
        "effective": table.data.effective,
        "decks": table.data.decks,
        "least_decks": table.data.least_decks or None,
        "decks_section": table.data.decks_section or None,
        "pays": table.data.pays,
        "wagers": table.data.wagers,
        "envy": table.data.envy,
        "meters": table.data.meters,
    }


def readings_form(readings: Mapping[str, ReadingData]) -> list[dict[str, Any]]:
    """The doubtful passages as JSON, each with its readings, the default first."""
    return [
        {
            "key": key,
            "section": reading.section,
            "about": reading.about,
            "default": reading.default,
            "readings": reading.values,
        }
        for key, reading in readings.items()
    ]
