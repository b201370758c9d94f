"""The steps of dealer and floor that a table can take automatically."""

from collections.abc import Callable
from enum import Flag, auto
from typing import Any, Final, TypeAlias

from upcard.engine.core.commands import Command, DealCard


class Automation(Flag):
    """Groups of steps that a table can take automatically."""

    SHOE = auto()
    """Shuffle, cut where no player is offered the cut, cover card, loading, burn card."""

    COLLECT = auto()
    """Count the progressive wagers and put them into the table inventory container."""

    DEAL = auto()
    """Card removal, determinant, initial and drawn cards; put the cover card aside."""

    SETTLE = auto()
    """Optional wagers, held wagers, Blackjacks, the final payoff."""

    READER = auto()
    """The card reader and the hole card."""

    FLOOR = auto()
    """Verify, validate, pay and document progressive payouts."""

    SELECT = auto()
    """Select the Lucky Numbers with a random number generator."""

    SPIN = auto()
    """Spin the wheel, where no dealer spins it."""

    CLEAR = auto()
    """Put the cards into the discard rack."""

    CUT = auto()
    """Cut where the cut is offered to a player, without waiting for the player."""

    ALL = CUT | SHOE | COLLECT | DEAL | SETTLE | READER | FLOOR | SELECT | SPIN | CLEAR


UNTIL_CLEARED: Final = Automation.ALL & ~Automation.CLEAR
"""All steps of a round, whose cards lie on the table until a command clears them."""

DueCommand: TypeAlias = type[Command]
"""The kind of command that a step takes, by which people and hosts name the step."""

Step: TypeAlias = tuple[Automation, DueCommand]
"""A step, as the kind of its command, and the automation that takes it."""


def card_or(due_target: Callable[[Any], object], otherwise: Step) -> Callable[[Any], Step]:
    """The step of a phase: deal a card while `due_target` returns a target, then `otherwise`."""
    deal = (Automation.DEAL, DealCard)
    return lambda state: otherwise if due_target(state) is None else deal
