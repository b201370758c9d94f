"""The choices of a Rules Submission in force: given by the file, or by default."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from upcard.games.dealing import Dealing
from upcard.rules.citation import HOUSE, full_citation
from upcard.submission.fields import SubmissionField, fields_of
from upcard.submission.game_choices import chips_section, cite, game_part, is_asked
from upcard.submission.games.hybrid import HybridEquipment
from upcard.submission.games.kit import game_section
from upcard.submission.offered.wagers import game_of, is_house, offers
from upcard.submission.schema import Submission, section_of, tables


class InForce(msgspec.Struct, frozen=True):
    """A choice that the game has: a `key` in a `table` of the file, its field and value in force.

    `section` is the provision that leaves it to the certificate holder in this game.
    """

    table: str
    key: str
    info: SubmissionField
    value: Any
    section: str

    @property
    def field(self) -> str:
        """The field, such as ``table.decks``."""
        return f"{self.table}.{self.key}"

    @property
    def summary(self) -> str:
        """What the choice is about, in words."""
        return self.info.description.rstrip(".")


def choices_in_force(submission: Submission) -> Iterator[InForce]:
    """Every choice that the game has, but for those of its wagers, in the order of a file."""
    derived, sections = derived_defaults(submission), own_sections(submission)
    for table, model in tables().items():
        if table == "wagers":
            continue
        chosen = getattr(submission, table)
        for key, info in fields_of(model).items():
            if is_asked(submission, table, key):
                value = getattr(chosen, key)
                value = derived.get(key) if value is None else value
                yield InForce(table, key, info, value, _section(submission, table, key, sections))


def _section(submission: Submission, table: str, key: str, own: dict[str, str]) -> str:
    """The provision that leaves a choice open; at a house table the key itself."""
    if is_house(submission):
        return f"{HOUSE}: {table}.{key}"
    of_game = game_part(submission).sections.get(submission.table.game, {})
    if key in of_game:
        return full_citation(of_game[key])
    if of_meters := _of_meters(submission, key):
        return of_meters
    by_dealing = BY_DEALING.get(submission.table.dealing, {}).get(key, "")
    cited = full_citation(by_dealing) if by_dealing else section_of((table, key))
    return own.get(key, cite(submission, cited)) if table == "table" else cite(submission, cited)


BY_DEALING: Final[Mapping[Dealing, Mapping[str, str]]] = {
    Dealing.SHOE: {"back_colors": "633a.3(a)"},
    Dealing.CONTINUOUS_SHUFFLER: {"back_colors": "633a.3(a)", "shuffler": "633a.5(h)"},
    Dealing.AUTOMATED_SHUFFLER: {"shuffler": "633a.3(b)"},
    Dealing.DOUBLE_SHOE: {
        "back_colors": "633a.3(c)",
        "cover_cards": "633a.3(c)",
        "discard_rack_decks": "633a.2(h)",
    },
}
"""The provisions on keys of ``[equipment]`` by the way of dealing, where they are not the key's."""

DECKS_BY_DEALING: Final[Mapping[Dealing, str]] = {
    Dealing.AUTOMATED_SHUFFLER: "633a.3(b)",
    Dealing.DOUBLE_SHOE: "633a.3(c)",
    Dealing.FROM_THE_HAND: "633a.12(b)(1)",
}
"""The provisions on the number of decks, where it is not that of the game."""


DEVICE, LOCK_OUT, LIGHT = "progressive_devices", "lock_out", "progressive_light"
"""What a wager's own provision may ask of the progressive table game system."""


def _of_meters(submission: Submission, key: str) -> str:
    """The provisions of the wagers offered that ask for a device of theirs; empty for none.

    Where a provision has two paragraphs, (1) is on the wagering device and (2) on the lock-out.
    """
    sections = []
    for data in (offer.data for offer in offers(submission)):
        if key == LOCK_OUT:
            sections.append(data.lock_out)
        elif key == DEVICE:
            sections.append(re.sub(r"\(2\)$", "(1)", data.lock_out))
        elif key == LIGHT and data.jackpot is not None:
            sections.append(data.jackpot.light)
    return "; ".join(dict.fromkeys(filter(None, sections)))


def own_sections(submission: Submission) -> dict[str, str]:
    """The sections of this game's rules on keys of ``[table]``, by key."""
    table, game = submission.table, game_of(submission)
    return {
        "game": game.section,
        "decks": _decks_section(submission),
        "dealing": game.dealing[table.dealing],
        "positions": cite(submission, game.positions_section),
        **({"maximum": limit.section} if (limit := game.wager_limit(table.as_of)) else {}),
        "smallest_chip": cite(submission, chips_section(table.game)),
    }


def _decks_section(submission: Submission) -> str:
    """The provision on the number of decks: of chapter 633a, that on the way of dealing."""
    section = game_of(submission).decks_section
    by_dealing = DECKS_BY_DEALING.get(submission.table.dealing)
    if by_dealing is None or not section.startswith(full_citation("633a.3")):
        return section
    return full_citation(by_dealing)


def derived_defaults(submission: Submission) -> dict[str, int]:
    """Values of omitted keys that follow from other choices: § 633a.3(a)-(d), § 633a.2(g), (h)."""
    table = submission.table
    defaults = {
        "deck_change_hours": table.dealing.most_deck_hours,
        "cover_cards": table.dealing.sides,
        "back_colors": table.dealing.parts,
    }
    has_rack = game_section(submission, HybridEquipment).has_discard_rack
    return {**defaults, "discard_rack_decks": table.decks} if has_rack else defaults
