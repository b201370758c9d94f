"""Opening and upkeep of a table: decks, card reader, the clock, idle cards, a recut.

58 Pa. Code §§ 633a.2(f), 633a.3(d), 633a.4, 633a.5(e), (g), 633a.14(k), 633c.5(d), (g).
Reminders follow from the time that a command tells; they do not prevent play.
"""

from typing import Any, Final

from msgspec.structs import replace

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import wrong
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.parts import Allowed, Check, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyShoeTable, AnyTable
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.shoe import upkeep_events as eu
from upcard.rules.citation import full
from upcard.rules.violation import RuleViolation

HOUR: Final = 3_600
"""Seconds of an hour."""


def by_device(state: AnyShoeTable) -> bool:
    """Whether idle cards go into the device, in exchange for its batch (§ 633a.5(g)(2))."""
    working = state.faults.shuffler is Shuffler.WORKING
    return state.upkeep.idle and state.has_two_batches and working


# Refusals


def _between_rounds(section: str) -> Check:
    """A check that refuses a command while wagers are on the layout."""

    def check(state: AnyShoeTable, _command: c.Command) -> RuleViolation | None:
        if state.has_wagers:
            return wrong(section, "Wagers are on the layout: the round comes first.")
        return None

    return check


def _refuse_spread_idle_cards(
    state: AnyShoeTable, command: cu.SpreadIdleCards
) -> RuleViolation | None:
    if not state.rules.has_cover_card:
        return wrong("633a.5(h)", "This device keeps its cards: none are spread.")
    return _between_rounds("633a.5(g)")(state, command)


def _refuse_empty_table(section: str, state: AnyShoeTable) -> RuleViolation | None:
    if state.seats:
        return None
    return wrong(section, "The first player to arrive inspects the cards before they are mixed.")


def _refuse_wash_cards(state: AnyShoeTable, _command: cu.WashCards) -> RuleViolation | None:
    return _refuse_empty_table("633a.4(c)", state)


def _refuse_stack_cards(state: AnyShoeTable, _command: cu.StackCards) -> RuleViolation | None:
    if not by_device(state):
        return wrong("633a.5(g)(1)", "The cards are washed and shuffled by hand.")
    return _refuse_empty_table("633a.5(g)", state)


def _refuse_tell_time(state: AnyShoeTable, command: cu.TellTime) -> RuleViolation | None:
    before = state.upkeep
    if command.at < before.now or command.gaming_day < before.gaming_day:
        return wrong("633a.3(d)", "The clock does not run backwards.")
    return None


def _refuse_inspect_card_reader(
    state: AnyShoeTable, _command: cu.InspectCardReader
) -> RuleViolation | None:
    if state.faults.reader_failed:
        return wrong("633a.14(k)", "The card reader is repaired or replaced first.")
    return None


def _refuse_report_reader_failure(
    state: AnyShoeTable, _command: cu.ReportReaderFailure
) -> RuleViolation | None:
    if state.faults.reader_failed:
        return wrong("633a.14(k)", "The card reader is out of order already.")
    return None


def _refuse_repair_card_reader(
    state: AnyShoeTable, _command: cu.RepairCardReader
) -> RuleViolation | None:
    if not state.faults.reader_failed:
        return wrong("633a.14(k)", "The card reader works.")
    return None


# Decisions


def reminders(state: AnyTable) -> tuple[eu.Reminder, ...]:
    """The tasks due by the last time told: a change of decks, the daily inspection."""
    upkeep, rules = state.upkeep, state.rules
    if upkeep.now < 0:
        return ()
    hybrid = rules.variation.has_terminals
    due = []
    if upkeep.now - upkeep.decks_since >= rules.deck_change_hours * HOUR:
        section = "633c.5(g)" if hybrid else "633a.3(d)"
        due.append(eu.Reminder("change-decks", rules.cite(full(section))))
    if upkeep.reader_inspected != upkeep.gaming_day:
        section = "633c.5(d)" if hybrid else "633a.2(f)"
        due.append(eu.Reminder("inspect-card-reader", rules.cite(full(section))))
    return tuple(due)


