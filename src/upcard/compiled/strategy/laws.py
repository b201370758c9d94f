"""The law of what split hands win against one upcard, in compiled code.

Like `splits.py`, with probabilities of results instead of moments: for each result x of a hand, the
power z ** x stands in place of x. What a hand wins is then a sum of events too. At its second card
it has lost its wager, z ** -w; where it stands and wins, z ** w - z ** -w is added, and 1 - z ** -w
for a push. The law of two hands follows from the products of their events, merged by their cards.

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
    EVENTS,
    FIRST_OF,
    FUNCTIONS,
    HAND_LAWS,
    HAND_SPAN,
    KEYS,
    LAW,
    MOST_PIPS,
    MOST_SLOTS,
    OPEN,
    ORDER,
    OUTCOMES,
    PUSHING,
    SINGLE,
    SPAN,
    TERMS,
    TOTALS,
)
from upcard.compiled.strategy.splits import slot_of, take_code

NO_TERM: Final = 7
"""Stands for no power of z; the others are 0 to 4, for -2 to 2."""

MOST_MERGED: Final = MOST_SLOTS * SINGLE // SPAN
"""Slots of the products of two events, with `SPAN` numbers for each outcome of the dealer."""


def laws(data: IntegerCells, out: FloatCells) -> None:
    """Compute the laws of one hand and, with `CROSS`, of two; the shoe excludes the pair."""
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
    """The two powers of z that an event adds and takes away with an outcome of the dealer."""
    total = data[EVENTS + EVENT * event + 1]
    wager = data[EVENTS + EVENT * event + 2]
    if total == 0:
        counts = outcome <= BUST or data[ALL_LOST] == 1
        return 8 * (2 - wager) + NO_TERM if counts else 8 * NO_TERM + NO_TERM
    paid = pays(data, event, outcome)
    if paid == 0:
        return 8 * NO_TERM + NO_TERM
    won = wager if paid == 4 * wager else 0
    return 8 * (2 + won) + 2 - wager


def law_of_one(data: IntegerCells, out: FloatCells, event: int) -> int:
    """Add an event to the laws of one hand; returns the number of its cards."""
    size = take_code(data, out, data[EVENTS + EVENT * event])
    chance = out[CHANCE]
    if chance == 0.0:
        return size
    dealer_chances(data, out)
    for outcome in range(OUTCOMES):
        term = data[TERMS + OUTCOMES * event + outcome]
        weight = chance * out[DEALT + outcome]
        for paired in range(2):
            ways = data[EVENTS + EVENT * event + 3 + paired]
            at = HAND_LAWS + HAND_SPAN * (OUTCOMES * paired + outcome)
            if term // 8 != NO_TERM:
                out[at + term // 8] += weight * ways
            if term % 8 != NO_TERM:
                out[at + term % 8] -= weight * ways
    return size


def dealer_chances(data: IntegerCells, out: FloatCells) -> int:
    """Compute the probability of each outcome of the dealer from the cards left."""
    ran_out = finish(data, out)
    bust = out[OPEN] - out[BLACKJACK]
    for total in range(BUST):
        out[DEALT + total] = out[TOTALS + total]
        bust -= out[TOTALS + total]
    out[DEALT + BUST] = bust
    out[DEALT + BUST + 1] = out[BLACKJACK]
    return ran_out


def law_of_two(data: IntegerCells, out: FloatCells, events: int) -> int:
    """Add the products of all pairs of events, merged by their cards, to the law."""
    slots = flush_law(data, out, 0)
    sort_events(data, events)
    for pips in range(2 * MOST_PIPS + 1):
        for place in range(events):
            event = data[ORDER + place]
            rest = pips - pips_of(data, event)
            if rest < 0 or rest > MOST_PIPS:
                continue
            for beside in range(data[FIRST_OF + rest], partners_end(data, place, rest)):
                other = data[ORDER + beside]
                ways = orders_of_two(data, event, other)
                if ways == 0:
                    continue
                if slots == MOST_MERGED:
                    slots = flush_law(data, out, slots)
                code = data[EVENTS + EVENT * event] + data[EVENTS + EVENT * other]
                slot = slot_of(data, out, code, slots, SPAN)
                slots = max(slots, slot + 1)
                merge(data, out, event, other, slot, ways)
        slots = flush_law(data, out, slots)
    return slots


def orders_of_two(data: IntegerCells, event: int, other: int) -> int:
    """The orders that lead to two events, either of which may be the first hand's."""
    one, two = EVENTS + EVENT * event + 3, EVENTS + EVENT * other + 3
    ways = data[one] * data[two]
    if data[APART] == 0:
        ways = (data[one] + data[one + 1]) * (data[two] + data[two + 1])
    return ways if event == other else 2 * ways


def merge(data: IntegerCells, out: FloatCells, event: int, other: int, slot: int, ways: int) -> int:
    """Add the product of two events to a slot."""
    for outcome in range(OUTCOMES - 1 + data[ALL_LOST]):
        if outcome == PUSHING and data[BEATS_22] == 0:
            continue
        at = FUNCTIONS + SPAN * OUTCOMES * slot + SPAN * outcome
        one = data[TERMS + OUTCOMES * event + outcome]
        two = data[TERMS + OUTCOMES * other + outcome]
        if one // 8 != NO_TERM and two // 8 != NO_TERM:
            out[at + one // 8 + two // 8] += ways
        if one // 8 != NO_TERM and two % 8 != NO_TERM:
            out[at + one // 8 + two % 8] -= ways
        if one % 8 != NO_TERM and two // 8 != NO_TERM:
            out[at + one % 8 + two // 8] -= ways
        if one % 8 != NO_TERM and two % 8 != NO_TERM:
            out[at + one % 8 + two % 8] += ways
    return slot


def flush_law(data: IntegerCells, out: FloatCells, slots: int) -> int:
    """Add the slots to the law and empty the table; returns 0, the number of slots left."""
    for slot in range(slots):
        take_code(data, out, data[CODES + slot])
        chance = out[CHANCE]
        if chance != 0.0:
            dealer_chances(data, out)
            at = FUNCTIONS + SPAN * OUTCOMES * slot
            for outcome in range(OUTCOMES):
                weight = chance * out[DEALT + outcome]
                for result in range(SPAN):
                    out[LAW + result] += weight * out[at + result]
                at += SPAN
    for bucket in range(BUCKETS):
        data[KEYS + bucket] = 0
    return 0
