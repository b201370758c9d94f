"""Corrects what the main wager of a dealt block won by the luck of each card.

Cards are revealed one after another, each uniformly among those not revealed yet. A table has the
win that each value of the next card leads to, from an infinite deck. What the revealed card's entry
exceeds the mean of the table's entries, weighted by the cards left, is luck: its expectation is 0
whatever the table holds. Subtracting it from what was won leaves the mean as it is and takes most
of the variance away. (The method is AIVAT's: Burch, Schmid, Moravčík, Morrill and Bowling, 2018.)

A round is read again from the log of dealt cards, in the order in which its cards became known:

1. the first card of each seat, the upcard, the second card of each seat (`reveal_deal`);
2. the hole card, but only beside an ace or a ten-value card, which may make a Blackjack;
3. the cards that the seats draw, hand by hand (`reveal_hands`);
4. the hole card, if it is still unknown, and the cards that the dealer draws (`reveal_dealer`).

`reveal` adds a card's luck to `SUM` and takes it from the cards left. A card that several seats see
is compared with a table for each of them, then taken once. Cards that decide nothing, such as a
burned one, are only taken (`pass_cards`). From discards that are dealt again nothing is corrected:
one of them is burned unseen.

The cards left also make the next rounds better or worse. `TREND` says by how much, so that what a
round changes of that belongs to its luck.

`base` is the offset of the record (`fields.CORRECTING`), to which the names of `win` are relative;
the others are offsets in `cards` or `ints`. A *place* is an offset in the log of cards. Where a
function only changes `ints`, its callers ignore what it returns.
"""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.numbering import VALUES
from upcard.compiled.simulation import win_tables as win
from upcard.compiled.simulation.codes import (
    BEGIN_SHIFT,
    BYTE,
    CARDS_SHIFT,
    DEALER_SHIFT,
    DOUBLED,
    DOUBLED_BIT,
    END_SHIFT,
    HANDS_SHIFT,
    NATURAL_BIT,
    NUMBER_SHIFT,
    OFFSET,
    PLACE,
    START_SHIFT,
    SURRENDERED_BIT,
    TOTAL_BITS,
)
from upcard.compiled.simulation.fields import (
    BATCHES_DEALT,
    BETS,
    CARDS,
    CORRECTING,
    COVER,
    DEALER_NEXT,
    DEALER_START,
    DEALT,
    EACH,
    ENDS,
    HAND_NOTES,
    HANDS_LOG,
    HAS_BLACKJACK,
    LOG,
    MOST_HANDS,
    NO_PEEK,
    RESPLIT_ACES,
    ROUND_NOTES,
    SEAT_NOTES,
    SEATS,
    STRIDE,
)


def correct_block(cards: IntegerCells, ints: IntegerCells) -> None:
    """Write for each batch what the main wager won, less the luck of its cards."""
    base = ints[CORRECTING]
    end = 0
    ints[base + win.SEEN] = 0
    for batch in range(ints[BATCHES_DEALT]):
        begin, end = end, ints[ints[ENDS] + batch]
        luck = 0
        for number in range(begin, end):
            if number == begin or ints[EACH] > 0:
                open_shoe(ints, base)
            of_round = luck_of_round(cards, ints, base, number)
            if ints[base + win.LUCKS] > 0:
                ints[ints[base + win.LUCKS] + number] = of_round
            luck += of_round
        won = ints[ints[base + win.WON] + batch] << ints[base + win.SCALE]
        half = (1 << ints[base + win.COARSE]) >> 1
        ints[ints[base + win.COLUMN] + batch] = (won - luck + half) >> ints[base + win.COARSE]


def open_shoe(ints: IntegerCells, base: int) -> int:
    """All cards of a full shoe are left."""
    for value in range(VALUES):
        ints[base + win.POOL + value] = ints[base + win.FULL + value]
    ints[base + win.LEFT] = ints[CARDS]
    ints[base + win.HIDDEN] = ints[base + win.SPENT] = 0
    return base


