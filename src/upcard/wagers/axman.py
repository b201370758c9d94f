"""AxMan: the dealer's hand as a poker hand. 58 Pa. Code § 633c.12.

The state after each of the dealer's cards is packed into 46 bits. Five slots of 6 bits hold the
highest cards, the lowest card in the lowest bits. A slot is four times the card's order, 1 (two) to
12 (king), 13 (ace) and 14 (the wild king of diamonds), plus its suit; 0 is an empty slot. Above the
slots, 4 bits for each suit count the further cards that tie with the lowest slot. Which of the tied
cards is taken matters only to a flush, and is chosen in the player's favor.
"""

from upcard.cards.card import ACE, CLUBS, HEARTS, JACK, KING_OF_DIAMONDS, SPADES
from upcard.wagers.kit import CardFold, WagerRule, kernel

HIGH_ACE = 13
WILD = 14
"""The orders of an ace and of the wild king of diamonds: above the king, which is 12."""

HANDS = (
    "jacks-or-better-pair",
    "two-pair",
    "three-of-a-kind",
    "full-house",
    "four-of-a-kind",
    "straight",
    "flush",
    "five-of-a-kind",
    "straight-flush",
)
"""From low to high as § 633c.12(k) pays them, not as poker ranks them."""

OUTCOMES = (
    "lose",
    *HANDS,
    *(f"{hand}-2x" for hand in HANDS),
    *(f"{hand}-5x" for hand in HANDS),
)


@kernel
def order_of(card: int) -> int:
    """The order of a card: 1 (two) to 12 (king), `HIGH_ACE`, and `WILD` for a king of diamonds."""
    if card == KING_OF_DIAMONDS:
        return WILD
    rank = card >> 2
    return rank if rank != ACE else HIGH_ACE


@kernel
def step(state: int, card: int) -> int:
    """The state after one more of the dealer's cards (§ 633c.12(e), (f))."""
    order = order_of(card)
    suit = card & 3
    slots = state & 0x3FFFFFFF
    ties = state >> 30
    lowest = slots & 63
    if lowest >> 2 > order:
        return state
    if lowest >> 2 == order:
        return state + (1 << (30 + 4 * suit))
    # The new card replaces the lowest slot and is inserted into the other four in order.
    rest = slots >> 6
    code = 4 * order + suit
    shift = 0
    while shift < 24 and ((rest >> shift) & 63) < code:
        shift += 6
    below = rest & ((1 << shift) - 1)
    slots = ((((rest >> shift) << 6) | code) << shift) | below
    if lowest == 0:
        return slots
    if (slots & 63) >> 2 != lowest >> 2:
        return slots
    return slots | ((ties + (1 << (4 * (lowest & 3)))) << 30)


@kernel
def is_flush(state: int) -> int:
    """1 when five of the highest cards, ties included, are suited; a wild card is a diamond."""
    lowest = (state & 63) >> 2
    suit = 0
    while suit < 4:
        spare = (state >> (30 + 4 * suit)) & 15
        shift = 0
        while shift < 30:
            slot = (state >> shift) & 63
            if slot & 3 != suit:
                # Only a card of the lowest rank can be exchanged for one that ties with it.
                spare = spare - 1 if slot >> 2 == lowest else -6
            shift += 6
        if spare >= 0:
            return 1
        suit += 1
    return 0


@kernel
def is_straight(state: int) -> int:
    """1 when five cards are sequential, wild cards in the gaps, the ace low or high."""
    low = 15
    top = 0
    ace = 0
    previous = 0
    shift = 0
    while shift < 30:
        order = ((state >> shift) & 63) >> 2
        if order != WILD:
            if order == previous:
                return 0
            if order == HIGH_ACE:
                ace = 1
            else:
                low = min(low, order)
                top = max(top, order)
        previous = order
        shift += 6
    if ace == 1:
        return 1 if top <= 4 or low >= 9 else 0
    return 1 if top - low <= 4 else 0


@kernel
def outcome_of_ranks(state: int) -> int:
    """Index into OUTCOMES, 0 to 5 or 8, when only equal ranks are counted (§ 633c.12(g)-(j))."""
    wild = 0
    pairs = 0  # pairs of equal natural cards: 10 for five of a kind, 4 a full house, 2 two pair
    run = 0
    paired = 0
    highest = 0
    previous = 0
    shift = 0
    while shift < 30:
        order = ((state >> shift) & 63) >> 2
        shift += 6
        if order == WILD:
            wild += 1
        elif order > 0:
            run = run + 1 if order == previous else 0
            pairs += run
            paired = order if run > 0 else paired
            highest = order
            previous = order
    most = wild + equal_cards(pairs, highest)
    if most >= 5:
        return 8
    if most == 4:
        return 5
    if (wild == 0 and pairs == 4) or (wild == 1 and pairs == 2):
        return 4
    if most == 3:
        return 3
    if pairs == 2:
        return 2
    if most == 2:
        return 1 if wild == 2 or (highest if wild == 1 else paired) >= JACK else 0
    return 0


@kernel
def equal_cards(pairs: int, highest: int) -> int:
    """The size of the largest group of equal natural cards, from the number of equal pairs."""
    if pairs >= 10:
        return 5
    if pairs >= 6:
        return 4
    if pairs >= 3:
        return 3
    if pairs >= 1:
        return 2
    return 1 if highest > 0 else 0


@kernel
def classify(first: int, second: int, folded: int) -> int:
    """Index into OUTCOMES of the dealer's hand, multiplied by the player's kings of diamonds.

    Straights and flushes take five cards (§ 633c.12(h)); the multiplier depends on the player's
    initial two cards (§ 633c.12(j)).
    """
    hand = outcome_of_ranks(folded)
    if folded & 63 > 0 and hand < 9:
        flush = is_flush(folded)
        if is_straight(folded) == 1:
            hand = 9 if flush == 1 else max(hand, 6)
        elif flush == 1:
            hand = max(hand, 7)
    if hand == 0:
        return 0
    kings = 0
    kings += 1 if first == KING_OF_DIAMONDS else 0
    kings += 1 if second == KING_OF_DIAMONDS else 0
    return hand + 9 * kings


WAGER = WagerRule(
    "axman",
    OUTCOMES,
    classify,
    multiplied={f"{hand}-{times}x": (hand, times) for times in (2, 5) for hand in HANDS},
    fold=CardFold("dealer", step, alike=(SPADES, HEARTS, CLUBS)),
)
