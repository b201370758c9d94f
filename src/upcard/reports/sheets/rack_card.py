"""The rack card of a table: its rules in short and what every wager pays, on one folded sheet."""

from collections.abc import Iterator
from typing import Final

from upcard.games.hybrid import HybridRules
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.names import language
from upcard.reports.rendering.paper import Facts, Paper, PaperFact, PaperPart
from upcard.reports.rules_in_short import rules_in_short
from upcard.reports.sheets.sign import limits_of_game, payouts
from upcard.reports.source import PaperSource
from upcard.wagers.kit import Moment

SETTLED: Final = {
    Moment.INITIAL_DEAL: "after the first two cards",
    Moment.PEEK: "after the dealer has looked for a Blackjack",
    Moment.HOLE_CARD: "when the dealer's hole card is turned",
    Moment.WITH_BLACKJACK: "after the Blackjack wager is collected",
    Moment.LAST_DEALER_CARD: "when the dealer's hand is complete",
    Moment.AFTER_BLACKJACK: "after the Blackjack wagers",
    Moment.AFTER_OTHERS: "after all other optional wagers",
    Moment.SPIN: "when the ball has come to rest",
}
"""When wagers are paid and collected, by their moment."""


SECOND_CARD: Final = "when the dealer's second card is dealt"
"""Where the dealer has no hole card to look at."""

BOTH_HANDS: Final = "when both hands are complete"
"""Where no dealer plays a hand: baccarat."""


def rack_card(source: PaperSource) -> Paper:
    """The rules as this table plays them, limits, when wagers are settled, and all payouts."""
    return Paper(
        name="rack-card",
        title=source.title,
        subtitle=limits_of_game(source.table, language()),
        head=source.head,
        parts=tuple(_parts(source)),
        form="card",
    )


def _parts(source: PaperSource) -> Iterator[PaperPart]:
    table = source.table
    yield PaperPart("At this table", (Facts(tuple(rules_in_short(table))),))
    if table.wagers:
        by_moment: dict[str, list[str]] = {}
        for offered in table.wagers:
            title = source.short(offered.data.title)
            by_moment.setdefault(_when(table, offered), []).append(title)
        settled = tuple(PaperFact(", ".join(titles), when) for when, titles in by_moment.items())
        yield PaperPart("When wagers are paid and collected", (Facts(settled),))
    yield from payouts(source, language())


def _when(table: TableRules, offered: OfferedWager) -> str:
    if offered.data.fee:
        return f"collected {_moment(table, offered)}, pays nothing"
    if offered.data.collected:
        return f"collected before the deal, paid {_moment(table, offered)}"
    return _moment(table, offered)


def _moment(table: TableRules, offered: OfferedWager) -> str:
    """The wager's moment, and that of its hands that wait for the dealer's hole card."""
    moment, hold = offered.moment, offered.wager.hold
    settled, decides = SETTLED, "hole card"
    if not _has_hole_card(table):
        settled = SETTLED | {Moment.PEEK: SECOND_CARD, Moment.HOLE_CARD: SECOND_CARD}
        decides = "second card"
    words = settled[moment]
    if moment == Moment.LAST_DEALER_CARD and not table.has_blackjack_wager:
        words = BOTH_HANDS
    if hold is None or hold.without_blackjack == moment:
        return words
    return f"{words}; where the dealer's {decides} decides, {settled[hold.without_blackjack]}"


def _has_hole_card(table: TableRules) -> bool:
    """Whether the dealer's second card is dealt before the players' hands are played."""
    own = table.variation
    return own.hole_card if isinstance(own, HybridRules) else table.blackjack.peeks