def luck_of_round(cards: IntegerCells, ints: IntegerCells, base: int, number: int) -> int:
    """The luck of the cards of a round, times its wager, with that of the shoe's next rounds."""
    note = ints[ints[ROUND_NOTES] + number]
    start = note >> START_SHIFT
    pass_cards(cards, ints, base, start)
    before_cover = max(ints[COVER] - ints[CARDS] + ints[base + win.LEFT], 0)
    trend = trend_of(ints, base) if before_cover > 0 else 0
    ints[base + win.SUM] = 0
    seats = ints[SEATS]
    upcard = value_at(cards, ints, base, start + seats)
    hole = value_at(cards, ints, base, start + 2 * seats + 1)
    reveal_deal(cards, ints, base, start, upcard, hole)
    ints[base + win.SEEN] = start + ints[DEALT]
    dealers_draws = start + (note >> DEALER_SHIFT & PLACE)
    dealer = cards[DEALER_START + VALUES * upcard + hole]
    if dealer != ints[HAS_BLACKJACK] or ints[NO_PEEK] == 1:
        line = ints[base + win.LINE + VALUES * upcard + hole]
        for seat in range(seats):
            reveal_hands(cards, ints, base, number, seat, line)
        pass_cards(cards, ints, base, dealers_draws)
        reveal_dealer(cards, ints, base, number, upcard, hole)
    drawn = (note >> CARDS_SHIFT & BYTE) - 2
    pass_cards(cards, ints, base, dealers_draws + drawn)
    wager = ints[ints[BETS] + number] if ints[BETS] > 0 else 1
    luck: int = wager * ints[base + win.SUM]
    if before_cover > 0:
        luck += before_cover * (trend_of(ints, base) - trend)
    return luck


def value_at(cards: IntegerCells, ints: IntegerCells, base: int, place: int) -> int:
    """The value of the card at a place of the log."""
    value: int = ints[base + win.VALUE + cards[ints[LOG] + place]]
    return value


def trend_of(ints: IntegerCells, base: int) -> int:
    """What the cards left add to the next rounds, per card dealt: with none left, as the last."""
    if ints[base + win.LEFT] == 0:
        return ints[base + win.TREND + ints[base + win.LAST]]
    return mean_of(ints, base, base + win.TREND)


def reveal_deal(
    cards: IntegerCells, ints: IntegerCells, base: int, start: int, upcard: int, hole: int
) -> int:
    """The initial cards; the hole card only beside an upcard that may make a Blackjack."""
    seats = ints[SEATS]
    seconds = start + seats + 1
    for seat in range(seats):
        reveal(ints, base, base + win.FIRST, value_at(cards, ints, base, start + seat))
    for seat in range(seats):
        first = value_at(cards, ints, base, start + seat)
        compare(ints, base, base + win.UPCARD + VALUES * first, upcard)
    remove(ints, base, upcard)
    for seat in range(seats):
        first = value_at(cards, ints, base, start + seat)
        second = value_at(cards, ints, base, seconds + seat)
        table = base + win.SECOND + VALUES * (VALUES * first + upcard)
        reveal(ints, base, table, second)
    if upcard in (0, VALUES - 1):
        for seat in range(seats):
            first = value_at(cards, ints, base, start + seat)
            second = value_at(cards, ints, base, seconds + seat)
            table = base + win.HOLE + VALUES * (VALUES * (VALUES * first + second) + upcard)
            compare(ints, base, table, hole)
        remove(ints, base, hole)
    else:
        ints[base + win.HIDDEN] = ints[base + win.SPENT] + 1
    return upcard


def reveal_hands(
    cards: IntegerCells, ints: IntegerCells, base: int, number: int, seat: int, line: int
) -> int:
    """The cards drawn to the hands of a seat.

    The hands of a split are noted in the order in which they are played. Before a hand is played,
    it takes second cards: one, and one for each further split of it.
    """
    note = ints[ints[SEAT_NOTES] + number * ints[SEATS] + seat]
    hand, hands = note >> HANDS_SHIFT, note >> NUMBER_SHIFT & BYTE
    start = ints[ints[ROUND_NOTES] + number] >> START_SHIFT
    first = value_at(cards, ints, base, start + seat)
    if hands == 1:
        second = value_at(cards, ints, base, start + ints[SEATS] + 1 + seat)
        reveal_draws(cards, ints, base, hand, start, VALUES * first + second, line)
        return hands
    hands_so_far = 2
    for split_hand in range(hand, hand + hands):
        last_second = start + (ints[ints[HAND_NOTES] + split_hand] >> BEGIN_SHIFT)
        second = first
        while ints[base + win.SEEN] <= last_second:
            second = value_at(cards, ints, base, ints[base + win.SEEN])
            again = hands_so_far < ints[MOST_HANDS] and (first > 0 or ints[RESPLIT_ACES] == 1)
            tables = base + (win.PAIR_AGAIN if again else win.PAIR_OUT)
            reveal(ints, base, tables + VALUES * (win.LINES * first + line), second)
            ints[base + win.SEEN] += 1
            hands_so_far += 1 if ints[base + win.SEEN] <= last_second else 0
        reveal_draws(cards, ints, base, split_hand, start, VALUES * first + second, line)
    return hands


