"""Finds the provision that says who takes a step: the dealer, a floorperson, or above."""

from typing import Final

from upcard.engine.core import commands as c
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular import commands as ci
from upcard.engine.jackpots import commands as cj
from upcard.engine.jackpots.steps import floor_step, pending, steps_of
from upcard.engine.play import game_of
from upcard.engine.shoe import upkeep_commands as cu

NAMED: Final[frozenset[type[c.Command]]] = frozenset(
    {
        # a floorperson or above
        *(c.OrderReshuffle, cu.OrderRecut, cj.ValidateJackpot),
        # the floorperson assigned to the table
        *(cu.VerifyInspection, cu.InspectCardReader),
        # the dealer
        *(cj.VerifyHand, cj.ConfirmLight, cj.PayJackpot, cj.CompletePapers),
        *(cj.CollectProgressiveWagers, c.Shuffle, c.InsertCoverCard, cu.InspectCards),
        *(c.SettleOptionalWagers, c.UseCardReader, c.PayBlackjack, c.TurnHoleCard),
        ci.MisuseCardReader,
    }
)
"""The steps for which the regulation names the person who takes them."""

_PRINTED: Final = "58 Pa. Code § 633"
"""The beginning of the sections whose own text names the person."""


def section_naming_person(state: AnyTable, command: c.Command | type[c.Command]) -> str:
    """The provision that names who takes a step of the dealer or the floor; "" if none does.

    For a step of a jackpot it is that of the jackpot's wager, such as § 633c.2(h)(3).
    """
    kind = command if isinstance(command, type) else type(command)
    if kind not in NAMED:
        return ""
    if isinstance(command, cj.JackpotStep):
        for payout in pending(state):
            if (payout.position, payout.wager) == (command.position, command.wager):
                for step in steps_of(state.rules, payout):
                    if step.command is kind:
                        return step.section
    cited: str = state.rules.cite(game_of(state.rules).sections.get(kind, ""))
    return cited if cited.startswith(_PRINTED) else ""


def waiting_step(state: AnyTable, kind: type[c.Command]) -> cj.JackpotStep | None:
    """The step of a jackpot that is due, if it is of this kind; else None."""
    due = floor_step(state)
    return due if isinstance(due, kind) else None
