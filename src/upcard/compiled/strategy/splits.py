"""Moments of the hands of a split pair against one upcard, in compiled code.

The hands of a split are dealt from one shoe and meet one dealer, but each is played by its own
cards. The order in which they take cards changes no mean, so one hand, or two, can be treated as
dealt first. What a hand wins is a sum of events, each with the cards that make it (`events.py`);
the product of what two hands win is the sum of the products of all pairs of their events. So every
moment is a sum over events, or pairs of events, of

    the orders in which their cards are dealt  x  the probability of the cards in one order
    x  the mean, over the dealer's hands beside these cards, of what is paid.

Steps:

1. A *slot* takes the cards of an event, or those of all pairs of events with the same cards. It has
   a *function* for each kind of moment: a value for each outcome of the dealer, times the orders.
2. Slots are *gathered* eight at a time, each in a *lane*: its functions times the probabilities of
   the dealer's outcomes are added to `GATHERED`, at a *place* that says how many cards were dealt,
   and how many of them have the pair's value: `SIZE` times the one, plus the other.
3. `compute_moments` sums up the places. When k further cards of the pair's value are known to be
   gone, they can be treated as dealt last, from n cards left with p of this value: each place is
   weighed with p(p - 1)... / n(n - 1)..., of k factors each, relative to the same for the whole
   shoe.

Kinds of moments: 0 and 1 are the means of an unpaired and a paired hand; 2 and 3 of their squares;
4 to 6 of the product of two hands with none, one (the second) and both of them paired. Cards are
*coded* in one number, `DIGIT` bits for each value.
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
    add_groups,
    add_outcome,
    find_groups,
    weigh_groups,
)

PRIME: Final = 65_521
"""Codes are distributed among the buckets of the hash table by their remainder."""

SQUARES: Final = 2
"""The first kind of moment that is a square; those before are means."""


def splits(data: IntegerCells, out: FloatCells) -> None:
    """Compute all moments of the pair; the shoe excludes the upcard and the pair."""
    for offset in range(KINDS * SIZE * SIZE):
        out[GATHERED + offset] = 0.0
    find_groups(data)
    events = find_events(data)
    find_paid(data, out, events)
    for event in range(events):
        fill_slot_of_event(data, out, event)
    gather(data, out, events, 0)
    if data[CROSS] == 1:
        gather_products(data, out, events)
    compute_moments(data, out)


# Slots: cards, and what is paid for them by each outcome of the dealer


def fill_slot_of_event(data: IntegerCells, out: FloatCells, event: int) -> int:
    """Fill the slot of the event's number with what it adds to the moments of one hand."""
    record = EVENTS + EVENT * event
    functions = FUNCTIONS + SINGLE * OUTCOMES * event
    for outcome in range(OUTCOMES):
        paid = out[PAID + OUTCOMES * event + outcome]
        square = pays_square(data, event, outcome)
        for paired in range(2):
            orders = data[record + EVENT_ORDERS + paired]
            out[functions + OUTCOMES * paired + outcome] = orders * paid
            out[functions + OUTCOMES * (SQUARES + paired) + outcome] = orders * square
    data[CODES + event] = data[record]
    return event


def gather_products(data: IntegerCells, out: FloatCells, events: int) -> int:
    """Gather the products of all pairs of events, merged by their cards; returns 0, slots left.

    Pairs are listed by the pips of their cards. Those with the same cards have the same pips, so
    that the slots can be emptied when the pips are done.
    """
    slots = gather_and_empty(data, out, 0)
    sort_events(data, events)
    for pips in range(2 * MOST_PIPS + 1):
        for place in range(events):
            event = data[ORDER + place]
            rest = pips - pips_of(data, event)
            if rest < 0 or rest > MOST_PIPS:
                continue
            for partner in range(data[FIRST_OF + rest], partners_end(data, place, rest)):
                other = data[ORDER + partner]
                if slots == MOST_SLOTS:
                    slots = gather_and_empty(data, out, slots)
                code = data[EVENTS + EVENT * event] + data[EVENTS + EVENT * other]
                slot = slot_of(data, out, code, slots, SINGLE)
                slots = max(slots, slot + 1)
                add_product(data, out, event, other, slot)
        slots = gather_and_empty(data, out, slots)
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


def add_product(data: IntegerCells, out: FloatCells, event: int, other: int, slot: int) -> int:
    """Add the product of two events to a slot: with no paired hand, one, and two.

    Two different events count twice, as either may be the first hand's. Where one hand alone is
    paired, it is the second.
    """
    orders, other_orders = (
        EVENTS + EVENT * event + EVENT_ORDERS,
        EVENTS + EVENT * other + EVENT_ORDERS,
    )
    times = 1 if event == other else 2
    unpaired = times * data[orders] * data[other_orders]
    paired = times * data[orders + 1] * data[other_orders + 1]
    one_paired = data[orders] * data[other_orders + 1]
    if event != other:
        one_paired += data[orders + 1] * data[other_orders]
    functions = FUNCTIONS + SINGLE * OUTCOMES * slot
    paid, other_paid = PAID + OUTCOMES * event, PAID + OUTCOMES * other
    add_eight(out, functions, unpaired, paid, other_paid)
    add_eight(out, functions + OUTCOMES, one_paired, paid, other_paid)
    add_eight(out, functions + 2 * OUTCOMES, paired, paid, other_paid)
    return slot


def gather_and_empty(data: IntegerCells, out: FloatCells, slots: int) -> int:
    """Gather the slots' products and empty the hash table; returns 0, the number of slots left."""
    gather(data, out, slots, SINGLE)
    for bucket in range(BUCKETS):
        data[KEYS + bucket] = 0
    return 0


# Gathering: what the slots pay beside the dealer's hands


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


# Moments


def compute_moments(data: IntegerCells, out: FloatCells) -> int:
    """Compute every kind's mean for each number of further cards of the pair's value gone.

    Returns the cards of the shoe. What is paid is in half wagers, but squares are in wagers.
    """
    cards = 0
    for value in range(VALUES):
        cards += data[SHOE + value]
    pairs = data[SHOE + data[PAIR]]
    for offset in range(KINDS * MOST_GONE):
        out[MOMENTS + offset] = 0.0
    for kind in range(KINDS):
        wagers = 0.5 if kind < SQUARES else 1.0 if kind < SINGLE else 0.25
        for place in range(SIZE * SIZE):
            worth = wagers * out[GATHERED + SIZE * SIZE * kind + place]
            dealt, of_pair = place // SIZE, place % SIZE
            gone = 0
            while worth != 0.0 and gone <= data[GONE]:
                out[MOMENTS + MOST_GONE * kind + gone] += worth
                worth *= max(pairs - of_pair - gone, 0)
                if worth != 0.0:
                    worth *= (cards - gone) / ((cards - dealt - gone) * (pairs - gone))
                gone += 1
    return cards
