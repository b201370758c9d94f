"""Gathers slots: what they pay, weighed by the dealer's hands that the cards left can make.

The slots and places are those of `splits.py`; the deals of eight slots are weighed at a time.
"""

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.dealer import check_cards_left, count_orders
from upcard.compiled.strategy.events import DIGIT
from upcard.compiled.strategy.fields import (
    ANY_HOLE,
    BUST,
    CARDS,
    CHANCE,
    CODES,
    GONE,
    HOLE,
    HOLES,
    LANE_CARDS,
    LANE_CHANCES,
    LANE_FACTORS,
    LANE_INVERSE,
    LANE_LEFT,
    LANE_SIZES,
    LANE_SLOTS,
    LANES,
    LEFT,
    PAIR,
    SHOE,
    SIZE,
    VALUES,
)
from upcard.compiled.strategy.groups import add_groups, add_outcome, weigh_groups


def gather(data: IntegerCells, out: FloatCells, slots: int, first: int) -> int:
    """Add the values of all slots' functions over the dealer's hands, with their cards dealt.

    `first` is the kind of the first function. Deals are weighed `LANES` at a time.
    """
    lanes = 0
    for slot in range(slots):
        cards = take_cards(data, out, data[CODES + slot])
        if out[CHANCE] > 0.0:
            fill_lane(data, out, lanes, slot, cards)
            lanes += 1
        if lanes == LANES:
            lanes = gather_lanes(data, out, lanes, first)
    return gather_lanes(data, out, lanes, first)


def take_cards(data: IntegerCells, out: FloatCells, code: int) -> int:
    """Take the cards of a code out of the shoe; returns their number, and sets `CHANCE`."""
    shoe = 0
    for value in range(VALUES):
        data[LEFT + value] = data[SHOE + value]
        shoe += data[SHOE + value]
    dealt = 0
    chance = 1.0
    for value in range(VALUES):
        for _ in range(code >> (DIGIT * value) & (SIZE - 1)):
            if data[LEFT + value] > 0:
                chance *= data[LEFT + value] / (shoe - dealt)
                data[LEFT + value] -= 1
                dealt += 1
            else:
                chance = 0.0
    data[CARDS] = shoe - dealt
    out[CHANCE] = chance
    return dealt


def fill_lane(data: IntegerCells, out: FloatCells, lane: int, slot: int, cards: int) -> int:
    """Put the `cards` of a slot that were taken last into a lane.

    It is noted when the dealer may run out of cards, with all further cards of the pair's value
    that may be gone.
    """
    pair = data[PAIR]
    gone = min(data[GONE], data[LEFT + pair])
    data[LEFT + pair] -= gone
    check_cards_left(data, out)
    data[LEFT + pair] += gone
    data[LANE_SLOTS + lane], data[LANE_SIZES + lane] = slot, cards
    data[LANE_CARDS + lane] = data[CARDS]
    for value in range(VALUES):
        data[LANE_LEFT + VALUES * lane + value] = data[LEFT + value]
    out[LANE_CHANCES + lane] = out[CHANCE]
    return count_orders(data, out, LANE_FACTORS + lane, LANE_INVERSE + lane, LANES)


def gather_lanes(data: IntegerCells, out: FloatCells, lanes: int, first: int) -> int:
    """Gather the first `lanes` lanes; returns 0, the number of lanes in use.

    Functions count relative to a dealer's bust (`add_outcome`): first every deal counts as a bust,
    with one more card dealt where only some hole cards count; then the other outcomes are added.
    """
    if lanes > 0:
        weigh_groups(data, out)
    pair, hole = data[PAIR], data[HOLE]
    for lane in range(lanes):
        slot, chance = data[LANE_SLOTS + lane], out[LANE_CHANCES + lane]
        left, cards = LANE_LEFT + VALUES * lane, data[LANE_CARDS + lane]
        of_pair = data[CODES + slot] >> (DIGIT * pair) & (SIZE - 1)
        place = data[LANE_SIZES + lane] * SIZE + of_pair
        if data[HOLES] == ANY_HOLE:
            add_outcome(out, slot, first, place, BUST, chance)
        for value in range(VALUES if data[HOLES] != ANY_HOLE else 0):
            weight = chance * data[left + value] / cards * (data[HOLES] >> value & 1)
            with_hole = place + SIZE + (1 if value == pair else 0)
            add_outcome(out, slot, first, with_hole, BUST, weight)
        if hole >= 0:
            weight = chance * data[left + hole] / cards
            with_hole = place + SIZE + (1 if hole == pair else 0)
            add_outcome(out, slot, first, with_hole, BUST + 1, weight)
        add_groups(data, out, lane, first, place)
    return 0
