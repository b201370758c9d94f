"""Opening and upkeep of a table: decks, card reader, the clock, idle cards, a recut.

58 Pa. Code §§ 633a.2(f), 633a.3(d), 633a.4, 633a.5(e), (g), 633a.14(k), 633c.5(d), (g).
"""

from typing import Any, Final

from msgspec.structs import replace

from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import Command
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.events import Event
from upcard.engine.core.parts import Allowed, Check, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.shoe.reminders import reminders
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    OrderRecut,
    ReceiveDecks,
    RepairCardReader,
    ReportReaderFailure,
    SpreadCards,
    SpreadIdleCards,
    StackCards,
    TellTime,
    VerifyInspection,
    WashCards,
)
from upcard.engine.shoe.upkeep_events import (
    CardReaderFailed,
    CardReaderInspected,
    CardReaderRepaired,
    CardsInspected,
    CardsSpread,
    CardsStacked,
    CardsWashed,
    DecksReceived,
    IdleCardsSpread,
    InspectionVerified,
    PreparedDecksReceived,
    RecutOrdered,
    TimeTold,
)
from upcard.rules.violation import RuleViolation


def goes_into_device(state: AnyShoeTable) -> bool:
    """Whether idle cards go into the device, in exchange for its batch (§ 633a.5(g)(2))."""
    working = state.faults.shuffler is Shuffler.WORKING
    return state.upkeep.idle and state.rules.dealing.prepares_two_batches and working


# Refusals


def _check_between_rounds(section: str) -> Check:
    """A check that refuses a command while wagers are on the layout."""

    def refuse_between_rounds(state: AnyShoeTable, _command: Command) -> RuleViolation | None:
        if state.has_wagers:
            return refusal_under(section, "Wagers are on the layout: the round comes first.")
        return None

    return refuse_between_rounds


def _refuse_spread_idle_cards(
    state: AnyShoeTable, command: SpreadIdleCards
) -> RuleViolation | None:
    if not state.rules.has_cover_card:
        return refusal_under("633a.5(h)", "This device keeps its cards: none are spread.")
    return _check_between_rounds("633a.5(g)")(state, command)


def _refuse_empty_table(section: str, state: AnyShoeTable) -> RuleViolation | None:
    if state.seats:
        return None
    return refusal_under(
        section, "The first player to arrive inspects the cards before they are mixed."
    )


def _refuse_wash_cards(state: AnyShoeTable, _command: WashCards) -> RuleViolation | None:
    return _refuse_empty_table("633a.4(c)", state)


def _refuse_stack_cards(state: AnyShoeTable, _command: StackCards) -> RuleViolation | None:
    if not goes_into_device(state):
        return refusal_under("633a.5(g)(1)", "The cards are washed and shuffled by hand.")
    return _refuse_empty_table("633a.5(g)", state)


def _refuse_tell_time(state: AnyShoeTable, command: TellTime) -> RuleViolation | None:
    before = state.upkeep
    if command.at < before.now or command.gaming_day < before.gaming_day:
        return refusal_under("633a.3(d)", "The clock does not run backwards.")
    return None


def _refuse_inspect_card_reader(
    state: AnyShoeTable, _command: InspectCardReader
) -> RuleViolation | None:
    if state.faults.reader_failed:
        return refusal_under("633a.14(k)", "The card reader is repaired or replaced first.")
    return None


def _refuse_report_reader_failure(
    state: AnyShoeTable, _command: ReportReaderFailure
) -> RuleViolation | None:
    if state.faults.reader_failed:
        return refusal_under("633a.14(k)", "The card reader is out of order already.")
    return None


def _refuse_repair_card_reader(
    state: AnyShoeTable, _command: RepairCardReader
) -> RuleViolation | None:
    if not state.faults.reader_failed:
        return refusal_under("633a.14(k)", "The card reader works.")
    return None


# Decisions


def _parts(state: AnyShoeTable) -> int:
    """The number of separate stacks of cards: sides of a double shoe, batches of a device."""
    return state.rules.dealing.parts


def _receive_decks(_state: AnyShoeTable, command: ReceiveDecks) -> list[Event]:
    return [PreparedDecksReceived() if command.prepared else DecksReceived()]


def _spread_cards(state: AnyShoeTable, _command: SpreadCards) -> list[Event]:
    return [CardsSpread(_parts(state))]


def _wash_cards(state: AnyShoeTable, _command: WashCards) -> list[Event]:
    """Wash the cards; of a device's two batches only the idle one was spread."""
    return [CardsWashed(state.rules.sides if state.upkeep.idle else _parts(state))]


def _spread_idle_cards(_state: AnyShoeTable, command: SpreadIdleCards) -> list[Event]:
    return [IdleCardsSpread(command.face_up)]


def _tell_time(state: AnyShoeTable, command: TellTime) -> list[Event]:
    event = TimeTold(command.at, command.gaming_day, ())
    return [replace(event, reminders=reminders(_time_told(state, event)))]


def _inspect_card_reader(state: AnyShoeTable, command: InspectCardReader) -> list[Event]:
    if not command.in_order:
        return [CardReaderFailed()]
    return [CardReaderInspected(state.upkeep.gaming_day)]


# State changes


def _with_changes(state: AnyShoeTable, **changes: Any) -> AnyShoeTable:
    return replace(state, upkeep=replace(state.upkeep, **changes))


def _without_cards(state: AnyShoeTable) -> AnyShoeTable:
    """The state with no cards in the shoe: every side is shuffled before the next round."""
    stacks = tuple(replace(stack, loaded=False) for stack in state.stacks)
    return replace(state, stacks=stacks, floor_reshuffle=False)


def _decks_received(state: AnyShoeTable, _event: Event) -> AnyShoeTable:
    state = _without_cards(state)
    return _with_changes(state, decks_since=state.upkeep.now, new_game=True, idle=False)


