"""Settles the wagers of hybrid-table terminals. 58 Pa. Code § 633c.5(t)-(v), (cc)-(ee).

The dealer's hand is a state (`simulation.blackjack.tables`); without a hole card each terminal has
a dealer's hand of its own.
"""

from upcard.cards.card import DECK_SIZE, is_ten_or_ace
from upcard.compiled.cells import IntegerCells
from upcard.compiled.simulation.codes import DOUBLED, TOTALS
from upcard.compiled.simulation.fields import (
    DEALER_NEXT,
    DEALER_TOTAL,
    HAS_BLACKJACK,
    SEATS,
    SHOE,
    SQUARES,
    STANDS_FROM,
    START,
    STRIDE,
    VALUES_OF,
)
from upcard.compiled.simulation.games.batches import look_up, make_ready, tally
from upcard.compiled.simulation.games.fields import (
    BLACKJACK,
    CODE,
    DEALER,
    EVEN_MONEY,
    FINISHED_RESULTS,
    FIRST,
    GIVEN_UP,
    HANDS_OF,
    HAS_FINISHED_WAGER,
    HELD,
    HOLDS,
    INSURANCE,
    INSURED,
    INSURES,
    KEYS,
    LOOKED_UP,
    NATURAL,
    PAIRS,
    PAYOFF,
    RESULT,
    RETURNED_RESULT,
    SEAT_OF,
    SHARED,
    SIDE,
    TERMINALS,
    TOP_ROW,
    WINNERS,
    WITH_BLACKJACK,
    WITH_ROYAL_MATCH,
    WON,
)
from upcard.compiled.simulation.games.hybrid_hands import hand_of, player_of
from upcard.games.blackjack import DEALER_BLACKJACK
from upcard.wagers.facts import dealer_royal_match


def card_of(cards: IntegerCells, ints: IntegerCells, terminal: int, number: int) -> int:
    """The first (0) or second (1) card of a terminal's position."""
    place = ints[START] + ints[ints[SEAT_OF] + terminal] + number * (ints[SEATS] + 1)
    return cards[SHOE + place] + 0


def upcard_of(cards: IntegerCells, ints: IntegerCells) -> int:
    """The dealer's first card."""
    return cards[SHOE + ints[START] + ints[SEATS]] + 0


def draw(cards: IntegerCells, ints: IntegerCells, next_card: int) -> int:
    """Draw the dealer's cards to a hard or soft 17; returns the next place (s), (bb)(2)."""
    dealer = ints[DEALER]
    while dealer < ints[STANDS_FROM]:
        make_ready(cards, ints, next_card, 1)
        dealer = cards[DEALER_NEXT + STRIDE * dealer + cards[VALUES_OF + next_card]] + 0
        next_card += 1
    ints[DEALER] = dealer
    return next_card


def has_total(ints: IntegerCells, terminal: int) -> int:
    """1 if a hand is compared with the dealer's total: neither a Blackjack nor over 21."""
    for number in range(ints[ints[HANDS_OF] + terminal]):
        code = ints[hand_of(ints, terminal, number) + CODE]
        if code < NATURAL and code % DOUBLED <= 21:
            return 1
    return 0


def is_live(cards: IntegerCells, ints: IntegerCells) -> int:
    """1 if a hand or wager waits for a dealer with a hole card to draw (s).

    A wager on both hands has lost against a Blackjack that is paid at once (p)(1).
    """
    waits = is_ten_or_ace(upcard_of(cards, ints))
    for terminal in range(ints[TERMINALS]):
        natural = 1 if ints[hand_of(ints, terminal, 0) + CODE] >= NATURAL else 0
        if has_total(ints, terminal) == 1 or (
            ints[HAS_FINISHED_WAGER] == 1 and (natural == 0 or waits == 1)
        ):
            return 1
    return 0


def is_waiting(cards: IntegerCells, ints: IntegerCells, terminal: int) -> int:
    """1 if the dealer's second card decides anything for a terminal (aa), (bb)."""
    upcard, code = upcard_of(cards, ints), ints[hand_of(ints, terminal, 0) + CODE]
    if has_total(ints, terminal) == 1 or code == NATURAL:
        return 1
    if code == GIVEN_UP and is_ten_or_ace(upcard) == 1:
        return 1
    if upcard >> 2 == 0 and ints[player_of(ints, terminal) + INSURES] == 1:
        return 1
    if ints[HOLDS] == 0:
        return 0
    pair = DECK_SIZE * card_of(cards, ints, terminal, 0) + card_of(cards, ints, terminal, 1)
    return cards[ints[HELD] + DECK_SIZE * pair + upcard] + 0


