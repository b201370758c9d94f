"""Deals rounds of Blackjack at hybrid tables, with or without a hole card. 58 Pa. Code § 633c.5."""

from functools import cache
from typing import Final

from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.native import Kernel
from upcard.compiled.simulation.codes import DOUBLED
from upcard.compiled.simulation.fields import (
    DEALER_START,
    HAND_NOTES,
    HANDS_LOGGED,
    HAS_BLACKJACK,
    RECORDS,
    ROUNDS,
    SEAT_NOTES,
    SEATS,
    SHOE,
    START,
    VALUES_OF,
)
from upcard.compiled.simulation.games import hybrid_hands as hands
from upcard.compiled.simulation.games import hybrid_payoff as payoff
from upcard.compiled.simulation.games.batches import (
    compiled_batches,
    deals_shoes,
    log_round,
    make_ready,
)
from upcard.compiled.simulation.games.fields import (
    CODE,
    DEALER,
    DOUBLED_FLAG,
    END,
    ENDS,
    ENDS_SHIFT,
    FIRST_CARD,
    FIRST_SHIFT,
    HANDS_OF,
    HAS_FINISHED_WAGER,
    HOLE_CARD,
    NATURAL,
    RESULT,
    SECOND_CARD,
    SECOND_SHIFT,
    TERMINALS,
)
from upcard.compiled.simulation.games.hybrid_hands import finish, hand_of, open_hand, play
from upcard.compiled.simulation.games.hybrid_payoff import (
    draw,
    has_total,
    insure,
    is_live,
    is_waiting,
    settle,
    settle_finished,
    settle_sides,
    settle_top_row,
)

KERNEL: Final = "simulation.hybrid"


@cache
def deal_kernel() -> Kernel:
    """The kernel that deals a block."""
    uses = (
        *(hands.player_of, hands.hand_of, open_hand, play, hands.decide, hands.act),
        *(hands.may_split_again, hands.split, hands.give, hands.note_card, finish),
        *(payoff.card_of, payoff.upcard_of, draw, has_total, is_live, is_waiting),
        *(settle, payoff.result_of, insure, settle_finished, settle_sides, settle_top_row),
        *(play_round, with_hole_card, without_hole_card, second_card, note_terminal),
    )
    return compiled_batches(KERNEL, deals_shoes(play_round), *uses)


def play_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Deal and settle a round; the cards of the positions come first (n), (y)."""
    make_ready(cards, ints, next_card, 2 * ints[SEATS] + 2)
    ints[START] = next_card
    upcard = cards[VALUES_OF + next_card + ints[SEATS]] + 0
    if ints[HOLE_CARD] == 1:
        next_card = with_hole_card(cards, ints, upcard)
    else:
        next_card = without_hole_card(cards, ints, upcard)
    ints[END] = next_card
    log_round(cards, ints)
    return next_card


def with_hole_card(cards: IntegerCells, ints: IntegerCells, upcard: int) -> int:
    """Play and settle all terminals; the dealer draws after their longest hand (n)-(v)."""
    community = ints[START] + 2 * ints[SEATS] + 2
    second_card(cards, ints, upcard, community - 1)
    next_card: int = community
    for terminal in range(ints[TERMINALS]):
        if ints[DEALER] == ints[HAS_BLACKJACK]:
            if open_hand(cards, ints, terminal, upcard) == 0:
                finish(cards, ints, terminal)
        else:
            next_card = max(next_card, play(cards, ints, terminal, upcard, community))
    drawn_from = next_card
    if is_live(cards, ints) == 1:
        next_card = draw(cards, ints, next_card)
    for terminal in range(ints[TERMINALS]):
        settle(cards, ints, terminal)
        note_terminal(ints, terminal, drawn_from, next_card)
        insure(cards, ints, terminal)
        if ints[HAS_FINISHED_WAGER] == 1:
            settle_finished(cards, ints, terminal)
    return next_card


def without_hole_card(cards: IntegerCells, ints: IntegerCells, upcard: int) -> int:
    """Play each terminal with a dealer's hand of its own, drawn after its own cards (y)-(ee)."""
    community = ints[START] + 2 * ints[SEATS] + 1
    end: int = community
    for terminal in range(ints[TERMINALS]):
        next_card, second = play(cards, ints, terminal, upcard, community), -1
        drawn_from = next_card
        ints[DEALER] = 0
        if is_waiting(cards, ints, terminal) == 1:
            make_ready(cards, ints, next_card, 1)
            second = second_card(cards, ints, upcard, next_card)
            next_card += 1
            if has_total(ints, terminal) == 1:
                next_card = draw(cards, ints, next_card)
        settle(cards, ints, terminal)
        note_terminal(ints, terminal, drawn_from, next_card)
        insure(cards, ints, terminal)
        settle_sides(cards, ints, terminal, second)
        end = max(end, next_card)
    settle_top_row(ints)
    return end


def note_terminal(ints: IntegerCells, terminal: int, drawn_from: int, drawn_to: int) -> int:
    """Write the words of a terminal's hands and one of its dealer's drawn cards, if recorded."""
    count = ints[ints[HANDS_OF] + terminal]
    if ints[RECORDS] == 0:
        return count
    start, target = ints[START], ints[HAND_NOTES] + ints[HANDS_LOGGED]
    for number in range(count):
        hand = hand_of(ints, terminal, number)
        code = ints[hand + CODE]
        doubled = DOUBLED_FLAG if DOUBLED <= code < NATURAL else 0
        word = ints[hand + FIRST_CARD] << FIRST_SHIFT | ints[hand + SECOND_CARD] << SECOND_SHIFT
        ints[target + number] = (
            word | ints[hand + ENDS] << ENDS_SHIFT | doubled | ints[hand + RESULT]
        )
    ints[HANDS_LOGGED] += count
    place = ints[SEAT_NOTES] + ints[ROUNDS] * ints[TERMINALS] + terminal
    drawn = (drawn_from - start) << SECOND_SHIFT | (drawn_to - start) << ENDS_SHIFT
    ints[place] = drawn | count
    return count


def second_card(cards: IntegerCells, ints: IntegerCells, upcard: int, next_card: int) -> int:
    """Make the card at a place the dealer's second card, and return it."""
    ints[DEALER] = cards[DEALER_START + VALUES * upcard + cards[VALUES_OF + next_card]]
    return cards[SHOE + next_card] + 0
