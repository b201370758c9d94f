"""What depends on the game of a Rules Submission: its choices, its rules, its citations."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from upcard.games.variation import Variation
from upcard.rules.citation import full_citation
from upcard.rules.house import HOUSE_RULES
from upcard.submission.fields import fields_of, given_keys
from upcard.submission.games.kit import GamePart
from upcard.submission.games.lookup import part_of, parts
from upcard.submission.offered.wagers import jurisdiction_of
from upcard.submission.schema import Submission, tables

SHARED: Final = (
    "name",
    "jurisdiction",
    "game",
    "as_of",
    "decks",
    "dealing",
    "positions",
    "minimum",
    "maximum",
    "smallest_chip",
)
"""The keys of ``[table]`` that every game has; the others are Blackjack's."""


def is_asked(submission: Submission, table: str, key: str) -> bool:
    """Whether the submission's game, in its jurisdiction, has the choice of a key of a table."""
    game, part = submission.table.game, game_part(submission)
    field = fields_of(tables()[table])[key]
    if field.jurisdiction not in ("", jurisdiction_of(submission)):
        return False
    if key in part.decides.get(game, {}):
        return False
    if field.games:
        return game in field.games
    if key in part.lacks or table in part.lacks_tables:
        return False
    return is_blackjack(game) or (table == "table" and key in SHARED)


def out_of_place(submission: Submission) -> Iterator[tuple[str, str]]:
    """Table and key of each choice in a file that its game does not have."""
    for table in tables():
        if table == "wagers":
            continue
        for key in given_keys(getattr(submission, table)):
            if not is_asked(submission, table, key):
                yield table, key


def game_part(submission: Submission) -> GamePart:
    """What the game of a submission adds to it, by its own rules or by a house's."""
    return part_of(submission.table.game, submission.table.jurisdiction)


def decided_by(submission: Submission) -> Mapping[str, str]:
    """The keys that the game's rules fix, each with the provision that fixes it.

    They are keys of other games, and at a game of Blackjack those that only a house has.
    """
    game = submission.table.game
    fixed = house_keys() if is_blackjack(game) else {}
    return {**fixed, **game_part(submission).decides.get(game, {})}


@cache
def house_keys() -> Mapping[str, str]:
    """The keys that only house rules have, each with the provision that fixes it elsewhere."""
    return {
        key: field.section
        for key, field in fields_of(tables()["blackjack"]).items()
        if field.jurisdiction == HOUSE_RULES
    }


def decided_sections() -> Iterator[str]:
    """The provisions by which games fix what others leave to the certificate holder."""
    for part in parts():
        yield from (
            full_citation(section) for keys in part.decides.values() for section in keys.values()
        )
    yield from house_keys().values()


def is_blackjack(game: str) -> bool:
    """Whether a game is Blackjack or a variation of it, for which chapter 633a holds."""
    return part_of(game).rules.has_blackjack_wager


def chips_section(game: str) -> str:
    """The section under which wagers are made with chips; for Blackjack § 633a.6(a)."""
    return full_citation("633a.6(a)" if is_blackjack(game) else "601a.2")


def cite(submission: Submission, section: str) -> str:
    """A provision of chapter 633a as it is cited for the game of a submission."""
    if game_part(submission).rules.cites_own_chapter:
        return variation_of(submission).cite(section)
    return section


def variation_of(submission: Submission) -> Variation:
    """The rules of the game where they differ from Blackjack's; raises `RuleViolation`."""
    return game_part(submission).variation(submission)
