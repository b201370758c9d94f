"""The distribution of the dealer's finished hand from the cards left, in compiled code.

The dealer's draws behind an upcard are a tree of multisets: each node adds a number of cards of one
value to its parent. A node's weight is the number of ways to deal its cards from those left with
the values in one given order. A leaf is a hand at which the dealer stops.
"""

from upcard.cards.totals import best_total
from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.fields import (
    ANY_HOLE,
    BLACKJACK,
    CARDS,
    FACTORS,
    HOLE,
    HOLES,
    INVERSE,
    LEAF,
    LEAF_CARDS,
    LEAF_NODE,
    LEAF_ORDERS,
    LEAF_TOTAL,
    LEFT,
    MOST,
    NODE,
    NODE_CARDS,
    NODE_PARENT,
    NODE_VALUE,
    NODES,
    OPEN,
    RAN_OUT,
    SOFT_17,
    TOTALS,
    TREE,
    UPCARD,
    VALUES,
)


def weigh(data: IntegerCells, out: FloatCells) -> int:
    """Compute the weights of the upcard's tree; returns where its leaves begin."""
    count_orders(data, out, FACTORS, INVERSE, 1)
    nodes = data[data[TREE]]
    offset = data[TREE] + 2 + NODE
    out[NODES] = 1.0
    for node in range(1, nodes):
        ways = out[FACTORS + MOST * data[offset + NODE_VALUE] + data[offset + NODE_CARDS]]
        out[NODES + node] = out[NODES + data[offset + NODE_PARENT]] * ways
        offset += NODE
    return offset


def count_orders(data: IntegerCells, out: FloatCells, factors: int, inverse: int, step: int) -> int:
    """Write `FACTORS` and `INVERSE` of the cards left, with `step` between two numbers."""
    orders = 1.0
    out[inverse] = 1.0
    for count in range(1, MOST):
        orders *= max(data[CARDS] - count + 1, 0)
        out[inverse + step * count] = 1.0 / orders if orders > 0.0 else 0.0
    for value in range(VALUES):
        ways = 1.0
        for count in range(1, MOST):
            ways *= max(data[LEFT + value] - count + 1, 0)
            out[factors + step * (MOST * value + count)] = ways
    return step


def finish(data: IntegerCells, out: FloatCells) -> int:
    """Compute the probabilities of the dealer's totals and Blackjack from the cards left."""
    for total in range(6):
        out[TOTALS + total] = 0.0
    offset = weigh(data, out)
    for _ in range(data[data[TREE] + 1]):
        weight = out[NODES + data[offset + LEAF_NODE]] * out[INVERSE + data[offset + LEAF_CARDS]]
        out[TOTALS + data[offset + LEAF_TOTAL]] += weight * data[offset + LEAF_ORDERS]
        offset += LEAF
    out[BLACKJACK] = data[LEFT + data[HOLE]] / data[CARDS] if data[HOLE] >= 0 else 0.0
    out[OPEN] = 1.0 if data[HOLES] == ANY_HOLE else holes(data) / data[CARDS]
    return check_cards_left(data, out)


def holes(data: IntegerCells) -> int:
    """The number of cards left that may be the hole card."""
    cards = 0
    for value in range(VALUES):
        cards += data[LEFT + value] * (data[HOLES] >> value & 1)
    return cards


def check_cards_left(data: IntegerCells, out: FloatCells) -> int:
    """Return 1, and count it, if the cards left might not finish the dealer's hand."""
    pips = data[UPCARD] + 1
    aces = data[LEFT] + (1 if data[UPCARD] == 0 else 0)
    for value in range(VALUES):
        pips += data[LEFT + value] * (value + 1)
    total = best_total(pips, aces)
    if total > 17 or (total == 17 and (pips == 17 or data[SOFT_17] == 0)):
        return 0
    out[RAN_OUT] += 1.0
    return 1
