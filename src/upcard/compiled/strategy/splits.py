"""Moments of the hands of a split pair against one upcard, in compiled code.

Hands of a split are dealt from one shoe and meet one dealer, but each is played by its own cards.
The order in which they take cards changes no mean, so one hand, or two, can be treated as dealt
first. What a hand wins is a sum of events: see `events.py`.

`k` further cards of the pair's value may be known to be gone. They can be treated as dealt last,
when p cards of the value are left among n: they multiply the weight of a deal by p(p - 1)…/n(n -
1)…. So it suffices to gather deals by their number of cards and of cards of that value.

Kinds of moments: 0 and 1 are the means of an unpaired and a paired hand; 2 and 3 of their squares;
4 to 6 of the product of two hands with none, one (the second) and both of them paired.
"""

from typing import Final

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.dealer import check_cards_left, count_orders
from upcard.compiled.strategy.events import (
    DIGIT,
    find_events,
    find_paid,
    partners_end,
    pays_square,
    pips_of,
    sort_events,
)
from upcard.compiled.strategy.fields import (
    ANY_HOLE,
    BUCKETS,
    BUST,
    CARDS,
    CHANCE,
    CODES,
    CROSS,
    EVENT,
    EVENT_ORDERS,
    EVENTS,
    FIRST_OF,
    FUNCTIONS,
    GATHERED,
    GONE,
    HOLE,
    HOLES,
    KEYS,
    KINDS,
    LANE_CARDS,
    LANE_CHANCES,
    LANE_FACTORS,
    LANE_INVERSE,
    LANE_LEFT,
    LANE_SIZES,
    LANE_SLOTS,
    LANES,
    LEFT,
    MOMENTS,
    MOST_GONE,
    MOST_PIPS,
    MOST_SLOTS,
    ORDER,
    OUTCOMES,
    PAID,
    PAIR,
    SHOE,
    SINGLE,
    SIZE,
    SLOTS,
    VALUES,
)
from upcard.compiled.strategy.groups import (
    add_eight,
    count,
    count_groups,
    find_groups,
    group,
)

PRIME: Final = 65_521


def splits(data: IntegerCells, out: FloatCells) -> None:
    """Compute all moments of the pair; the shoe excludes the upcard and the pair."""
    for offset in range(KINDS * SIZE * SIZE):
        out[GATHERED + offset] = 0.0
    find_groups(data)
    events = find_events(data)
    find_paid(data, out, events)
    for event in range(events):
        one_hand(data, out, event)
    gather(data, out, events, 0)
    if data[CROSS] == 1:
        two_hands(data, out, events)
    sum_up(data, out)


# Moments of one hand and of two


def one_hand(data: IntegerCells, out: FloatCells, event: int) -> int:
    """Prepare a slot of the same number with what an event adds to the moments of one hand."""
    offset = EVENTS + EVENT * event
    functions = FUNCTIONS + SINGLE * OUTCOMES * event
    for outcome in range(OUTCOMES):
        mean = out[PAID + OUTCOMES * event + outcome]
        square = pays_square(data, event, outcome)
        for paired in range(2):
            ways = data[offset + 3 + paired]
            out[functions + OUTCOMES * paired + outcome] = ways * mean
            out[functions + OUTCOMES * (2 + paired) + outcome] = ways * square
    data[CODES + event] = data[offset]
    return event


def two_hands(data: IntegerCells, out: FloatCells, events: int) -> int:
    """Add the products of all pairs of events, merged by their cards, to the moments."""
    slots = flush(data, out, 0)
    sort_events(data, events)
    for pips in range(2 * MOST_PIPS + 1):
        for place in range(events):
            event = data[ORDER + place]
            rest = pips - pips_of(data, event)
            if rest < 0 or rest > MOST_PIPS:
                continue
            for beside in range(data[FIRST_OF + rest], partners_end(data, place, rest)):
                other = data[ORDER + beside]
                if slots == MOST_SLOTS:
                    slots = flush(data, out, slots)
                code = data[EVENTS + EVENT * event] + data[EVENTS + EVENT * other]
                slot = slot_of(data, out, code, slots, SINGLE)
                slots = max(slots, slot + 1)
                multiply(data, out, event, other, slot)
        slots = flush(data, out, slots)
    return slots


def slot_of(data: IntegerCells, out: FloatCells, code: int, slots: int, size: int) -> int:
    """The slot of the cards of a code: one of those in use, or else the next, emptied.

    A slot has `size` numbers for each outcome of the dealer.
    """
    bucket = code % PRIME
    while data[KEYS + bucket] != 0 and data[KEYS + bucket] != code + 1:
        bucket = (bucket + 1) % BUCKETS
    if data[KEYS + bucket] == 0:
        data[KEYS + bucket] = code + 1
        data[SLOTS + bucket] = slots
        data[CODES + slots] = code
        for offset in range(size * OUTCOMES):
            out[FUNCTIONS + size * OUTCOMES * slots + offset] = 0.0
    return data[SLOTS + bucket]