def _idle_cards_spread(state: AnyShoeTable, _event: IdleCardsSpread) -> AnyShoeTable:
    return _with_changes(_without_cards(state), new_game=True, idle=True)


def _time_told(state: AnyShoeTable, event: TimeTold) -> AnyShoeTable:
    """Decks received before any time was told count from the first time told."""
    since = event.at if state.upkeep.decks_since < 0 else state.upkeep.decks_since
    return _with_changes(state, now=event.at, gaming_day=event.gaming_day, decks_since=since)


def _card_reader_inspected(state: AnyShoeTable, event: CardReaderInspected) -> AnyShoeTable:
    return _with_changes(state, reader_inspected=event.gaming_day)


def _card_reader_failed(state: AnyShoeTable, _event: CardReaderFailed) -> AnyShoeTable:
    return replace(state, faults=replace(state.faults, reader_failed=True))


def _card_reader_repaired(state: AnyShoeTable, _event: CardReaderRepaired) -> AnyShoeTable:
    return replace(state, faults=replace(state.faults, reader_failed=False))


# Steps


def _mix(state: AnyShoeTable) -> Step | None:
    """Mix spread cards once the first player has arrived."""
    if not state.seats:
        return None
    return Automation.SHOE, StackCards if goes_into_device(state) else WashCards


PART: Final = Part(
    name="upkeep",
    phases={
        # New decks, and cards of a table without players (§§ 633a.4, 633a.5(g))
        (Phase.SHUFFLING, DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, DecksReceived): Phase.INSPECTING,
        (Phase.WAGERING, PreparedDecksReceived): Phase.SHUFFLING,
        (Phase.INSPECTING, CardsInspected): Phase.VERIFYING,
        (Phase.VERIFYING, InspectionVerified): Phase.SPREADING,
        (Phase.SPREADING, CardsSpread): Phase.WASHING,
        (Phase.WAGERING, IdleCardsSpread): Phase.WASHING,
        (Phase.WASHING, CardsWashed): Phase.SHUFFLING,
        (Phase.WASHING, CardsStacked): Phase.SHUFFLING,
        # A recut (§ 633a.5(e))
        (Phase.COVERING, RecutOrdered): Phase.CUTTING,
        (Phase.LOADING, RecutOrdered): Phase.CUTTING,
    },
    allowed={
        ReceiveDecks: Allowed(
            (Phase.SHUFFLING, Phase.WAGERING),
            "633a.4(a)",
            "Decks are changed before the cards are shuffled or after a round of play.",
        ),
        InspectCards: Allowed((Phase.INSPECTING,), "633a.4(a)", "No decks wait for an inspection."),
        VerifyInspection: Allowed(
            (Phase.VERIFYING,), "633a.4(a)", "No inspection is to be verified."
        ),
        SpreadCards: Allowed((Phase.SPREADING,), "633a.4(b)", "The cards are not spread now."),
        WashCards: Allowed(
            (Phase.WASHING,), "633a.4(c)", "The cards do not lie spread on the table."
        ),
        StackCards: Allowed(
            (Phase.WASHING,),
            "633a.5(g)(2)",
            "The cards do not lie spread on the table.",
        ),
        SpreadIdleCards: Allowed(
            (Phase.WAGERING,),
            "633a.5(g)",
            "Cards are spread only at a table that is open and without activity.",
        ),
        OrderRecut: Allowed(
            (Phase.COVERING, Phase.LOADING),
            "633a.5(e)",
            "A recut is required after the cut, before the cards are in the dealing shoe.",
        ),
        TellTime: Allowed(tuple(Phase), "633a.3(d)", ""),
        InspectCardReader: Allowed(tuple(Phase), "633a.2(f)", ""),
        ReportReaderFailure: Allowed(tuple(Phase), "633a.14(k)", ""),
        RepairCardReader: Allowed(tuple(Phase), "633a.14(k)", ""),
    },
    checks={
        ReceiveDecks: _check_between_rounds("633a.4(a)"),
        SpreadIdleCards: _refuse_spread_idle_cards,
        WashCards: _refuse_wash_cards,
        StackCards: _refuse_stack_cards,
        TellTime: _refuse_tell_time,
        InspectCardReader: _refuse_inspect_card_reader,
        ReportReaderFailure: _refuse_report_reader_failure,
        RepairCardReader: _refuse_repair_card_reader,
    },
    handlers={
        ReceiveDecks: _receive_decks,
        InspectCards: lambda _state, _command: [CardsInspected()],
        VerifyInspection: lambda _state, _command: [InspectionVerified()],
        SpreadCards: _spread_cards,
        WashCards: _wash_cards,
        StackCards: lambda _state, _command: [CardsStacked()],
        SpreadIdleCards: _spread_idle_cards,
        OrderRecut: lambda _state, _command: [RecutOrdered()],
        TellTime: _tell_time,
        InspectCardReader: _inspect_card_reader,
        ReportReaderFailure: lambda _state, _command: [CardReaderFailed()],
        RepairCardReader: lambda _state, _command: [CardReaderRepaired()],
    },
    folds={
        DecksReceived: _decks_received,
        PreparedDecksReceived: _decks_received,
        IdleCardsSpread: _idle_cards_spread,
        TimeTold: _time_told,
        CardReaderInspected: _card_reader_inspected,
        CardReaderFailed: _card_reader_failed,
        CardReaderRepaired: _card_reader_repaired,
    },
    steps={
        Phase.INSPECTING: (Automation.SHOE, InspectCards),
        Phase.VERIFYING: (Automation.FLOOR, VerifyInspection),
        Phase.SPREADING: (Automation.SHOE, SpreadCards),
        Phase.WASHING: _mix,
    },
)
