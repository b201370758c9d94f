"""Groups of the dealer's hands that a split need not tell apart, in compiled code.

The moments of a split need the dealer's total, the number of cards drawn and how many of them have
the pair's value. The leaves of a tree fall into few such groups, in the order of those numbers.
"""

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.fields import (
    BEATS_22,
    BUST,
    FUNCTIONS,
    GATHERED,
    GROUP,
    GROUP_NUMBER,
    GROUP_ROWS,
    GROUPED,
    GROUPS,
    KINDS,
    LANE_CHANCES,
    LANE_FACTORS,
    LANE_INVERSE,
    LANE_NODES,
    LANE_SLOTS,
    LANES,
    LEAF,
    LEAF_GROUP,
    MOST,
    MOST_GROUPS,
    NODE,
    OUTCOMES,
    PAIR,
    PUSHING,
    SINGLE,
    SIZE,
    TREE,
)


def find_groups(data: IntegerCells) -> int:
    """List the groups of the upcard's leaves for the pair; returns their number."""
    nodes, leaves = data[data[TREE]], data[data[TREE] + 1]
    first = data[TREE] + 2 + NODE * nodes
    same = first + LEAF * leaves + data[PAIR] * leaves
    for key in range(MOST_GROUPS):
        data[GROUP_NUMBER + key] = -1
    for leaf in range(leaves):
        at = first + LEAF * leaf
        data[GROUP_NUMBER + MOST * (MOST * data[at + 2] + data[at + 3]) + data[same + leaf]] = 0
    groups = 0
    for key in range(MOST_GROUPS):
        if data[GROUP_NUMBER + key] == 0:
            at = GROUP_ROWS + GROUP * groups
            data[at], data[at + 1] = key // (MOST * MOST), key // MOST % MOST * SIZE + key % MOST
            data[GROUP_NUMBER + key] = groups
            groups += 1
    for leaf in range(leaves):
        at = first + LEAF * leaf
        key = MOST * (MOST * data[at + 2] + data[at + 3]) + data[same + leaf]
        data[LEAF_GROUP + leaf] = data[GROUP_NUMBER + key]
    data[GROUPED] = groups
    return groups


def group(data: IntegerCells, out: FloatCells) -> int:
    """Compute the probability of each group in every lane; returns how many groups there are.

    One walk through the tree serves all lanes. A lane's numbers are what it would have alone.
    """
    groups = data[GROUPED]
    for at in range(LANES * groups):
        out[GROUPS + at] = 0.0
    for lane in range(LANES):
        out[LANE_NODES + lane] = 1.0
    at = data[TREE] + 2 + NODE
    for node in range(1, data[data[TREE]]):
        factor = LANE_FACTORS + LANES * (MOST * data[at + 1] + data[at + 2])
        multiply_eight(out, LANE_NODES + LANES * node, LANE_NODES + LANES * data[at], factor)
        at += NODE
    for leaf in range(data[data[TREE] + 1]):
        weight, inverse = LANE_NODES + LANES * data[at], LANE_INVERSE + LANES * data[at + 3]
        add_eight(out, GROUPS + LANES * data[LEAF_GROUP + leaf], data[at + 1], weight, inverse)
        at += LEAF
    return groups


def multiply_eight(out: FloatCells, to: int, one: int, two: int) -> int:
    """Write the products of eight doubles; all are read first, so they can be done at once."""
    a, b = out[one] * out[two], out[one + 1] * out[two + 1]
    c, d = out[one + 2] * out[two + 2], out[one + 3] * out[two + 3]
    e, f = out[one + 4] * out[two + 4], out[one + 5] * out[two + 5]
    g, h = out[one + 6] * out[two + 6], out[one + 7] * out[two + 7]
    out[to], out[to + 1], out[to + 2], out[to + 3] = a, b, c, d
    out[to + 4], out[to + 5], out[to + 6], out[to + 7] = e, f, g, h
    return to


def add_eight(out: FloatCells, to: int, times: int, one: int, two: int) -> int:
    """Add `times` the products of eight doubles; all are read first."""
    a = out[to] + times * out[one] * out[two]
    b = out[to + 1] + times * out[one + 1] * out[two + 1]
    c = out[to + 2] + times * out[one + 2] * out[two + 2]
    d = out[to + 3] + times * out[one + 3] * out[two + 3]
    e = out[to + 4] + times * out[one + 4] * out[two + 4]
    f = out[to + 5] + times * out[one + 5] * out[two + 5]
    g = out[to + 6] + times * out[one + 6] * out[two + 6]
    h = out[to + 7] + times * out[one + 7] * out[two + 7]
    out[to], out[to + 1], out[to + 2], out[to + 3] = a, b, c, d
    out[to + 4], out[to + 5], out[to + 6], out[to + 7] = e, f, g, h
    return to


def count_groups(data: IntegerCells, out: FloatCells, lane: int, first: int, dealt: int) -> int:
    """Add a lane's functions over all groups; `dealt` is the place of the cards of the hands.

    A dealer's 22 counts only under rules that treat it specially. Returns the groups counted.
    """
    slot = data[LANE_SLOTS + lane]
    outcomes = BUST if data[BEATS_22] > 0 else PUSHING
    groups = 0
    while groups < data[GROUPED] and data[GROUP_ROWS + GROUP * groups] < outcomes:
        out[GROUPS + LANES * groups + lane] *= out[LANE_CHANCES + lane]
        groups += 1
    functions = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        gathered = GATHERED + SIZE * SIZE * kind + dealt
        bust = out[functions + BUST]
        for number in range(groups):
            at = GROUP_ROWS + GROUP * number
            worth = out[functions + data[at]] - bust
            out[gathered + data[at + 1]] += out[GROUPS + LANES * number + lane] * worth
        functions += OUTCOMES
    return groups


def count(out: FloatCells, slot: int, first: int, place: int, outcome: int, weight: float) -> int:
    """Add a slot's functions at an outcome, relative to those at a dealer's bust."""
    at = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        worth = out[at + outcome]
        if outcome != BUST:
            worth -= out[at + BUST]
        out[GATHERED + SIZE * SIZE * kind + place] += weight * worth
        at += OUTCOMES
    return place
