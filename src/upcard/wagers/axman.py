"""AxMan: the dealer's hand as a poker hand. 58 Pa. Code § 633c.12.

What the dealer's cards make is packed into 46 bits while they come. Five slots of 6 bits hold the
highest cards, the lowest in the lowest bits: four times an order, 1 (two) to 12 (king), 13 (ace)
and 14 (the wild king of diamonds), plus the suit; 0 is an empty slot. Above them, 4 bits for each
suit count further cards that tie with the lowest slot: which of them is taken matters to a flush
alone, and goes the player's way.
"""

from upcard.wagers.kit import Fold, Wager, kernel

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
    """Where a card stands among the highest: 1 (two) to 13 (ace), 14 the king of diamonds."""
    if card == 50:
        return 14
    rank = card >> 2
    return rank if rank > 0 else 13


@kernel
def step(state: int, card: int) -> int:
    """The state with one more of the dealer's cards (§ 633c.12(e), (f))."""
    order = order_of(card)
    suit = card & 3
    slots = state & 0x3FFFFFFF
    ties = state >> 30
    lowest = slots & 63
    if lowest >> 2 > order:
        return state
    if lowest >> 2 == order:
        return state + (1 << (30 + 4 * suit))
    # The lowest slot makes room, and the other four stay sorted around the new card.
    kept = slots >> 6
    code = 4 * order + suit
    at = 0
    while at < 24 and ((kept >> at) & 63) < code:
        at += 6
    below = kept & ((1 << at) - 1)
    slots = ((((kept >> at) << 6) | code) << at) | below
    if lowest == 0:
        return slots
    if (slots & 63) >> 2 != lowest >> 2:
        return slots
    return slots | ((ties + (1 << (4 * (lowest & 3)))) << 30)


@kernel
def is_flush(state: int) -> int:
    """1 when the five highest cards can be taken of one suit; a wild card is a diamond."""
    lowest = (state & 63) >> 2
    suit = 0
    while suit < 4:
        spare = (state >> (30 + 4 * suit)) & 15
        at = 0
        while at < 30:
            slot = (state >> at) & 63
            if slot & 3 != suit:
                # Only a card of the lowest rank can give way to one that ties with it.
                spare = spare - 1 if slot >> 2 == lowest else -6
            at += 6
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
    at = 0
    while at < 30:
        order = ((state >> at) & 63) >> 2
        if order != 14:
            if order == previous:
                return 0
            if order == 13:
                ace = 1
            else:
                low = min(low, order)
                top = max(top, order)
        previous = order
        at += 6
    if ace == 1:
        return 1 if top <= 4 or low >= 9 else 0
    return 1 if top - low <= 4 else 0


@kernel
def of_ranks(state: int) -> int:
    """Index into OUTCOMES by equal ranks alone: 0 to 5 and 8 (§ 633c.12(g)-(j))."""
    wild = 0
    pairs = 0  # of equal natural cards: 10 are five of a kind, 4 a full house, 2 two pair
    run = 0
    paired = 0
    highest = 0
    previous = 0
    at = 0
    while at < 30:
        order = ((state >> at) & 63) >> 2
        at += 6
        if order == 14:
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
        return 1 if wild == 2 or (highest if wild == 1 else paired) >= 10 else 0
    return 0


@kernel
def equal_cards(pairs: int, highest: int) -> int:
    """How many natural cards are equal at most, by how many pairs of equal cards there are."""
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

    Straights and flushes take five cards (§ 633c.12(h)); the multiplier looks at the player's
    initial two cards (§ 633c.12(j)).
    """
    hand = of_ranks(folded)
    if folded & 63 > 0 and hand < 9:
        flush = is_flush(folded)
        if is_straight(folded) == 1:
            hand = 9 if flush == 1 else max(hand, 6)
        elif flush == 1:
            hand = max(hand, 7)
    if hand == 0:
        return 0
    kings = 0
    kings += 1 if first == 50 else 0
    kings += 1 if second == 50 else 0
    return hand + 9 * kings


WAGER = Wager(
    "axman",
    OUTCOMES,
    classify,
    multiplied={f"{hand}-{times}x": (hand, times) for times in (2, 5) for hand in HANDS},
    fold=Fold("dealer", step, alike=(0, 1, 3)),
)
