"""Whole rounds: the deal, the dealer's hand, the payoff. 58 Pa. Code §§ 633a.7, 633a.8."""

from typing import Any

from upcard.cards.card import DECK_SIZE
from upcard.compiled.layout import VALUES
from upcard.compiled.simulation.hands import (
    IS_NATURAL,
    finish,
    natural_code,
    note_seat,
    play_seat,
)
from upcard.compiled.simulation.layout import (
    ALWAYS_DRAWS,
    CARDS_SHIFT,
    CODES,
    COUNTS,
    DEALER_NEXT,
    DEALER_SHIFT,
    DEALER_START,
    DEALER_TOTAL,
    DOUBLED,
    EVEN_MONEY,
    EXTRA,
    FIRST_HAND,
    FLUSHED,
    GIVES_EXTRA,
    HANDS,
    HANDS_LOGGED,
    HAS_BLACKJACK,
    INSURANCE,
    INSURANCE_COUNTS,
    INSURANCE_PAYS,
    INSURES,
    LOGGED,
    NATURAL,
    NET,
    NEXT_ROWS,
    OPENING,
    PAYS,
    PLACED,
    PLAYED,
    READY,
    RECORDS,
    REMOVE,
    RESULTS,
    ROUND_NOTES,
    ROUNDS,
    SEATS,
    SHOE,
    SQUARES,
    STANDS_FROM,
    START,
    START_ROWS,
    START_SHIFT,
    STRIDE,
    TOTAL_OF,
    TOTALS,
    VALUES_OF,
)
from upcard.compiled.simulation.shoe import supply


def play_round(cards: Any, ints: Any, at: int) -> int:
    """Deal and settle a round from a place of the shoe on; the next place."""
    seats = ints[SEATS]
    ints[HANDS] = ints[PLAYED] = 0
    ints[START] = at
    wanted = ints[REMOVE] + 2 * seats + 2
    if ints[READY] - at < wanted:
        at = supply(cards, ints, at, wanted)
    at += ints[REMOVE]
    ints[START] = at
    upcard = cards[VALUES_OF + at + seats]
    dealer = cards[DEALER_START + VALUES * upcard + cards[VALUES_OF + at + 2 * seats + 1]]
    at += 2 * seats + 2
    if dealer == ints[HAS_BLACKJACK]:
        at = show_blackjack(cards, ints, upcard, at)
    else:
        for seat in range(seats):
            at = play_seat(cards, ints, seat, upcard, at)
    drawn = at - ints[START]
    if ints[ALWAYS_DRAWS] == 1 or is_live(ints) == 1:
        while dealer < ints[STANDS_FROM]:
            if at == ints[READY]:
                at = supply(cards, ints, at, 1)
            dealer = cards[DEALER_NEXT + STRIDE * dealer + cards[VALUES_OF + at]]
            at += 1
    pay(cards, ints, seats, cards[DEALER_TOTAL + dealer])
    if upcard == 0 and ints[INSURES] == 1:
        insure(ints, dealer)
    if ints[RECORDS] == 1:
        total = 21 if dealer == ints[HAS_BLACKJACK] else cards[DEALER_TOTAL + dealer]
        note_round(ints, drawn, at - ints[START] - drawn + 2, total)
    ints[ROUNDS] += 1
    return at


def show_blackjack(cards: Any, ints: Any, upcard: int, at: int) -> int:
    """Nobody draws, but one more card may decide a side wager (§§ 633a.7(h), 633c.9(d)(4))."""
    seats = ints[SEATS]
    for seat in range(seats):
        ints[FIRST_HAND + seat] = ints[HANDS]
        first = ints[START] + seat
        second = first + seats + 1
        row = ints[START_ROWS + VALUES * cards[VALUES_OF + first] + cards[VALUES_OF + second]]
        drawn = kept = 0
        if cards[ints[OPENING] + row + upcard] == IS_NATURAL:
            finish(cards, ints, row, natural_code(ints, upcard))
        else:
            pair = DECK_SIZE * cards[SHOE + first] + cards[SHOE + second]
            if ints[GIVES_EXTRA] == 1 and cards[EXTRA + pair] == 1:
                at = supply(cards, ints, at, 1)
                row = ints[ints[NEXT_ROWS] + row + cards[VALUES_OF + at]]
                kept = 1 if cards[ints[TOTAL_OF] + row] <= 21 else 0
                drawn = kept * (at - ints[START])
                at += 1
            finish(cards, ints, row, cards[ints[TOTAL_OF] + row])
        if ints[RECORDS] == 1:
            note_seat(ints, seat, drawn, kept)
    return at


def is_live(ints: Any) -> int:
    """1 where a hand waits for the dealer's (§ 633a.7(n))."""
    for hand in range(ints[HANDS]):
        code = ints[CODES + hand]
        if code < NATURAL and code % DOUBLED <= 21:
            return 1
    return 0


def pay(cards: Any, ints: Any, seats: int, dealer: int) -> int:
    """Settle the Blackjack wagers against the dealer's total (§ 633a.7(p)-(r))."""
    ints[FIRST_HAND + seats] = ints[HANDS]
    won = 0
    for seat in range(seats):
        net = 0
        for hand in range(ints[FIRST_HAND + seat], ints[FIRST_HAND + seat + 1]):
            result = cards[RESULTS + TOTALS * ints[CODES + hand] + dealer]
            ints[COUNTS + result] += 1
            net += ints[PAYS + result]
        ints[SQUARES] += net * net
        won += net
    ints[NET] += won
    return won


def insure(ints: Any, dealer: int) -> int:
    """Place and settle the Insurance wagers of hands that did not take even money (§ 633a.8)."""
    won = 1 if dealer == ints[HAS_BLACKJACK] else 0
    for seat in range(ints[SEATS]):
        if ints[CODES + ints[FIRST_HAND + seat]] != EVEN_MONEY:
            ints[INSURANCE_COUNTS + won] += 1
            ints[INSURANCE] += ints[INSURANCE_PAYS + won]
            ints[PLACED] += 1
    return won


def note_round(ints: Any, drawn: int, dealer_cards: int, total: int) -> int:
    """Leave the word of a round: its start in the log, the dealer's cards and total."""
    start = ints[LOGGED] - ints[FLUSHED] + ints[START]
    word: int = start << START_SHIFT | drawn << DEALER_SHIFT | dealer_cards << CARDS_SHIFT | total
    ints[ints[ROUND_NOTES] + ints[ROUNDS]] = word
    ints[HANDS_LOGGED] += ints[HANDS]
    return word
