"""Subtracts the luck of the cards from what the main wager of a dealt block won.

Cards are revealed one after another, and each is equally likely to be any card not yet revealed. A
table has, for each value of the next card, the expected win after it from an infinite deck. The
luck of the revealed card is its entry in the table less the mean of all entries, weighted by the
cards left; its expectation is 0, whatever the table holds. Subtracting the luck from the win
therefore keeps the mean and removes most of the variance. (The method is AIVAT: Burch, Schmid,
Moravčík, Morrill and Bowling, 2018.)

The cards of a round are read from the log in the order in which they became known:

1. the first card of each seat, the upcard, the second card of each seat (`reveal_deal`);
2. the hole card, but only with an ace or a ten-value card up, which may make a Blackjack;
3. the cards that the seats draw, hand by hand (`reveal_hands`);
4. the hole card, if it is still unknown, and the cards that the dealer draws (`reveal_dealer`).

`reveal` adds a card's luck to `SUM` and removes the card from the cards left. For a card that
affects several seats, `add_luck` adds the luck of each seat's table, and `remove` then removes the
card once. Cards that decide nothing, such as a burn card, are only removed (`skip_cards`). Once
discards are dealt again there are no more corrections, since one of them is burned unseen.

The cards left also make the next rounds better or worse: `TREND` says by how much. What a round
changes of that is part of its luck.

`base` is the offset of the record (`fields.CORRECTING`), to which the names of `win` are relative;
all other names are offsets in `cards` or `ints`. A *place* is an offset in the log of cards. A
kernel's function has to return an integer: where it only changes `ints`, ignore the result.
"""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.hand_codes import VALUES
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
    MAX_HANDS,
    NO_PEEK,
    RESPLIT_ACES,
    ROUND_NOTES,
    SEAT_NOTES,
    SEATS,
    STRIDE,
)


def correct_block(cards: IntegerCells, ints: IntegerCells) -> None:
    """Write for each batch what the main wager won, less the luck of the cards."""
    base = ints[CORRECTING]
    end = 0
    ints[base + win.SEEN] = 0
    for batch in range(ints[BATCHES_DEALT]):
        begin, end = end, ints[ints[ENDS] + batch]
        luck = 0
        for number in range(begin, end):
            if number == begin or ints[EACH] > 0:
                refill_shoe(ints, base)
            of_round = luck_of_round(cards, ints, base, number)
            if ints[base + win.LUCKS] > 0:
                ints[ints[base + win.LUCKS] + number] = of_round
            luck += of_round
        won = ints[ints[base + win.WON] + batch] << ints[base + win.SCALE]
        half = (1 << ints[base + win.COARSE]) >> 1
        ints[ints[base + win.COLUMN] + batch] = (won - luck + half) >> ints[base + win.COARSE]


def refill_shoe(ints: IntegerCells, base: int) -> int:
    """Start a new shoe: all its cards are left."""
    for value in range(VALUES):
        ints[base + win.POOL + value] = ints[base + win.FULL + value]
    ints[base + win.LEFT] = ints[CARDS]
    ints[base + win.HIDDEN] = ints[base + win.SPENT] = 0
    return base


def luck_of_round(cards: IntegerCells, ints: IntegerCells, base: int, number: int) -> int:
    """The luck of a round, times its wager, and what it changes for the shoe's next rounds."""
    note = ints[ints[ROUND_NOTES] + number]
    start = note >> START_SHIFT
    skip_cards(cards, ints, base, start)
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
        skip_cards(cards, ints, base, dealers_draws)
        reveal_dealer(cards, ints, base, number, upcard, hole)
    drawn = (note >> CARDS_SHIFT & BYTE) - 2
    skip_cards(cards, ints, base, dealers_draws + drawn)
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
    """The win that the cards left add to each further card dealt.

    Where no card is left, the value of the last one is taken.
    """
    if ints[base + win.LEFT] == 0:
        return ints[base + win.TREND + ints[base + win.LAST]]
    return mean_of(ints, base, base + win.TREND)


def reveal_deal(
    cards: IntegerCells, ints: IntegerCells, base: int, start: int, upcard: int, hole: int
) -> int:
    """Add the luck of the initial cards; of the hole card only where the upcard may need it.

    An ace or a ten-value card may make a Blackjack, so the dealer looks at the hole card at once.
    """
    seats = ints[SEATS]
    seconds = start + seats + 1
    for seat in range(seats):
        reveal(ints, base, base + win.FIRST, value_at(cards, ints, base, start + seat))
    for seat in range(seats):
        first = value_at(cards, ints, base, start + seat)
        add_luck(ints, base, base + win.UPCARD + VALUES * first, upcard)
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
            add_luck(ints, base, table, hole)
        remove(ints, base, hole)
    else:
        ints[base + win.HIDDEN] = ints[base + win.SPENT] + 1
    return upcard