def _parts(state: AnyShoeTable) -> int:
    """The number of separate stacks of cards: sides of a double shoe, batches of a device."""
    return 2 if state.has_two_batches or state.rules.sides == 2 else 1


def _receive_decks(_state: AnyShoeTable, command: cu.ReceiveDecks) -> list[e.Event]:
    return [eu.PreparedDecksReceived() if command.prepared else eu.DecksReceived()]


def _spread_cards(state: AnyShoeTable, _command: cu.SpreadCards) -> list[e.Event]:
    return [eu.CardsSpread(_parts(state))]


def _wash_cards(state: AnyShoeTable, _command: cu.WashCards) -> list[e.Event]:
    """Wash the cards; of a device's two batches only the idle one was spread."""
    return [eu.CardsWashed(state.rules.sides if state.upkeep.idle else _parts(state))]


def _spread_idle_cards(_state: AnyShoeTable, command: cu.SpreadIdleCards) -> list[e.Event]:
    return [eu.IdleCardsSpread(command.face_up)]


def _tell_time(state: AnyShoeTable, command: cu.TellTime) -> list[e.Event]:
    event = eu.TimeTold(command.at, command.gaming_day, ())
    return [replace(event, reminders=reminders(_time_told(state, event)))]


def _inspect_card_reader(state: AnyShoeTable, command: cu.InspectCardReader) -> list[e.Event]:
    if not command.in_order:
        return [eu.CardReaderFailed()]
    return [eu.CardReaderInspected(state.upkeep.gaming_day)]


# State changes


def _with_changes(state: AnyShoeTable, **changes: Any) -> AnyShoeTable:
    return replace(state, upkeep=replace(state.upkeep, **changes))


def _without_cards(state: AnyShoeTable) -> AnyShoeTable:
    """The state with no cards in the shoe: every side is shuffled before the next round."""
    stacks = tuple(replace(stack, loaded=False) for stack in state.stacks)
    return replace(state, stacks=stacks, floor_reshuffle=False)


def _decks_received(state: AnyShoeTable, _event: e.Event) -> AnyShoeTable:
    state = _without_cards(state)
    return _with_changes(state, decks_since=state.upkeep.now, new_game=True, idle=False)


def _idle_cards_spread(state: AnyShoeTable, _event: eu.IdleCardsSpread) -> AnyShoeTable:
    return _with_changes(_without_cards(state), new_game=True, idle=True)


def _time_told(state: AnyShoeTable, event: eu.TimeTold) -> AnyShoeTable:
    """Decks received before any time was told count from the first time told."""
    since = event.at if state.upkeep.decks_since < 0 else state.upkeep.decks_since
    return _with_changes(state, now=event.at, gaming_day=event.gaming_day, decks_since=since)


def _card_reader_inspected(state: AnyShoeTable, event: eu.CardReaderInspected) -> AnyShoeTable:
    return _with_changes(state, reader_inspected=event.gaming_day)


def _card_reader_failed(state: AnyShoeTable, _event: eu.CardReaderFailed) -> AnyShoeTable:
    return replace(state, faults=replace(state.faults, reader_failed=True))


def _card_reader_repaired(state: AnyShoeTable, _event: eu.CardReaderRepaired) -> AnyShoeTable:
    return replace(state, faults=replace(state.faults, reader_failed=False))


# Steps


def _mix(state: AnyShoeTable) -> Step | None:
    """Mix spread cards once the first player has arrived."""
    if not state.seats:
        return None
    return Automation.SHOE, cu.StackCards if by_device(state) else cu.WashCards


