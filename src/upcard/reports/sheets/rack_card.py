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
    Moment.HOLE_CARD: "when the dealer's hole card is turned, before the Blackjack wagers",
    Moment.WITH_BLACKJACK: "after the Blackjack wager is collected",
    Moment.LAST_DEALER_CARD: "when the dealer's hand is complete",
    Moment.AFTER_BLACKJACK: "after the Blackjack wagers",
    Moment.AFTER_OTHERS: "after all other optional wagers",
    Moment.SPIN: "when the ball has come to rest",
}
"""When wagers are paid and collected, by their moment."""


DOWN_CARD: Final = {"wa": "down card"}
"""The rulebook's own name of a hole card, by the jurisdiction."""

ALL: Final = 3
"""The wagers from which they are not named where all are settled at one moment."""

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
    told = [fact for fact in rules_in_short(table) if fact.name != "Wagers"]
    yield PaperPart("At this table", (Facts(tuple(told)),))
    if table.wagers:
        by_moment: dict[str, list[str]] = {}
        for offered in table.wagers:
            title = source.short(offered.data.title)
            by_moment.setdefault(_when(table, offered), []).append(title)
        settled = tuple(_settling_fact(titles, table, when) for when, titles in by_moment.items())
        yield PaperPart("When wagers are paid and collected", (Facts(settled),))
    # Of Insurance the rules in short say all.
    insurance = table.insurance.data.title
    yield from (part for part in payouts(source, language()) if part.heading != insurance)


def _settling_fact(titles: list[str], table: TableRules, when: str) -> PaperFact:
    """When some wagers are settled, or all of them."""
    every = len(titles) == len(table.wagers) >= ALL
    return PaperFact("All wagers" if every else ", ".join(titles), when)


def _when(table: TableRules, offered: OfferedWager) -> str:
    if offered.data.fee:
        return f"collected {_moment(table, offered)}, pays nothing"
    if offered.data.collected:
        return f"collected before the deal, paid {_moment(table, offered)}"
    return _moment(table, offered)


def _moment(table: TableRules, offered: OfferedWager) -> str:
    """The wager's moment, and that of its hands that wait for the dealer's hole card."""
    moment, hold = offered.moment, offered.wager.hold
    settled = SETTLED
    if not _has_hole_card(table):
        settled = SETTLED | {Moment.PEEK: SECOND_CARD, Moment.HOLE_CARD: SECOND_CARD}
    words = settled[moment]
    if moment == Moment.LAST_DEALER_CARD and not table.has_blackjack_wager:
        words = BOTH_HANDS
    if moment == Moment.INITIAL_DEAL and table.blackjack_areas > 1:
        words += " of both hands"
    if hold is None or hold.without_blackjack == moment:
        return words
    waits, later = _hands_that_wait(offered), settled[hold.without_blackjack]
    if table.jurisdiction in DOWN_CARD:
        later = later.replace("hole card", DOWN_CARD[table.jurisdiction])
    return f"{words}; {waits}: {later}" if waits else later


def _hands_that_wait(offered: OfferedWager) -> str:
    """The hands of a wager that wait for the hole card; empty where every hand does."""
    held, slug = language().held, offered.slug
    own = held.get(f"{slug}-{offered.paytable.data.form}")
    return held.get(slug, "what the hole card decides") if own is None else own


def _has_hole_card(table: TableRules) -> bool:
    """Whether the dealer's second card is dealt before the players' hands are played."""
    own = table.variation
    return own.hole_card if isinstance(own, HybridRules) else table.blackjack.peeks
