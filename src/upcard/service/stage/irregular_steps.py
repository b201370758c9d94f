"""The irregularities that a table can have, and what follows from each. 58 Pa. Code § 633a.14."""

from collections.abc import Iterator, Mapping
from typing import Final

from upcard.engine.core.commands import Command, ReturnWagers
from upcard.engine.irregular.commands import (
    HOUSE_COMMANDS,
    CoverShuffler,
    DealFromWrongSide,
    DrawInError,
    ExposeCard,
    FindFaceUpCard,
    MissDealerCard,
    MissHand,
    MissRequestedCard,
    MisuseCardReader,
    OverdrawDealer,
    RepairShuffler,
    ReportShufflerFailure,
    ReportShufflerJam,
)
from upcard.engine.shoe.upkeep_commands import ReportReaderFailure
from upcard.games.table_rules import TableRules

_OF_SHUFFLERS: Final = (ReportShufflerJam, ReportShufflerFailure, CoverShuffler, RepairShuffler)

_FOLLOWS: Final[Mapping[type[Command], str]] = {
    FindFaceUpCard: "It is not used in this round.",
    DrawInError: "It is used as the next card.",
    ExposeCard: (
        "It is dealt as the next card; a player who refuses it gets no more cards in this round."
    ),
    OverdrawDealer: "It goes to the discard rack.",
    MissDealerCard: "It comes after the players' first two cards.",
    MissHand: (
        "Without any card the hand is dead; with one, its player chooses after all others have "
        "their second card."
    ),
    MissRequestedCard: (
        "Its player chooses after all others have their cards: the card, or the wager back."
    ),
    DealFromWrongSide: "The round is concluded as if it came from the correct side.",
    ReportReaderFailure: "Nothing is dealt until it is repaired or replaced.",
    ReportShufflerJam: "The cards are shuffled again.",
    ReportShufflerFailure: (
        "It is covered, or bears a sign, before the cards are shuffled in another way."
    ),
}
"""What a dealer does, or what holds, after an irregularity; the others say it themselves."""


def irregularities_of(rules: TableRules) -> Iterator[Command]:
    """The commands that report an irregularity of the equipment that a table has."""
    kinds: tuple[type[Command], ...] = (*HOUSE_COMMANDS, ReturnWagers)
    for kind in kinds:
        needs_shuffler = kind in _OF_SHUFFLERS and not rules.dealing.has_shuffler
        if not needs_shuffler and not (kind is DealFromWrongSide and rules.sides == 1):
            yield kind()


def what_follows(rules: TableRules, kind: type[Command]) -> str:
    """The sentence on what follows from an irregularity; "" where its own sentence says it."""
    if kind is MisuseCardReader:
        return "All wagers are returned." if rules.reader_reveals else "Play goes on."
    return _FOLLOWS.get(kind, "")
