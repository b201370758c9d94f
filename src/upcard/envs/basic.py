"""Basic strategy as a policy of an array of hands: a baseline for compiled tables."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.strategies import ACTIONS
from upcard.compiled.environments.fields import DECLINE, FIRST_BET
from upcard.compiled.hand_codes import SPLIT, STAND, SURRENDER
from upcard.library.strategy.strategy import Strategy


class BasicPolicy:
    """The chart of a strategy by total, for rows of hands (`HAND_FIELDS`) and of action masks.

    A hand that may not do what its line says does what the line says otherwise. It never insures,
    and places the smallest bet.
    """

    def __init__(self, strategy: Strategy) -> None:
        self._first = np.zeros((3, 32, 11), np.int64)
        self._other = np.zeros((3, 32, 11), np.int64)
        for cell in strategy.chart():
            upcard = 1 if cell.upcard == "A" else int(cell.upcard)
            kind, number = _line(cell.kind, cell.hand)
            self._first[kind, number, upcard] = ACTIONS[cell.action]
            other = cell.otherwise or ("hit" if cell.action in ("double", "surrender") else "stand")
            self._other[kind, number, upcard] = ACTIONS[other]

    def __call__(self, hands: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        """The action of each row."""
        hands = hands.astype(np.int64)
        rows = np.arange(len(hands))
        total, soft, pair, upcard = hands[:, 1], hands[:, 2], hands[:, 3], hands[:, 4]
        may_split = (pair > 0) & (masks[:, SPLIT] == 1)
        kind = np.where(may_split, 2, soft)
        number = np.where(may_split, pair, total)
        choice = self._first[kind, number, upcard]
        replayed = np.where(may_split, self._first[soft, total, upcard], choice)
        split = (choice == SPLIT) & may_split
        action = np.where(split, SPLIT, np.where(choice == SPLIT, replayed, choice))
        illegal = masks[rows, action] == 0
        action = np.where(illegal, self._other[kind, number, upcard], action)
        illegal = masks[rows, action] == 0
        action = np.where(illegal, STAND, action)
        declines = (masks[:, DECLINE] == 1) & (action != SURRENDER)
        action = np.where(declines, DECLINE, action)
        bets = hands[:, 0] == 0
        return np.where(bets, FIRST_BET, action)


def _line(kind: str, hand: str) -> tuple[int, int]:
    """The table and row of a chart's line: hard totals, soft totals, pairs by value."""
    if kind == "pairs":
        first = hand.split(",", maxsplit=1)[0]
        return 2, 1 if first == "A" else int(first)
    if kind == "soft":
        other = hand.rsplit(",", maxsplit=1)[-1]
        return 1, 11 + int(other) if hand.startswith("A") else int(hand)
    return 0, int(hand)
