"""Groups of the dealer's hands that a split need not tell apart, in compiled code.

The moments of a split need the dealer's total, the number of cards drawn and how many of them have
the pair's value. The leaves of a tree fall into few such groups, in the order of those numbers.
"""

from typing import Any

from upcard.compiled.strategy.dealer import weigh
from upcard.compiled.strategy.layout import (
    BEATS_22,
    BUST,
    CHANCE,
    FUNCTIONS,
    GATHERED,
    GROUP,
    GROUP_NUMBER,
    GROUP_ROWS,
    GROUPED,
    GROUPS,
    INVERSE,
    KINDS,
    LEAF,
    LEAF_GROUP,
    MOST,
    MOST_GROUPS,
    NODE,
    NODES,
    OUTCOMES,
    PAIR,
    PUSHING,
    SINGLE,
    SIZE,
    TREE,
)


def find_groups(data: Any) -> int:
    """Lists the groups of the upcard's leaves for the pair; returns their number."""
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


def group(data: Any, out: Any) -> int:
    """Computes the probability of each group from the cards left; returns how many there are."""
    groups: int = data[GROUPED]
    for at in range(groups):
        out[GROUPS + at] = 0.0
    at = weigh(data, out)
    for leaf in range(data[data[TREE] + 1]):
        weight = data[at + 1] * out[NODES + data[at]] * out[INVERSE + data[at + 3]]
        out[GROUPS + data[LEAF_GROUP + leaf]] += weight
        at += LEAF
    return groups


def count_groups(data: Any, out: Any, slot: int, first: int, dealt: int) -> int:
    """Adds a slot's functions over all groups; `dealt` is the place of the cards of the hands.

    A dealer's 22 counts only under rules that treat it specially. Returns the groups counted.
    """
    outcomes = BUST if data[BEATS_22] > 0 else PUSHING
    groups = 0
    while groups < data[GROUPED] and data[GROUP_ROWS + GROUP * groups] < outcomes:
        out[GROUPS + groups] *= out[CHANCE]
        groups += 1
    functions = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        gathered = GATHERED + SIZE * SIZE * kind + dealt
        bust = out[functions + BUST]
        for number in range(groups):
            at = GROUP_ROWS + GROUP * number
            worth = out[functions + data[at]] - bust
            out[gathered + data[at + 1]] += out[GROUPS + number] * worth
        functions += OUTCOMES
    return groups


def count(out: Any, slot: int, first: int, place: int, outcome: int, weight: float) -> int:
    """Adds a slot's functions at an outcome, relative to those at a dealer's bust."""
    at = FUNCTIONS + SINGLE * OUTCOMES * slot
    for kind in range(first, SINGLE if first < SINGLE else KINDS):
        worth = out[at + outcome]
        if outcome != BUST:
            worth -= out[at + BUST]
        out[GATHERED + SIZE * SIZE * kind + place] += weight * worth
        at += OUTCOMES
    return place