def multiply(data: IntegerCells, out: FloatCells, event: int, other: int, slot: int) -> int:
    """Add the product of two events, either of which may be the first hand's, to a slot."""
    one, two = EVENTS + EVENT * event + EVENT_ORDERS, EVENTS + EVENT * other + EVENT_ORDERS
    both = 1 if event == other else 2
    unpaired = both * data[one] * data[two]
    paired = both * data[one + 1] * data[two + 1]
    mixed = data[one] * data[two + 1]
    if event != other:
        mixed += data[one + 1] * data[two]
    offset = FUNCTIONS + SINGLE * OUTCOMES * slot
    one, two = PAID + OUTCOMES * event, PAID + OUTCOMES * other
    add_eight(out, offset, unpaired, one, two)
    add_eight(out, offset + OUTCOMES, mixed, one, two)
    add_eight(out, offset + 2 * OUTCOMES, paired, one, two)
    return slot


def flush(data: IntegerCells, out: FloatCells, slots: int) -> int:
    """Gather the slots and empty the table; returns 0, the number of slots left."""
    gather(data, out, slots, SINGLE)
    for bucket in range(BUCKETS):
        data[KEYS + bucket] = 0
    return 0


# Deals


def gather(data: IntegerCells, out: FloatCells, slots: int, first: int) -> int:
    """Add the values of all slots' functions over the dealer's hands, with their cards dealt.

    `first` is the kind of the first function. Deals are weighed `LANES` at a time.
    """
    lanes = 0
    for slot in range(slots):
        size = take_code(data, out, data[CODES + slot])
        if out[CHANCE] > 0.0:
            fill(data, out, lanes, slot, size)
            lanes += 1
        if lanes == LANES:
            lanes = add_lanes(data, out, lanes, first)
    return add_lanes(data, out, lanes, first)


def fill(data: IntegerCells, out: FloatCells, lane: int, slot: int, size: int) -> int:
    """Put the deal that was taken last, of `size` cards, into a lane."""
    pair = data[PAIR]
    gone = min(data[GONE], data[LEFT + pair])
    data[LEFT + pair] -= gone
    check_cards_left(data, out)
    data[LEFT + pair] += gone
    data[LANE_SLOTS + lane], data[LANE_SIZES + lane] = slot, size
    data[LANE_CARDS + lane] = data[CARDS]
    for value in range(VALUES):
        data[LANE_LEFT + VALUES * lane + value] = data[LEFT + value]
    out[LANE_CHANCES + lane] = out[CHANCE]
    return count_orders(data, out, LANE_FACTORS + lane, LANE_INVERSE + lane, LANES)


def add_lanes(data: IntegerCells, out: FloatCells, lanes: int, first: int) -> int:
    """Add the first `lanes` lanes; returns 0, the number of lanes in use."""
    if lanes > 0:
        group(data, out)
    pair, hole = data[PAIR], data[HOLE]
    for lane in range(lanes):
        slot, chance = data[LANE_SLOTS + lane], out[LANE_CHANCES + lane]
        left, cards = LANE_LEFT + VALUES * lane, data[LANE_CARDS + lane]
        same = data[CODES + slot] >> (DIGIT * pair) & (SIZE - 1)
        dealt = data[LANE_SIZES + lane] * SIZE + same
        if data[HOLES] == ANY_HOLE:
            count(out, slot, first, dealt, BUST, chance)
        for value in range(VALUES if data[HOLES] != ANY_HOLE else 0):
            made = chance * data[left + value] / cards * (data[HOLES] >> value & 1)
            place = dealt + SIZE + (1 if value == pair else 0)
            count(out, slot, first, place, BUST, made)
        if hole >= 0:
            made = chance * data[left + hole] / cards
            count(out, slot, first, dealt + SIZE + (1 if hole == pair else 0), BUST + 1, made)
        count_groups(data, out, lane, first, dealt)
    return 0


def take_code(data: IntegerCells, out: FloatCells, code: int) -> int:
    """Take the cards of a code out of the shoe; returns their number, and sets `CHANCE`."""
    cards = 0
    for value in range(VALUES):
        data[LEFT + value] = data[SHOE + value]
        cards += data[SHOE + value]
    size = 0
    chance = 1.0
    for value in range(VALUES):
        for _ in range(code >> (DIGIT * value) & (SIZE - 1)):
            if data[LEFT + value] > 0:
                chance *= data[LEFT + value] / (cards - size)
                data[LEFT + value] -= 1
                size += 1
            else:
                chance = 0.0
    data[CARDS] = cards - size
    out[CHANCE] = chance
    return size


def sum_up(data: IntegerCells, out: FloatCells) -> int:
    """Compute every kind's mean for each number of further cards of the pair's value gone."""
    cards = 0
    for value in range(VALUES):
        cards += data[SHOE + value]
    pairs = data[SHOE + data[PAIR]]
    for offset in range(KINDS * MOST_GONE):
        out[MOMENTS + offset] = 0.0
    for kind in range(KINDS):
        units = 1.0 if kind in (2, 3) else 0.5 if kind < SINGLE else 0.25
        for place in range(SIZE * SIZE):
            worth = units * out[GATHERED + SIZE * SIZE * kind + place]
            size, same = place // SIZE, place % SIZE
            gone = 0
            while worth != 0.0 and gone <= data[GONE]:
                out[MOMENTS + MOST_GONE * kind + gone] += worth
                worth *= max(pairs - same - gone, 0)
                if worth != 0.0:
                    worth *= (cards - gone) / ((cards - size - gone) * (pairs - gone))
                gone += 1
    return cards