def reveal_draws(
    cards: IntegerCells, ints: IntegerCells, base: int, hand: int, start: int, pair: int, line: int
) -> int:
    """The cards drawn to a hand whose first two are `pair`: ten times one value, plus the other."""
    end = start + (ints[ints[HAND_NOTES] + hand] >> END_SHIFT & OFFSET)
    doubled = cards[ints[HANDS_LOG] + hand] & DOUBLED_BIT
    tables = base + (win.DOUBLE if doubled else win.DRAW) + VALUES * line
    group = ints[base + win.PAIR_GROUP + pair]
    while ints[base + win.SEEN] < end:
        value = value_at(cards, ints, base, ints[base + win.SEEN])
        reveal(ints, base, tables + VALUES * win.LINES * group, value)
        group = ints[base + win.NEXT_GROUP + VALUES * group + value]
        ints[base + win.SEEN] += 1
    return hand


def reveal_dealer(
    cards: IntegerCells, ints: IntegerCells, base: int, number: int, upcard: int, hole: int
) -> int:
    """The hole card, if it is not revealed yet, and the dealer's drawn cards."""
    note = ints[ints[ROUND_NOTES] + number]
    first_hand = ints[ints[SEAT_NOTES] + number * ints[SEATS]] >> HANDS_SHIFT
    last_seat = ints[ints[SEAT_NOTES] + (number + 1) * ints[SEATS] - 1]
    end_of_hands = (last_seat >> HANDS_SHIFT) + (last_seat >> NUMBER_SHIFT & BYTE)
    if upcard not in (0, VALUES - 1):
        ints[base + win.HIDDEN] = ints[base + win.SPENT]
        for hand in range(first_hand, end_of_hands):
            kind = kind_of(cards, ints, hand)
            if kind >= 0:
                compare(ints, base, base + win.SHOWN + VALUES * (VALUES * kind + upcard), hole)
        remove(ints, base, hole)
    state = cards[DEALER_START + VALUES * upcard + hole] + 0
    for _ in range((note >> CARDS_SHIFT & BYTE) - 2):
        value = value_at(cards, ints, base, ints[base + win.SEEN])
        for hand in range(first_hand, end_of_hands):
            kind = kind_of(cards, ints, hand)
            if kind >= 0:
                table = base + win.DEALERS + VALUES * (win.DEALER_DRAWS * kind + state)
                compare(ints, base, table, value)
        remove(ints, base, value)
        state = cards[DEALER_NEXT + STRIDE * state + value] + 0
        ints[base + win.SEEN] += 1
    return state


def kind_of(cards: IntegerCells, ints: IntegerCells, hand: int) -> int:
    """The kind of a hand that waits for the dealer; -1 for another."""
    noted = cards[ints[HANDS_LOG] + hand] + 0
    total = noted & TOTAL_BITS
    if total > 21 or noted & (NATURAL_BIT | SURRENDERED_BIT) > 0:
        return -1
    return total + (DOUBLED if noted & DOUBLED_BIT else 0)


def reveal(ints: IntegerCells, base: int, table: int, value: int) -> int:
    """Add the luck of a card by a table, and take it from the cards left."""
    compare(ints, base, table, value)
    return remove(ints, base, value)


def compare(ints: IntegerCells, base: int, table: int, value: int) -> int:
    """Add what a table has for a card above its mean over the cards left, if it is of these."""
    if ints[base + win.LEFT] > ints[base + win.HIDDEN]:
        ints[base + win.SUM] += ints[table + value] - mean_of(ints, base, table)
    return value


def mean_of(ints: IntegerCells, base: int, table: int) -> int:
    """The mean of a table's entries over the cards left."""
    total = 0
    for value in range(VALUES):
        total += ints[base + win.POOL + value] * ints[table + value]
    mean: int = (
        total * ints[base + win.SHARES + ints[base + win.LEFT]] + win.HALF
    ) >> win.SHARE_BITS
    return mean


def remove(ints: IntegerCells, base: int, value: int) -> int:
    """Take a card from those left; from discards dealt again none is."""
    left = ints[base + win.LEFT]
    if left > ints[base + win.HIDDEN]:
        ints[base + win.POOL + value] -= 1
        ints[base + win.LEFT] = left - 1
        ints[base + win.LAST] = value
    else:
        ints[base + win.SPENT] = ints[base + win.HIDDEN] = ints[CARDS]
    return left


def pass_cards(cards: IntegerCells, ints: IntegerCells, base: int, to: int) -> int:
    """Take the cards before the place `to`, which decide nothing, from those left."""
    for place in range(ints[base + win.SEEN], to):
        remove(ints, base, value_at(cards, ints, base, place))
    ints[base + win.SEEN] = to
    return to
