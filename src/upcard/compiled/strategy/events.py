"""The events that sum to what one hand of a split pair wins, in compiled code.

What a hand wins is a sum of events, each with the cards that make it. At its second card the hand
pays its wager; where it stands it gets back nothing, its wager or twice its wager. Hands are
counted separately by whether their second card is of the pair's value ("paired"), which resplits
need to know.
"""

from typing import Final

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.fields import (
    ALL_LOST,
    BEATS_22,
    BUST,
    DOUBLES,
    EVENT,
    EVENT_TOTAL,
    EVENT_WAGER,
    EVENTS,
    FIRST_OF,
    HAND,
    HANDS,
    HITS,
    MAX_HANDS,
    MAX_PIPS,
    ONE_CARD,
    ORDER,
    OUTCOMES,
    PAID,
    PAIR,
    PUSHING,
    RETURNED,
    STARTS,
    VALUES,
    WAYS,
)

DIGIT: Final = 6
"""Bits per value in a code of cards."""


def find_events(data: IntegerCells) -> int:
    """List the events of a hand that starts with one card of the pair; returns their number."""
    for offset in range(2 * MAX_HANDS):
        data[WAYS + offset] = 0
    events = 0
    for second in range(VALUES):
        hand = data[STARTS + second]
        paired = 1 if second == data[PAIR] else 0
        wager = 1 + data[DOUBLES + hand] * (1 - data[ONE_CARD])
        events = add_event(data, events, hand, 0, wager, 1 - paired, paired)
        data[WAYS + 2 * hand + paired] = 2 - wager
        for third in range(VALUES):
            after = data[HANDS + HAND * hand + VALUES + third]
            if wager == 2 and after >= 0:
                total = data[HANDS + HAND * after + 2 * VALUES]
                events = add_event(data, events, after, total, 2, 1 - paired, paired)
    for hand in range(MAX_HANDS - 1, -1, -1):
        unpaired, paired = data[WAYS + 2 * hand], data[WAYS + 2 * hand + 1]
        if unpaired + paired == 0:
            continue
        record = HANDS + HAND * hand
        if data[HITS + hand] == 0 or data[ONE_CARD] == 1:
            total = data[record + 2 * VALUES]
            events = add_event(data, events, hand, total, 1, unpaired, paired)
            continue
        for value in range(VALUES):
            after = data[record + VALUES + value]
            if after >= 0:
                data[WAYS + 2 * after] += unpaired
                data[WAYS + 2 * after + 1] += paired
    return events


def add_event(
    data: IntegerCells, events: int, hand: int, total: int, wager: int, unpaired: int, paired: int
) -> int:
    """Append an event; a total of 0 means that the wager is paid."""
    code = 0
    for value in range(VALUES):
        count = data[HANDS + HAND * hand + value] - (1 if value == data[PAIR] else 0)
        code += count << (DIGIT * value)
    offset = EVENTS + EVENT * events
    data[offset], data[offset + 1], data[offset + 2] = code, total, wager
    data[offset + 3], data[offset + 4] = unpaired, paired
    return events + 1


def sort_events(data: IntegerCells, events: int) -> int:
    """Order the events by the pips of their cards.

    The products of two events are merged for one sum of their pips after the other: no cards have
    two sums, and the slots of one sum are so few that they stay near the processor.
    """
    for pips in range(MAX_PIPS + 3):
        data[FIRST_OF + pips] = 0
    for event in range(events):
        data[FIRST_OF + pips_of(data, event) + 2] += 1
    for pips in range(MAX_PIPS + 2):
        data[FIRST_OF + pips + 1] += data[FIRST_OF + pips]
    for event in range(events):
        after = FIRST_OF + pips_of(data, event) + 1
        data[ORDER + data[after]] = event
        data[after] += 1
    return events


def pips_of(data: IntegerCells, event: int) -> int:
    """The pips of an event's cards."""
    code, pips = data[EVENTS + EVENT * event], 0
    for value in range(VALUES):
        pips += (value + 1) * (code >> (DIGIT * value) & ((1 << DIGIT) - 1))
    return pips


def partners_end(data: IntegerCells, place: int, rest: int) -> int:
    """The end in `ORDER` of the events with `rest` pips that do not come after the one at a place.

    They begin at `FIRST_OF` of `rest`.
    """
    end = data[FIRST_OF + rest + 1]
    return min(end, place + 1)


def find_paid(data: IntegerCells, out: FloatCells, events: int) -> int:
    """Tabulate what each event pays with each outcome of the dealer; returns the events."""
    for event in range(events):
        for outcome in range(OUTCOMES):
            out[PAID + OUTCOMES * event + outcome] = pays(data, event, outcome)
    return events


def pays(data: IntegerCells, event: int, outcome: int) -> int:
    """What an event pays with an outcome of the dealer, in half units."""
    total = data[EVENTS + EVENT * event + EVENT_TOTAL]
    wager = data[EVENTS + EVENT * event + EVENT_WAGER]
    if total == 0:
        return -2 * wager if outcome <= BUST else -2 * wager * data[ALL_LOST]
    if outcome > BUST:  # the original wager is lost once: half of it on each of two hands
        return 2 * wager - 1 if data[RETURNED] == 1 else 0
    if outcome == PUSHING:
        return 2 * wager if total < data[BEATS_22] else 4 * wager
    if outcome == BUST or total > outcome + 17:
        return 4 * wager
    return 2 * wager if total == outcome + 17 else 0


def pays_square(data: IntegerCells, event: int, outcome: int) -> int:
    """What an event adds to the square of the hand's win, which is 0 for a push.

    Does not support `RETURNED`.
    """
    total = data[EVENTS + EVENT * event + EVENT_TOTAL]
    wager = data[EVENTS + EVENT * event + EVENT_WAGER]
    if total == 0:
        return wager * wager if outcome <= BUST else wager * wager * data[ALL_LOST]
    if outcome == PUSHING:
        return -wager * wager if total < data[BEATS_22] else 0
    return -wager * wager if outcome < BUST and total == outcome + 17 else 0
