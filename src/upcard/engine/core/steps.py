"""The steps of dealer and floor that a caller may have done for him."""

from collections.abc import Callable
from enum import Flag, auto
from typing import Any, TypeAlias

from upcard.engine.core import commands as c


class Automation(Flag):
    """The dealer's steps that a caller may have done for him."""

    SHOE = auto()
    """Shuffle, cut for players who are not asked, cover card, loading, burn card."""

    COLLECT = auto()
    """The progressive wagers, counted and put into the table inventory container."""

    DEAL = auto()
    """Removal, determinant, initial cards and drawn cards; the cover card put aside."""

    SETTLE = auto()
    """Optional wagers, held wagers, Blackjacks, the final payoff."""

    READER = auto()
    """The card reader and the hole card."""

    FLOOR = auto()
    """Progressive payouts verified, validated by a floorperson, paid and documented."""

    SELECT = auto()
    """The Lucky Numbers, selected by a random number generator."""

    SPIN = auto()
    """The wheel, where it is no wheel that a dealer spins."""

    CLEAR = auto()
    """The cards to the discard rack."""

    ALL = SHOE | COLLECT | DEAL | SETTLE | READER | FLOOR | SELECT | SPIN | CLEAR


Step: TypeAlias = tuple[Automation, type[c.Command]]
"""A step and the automation that takes it."""


def card_or(due_target: Callable[[Any], object], otherwise: Step) -> Callable[[Any], Step]:
    """The step of a phase in which cards are dealt while `due_target` names where one goes."""
    deal = (Automation.DEAL, c.DealCard)
    return lambda state: otherwise if due_target(state) is None else deal
