"""Groups of the dealer's hands that a split need not tell apart, in compiled code.

The dealer's finished hands behind an upcard are the leaves of a tree (`NODE`, `LEAF`). The moments
of a split depend on three numbers of a leaf: its total, its cards, and how many of these have the
pair's value. The leaves with the same three numbers are a group; a tree has few groups. A *key*
codes the three numbers as digits of base `MOST`, so that groups are listed by total, lowest first.

`find_groups` lists the groups of a pair and an upcard. Then, for eight deals of the players' cards
at a time, each in a lane, `weigh_groups` computes the probability of each group given these cards,
and `add_groups` adds to `GATHERED` what a deal's hands win or lose against each group.

An index of a lane's number is `LANES` times the number of its node, group or factor, plus the lane.
"""

from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.strategy.fields import (
    BEATS_22,
    BUST,
    FUNCTIONS,
    GATHERED,
    GROUP,
    GROUP_NUMBER,
    GROUP_PLACE,
    GROUP_ROWS,
    GROUP_TOTAL,
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
    LEAF_CARDS,
    LEAF_GROUP,
    LEAF_NODE,
    LEAF_ORDERS,
    LEAF_TOTAL,
    MAX_GROUPS,
    MOST,
    NODE,
    NODE_CARDS,
    NODE_PARENT,
    NODE_VALUE,
    OUTCOMES,
    PAIR,
    PUSHING,
    SINGLE,
    SIZE,
    TREE,
)


def find_groups(data: IntegerCells) -> int:
    """List the groups of the upcard's leaves for the pair; returns their number."""
    leaves = data[data[TREE] + 1]
    for key in range(MAX_GROUPS):
        data[GROUP_NUMBER + key] = -1
    for leaf in range(leaves):
        data[GROUP_NUMBER + key_of_leaf(data, leaf)] = 0  # there is such a group
    groups = 0
    for key in range(MAX_GROUPS):
        if data[GROUP_NUMBER + key] == 0:
            total, cards, of_pair = key // (MOST * MOST), key // MOST % MOST, key % MOST
            row = GROUP_ROWS + GROUP * groups
            data[row + GROUP_TOTAL], data[row + GROUP_PLACE] = total, SIZE * cards + of_pair
            data[GROUP_NUMBER + key] = groups
            groups += 1
    for leaf in range(leaves):
        data[LEAF_GROUP + leaf] = data[GROUP_NUMBER + key_of_leaf(data, leaf)]
    data[GROUPED] = groups
    return groups


def key_of_leaf(data: IntegerCells, leaf: int) -> int:
    """The key of a leaf's group.

    Behind the leaves, a tree has for each value the number of its cards in each leaf.
    """
    nodes, leaves = data[data[TREE]], data[data[TREE] + 1]
    first_leaf = data[TREE] + 2 + NODE * nodes
    of_pair = data[first_leaf + LEAF * leaves + leaves * data[PAIR] + leaf]
    row = first_leaf + LEAF * leaf
    return MOST * (MOST * data[row + LEAF_TOTAL] + data[row + LEAF_CARDS]) + of_pair


def weigh_groups(data: IntegerCells, out: FloatCells) -> int:
    """Compute the probability of each group in every lane; returns how many groups there are.

    A node's weight is its parent's times the ordered ways to deal the cards that it adds. A leaf's
    probability is its node's weight times its orders, by the ordered deals of as many cards. One
    walk through the tree serves all lanes; a lane's numbers are what it would have alone.
    """
    groups, nodes, leaves = data[GROUPED], data[data[TREE]], data[data[TREE] + 1]
    for number in range(LANES * groups):
        out[GROUPS + number] = 0.0
    for lane in range(LANES):
        out[LANE_NODES + lane] = 1.0
    row = data[TREE] + 2 + NODE  # of the first node behind the root
    for node in range(1, nodes):
        parent = LANE_NODES + LANES * data[row + NODE_PARENT]
        ways = LANE_FACTORS + LANES * (MOST * data[row + NODE_VALUE] + data[row + NODE_CARDS])
        multiply_eight(out, LANE_NODES + LANES * node, parent, ways)
        row += NODE
    for leaf in range(leaves):
        weight = LANE_NODES + LANES * data[row + LEAF_NODE]
        inverse = LANE_INVERSE + LANES * data[row + LEAF_CARDS]
        group = GROUPS + LANES * data[LEAF_GROUP + leaf]
        add_eight(out, group, data[row + LEAF_ORDERS], weight, inverse)
        row += LEAF
    return groups


