"""Upkeep of a hybrid table: new decks, inspections, the clock. § 633c.5(d), (g), (i), (j)."""

from typing import Final

from upcard.engine.core.commands import CloseBets
from upcard.engine.core.parts import Allowed, Check, Part, citing
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.state import HybridState
from upcard.engine.shoe.upkeep import PART as UPKEEP
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    ReceiveDecks,
    RepairCardReader,
    TellTime,
    VerifyInspection,
    WashCards,
)
from upcard.engine.shoe.upkeep_events import (
    CardsInspected,
    CardsWashed,
    DecksReceived,
    InspectionVerified,
    PreparedDecksReceived,
)
from upcard.games.hybrid import SECTION
from upcard.rules.violation import RuleViolation

_LENT: Final = (
    ReceiveDecks,
    InspectCards,
    VerifyInspection,
    WashCards,
    TellTime,
    InspectCardReader,
    RepairCardReader,
)
"""The commands on decks and card reader with the same events as at a Blackjack table."""

_BETWEEN_ROUNDS: Final = (Phase.SHUFFLING, Phase.WAGERING)


def _refuse_receive_decks(state: HybridState, _command: ReceiveDecks) -> RuleViolation | None:
    if not state.terminals:
        return None
    return RuleViolation(f"{SECTION}(i)", "Wagers are placed: the round comes first.")


def _refuse_repair_card_reader(
    state: HybridState, _command: RepairCardReader
) -> RuleViolation | None:
    if state.faults.reader_failed:
        return None
    return RuleViolation(f"{SECTION}(d)", "The card reader works.")


def refuse_broken_reader(close_bets: Check) -> Check:
    """The check `close_bets`, which also refuses while the card reader is out of order."""

    def refuse_close_bets(state: HybridState, command: CloseBets) -> RuleViolation | None:
        if state.faults.reader_failed:
            return RuleViolation(f"{SECTION}(d)", "The card reader is repaired or replaced first.")
        return close_bets(state, command)

    return refuse_close_bets


PART: Final = Part(
    name="hybrid upkeep",
    phases={
        (Phase.SHUFFLING, DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, PreparedDecksReceived): Phase.SHUFFLING,
        (Phase.INSPECTING, CardsInspected): Phase.VERIFYING,
        (Phase.VERIFYING, InspectionVerified): Phase.WASHING,
        (Phase.WASHING, CardsWashed): Phase.SHUFFLING,
    },
    allowed={
        ReceiveDecks: Allowed(
            _BETWEEN_ROUNDS,
            f"{SECTION}(i)",
            "Decks are changed between two rounds.",
        ),
        InspectCards: Allowed(
            (Phase.INSPECTING,), f"{SECTION}(i)", "No decks wait for an inspection."
        ),
        VerifyInspection: Allowed(
            (Phase.VERIFYING,),
            f"{SECTION}(i)",
            "No inspection is to be verified.",
        ),
        WashCards: Allowed(
            (Phase.WASHING,), f"{SECTION}(j)", "No cards lie on the table to be mixed."
        ),
        TellTime: Allowed(tuple(Phase), f"{SECTION}(g)", "The time may be told at any time."),
        InspectCardReader: Allowed(
            _BETWEEN_ROUNDS,
            f"{SECTION}(d)",
            "The card reader is inspected between two rounds.",
        ),
        RepairCardReader: Allowed(_BETWEEN_ROUNDS, f"{SECTION}(d)", "The card reader works."),
    },
    checks={
        ReceiveDecks: _refuse_receive_decks,
        TellTime: citing(f"{SECTION}(g)", UPKEEP.checks[TellTime]),
        InspectCardReader: citing(f"{SECTION}(d)", UPKEEP.checks[InspectCardReader]),
        RepairCardReader: _refuse_repair_card_reader,
    },
    handlers={kind: UPKEEP.handlers[kind] for kind in _LENT},
    folds=UPKEEP.folds,
    steps={
        Phase.INSPECTING: (Automation.SHOE, InspectCards),
        Phase.VERIFYING: (Automation.FLOOR, VerifyInspection),
        Phase.WASHING: (Automation.SHOE, WashCards),
    },
)
