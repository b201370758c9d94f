"""New decks, inspections and the clock at a hybrid table: § 633c.5(d), (g), (i), (j)."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.flow import Allowed, Check, Fold, Handler, Phases, under
from upcard.engine.core.phases import Phase
from upcard.engine.hybrid.state import HybridState
from upcard.engine.irregular import commands as ci
from upcard.engine.irregular import events as ei
from upcard.engine.irregular.decide import IRREGULAR_HANDLERS
from upcard.engine.irregular.evolve import IRREGULAR_FOLDS
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.shoe import upkeep_events as eu
from upcard.engine.shoe.upkeep import UPKEEP_CHECKS, UPKEEP_FOLDS, UPKEEP_HANDLERS
from upcard.games.hybrid import SECTION
from upcard.rules.violation import RuleViolation

_BETWEEN_ROUNDS: Final = (Phase.SHUFFLING, Phase.WAGERING)

UPKEEP_PHASES: Final[Phases] = {
    (Phase.SHUFFLING, eu.DecksReceived): Phase.INSPECTING,
    (Phase.WAGERING, eu.DecksReceived): Phase.INSPECTING,
    (Phase.WAGERING, eu.PreparedDecksReceived): Phase.SHUFFLING,
    (Phase.INSPECTING, eu.CardsInspected): Phase.VERIFYING,
    (Phase.VERIFYING, eu.InspectionVerified): Phase.WASHING,
    (Phase.WASHING, eu.CardsWashed): Phase.SHUFFLING,
}

UPKEEP_ALLOWED: Final[Mapping[type[c.Command], Allowed]] = {
    cu.ReceiveDecks: (_BETWEEN_ROUNDS, f"{SECTION}(i)", "Decks are changed between two rounds."),
    cu.InspectCards: ((Phase.INSPECTING,), f"{SECTION}(i)", "No decks wait for an inspection."),
    cu.VerifyInspection: (
        (Phase.VERIFYING,),
        f"{SECTION}(i)",
        "No inspection is to be verified.",
    ),
    cu.WashCards: ((Phase.WASHING,), f"{SECTION}(j)", "No cards lie on the table to be mixed."),
    cu.TellTime: (tuple(Phase), f"{SECTION}(g)", "The time may be told at any time."),
    cu.InspectCardReader: (
        _BETWEEN_ROUNDS,
        f"{SECTION}(d)",
        "The card reader is inspected between two rounds.",
    ),
    ci.RepairCardReader: (_BETWEEN_ROUNDS, f"{SECTION}(d)", "The card reader works."),
}


def _receive(state: HybridState, _command: cu.ReceiveDecks) -> RuleViolation | None:
    if not state.terminals:
        return None
    return RuleViolation(f"{SECTION}(i)", "Wagers are placed: the round comes first.")


def _repair(state: HybridState, _command: ci.RepairCardReader) -> RuleViolation | None:
    if state.faults.reader_failed:
        return None
    return RuleViolation(f"{SECTION}(d)", "The card reader works.")


def refuse_broken_reader(close_bets: Check) -> Check:
    """A check of "no more bets" that also asks for a card reader in proper working order."""

    def checked(state: HybridState, command: c.CloseBets) -> RuleViolation | None:
        if state.faults.reader_failed:
            return RuleViolation(f"{SECTION}(d)", "The card reader is repaired or replaced first.")
        return close_bets(state, command)

    return checked


UPKEEP_REFUSALS: Final[Mapping[type[c.Command], Check]] = {
    cu.ReceiveDecks: _receive,
    cu.TellTime: under(f"{SECTION}(g)", UPKEEP_CHECKS[cu.TellTime]),
    cu.InspectCardReader: under(f"{SECTION}(d)", UPKEEP_CHECKS[cu.InspectCardReader]),
    ci.RepairCardReader: _repair,
}

UPKEEP_STEPS: Final[Mapping[type[c.Command], Handler]] = {
    **{kind: handler for kind, handler in UPKEEP_HANDLERS.items() if kind in UPKEEP_ALLOWED},
    ci.RepairCardReader: IRREGULAR_HANDLERS[ci.RepairCardReader],
}

HYBRID_UPKEEP_FOLDS: Final[Mapping[type[e.Event], Fold]] = {
    **UPKEEP_FOLDS,
    **{kind: IRREGULAR_FOLDS[kind] for kind in (ei.CardReaderFailed, ei.CardReaderRepaired)},
}
