"""Finds the provision that says who takes a step: the dealer, a floorperson, or above."""

from typing import Final

from upcard.engine.core.commands import (
    Command,
    InsertCoverCard,
    OrderReshuffle,
    PayBlackjack,
    SettleOptionalWagers,
    Shuffle,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular.commands import MisuseCardReader
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    CompletePapers,
    ConfirmLight,
    JackpotStep,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.jackpots.provisions import steps_of
from upcard.engine.jackpots.steps import floor_step, pending
from upcard.engine.play import game_of
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    OrderRecut,
    VerifyInspection,
)

NAMED: Final[frozenset[type[Command]]] = frozenset(
    {
        # a floorperson or above
        *(OrderReshuffle, OrderRecut, ValidateJackpot),
        # the floorperson assigned to the table
        *(VerifyInspection, InspectCardReader),
        # the dealer
        *(VerifyHand, ConfirmLight, PayJackpot, CompletePapers),
        *(CollectProgressiveWagers, Shuffle, InsertCoverCard, InspectCards),
        *(SettleOptionalWagers, UseCardReader, PayBlackjack, TurnHoleCard),
        MisuseCardReader,
    }
)
"""The steps for which the regulation names the person who takes them."""

_PRINTED: Final = "58 Pa. Code § 633"
"""The beginning of the sections whose own text names the person."""


def section_naming_person(state: AnyTable, command: Command | type[Command]) -> str:
    """The provision that names who takes a step of the dealer or the floor; "" if none does.

    For a step of a jackpot it is that of the jackpot's wager, such as § 633c.2(h)(3).
    """
    kind = command if isinstance(command, type) else type(command)
    if kind not in NAMED:
        return ""
    if isinstance(command, JackpotStep):
        for payout in pending(state):
            if (payout.position, payout.wager) == (command.position, command.wager):
                for step in steps_of(state.rules, payout):
                    if step.command is kind:
                        return step.section
    section: str = state.rules.cite(game_of(state.rules).sections.get(kind, ""))
    return section if section.startswith(_PRINTED) else ""


def waiting_step(state: AnyTable, kind: type[Command]) -> JackpotStep | None:
    """The step of a jackpot that is due, if it is of this kind; else None."""
    due = floor_step(state)
    return due if isinstance(due, kind) else None
