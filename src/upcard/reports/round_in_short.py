"""A round of a table in short: how wagers are placed, what wins, and when wagers are settled.

For the rack card, each row with the section that it rests on.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from upcard.exact.strategy.games import NoBestPlay, rules_of
from upcard.games.hybrid import HybridRules
from upcard.games.roulette import POCKETS
from upcard.games.table_rules import TableRules
from upcard.layout.areas import BESIDE
from upcard.reports.names import language
from upcard.reports.rendering.paper import PaperFact
from upcard.reports.source import PaperSource
from upcard.submission.game_choices import is_asked

SECOND_CARD: Final = "when the dealer's second card is dealt"
"""Where the dealer has no hole card to look at."""

HOLE_CARD: Final = "when the dealer's hole card is turned"
LOOKED: Final = "after the dealer has looked for a Blackjack"
COMPLETE: Final = "when the dealer's hand is complete"
LARGE: Final = "an ace or ten"


def has_hole_card(table: TableRules) -> bool:
    """Whether the dealer's second card is dealt before the players' hands are played."""
    variation = table.variation
    return variation.hole_card if isinstance(variation, HybridRules) else table.blackjack.peeks


# Placing wagers


def placed_in_short(source: PaperSource, *, briefly: bool = False) -> Iterator[PaperFact]:
    """When wagers are placed, on how many boxes, and by whom between two shuffles.

    With `briefly`, only what this table has chosen.
    """
    table = source.table
    if table.variation.has_wheel:
        close = "the croupier calls “no more bets” or the time for wagers has expired"
        yield PaperFact("Straight wagers placed until", close, "58 Pa. Code § 617b.3(c)")
    if not table.has_blackjack_wager or table.variation.has_terminals:
        return
    cite, submission = table.cite, source.submission
    if not briefly:
        moment = "before the first card is dealt; then left as they are until they are decided"
        yield PaperFact("All wagers", moment, cite("58 Pa. Code § 633a.6(c)"))
    if table.wagers and not briefly:
        with_it = "only with a Blackjack wager"
        yield PaperFact("Optional wagers", with_it, cite("58 Pa. Code § 633a.6(e)"))
    if is_asked(submission, "table", "adjacent_boxes"):
        boxes = table.adjacent_boxes
        words = "one for each player" if boxes == 1 else f"up to {boxes} adjacent ones a player"
        # Of two equal wagers each position has two boxes (§ 633a.12(a)(1)).
        what = "Boxes" if table.blackjack_areas == 1 else "Positions"
        yield PaperFact(what, words, cite("58 Pa. Code § 633a.6(f)"))
    if is_asked(submission, "table", "mid_shoe_entry"):
        words = "a player may begin, or return after a pause, in any round"
        if table.has_cover_card:  # a continuous shuffler has no shuffle to wait for
            words += ", not only after a shuffle"
        if not table.mid_shoe_entry:
            words = "who sits out a round waits for the reshuffle, or until the house permits it"
        yield PaperFact("Entry", words, cite("58 Pa. Code § 633a.6(b)"))


# What wins


def numbers_in_short() -> PaperFact:
    """The numbers of the wheel, and which wagers zero loses."""
    numbers = f"0 to {POCKETS[-1]}; on 0 columns, dozens and even chances lose"
    return PaperFact("Numbers", numbers)


def won_in_short(table: TableRules) -> Iterator[PaperFact]:
    """What the cards count, which hands win and which tie; nothing where none are played."""
    if not table.has_blackjack_wager:
        return
    cite = table.cite
    counts = "face cards 10, an ace 11, or 1 where 11 would be too much"
    yield PaperFact("Cards count", counts, cite("58 Pa. Code § 633a.3(e)"))
    wins = "nearer to 21 than the dealer, or not over 21 where the dealer is"
    yield PaperFact("A hand wins", wins, cite("58 Pa. Code § 633a.7(p)"))
    ties = "an equal total, but a Blackjack beats a 21 of three or more cards"
    yield PaperFact("A tie returns the wager", ties, cite("58 Pa. Code § 633a.7(q)"))


# When wagers are settled


def settled_in_short(table: TableRules, *, briefly: bool = False) -> Iterator[PaperFact]:
    """When the Blackjack wager, a surrendered hand and Insurance are paid and collected.

    With `briefly`, the Blackjack wager and Insurance alone.
    """
    if not table.has_blackjack_wager:
        return
    cite, rules = table.cite, table.blackjack
    if table.variation.has_terminals:
        yield PaperFact("Blackjack wager", COMPLETE, cite("58 Pa. Code § 633a.7(r)"))
    else:
        order = "collect-then-pay" if rules.collect_then_pay else "right-to-left"
        words = f"{COMPLETE}: {language().choices['blackjack.payoff_order'][order]}"
        yield PaperFact("Blackjack wager", words, cite("58 Pa. Code § 633a.7(r)"))
        yield PaperFact("A Blackjack", _of_a_blackjack(table), cite("58 Pa. Code § 633a.7(i)(1)"))
    if rules.peeks and has_hole_card(table) and not briefly:
        end = "ends the round: no more cards, all wagers are settled"
        yield PaperFact("A dealer's Blackjack", end, cite("58 Pa. Code § 633a.7(h)"))
    with suppress(NoBestPlay):  # a hybrid table
        if not briefly:
            yield from _of_a_surrender(table)
    yield PaperFact("Insurance", _of_insurance(table), cite("58 Pa. Code § 633a.8(d)"))


def pressed_in_short(table: TableRules) -> Iterator[PaperFact]:
    """When winnings are paid that are pressed into an area of their own."""
    for offered in table.wagers:
        if offered.wager.press == BESIDE:
            words = "with the Blackjack wager, 1 to 1 also for a Blackjack"
            yield PaperFact(f"{offered.data.title} Press", words, offered.data.section)


def _of_a_blackjack(table: TableRules) -> str:
    if table.variation.needs_dealer_total:
        return COMPLETE
    if not table.blackjack.blackjack_waits:
        return f"paid at once, against {LARGE} {LOOKED}"
    later = HOLE_CARD if has_hole_card(table) else SECOND_CARD
    return f"paid at once, against {LARGE} {later}"


def _of_a_surrender(table: TableRules) -> Iterator[PaperFact]:
    surrender, section = rules_of(table).surrender, table.cite("58 Pa. Code § 633a.9(a)")
    if surrender == "early":
        yield PaperFact("A surrendered hand", "settled at once", section)
    elif surrender == "late":
        waits = table.blackjack.surrender_waits
        later = HOLE_CARD if waits else LOOKED
        words = "settled at once"
        if not has_hole_card(table):
            later = SECOND_CARD if waits or table.variation.has_terminals else ""
        words += f", against {LARGE} {later}" if later else ""
        yield PaperFact("A surrendered hand", words, section)


def _of_insurance(table: TableRules) -> str:
    """Insurance is decided by the look at the hole card, or by the second card."""
    if not has_hole_card(table):
        return f"placed against an ace, settled {SECOND_CARD}"
    return f"placed against an ace, settled {LOOKED}"
