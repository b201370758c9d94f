"""Plays whole rounds: the deal, the dealer's hand, the payoff. 58 Pa. Code §§ 633a.7, 633a.8."""

from upcard.cards.card import DECK_SIZE
from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import SURRENDER, VALUES
from upcard.compiled.simulation.codes import (
    BEGIN_SHIFT,
    CARDS_SHIFT,
    DEALER_SHIFT,
    END_SHIFT,
    EVEN_MONEY,
    RETURNED,
    START_SHIFT,
    SURRENDERED,
    TOTALS,
)
from upcard.compiled.simulation.fields import (
    ALWAYS_DRAWS,
    CODES,
    COUNTS,
    DEALER_NEXT,
    DEALER_START,
    DEALER_TOTAL,
    DEALT,
    DRAWN,
    EARLY_SURRENDER,
    EXTRA,
    FIRST_HAND,
    FLUSHED,
    GIVES_EXTRA,
    HAND_BEGINS,
    HAND_ENDS,
    HAND_NOTES,
    HANDS,
    HANDS_LOGGED,
    HAS_BLACKJACK,
    INSURANCE,
    INSURANCE_COUNTS,
    INSURANCE_PAYS,
    INSURED_WINS,
    INSURES,
    KEPT,
    LIVE,
    LOGGED,
    MAIN_WINS,
    NET,
    NEXT_ROWS,
    NO_PEEK,
    OPENING,
    PAYS,
    PLACED,
    PLAYED,
    READY,
    RECORDS,
    REMOVE,
    RESULTS,
    RETURNS,
    ROUND_NOTES,
    ROUNDS,
    SEATS,
    SHOE,
    SQUARES,
    STANDS_FROM,
    START,
    START_ROWS,
    STRIDE,
    TOTAL_OF,
    VALUES_OF,
)
from upcard.compiled.simulation.hands import (
    IS_NATURAL,
    finish,
    natural_code,
    note_seat,
    play_seat,
)
from upcard.compiled.simulation.shoe import supply


def play_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Deal and settle a round from a place of the shoe; returns the next place."""
    next_card = begin_round(cards, ints, next_card)
    seats = ints[SEATS]
    upcard = cards[VALUES_OF + ints[START] + seats]
    dealer = first_state(cards, ints, upcard)
    if dealer == ints[HAS_BLACKJACK] and ints[NO_PEEK] == 0:
        next_card = show_blackjack(cards, ints, upcard, next_card)
    else:
        for seat in range(seats):
            next_card = play_seat(cards, ints, seat, upcard, next_card)
    return end_round(cards, ints, upcard, dealer, next_card)


def begin_round(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Deal the initial cards, after making them ready; returns the next place."""
    ints[HANDS] = ints[PLAYED] = 0
    ints[START] = next_card
    wanted = ints[REMOVE] + ints[DEALT]
    if ints[READY] - next_card < wanted:
        next_card = supply(cards, ints, next_card, wanted)
    next_card += ints[REMOVE]
    ints[START] = next_card
    dealt: int = next_card + ints[DEALT]
    return dealt


def first_state(cards: IntegerCells, ints: IntegerCells, upcard: int) -> int:
    """The state of the dealer's two cards."""
    hole = cards[VALUES_OF + ints[START] + 2 * ints[SEATS] + 1]
    return cards[DEALER_START + VALUES * upcard + hole]


def end_round(
    cards: IntegerCells, ints: IntegerCells, upcard: int, dealer: int, next_card: int
) -> int:
    """Play the dealer's hand from a state and settle the round; returns the next place."""
    drawn = next_card - ints[START]
    if ints[ALWAYS_DRAWS] == 1 or is_live(cards, ints) == 1:
        while dealer < ints[STANDS_FROM]:
            if next_card == ints[READY]:
                next_card = supply(cards, ints, next_card, 1)
            dealer = cards[DEALER_NEXT + STRIDE * dealer + cards[VALUES_OF + next_card]]
            next_card += 1
    if dealer == ints[HAS_BLACKJACK] and ints[RETURNS] == 1:
        mark_returned(ints, ints[SEATS])
    pay(cards, ints, ints[SEATS], cards[DEALER_TOTAL + dealer])
    if upcard == 0 and ints[INSURES] == 1:
        insure(ints, dealer)
    if ints[RECORDS] == 1:
        if ints[HAND_NOTES] > 0:
            note_hands(cards, ints, cards[DEALER_TOTAL + dealer])
        total = 21 if dealer == ints[HAS_BLACKJACK] else cards[DEALER_TOTAL + dealer]
        note_round(ints, drawn, next_card - ints[START] - drawn + 2, total)
    ints[ROUNDS] += 1
    return next_card


