"""The law of what split hands win against one upcard, in compiled code.

A law is the probability of each result, in units of the initial wager. It is computed as a
generating function: a polynomial in z in which the coefficient of z ** x is the probability of the
result x. `splits.py` computes the mean and the mean square from the same events.

A hand's result is a sum over its events (`events.py`). With a wager of w units:

- at its second card, the hand counts as lost: z ** -w is added;
- where it stands and wins, z ** w is added and z ** -w taken away again;
- where it stands and pushes, z ** 0 is added and z ** -w taken away;
- where it stands and loses, nothing changes.

So an event has at most one power that it adds and one that it takes away: its terms. For two hands
the polynomials of two events are multiplied, four powers at most; products of events that take the
same cards are added up first, since the dealer's chances depend on these cards alone.

Deals in which a peek finds a dealer Blackjack have no result. Does not support `RETURNED`.
"""

from typing import Final

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.dealer import finish
from upcard.compiled.strategy.events import find_events, partners_end, pays, pips_of, sort_events
from upcard.compiled.strategy.fields import (
    ALL_LOST,
    APART,
    BEATS_22,
    BLACKJACK,
    BUCKETS,
    BUST,
    CHANCE,
    CODES,
    CROSS,
    DEALT,
    EVENT,
    EVENT_ORDERS,
    EVENT_TOTAL,
    EVENT_WAGER,
    EVENTS,
    FIRST_OF,
    FUNCTIONS,
    HAND_LAWS,
    HAND_SPAN,
    KEYS,
    LAW,
    MAX_PIPS,
    MAX_SLOTS,
    OPEN,
    ORDER,
    OUTCOMES,
    PUSHING,
    SINGLE,
    SPAN,
    TERMS,
    TOTALS,
)
from upcard.compiled.strategy.gathering import take_cards
from upcard.compiled.strategy.splits import slot_of

NO_TERM: Final = 7
"""Stands for no power of z; 0 to 4 stand for the powers -2 to 2."""

TERM_BASE: Final = 8
"""Terms are coded as one number: the power added times this base, plus the power taken away."""

MAX_MERGED: Final = MAX_SLOTS * SINGLE // SPAN
"""The slots for merged products; each holds `SPAN` coefficients per outcome of the dealer."""


def laws(data: IntegerCells, out: FloatCells) -> None:
    """Compute the law of one split hand and, with `CROSS`, of two hands together.

    The shoe in `data` is without the two cards of the pair.
    """
    for offset in range(2 * OUTCOMES * HAND_SPAN):
        out[HAND_LAWS + offset] = 0.0
    for offset in range(SPAN):
        out[LAW + offset] = 0.0
    events = find_events(data)
    for event in range(events):
        for outcome in range(OUTCOMES):
            data[TERMS + OUTCOMES * event + outcome] = terms(data, event, outcome)
        law_of_one(data, out, event)
    if data[CROSS] == 1:
        law_of_two(data, out, events)


def terms(data: IntegerCells, event: int, outcome: int) -> int:
    """The coded terms of an event: the powers of z that it adds and takes away.

    `outcome` is an outcome of the dealer; with `ALL_LOST` a dealer Blackjack takes all wagers.
    """
    total = data[EVENTS + EVENT * event + EVENT_TOTAL]
    wager = data[EVENTS + EVENT * event + EVENT_WAGER]
    if total == 0:
        is_lost = outcome <= BUST or data[ALL_LOST] == 1
        return TERM_BASE * (2 - wager if is_lost else NO_TERM) + NO_TERM
    paid = pays(data, event, outcome)
    if paid == 0:
        return TERM_BASE * NO_TERM + NO_TERM
    won = wager if paid == 4 * wager else 0
    return TERM_BASE * (2 + won) + 2 - wager


def law_of_one(data: IntegerCells, out: FloatCells, event: int) -> int:
    """Add an event to the laws of one hand; returns the number of the event's cards.

    There is a law for each outcome of the dealer, with an unpaired and with a paired second card.
    """
    size = take_cards(data, out, data[EVENTS + EVENT * event])
    chance = out[CHANCE]
    if chance == 0.0:
        return size
    dealer_chances(data, out)
    for outcome in range(OUTCOMES):
        term = data[TERMS + OUTCOMES * event + outcome]
        added, removed = term // TERM_BASE, term % TERM_BASE
        weight = chance * out[DEALT + outcome]
        for paired in range(2):
            ways = data[EVENTS + EVENT * event + EVENT_ORDERS + paired]
            place = HAND_LAWS + HAND_SPAN * (OUTCOMES * paired + outcome)
            if added != NO_TERM:
                out[place + added] += weight * ways
            if removed != NO_TERM:
                out[place + removed] -= weight * ways
    return size


