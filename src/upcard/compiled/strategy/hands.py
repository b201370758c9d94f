"""Values of all player's hands against one upcard, in compiled code.

Means are per unit wagered, given the upcard and the hand's cards. If a dealer Blackjack is found
before hands are played, deals with one count 0: the mean is over all deals, and not divided by the
probability of the others. Deals with a hole card not in `HOLES` count 0 too.
"""

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.dealer import finish, holes
from upcard.compiled.strategy.fields import (
    ALL_LOST,
    ANY_HOLE,
    BEATS_22,
    BLACKJACK,
    CARDS,
    CHOOSE,
    DRAWN,
    END,
    FIRST,
    HAND,
    HANDS,
    HIT,
    HITS,
    HOLE,
    HOLES,
    LEFT,
    OPEN,
    PUSHING,
    RAN_OUT,
    SHOE,
    SQUARED,
    STAND,
    TOTALS,
    VALUES,
)


def hands(data: IntegerCells, out: FloatCells) -> None:
    """Compute the hands of the range, in order: hands they can become must come earlier."""
    for hand in range(data[FIRST], data[END]):
        if data[CHOOSE] == 0 and data[HITS + hand] < 0:
            continue
        out[STAND + hand] = out[HIT + hand] = out[DRAWN + hand] = 0.0
        if data[CHOOSE] == 1:
            data[HITS + hand] = 0
        if take_hand(data, hand) == 0:
            continue
        total = stand(data, out, hand)
        draw(data, out, hand)
        if data[CHOOSE] == 1 and total < 21 and out[HIT + hand] > out[STAND + hand]:
            data[HITS + hand] = 1


def take_hand(data: IntegerCells, hand: int) -> int:
    """Take a hand's cards out of the shoe; returns 0 if the shoe lacks them."""
    cards = 0
    for value in range(VALUES):
        count = data[SHOE + value] - data[HANDS + HAND * hand + value]
        if count < 0:
            return 0
        data[LEFT + value] = count
        cards += count
    data[CARDS] = cards
    return 1


def stand(data: IntegerCells, out: FloatCells, hand: int) -> int:
    """Compute a hand that stands: wins less losses, or their sum if squared; returns its total."""
    total = data[HANDS + HAND * hand + 2 * VALUES]
    finish(data, out)
    won = out[OPEN] - out[BLACKJACK]
    lost = out[BLACKJACK] * data[ALL_LOST]
    for dealt in range(17, 22):
        chance = out[TOTALS + dealt - 17]
        if dealt >= total:
            won -= chance
        if dealt > total:
            lost += chance
    if total < data[BEATS_22]:
        won -= out[TOTALS + PUSHING]
    out[STAND + hand] = won + lost if data[SQUARED] == 1 else won - lost
    return total


def draw(data: IntegerCells, out: FloatCells, hand: int) -> int:
    """Compute a hand that draws a card, then plays on by `HITS`, or stands."""
    cards = data[CARDS]
    if cards < 2:
        out[RAN_OUT] += 1.0
        return 0
    hole = data[HOLE]
    covered = cards if data[HOLES] == ANY_HOLE else holes(data)
    hit = 0.0
    drawn = 0.0
    for value in range(VALUES):
        count = data[LEFT + value]
        if count == 0:
            continue
        after = data[HANDS + HAND * hand + VALUES + value]
        if after >= 0:
            drawn += count * out[STAND + after]
            hit += count * out[(HIT if data[HITS + after] == 1 else STAND) + after]
            continue
        over = 1.0
        if covered < cards:
            over = (covered - (data[HOLES] >> value & 1)) / (cards - 1)
        if hole >= 0 and data[ALL_LOST] == 0:
            over -= (data[LEFT + hole] - (1 if value == hole else 0)) / (cards - 1)
        over *= count if data[SQUARED] == 1 else -count
        drawn += over
        hit += over
    out[HIT + hand] = hit / cards
    out[DRAWN + hand] = drawn / cards
    return cards