def multiply_eight(out: FloatCells, target: int, one: int, two: int) -> int:
    """Write the products of eight doubles from `one` and `two` on, of lanes a to h.

    All are read before any is written, so that the processor can multiply them at once.
    """
    a, b = out[one] * out[two], out[one + 1] * out[two + 1]
    c, d = out[one + 2] * out[two + 2], out[one + 3] * out[two + 3]
    e, f = out[one + 4] * out[two + 4], out[one + 5] * out[two + 5]
    g, h = out[one + 6] * out[two + 6], out[one + 7] * out[two + 7]
    out[target], out[target + 1], out[target + 2], out[target + 3] = a, b, c, d
    out[target + 4], out[target + 5], out[target + 6], out[target + 7] = e, f, g, h
    return target


def add_eight(out: FloatCells, target: int, times: int, one: int, two: int) -> int:
    """Add `times` the products of eight doubles from `one` and `two` on, as `multiply_eight`."""
    a = out[target] + times * out[one] * out[two]
    b = out[target + 1] + times * out[one + 1] * out[two + 1]
    c = out[target + 2] + times * out[one + 2] * out[two + 2]
    d = out[target + 3] + times * out[one + 3] * out[two + 3]
    e = out[target + 4] + times * out[one + 4] * out[two + 4]
    f = out[target + 5] + times * out[one + 5] * out[two + 5]
    g = out[target + 6] + times * out[one + 6] * out[two + 6]
    h = out[target + 7] + times * out[one + 7] * out[two + 7]
    out[target], out[target + 1], out[target + 2], out[target + 3] = a, b, c, d
    out[target + 4], out[target + 5], out[target + 6], out[target + 7] = e, f, g, h
    return target


def add_groups(data: IntegerCells, out: FloatCells, lane: int, first: int, dealt: int) -> int:
    """Add what a lane's functions say of each group, relative to a dealer's bust.

    `dealt` is the place in `GATHERED` of the cards of the hands, `first` the first kind of moment.
    Groups of a dealer's 22 count only under rules that treat it specially. Returns the number of
    groups added.
    """
    slot = data[LANE_SLOTS + lane]
    end_of_totals = BUST if data[BEATS_22] > 0 else PUSHING
    groups = 0
    while groups < data[GROUPED] and data[GROUP_ROWS + GROUP * groups] < end_of_totals:
        out[GROUPS + LANES * groups + lane] *= out[LANE_CHANCES + lane]
        groups += 1
    function = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        gathered = GATHERED + SIZE * SIZE * kind + dealt
        at_bust = out[function + BUST]
        for group in range(groups):
            row = GROUP_ROWS + GROUP * group
            above_bust = out[function + data[row + GROUP_TOTAL]] - at_bust
            chance = out[GROUPS + LANES * group + lane]
            out[gathered + data[row + GROUP_PLACE]] += chance * above_bust
        function += OUTCOMES
    return groups


def add_outcome(
    out: FloatCells, slot: int, first: int, place: int, outcome: int, chance: float
) -> int:
    """Add what a slot's functions say of one outcome of the dealer, relative to a bust.

    `place` is that of the dealt cards in `GATHERED`, `first` the first kind of moment.
    """
    function = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        worth = out[function + outcome]
        if outcome != BUST:
            worth -= out[function + BUST]
        out[GATHERED + SIZE * SIZE * kind + place] += chance * worth
        function += OUTCOMES
    return place