PART: Final = Part(
    name="upkeep",
    phases={
        # New decks, and cards of a table without players (§§ 633a.4, 633a.5(g))
        (Phase.SHUFFLING, eu.DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, eu.DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, eu.PreparedDecksReceived): Phase.SHUFFLING,
        (Phase.INSPECTING, eu.CardsInspected): Phase.VERIFYING,
        (Phase.VERIFYING, eu.InspectionVerified): Phase.SPREADING,
        (Phase.SPREADING, eu.CardsSpread): Phase.WASHING,
        (Phase.WAGERING, eu.IdleCardsSpread): Phase.WASHING,
        (Phase.WASHING, eu.CardsWashed): Phase.SHUFFLING,
        (Phase.WASHING, eu.CardsStacked): Phase.SHUFFLING,
        # A recut (§ 633a.5(e))
        (Phase.COVERING, eu.RecutOrdered): Phase.CUTTING,
        (Phase.LOADING, eu.RecutOrdered): Phase.CUTTING,
    },
    allowed={
        cu.ReceiveDecks: Allowed(
            (Phase.SHUFFLING, Phase.WAGERING),
            "633a.4(a)",
            "Decks are changed before the cards are shuffled or after a round of play.",
        ),
        cu.InspectCards: Allowed(
            (Phase.INSPECTING,), "633a.4(a)", "No decks wait for an inspection."
        ),
        cu.VerifyInspection: Allowed(
            (Phase.VERIFYING,), "633a.4(a)", "No inspection is to be verified."
        ),
        cu.SpreadCards: Allowed((Phase.SPREADING,), "633a.4(b)", "The cards are not spread now."),
        cu.WashCards: Allowed(
            (Phase.WASHING,), "633a.4(c)", "The cards do not lie spread on the table."
        ),
        cu.StackCards: Allowed(
            (Phase.WASHING,),
            "633a.5(g)(2)",
            "The cards do not lie spread on the table.",
        ),
        cu.SpreadIdleCards: Allowed(
            (Phase.WAGERING,),
            "633a.5(g)",
            "Cards are spread only at a table that is open and without activity.",
        ),
        cu.OrderRecut: Allowed(
            (Phase.COVERING, Phase.LOADING),
            "633a.5(e)",
            "A recut is required after the cut, before the cards are in the dealing shoe.",
        ),
        cu.TellTime: Allowed(tuple(Phase), "633a.3(d)", ""),
        cu.InspectCardReader: Allowed(tuple(Phase), "633a.2(f)", ""),
        cu.ReportReaderFailure: Allowed(tuple(Phase), "633a.14(k)", ""),
        cu.RepairCardReader: Allowed(tuple(Phase), "633a.14(k)", ""),
    },
    checks={
        cu.ReceiveDecks: _between_rounds("633a.4(a)"),
        cu.SpreadIdleCards: _refuse_spread_idle_cards,
        cu.WashCards: _refuse_wash_cards,
        cu.StackCards: _refuse_stack_cards,
        cu.TellTime: _refuse_tell_time,
        cu.InspectCardReader: _refuse_inspect_card_reader,
        cu.ReportReaderFailure: _refuse_report_reader_failure,
        cu.RepairCardReader: _refuse_repair_card_reader,
    },
    handlers={
        cu.ReceiveDecks: _receive_decks,
        cu.InspectCards: lambda _state, _command: [eu.CardsInspected()],
        cu.VerifyInspection: lambda _state, _command: [eu.InspectionVerified()],
        cu.SpreadCards: _spread_cards,
        cu.WashCards: _wash_cards,
        cu.StackCards: lambda _state, _command: [eu.CardsStacked()],
        cu.SpreadIdleCards: _spread_idle_cards,
        cu.OrderRecut: lambda _state, _command: [eu.RecutOrdered()],
        cu.TellTime: _tell_time,
        cu.InspectCardReader: _inspect_card_reader,
        cu.ReportReaderFailure: lambda _state, _command: [eu.CardReaderFailed()],
        cu.RepairCardReader: lambda _state, _command: [eu.CardReaderRepaired()],
    },
    folds={
        eu.DecksReceived: _decks_received,
        eu.PreparedDecksReceived: _decks_received,
        eu.IdleCardsSpread: _idle_cards_spread,
        eu.TimeTold: _time_told,
        eu.CardReaderInspected: _card_reader_inspected,
        eu.CardReaderFailed: _card_reader_failed,
        eu.CardReaderRepaired: _card_reader_repaired,
    },
    steps={
        Phase.INSPECTING: (Automation.SHOE, cu.InspectCards),
        Phase.VERIFYING: (Automation.FLOOR, cu.VerifyInspection),
        Phase.SPREADING: (Automation.SHOE, cu.SpreadCards),
        Phase.WASHING: _mix,
    },
)
