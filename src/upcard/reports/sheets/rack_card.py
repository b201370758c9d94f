"""The rack card of a table: its rules in short and what every wager pays, on one folded sheet."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.names import language
from upcard.reports.rendering.paper import Facts, Paper, PaperFact, PaperPart
from upcard.reports.round_in_short import (
    SECOND_CARD,
    has_hole_card,
    numbers_in_short,
    placed_in_short,
    pressed_in_short,
    settled_in_short,
    won_in_short,
)
from upcard.reports.rules_in_short import LIMITS, rules_in_short
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
    Moment.AFTER_OTHERS: "at the end of the hand, last of the optional wagers",
    Moment.SPIN: "when the ball has come to rest",
}
"""When wagers are paid and collected, by their moment."""


DOWN_CARD: Final = {"wa": "down card"}
"""The rulebook's own name of a hole card, by the jurisdiction."""

MANY: Final = 6
"""The wagers up to which a card is not crowded."""

PAID_BELOW: Final = ("Blackjack pays", "Even money")
"""What the payouts of the Blackjack wager say too: a crowded card says it once."""

ALL: Final = 3
"""The wagers from which they are not named where all are settled at one moment."""

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
        kind="Rack card",
    )


def _parts(source: PaperSource) -> Iterator[PaperPart]:
    table = source.table
    yield from _rules(source)
    yield from _settled(source)
    # Of Insurance the rules in short say all.
    insurance = table.insurance.data.title
    yield from (part for part in payouts(source, language()) if part.heading != insurance)


def is_crowded(table: TableRules) -> bool:
    """Whether the card of a table has no room for what every player of Blackjack knows."""
    return len(table.wagers) > MANY


def _rules(source: PaperSource) -> Iterator[PaperPart]:
    """The rules in short: those of every table, which hands win, and those of a variation."""
    table = source.table
    facts = [fact for fact in rules_in_short(table) if fact.name != LIMITS]
    line_count = len(tuple(table.variation.explained())) if table.has_blackjack_wager else 0
    shared = facts[: len(facts) - line_count]
    if table.variation.has_wheel:
        shared.insert(1, numbers_in_short())
    placing_facts = tuple(placed_in_short(source, briefly=is_crowded(table)))
    if is_crowded(table):
        shared = [*(fact for fact in shared if fact.name not in PAID_BELOW), *placing_facts]
    yield PaperPart("At this table", (Facts(tuple(shared)),))
    won = tuple(won_in_short(table))
    if won and not is_crowded(table):
        yield PaperPart("What wins", (Facts(won),))
    if line_count:
        yield PaperPart(f"Rules of {source.title}", (Facts(tuple(facts[-line_count:])),))
    if placing_facts and not is_crowded(table):
        yield PaperPart("Placing wagers", (Facts(placing_facts),))


def _settled(source: PaperSource) -> Iterator[PaperPart]:
    """When each wager is settled: the game's own, then the optional ones."""
    table = source.table
    of_game = tuple(
        _as_named(table, fact) for fact in settled_in_short(table, briefly=is_crowded(table))
    )
    if of_game:
        yield PaperPart("When the hand is settled", (Facts(of_game),))
    others = tuple(_as_named(table, fact) for fact in _optional(source))
    if others:
        heading = "When optional wagers are paid and collected"
        yield PaperPart(heading if of_game else heading.replace("optional ", ""), (Facts(others),))


def _optional(source: PaperSource) -> Iterator[PaperFact]:
    """When the optional wagers are settled, those of one moment in one row."""
    table, by_moment = source.table, dict[str, list[str]]()
    for offered in table.wagers:
        by_moment.setdefault(_when(table, offered), []).append(source.short(offered.data.title))
    yield from (_settling_fact(titles, table, moment) for moment, titles in by_moment.items())
    yield from pressed_in_short(table)


def _as_named(table: TableRules, fact: PaperFact) -> PaperFact:
    """A row with the rulebook's own name of a hole card."""
    card_name = DOWN_CARD.get(table.jurisdiction)
    return (
        fact
        if card_name is None
        else replace(fact, value=fact.value.replace("hole card", card_name))
    )


def _settling_fact(titles: list[str], table: TableRules, when: str) -> PaperFact:
    """When some wagers are settled, or all of them."""
    are_all_wagers = len(titles) == len(table.wagers) >= ALL
    return PaperFact("All wagers" if are_all_wagers else ", ".join(titles), when)


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
    if not has_hole_card(table):
        settled = SETTLED | {Moment.PEEK: SECOND_CARD, Moment.HOLE_CARD: SECOND_CARD}
    words = settled[moment]
    if moment == Moment.LAST_DEALER_CARD and not table.has_blackjack_wager:
        words = BOTH_HANDS
    if moment == Moment.INITIAL_DEAL and table.blackjack_areas > 1:
        words += " of both hands"
    if hold is None or hold.without_blackjack == moment:
        return words
    waits, later = _hands_that_wait(offered), settled[hold.without_blackjack]
    return f"{words}; {waits}: {later}" if waits else later


def _hands_that_wait(offered: OfferedWager) -> str:
    """The hands of a wager that wait for the hole card; empty where every hand does."""
    held, slug = language().held, offered.slug
    form_words = held.get(f"{slug}-{offered.paytable.data.form}")
    return held.get(slug, "what the hole card decides") if form_words is None else form_words
