"""Where the text says who takes a step: the dealer, the floorperson assigned, one or above."""

from typing import Final

from upcard.engine.blackjack.state import State
from upcard.engine.core import commands as c
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular import commands as ci
from upcard.engine.jackpots.steps import floor_step, pending, steps_of
from upcard.engine.play import game_of
from upcard.engine.shoe import upkeep_commands as cu

NAMED: Final[frozenset[type[c.Command]]] = frozenset(
    {
        # a floorperson or above
        *(c.OrderReshuffle, cu.OrderRecut, c.ValidateJackpot),
        # the floorperson assigned to the table
        *(cu.VerifyInspection, cu.InspectCardReader),
        # the dealer
        *(c.VerifyHand, c.ConfirmLight, c.PayJackpot, c.CompletePapers),
        *(c.CollectProgressiveWagers, c.Shuffle, c.InsertCoverCard, cu.InspectCards),
        *(c.SettleOptionalWagers, c.UseCardReader, c.PayBlackjack, c.TurnHoleCard),
        ci.MisuseCardReader,
    }
)
"""The steps of which the text says who takes them."""

_PRINTED: Final = "58 Pa. Code § 633"
"""The chapters whose own words name the person."""


def section_naming_person(state: AnyTable, command: c.Command | type[c.Command]) -> str:
    """The provision that names who takes a step of dealer or floor; "" where none does.

    A step of a payout has it from its own wager (§ 633c.2(h)(3) and its like).
    """
    kind = command if isinstance(command, type) else type(command)
    if kind not in NAMED:
        return ""
    if isinstance(command, c.JackpotStep) and isinstance(state, State):
        for one in pending(state):
            if (one.position, one.wager) == (command.position, command.wager):
                for step in steps_of(state.rules, one):
                    if step.command is kind:
                        return step.section
    cited: str = state.rules.cite(game_of(state.rules).sections.get(kind, ""))
    return cited if cited.startswith(_PRINTED) else ""


def waiting_step(state: AnyTable, kind: type[c.Command]) -> c.JackpotStep | None:
    """The step of a payout that is due, where it is one of a kind."""
    due = floor_step(state) if isinstance(state, State) else None
    return due if isinstance(due, kind) else None
