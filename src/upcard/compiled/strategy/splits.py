"""Moments of the hands of a split pair against one upcard, in compiled code.

The hands of a split are dealt from one shoe and meet one dealer, but each is played by its own
cards. The order in which they take cards changes no mean, so one hand, or two, can be treated as
dealt first. What a hand wins is a sum of events, each with the cards that make it (`events.py`);
the product of what two hands win is the sum of the products of all pairs of their events. So every
moment is a sum over events, or pairs of events, of

    the orders in which their cards are dealt  x  the probability of the cards in one order
    x  the mean, over the dealer's hands given these cards, of what is paid.

Steps:

1. A *slot* takes the cards of an event, or those of all pairs of events with the same cards. It has
   a *function* for each kind of moment: a value for each outcome of the dealer, times the orders.
2. Slots are *gathered* eight at a time, each in a *lane* (`gathering.py`): its functions times the
   probabilities of the dealer's outcomes are added to `GATHERED`, at a *place* that says how many
   cards were dealt, and how many of them have the pair's value: `SIZE` times the one, plus the
   other.
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
from upcard.compiled.strategy.events import (
    find_events,
    find_paid,
    partners_end,
    pays_square,
    pips_of,
    sort_events,
)
from upcard.compiled.strategy.fields import (
    BUCKETS,
    CODES,
    CROSS,
    EVENT,
    EVENT_ORDERS,
    EVENTS,
    FIRST_OF,
    FUNCTIONS,
    GATHERED,
    GONE,
    KEYS,
    KINDS,
    MAX_GONE,
    MAX_PIPS,
    MAX_SLOTS,
    MOMENTS,
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
from upcard.compiled.strategy.gathering import gather
from upcard.compiled.strategy.groups import add_eight, find_groups

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
    for pips in range(2 * MAX_PIPS + 1):
        for place in range(events):
            event = data[ORDER + place]
            rest = pips - pips_of(data, event)
            if rest < 0 or rest > MAX_PIPS:
                continue
            for partner in range(data[FIRST_OF + rest], partners_end(data, place, rest)):
                other = data[ORDER + partner]
                if slots == MAX_SLOTS:
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


# Moments


def compute_moments(data: IntegerCells, out: FloatCells) -> int:
    """Compute every kind's mean for each number of further cards of the pair's value gone.

    Returns the cards of the shoe. What is paid is in half wagers, but squares are in wagers.
    """
    cards = 0
    for value in range(VALUES):
        cards += data[SHOE + value]
    pairs = data[SHOE + data[PAIR]]
    for offset in range(KINDS * MAX_GONE):
        out[MOMENTS + offset] = 0.0
    for kind in range(KINDS):
        wagers = 0.5 if kind < SQUARES else 1.0 if kind < SINGLE else 0.25
        for place in range(SIZE * SIZE):
            worth = wagers * out[GATHERED + SIZE * SIZE * kind + place]
            dealt, of_pair = place // SIZE, place % SIZE
            gone = 0
            while worth != 0.0 and gone <= data[GONE]:
                out[MOMENTS + MAX_GONE * kind + gone] += worth
                worth *= max(pairs - of_pair - gone, 0)
                if worth != 0.0:
                    worth *= (cards - gone) / ((cards - dealt - gone) * (pairs - gone))
                gone += 1
    return cards