def show_blackjack(cards: IntegerCells, ints: IntegerCells, upcard: int, next_card: int) -> int:
    """End all hands against a dealer Blackjack; at most one extra card is drawn (§ 633a.7(h))."""
    seats = ints[SEATS]
    for seat in range(seats):
        ints[FIRST_HAND + seat] = ints[HANDS]
        first = ints[START] + seat
        value = cards[VALUES_OF + first]
        row = ints[START_ROWS + VALUES * value + cards[VALUES_OF + first + seats + 1]]
        next_card = show_hand(cards, ints, seat, row, upcard, next_card)
        if ints[RECORDS] == 1:
            note_seat(ints, seat, 0)
    return next_card


def show_hand(
    cards: IntegerCells, ints: IntegerCells, seat: int, row: int, upcard: int, next_card: int
) -> int:
    """End a hand; an extra card to a first hand may decide a side wager (§ 633c.9(d)(4))."""
    ints[DRAWN] = ints[KEPT] = 0
    action = cards[ints[OPENING] + row + upcard]
    if action == IS_NATURAL:
        finish(cards, ints, row, natural_code(ints, upcard), next_card)
        return next_card
    if action == SURRENDER and ints[EARLY_SURRENDER] == 1:
        finish(cards, ints, row, SURRENDERED, next_card)
        return next_card
    first = ints[START] + seat
    pair = DECK_SIZE * cards[SHOE + first] + cards[SHOE + first + ints[SEATS] + 1]
    extra = ints[GIVES_EXTRA] == 1 and ints[HANDS] == ints[FIRST_HAND + seat]
    if extra and cards[EXTRA + pair] == 1:
        next_card = supply(cards, ints, next_card, 1)
        row = ints[ints[NEXT_ROWS] + row + cards[VALUES_OF + next_card]]
        if cards[ints[TOTAL_OF] + row] <= 21:
            ints[DRAWN] = next_card - ints[START]
            ints[KEPT] = 1
        next_card += 1
    finish(cards, ints, row, cards[ints[TOTAL_OF] + row], next_card)
    return next_card


def is_live(cards: IntegerCells, ints: IntegerCells) -> int:
    """1 if a hand waits for the dealer's total (§ 633a.7(n))."""
    for hand in range(ints[HANDS]):
        if cards[LIVE + ints[CODES + hand]] == 1:
            return 1
    return 0


def pay(cards: IntegerCells, ints: IntegerCells, seats: int, dealer: int) -> int:
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
        if ints[MAIN_WINS] > 0:
            place = ints[ROUNDS] * seats + seat
            ints[ints[MAIN_WINS] + place], ints[ints[INSURED_WINS] + place] = net, 0
    ints[NET] += won
    return won


def mark_returned(ints: IntegerCells, seats: int) -> int:
    """Mark the hands of a split after the first: their wagers are returned against a Blackjack."""
    ints[FIRST_HAND + seats] = ints[HANDS]
    for seat in range(seats):
        for hand in range(ints[FIRST_HAND + seat] + 1, ints[FIRST_HAND + seat + 1]):
            ints[CODES + hand] = RETURNED
    return seats


def insure(ints: IntegerCells, dealer: int) -> int:
    """Place and settle Insurance wagers of seats that did not take even money (§ 633a.8)."""
    won = 1 if dealer == ints[HAS_BLACKJACK] else 0
    for seat in range(ints[SEATS]):
        offered = 1
        for hand in range(ints[FIRST_HAND + seat], ints[FIRST_HAND + seat + 1]):
            offered = 0 if ints[CODES + hand] == EVEN_MONEY else offered
        if offered == 1:
            ints[INSURANCE_COUNTS + won] += 1
            ints[INSURANCE] += ints[INSURANCE_PAYS + won]
            ints[PLACED] += 1
            if ints[MAIN_WINS] > 0:
                place = ints[ROUNDS] * ints[SEATS] + seat
                ints[ints[INSURED_WINS] + place] = ints[INSURANCE_PAYS + won]
    return won


def note_hands(cards: IntegerCells, ints: IntegerCells, dealer: int) -> int:
    """Write the word of each hand: its result, and where its own cards lie."""
    hands = ints[HANDS]
    for hand in range(hands):
        code = ints[CODES + hand]
        word = ints[HAND_BEGINS + hand] << BEGIN_SHIFT | ints[HAND_ENDS + hand] << END_SHIFT
        word |= cards[RESULTS + TOTALS * code + dealer]
        ints[ints[HAND_NOTES] + ints[HANDS_LOGGED] + hand] = word
        ints[HAND_BEGINS + hand] = 0
    return hands


def note_round(ints: IntegerCells, drawn: int, dealer_cards: int, total: int) -> int:
    """Write the word of a round: its start in the log, the dealer's cards and total."""
    start = ints[LOGGED] - ints[FLUSHED] + ints[START]
    word: int = start << START_SHIFT | drawn << DEALER_SHIFT | dealer_cards << CARDS_SHIFT | total
    ints[ints[ROUND_NOTES] + ints[ROUNDS]] = word
    ints[HANDS_LOGGED] += ints[HANDS]
    return word