def settle(cards: IntegerCells, ints: IntegerCells, terminal: int) -> int:
    """Settle a terminal's Blackjack wager against the dealer's hand."""
    net = 0
    for number in range(ints[ints[HANDS_OF] + terminal]):
        hand = hand_of(ints, terminal, number)
        result = result_of(cards, ints, number, ints[hand + CODE])
        ints[hand + RESULT] = result
        net += tally(ints, BLACKJACK, FIRST, result)
    ints[SQUARES] += net * net
    return net


def result_of(cards: IntegerCells, ints: IntegerCells, number: int, code: int) -> int:
    """The result of a hand by its code; a dealer Blackjack returns added wagers (bb)(1)."""
    total = cards[DEALER_TOTAL + ints[DEALER]] + 0
    if code < NATURAL and code % DOUBLED > 21:
        total = 0  # busted: settled before the dealer's hand was known
    elif ints[DEALER] == ints[HAS_BLACKJACK]:
        if code == GIVEN_UP:
            return 2 * DEALER_BLACKJACK
        if number > 0:
            return RETURNED_RESULT
    return cards[ints[PAYOFF] + TOTALS * code + total] + 0


def insure(cards: IntegerCells, ints: IntegerCells, terminal: int) -> int:
    """Place and settle an Insurance wager if the upcard is an ace (o), (z)."""
    if upcard_of(cards, ints) >> 2 > 0 or ints[player_of(ints, terminal) + INSURES] == 0:
        return 0
    if ints[hand_of(ints, terminal, 0) + CODE] == EVEN_MONEY:
        return 0
    ints[ints[WON] + INSURED] += 1
    won = 1 if ints[DEALER] == ints[HAS_BLACKJACK] else 0
    return tally(ints, INSURANCE, FIRST + INSURANCE, won)


def settle_finished(cards: IntegerCells, ints: IntegerCells, terminal: int) -> int:
    """Settle the wager on the finished hands: of several hands the best one counts (u)."""
    blackjack = 1 if ints[DEALER] == ints[HAS_BLACKJACK] else 0
    total = 21 if blackjack == 1 else cards[DEALER_TOTAL + ints[DEALER]] + 0
    result = 0
    for number in range(ints[ints[HANDS_OF] + terminal]):
        code = ints[hand_of(ints, terminal, number) + CODE]
        natural = 1 if code >= NATURAL else 0
        player_total = 21 if natural == 1 else code % DOUBLED
        key = ((2 * player_total + natural) * TOTALS + total) * 2 + blackjack
        result = max(result, cards[ints[FINISHED_RESULTS] + key] + 0)
    return tally(ints, SIDE, INSURED + 1, result)


def settle_sides(cards: IntegerCells, ints: IntegerCells, terminal: int, second: int) -> int:
    """Settle the wagers on the initial cards; `second` is the dealer's second card, or -1."""
    pair = DECK_SIZE * card_of(cards, ints, terminal, 0) + card_of(cards, ints, terminal, 1)
    blackjack = royal = 0
    if second >= 0:
        blackjack = 1 if ints[DEALER] == ints[HAS_BLACKJACK] else 0
        royal = dealer_royal_match(upcard_of(cards, ints), second)
    ints[KEYS + WITH_BLACKJACK] = pair + PAIRS * blackjack
    ints[KEYS + WITH_ROYAL_MATCH] = pair + PAIRS * royal
    for side in range(ints[LOOKED_UP]):
        result = look_up(cards, ints, side)
        if SIDE + side == ints[SHARED] and result == ints[TOP_ROW]:
            ints[WINNERS] += 1
        else:
            tally(ints, SIDE + side, INSURED + 1 + side, result)
    return pair


def settle_top_row(ints: IntegerCells) -> int:
    """Pay the round's winners their shares of the top row (§ 633a.13(o)); returns their number."""
    winners = ints[WINNERS]
    for _ in range(winners):
        wager = ints[SHARED]
        tally(ints, wager, INSURED + 1 + wager - SIDE, ints[TOP_ROW] + winners - 1)
    ints[WINNERS] = 0
    return winners
