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

from typing import Any, Final

from upcard.compiled.strategy.dealer import check_cards_left
from upcard.compiled.strategy.events import DIGIT, find_events, find_paid, pays_square
from upcard.compiled.strategy.groups import count, count_groups, find_groups, group
from upcard.compiled.strategy.layout import (
    ANY_HOLE,
    BUCKETS,
    BUST,
    CARDS,
    CHANCE,
    CODES,
    CROSS,
    EVENT,
    EVENTS,
    FUNCTIONS,
    GATHERED,
    GONE,
    HOLE,
    HOLES,
    KEYS,
    KINDS,
    LEFT,
    MOMENTS,
    MOST_GONE,
    MOST_SLOTS,
    OUTCOMES,
    PAID,
    PAIR,
    SHOE,
    SINGLE,
    SIZE,
    SLOTS,
    VALUES,
)

PRIME: Final = 65_521


def splits(data: Any, out: Any) -> None:
    """Computes all moments of the pair; the shoe excludes the upcard and the pair."""
    for offset in range(KINDS * SIZE * SIZE):
        out[GATHERED + offset] = 0.0
    find_groups(data)
    events = find_events(data)
    find_paid(data, events)
    for event in range(events):
        one_hand(data, out, event)
    if data[CROSS] == 1:
        two_hands(data, out, events)
    sum_up(data, out)


# Moments of one hand and of two


def one_hand(data: Any, out: Any, event: int) -> int:
    """Adds an event to the moments of one hand."""
    offset = EVENTS + EVENT * event
    for outcome in range(OUTCOMES):
        mean = data[PAID + OUTCOMES * event + outcome]
        square = pays_square(data, event, outcome)
        for paired in range(2):
            ways = data[offset + 3 + paired]
            out[FUNCTIONS + OUTCOMES * paired + outcome] = ways * mean
            out[FUNCTIONS + OUTCOMES * (2 + paired) + outcome] = ways * square
    return gather(data, out, data[offset], 0, 0)


def two_hands(data: Any, out: Any, events: int) -> int:
    """Adds the products of all pairs of events, merged by their cards, to the moments."""
    slots = flush(data, out, 0)
    for event in range(events):
        for other in range(event + 1):
            if slots == MOST_SLOTS:
                slots = flush(data, out, slots)
            code = data[EVENTS + EVENT * event] + data[EVENTS + EVENT * other]
            slot = slot_of(data, out, code, slots, SINGLE)
            slots = max(slots, slot + 1)
            multiply(data, out, event, other, slot)
    return flush(data, out, slots)


def slot_of(data: Any, out: Any, code: int, slots: int, size: int) -> int:
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
    slot: int = data[SLOTS + bucket]
    return slot


def multiply(data: Any, out: Any, event: int, other: int, slot: int) -> int:
    """Adds the product of two events, either of which may be the first hand's, to a slot."""
    one, two = EVENTS + EVENT * event + 3, EVENTS + EVENT * other + 3
    both = 1 if event == other else 2
    unpaired = both * data[one] * data[two]
    paired = both * data[one + 1] * data[two + 1]
    mixed = data[one] * data[two + 1]
    if event != other:
        mixed += data[one + 1] * data[two]
    offset = FUNCTIONS + SINGLE * OUTCOMES * slot
    one, two = PAID + OUTCOMES * event, PAID + OUTCOMES * other
    for outcome in range(OUTCOMES):
        product = data[one + outcome] * data[two + outcome]
        out[offset + outcome] += product * unpaired
        out[offset + OUTCOMES + outcome] += product * mixed
        out[offset + 2 * OUTCOMES + outcome] += product * paired
    return slot


def flush(data: Any, out: Any, slots: int) -> int:
    """Gathers the slots and empties the table; returns 0, the number of slots left."""
    for slot in range(slots):
        gather(data, out, data[CODES + slot], slot, SINGLE)
    for bucket in range(BUCKETS):
        data[KEYS + bucket] = 0
    return 0


# Deals


def gather(data: Any, out: Any, code: int, slot: int, first: int) -> int:
    """Adds the value of a slot's functions over the dealer's hands, with the code's cards dealt.

    `first` is the kind of the first function.
    """
    size = take(data, out, code)
    chance = out[CHANCE]
    if chance == 0.0:
        return 0
    pair, hole = data[PAIR], data[HOLE]
    gone = min(data[GONE], data[LEFT + pair])
    data[LEFT + pair] -= gone
    check_cards_left(data, out)
    data[LEFT + pair] += gone
    same = code >> (DIGIT * pair) & (SIZE - 1)
    if data[HOLES] == ANY_HOLE:
        count(out, slot, first, size * SIZE + same, BUST, chance)
    for value in range(VALUES if data[HOLES] != ANY_HOLE else 0):
        made = chance * data[LEFT + value] / data[CARDS] * (data[HOLES] >> value & 1)
        place = (size + 1) * SIZE + same + (1 if value == pair else 0)
        count(out, slot, first, place, BUST, made)
    if hole >= 0:
        made = chance * data[LEFT + hole] / data[CARDS]
        place = (size + 1) * SIZE + same + (1 if hole == pair else 0)
        count(out, slot, first, place, BUST + 1, made)
    group(data, out)
    count_groups(data, out, slot, first, size * SIZE + same)
    return size


def take(data: Any, out: Any, code: int) -> int:
    """Takes the cards of a code out of the shoe; returns their number, and sets `CHANCE`."""
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


def sum_up(data: Any, out: Any) -> int:
    """Computes every kind's mean for each number of further cards of the pair's value gone."""
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