def reveal_hands(
    cards: IntegerCells, ints: IntegerCells, base: int, number: int, seat: int, line: int
) -> int:
    """Add the luck of the cards drawn to the hands of a seat.

    The hands of a split are noted in the order in which they are played. Before a hand is played,
    it takes a second card, and one more for each further split of it.
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
            again = hands_so_far < ints[MAX_HANDS] and (first > 0 or ints[RESPLIT_ACES] == 1)
            tables = base + (win.PAIR_AGAIN if again else win.PAIR_OUT)
            reveal(ints, base, tables + VALUES * (win.LINES * first + line), second)
            ints[base + win.SEEN] += 1
            hands_so_far += 1 if ints[base + win.SEEN] <= last_second else 0
        reveal_draws(cards, ints, base, split_hand, start, VALUES * first + second, line)
    return hands


def reveal_draws(
    cards: IntegerCells, ints: IntegerCells, base: int, hand: int, start: int, pair: int, line: int
) -> int:
    """Add the luck of the cards drawn to a hand.

    `pair` is ten times the value of its first card, plus that of its second.
    """
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
    """Add the luck of the hole card, unless it is known, and of the dealer's drawn cards."""
    note = ints[ints[ROUND_NOTES] + number]
    first_hand = ints[ints[SEAT_NOTES] + number * ints[SEATS]] >> HANDS_SHIFT
    last_seat = ints[ints[SEAT_NOTES] + (number + 1) * ints[SEATS] - 1]
    end_of_hands = (last_seat >> HANDS_SHIFT) + (last_seat >> NUMBER_SHIFT & BYTE)
    if upcard not in (0, VALUES - 1):
        ints[base + win.HIDDEN] = ints[base + win.SPENT]
        for hand in range(first_hand, end_of_hands):
            kind = kind_of(cards, ints, hand)
            if kind >= 0:
                add_luck(ints, base, base + win.SHOWN + VALUES * (VALUES * kind + upcard), hole)
        remove(ints, base, hole)
    state = cards[DEALER_START + VALUES * upcard + hole] + 0
    for _ in range((note >> CARDS_SHIFT & BYTE) - 2):
        value = value_at(cards, ints, base, ints[base + win.SEEN])
        for hand in range(first_hand, end_of_hands):
            kind = kind_of(cards, ints, hand)
            if kind >= 0:
                table = base + win.DEALERS + VALUES * (win.DEALER_DRAWS * kind + state)
                add_luck(ints, base, table, value)
        remove(ints, base, value)
        state = cards[DEALER_NEXT + STRIDE * state + value] + 0
        ints[base + win.SEEN] += 1
    return state


def kind_of(cards: IntegerCells, ints: IntegerCells, hand: int) -> int:
    """The kind of a hand that depends on the dealer's cards; -1 for a hand already decided."""
    noted = cards[ints[HANDS_LOG] + hand] + 0
    total = noted & TOTAL_BITS
    if total > 21 or noted & (NATURAL_BIT | SURRENDERED_BIT) > 0:
        return -1
    return total + (DOUBLED if noted & DOUBLED_BIT else 0)


def reveal(ints: IntegerCells, base: int, table: int, value: int) -> int:
    """Add the luck of a card according to a table, and remove it from the cards left."""
    add_luck(ints, base, table, value)
    return remove(ints, base, value)


def add_luck(ints: IntegerCells, base: int, table: int, value: int) -> int:
    """Add the table's entry for a card, less the mean over the cards left.

    Does nothing where no card is left but a hidden hole card, or where discards are dealt again.
    """
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
    """Remove a card from the cards left; where discards are dealt again, stop correcting."""
    left = ints[base + win.LEFT]
    if left > ints[base + win.HIDDEN]:
        ints[base + win.POOL + value] -= 1
        ints[base + win.LEFT] = left - 1
        ints[base + win.LAST] = value
    else:
        ints[base + win.SPENT] = ints[base + win.HIDDEN] = ints[CARDS]
    return left


def skip_cards(cards: IntegerCells, ints: IntegerCells, base: int, target: int) -> int:
    """Remove the cards before the place `target`, which decide nothing, from the cards left."""
    for place in range(ints[base + win.SEEN], target):
        remove(ints, base, value_at(cards, ints, base, place))
    ints[base + win.SEEN] = target
    return target