def dealer_chances(data: IntegerCells, out: FloatCells) -> int:
    """Compute the probability of each outcome of the dealer from the cards left.

    The outcomes are the totals 17 to 21, a 22 that pushes, any other bust, and a Blackjack.
    """
    ran_out = finish(data, out)
    bust = out[OPEN] - out[BLACKJACK]
    for total in range(BUST):
        out[DEALT + total] = out[TOTALS + total]
        bust -= out[TOTALS + total]
    out[DEALT + BUST] = bust
    out[DEALT + BUST + 1] = out[BLACKJACK]
    return ran_out


def law_of_two(data: IntegerCells, out: FloatCells, events: int) -> int:
    """Add the products of all pairs of events to the law of two hands; returns the slots used.

    Pairs are listed by the pips of their cards: products that can be merged have equal pips, so
    that the slots are emptied (`flush_law`) when the pips are done.
    """
    slots = flush_law(data, out, 0)
    sort_events(data, events)
    for pips in range(2 * MAX_PIPS + 1):
        for place in range(events):
            event = data[ORDER + place]
            rest = pips - pips_of(data, event)
            if rest < 0 or rest > MAX_PIPS:
                continue
            for partner in range(data[FIRST_OF + rest], partners_end(data, place, rest)):
                other = data[ORDER + partner]
                ways = orders_of_two(data, event, other)
                if ways == 0:
                    continue
                if slots == MAX_MERGED:
                    slots = flush_law(data, out, slots)
                code = data[EVENTS + EVENT * event] + data[EVENTS + EVENT * other]
                slot = slot_of(data, out, code, slots, SPAN)
                slots = max(slots, slot + 1)
                merge(data, out, event, other, slot, ways)
        slots = flush_law(data, out, slots)
    return slots


def orders_of_two(data: IntegerCells, event: int, other: int) -> int:
    """The number of orders of cards that lead to two events, one of each hand.

    Two different events count twice: either may be the first hand's. With `APART` only hands with
    an unpaired second card count, since a pair would be split again.
    """
    one, two = EVENTS + EVENT * event + EVENT_ORDERS, EVENTS + EVENT * other + EVENT_ORDERS
    ways = data[one] * data[two]
    if data[APART] == 0:
        ways = (data[one] + data[one + 1]) * (data[two] + data[two + 1])
    return ways if event == other else 2 * ways


def merge(data: IntegerCells, out: FloatCells, event: int, other: int, slot: int, ways: int) -> int:
    """Add the product of two events to a slot, times the `ways` that lead to them."""
    for outcome in range(OUTCOMES - 1 + data[ALL_LOST]):
        if outcome == PUSHING and data[BEATS_22] == 0:
            continue
        place = FUNCTIONS + SPAN * OUTCOMES * slot + SPAN * outcome
        one = data[TERMS + OUTCOMES * event + outcome]
        two = data[TERMS + OUTCOMES * other + outcome]
        one_added, one_removed = one // TERM_BASE, one % TERM_BASE
        two_added, two_removed = two // TERM_BASE, two % TERM_BASE
        if one_added != NO_TERM:
            if two_added != NO_TERM:
                out[place + one_added + two_added] += ways
            if two_removed != NO_TERM:
                out[place + one_added + two_removed] -= ways
        if one_removed != NO_TERM:
            if two_added != NO_TERM:
                out[place + one_removed + two_added] -= ways
            if two_removed != NO_TERM:
                out[place + one_removed + two_removed] += ways
    return slot


def flush_law(data: IntegerCells, out: FloatCells, slots: int) -> int:
    """Add the products in the slots to the law, and empty the slots; returns 0, those in use."""
    for slot in range(slots):
        take_cards(data, out, data[CODES + slot])
        chance = out[CHANCE]
        if chance != 0.0:
            dealer_chances(data, out)
            place = FUNCTIONS + SPAN * OUTCOMES * slot
            for outcome in range(OUTCOMES):
                weight = chance * out[DEALT + outcome]
                for result in range(SPAN):
                    out[LAW + result] += weight * out[place + result]
                place += SPAN
    for bucket in range(BUCKETS):
        data[KEYS + bucket] = 0
    return 0
