"""New decks, the daily inspections and the clock at a hybrid table."""

from tables import short
from tables_of_hybrid import HybridTable, hole_card_rules, no_hole_card_rules
from upcard.engine.core.commands import CloseBets, Command, Shuffle
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.shoe.reminders import reminders
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    ReceiveDecks,
    RepairCardReader,
    TellTime,
    VerifyInspection,
    WashCards,
)
from upcard.engine.shoe.upkeep_events import TimeTold

DAY = 24 * 3_600


def table() -> HybridTable:
    """A table whose shoe is ready."""
    return HybridTable(hole_card_rules())


def sent(hybrid: HybridTable, *commands: Command) -> None:
    """Commands, one after the other."""
    for command in commands:
        hybrid.send(command)


def refused(hybrid: HybridTable, command: Command) -> str:
    """The section (short) of a refusal."""
    violation = hybrid.flow.refusal(hybrid.state, command)
    assert violation is not None
    return short(violation.section)


def test_d_the_reader_is_inspected_each_gaming_day() -> None:
    hybrid = table()
    (told,) = hybrid.send(TellTime(0, "2024-07-01"))
    assert isinstance(told, TimeTold)
    (due,) = told.reminders
    assert (due.what, short(due.section)) == ("inspect-card-reader", "633c.5(d)")
    hybrid.send(InspectCardReader())
    assert reminders(hybrid.state) == ()


def test_d_no_round_begins_with_a_reader_that_is_not_in_order() -> None:
    hybrid = table()
    assert refused(hybrid, RepairCardReader()) == "633c.5(d)"
    hybrid.send(InspectCardReader(in_order=False))
    hybrid.place("Ann", blackjack=15)
    assert refused(hybrid, CloseBets()) == "633c.5(d)"
    assert refused(hybrid, InspectCardReader()) == "633c.5(d)"
    sent(hybrid, RepairCardReader(), InspectCardReader())
    hybrid.send(CloseBets())
    assert refused(hybrid, InspectCardReader()) == "633c.5(d)"


def test_g_the_decks_are_changed_every_24_hours() -> None:
    hybrid = table()
    sent(hybrid, TellTime(0, "2024-07-01"), InspectCardReader())
    hybrid.send(TellTime(DAY - 1, "2024-07-01"))
    assert reminders(hybrid.state) == ()
    hybrid.send(TellTime(DAY, "2024-07-01"))
    assert [short(due.section) for due in reminders(hybrid.state)] == ["633c.5(g)"]
    assert refused(hybrid, TellTime(DAY - 1, "2024-07-01")) == "633c.5(g)"
    hybrid.send(ReceiveDecks(prepared=True))
    assert reminders(hybrid.state) == ()
    assert hybrid.state.phase is Phase.WAGERING


def test_i_the_dealer_inspects_the_floorperson_verifies_and_the_cards_are_washed() -> None:
    """§ 633c.5(i), (j)."""
    hybrid = HybridTable(no_hole_card_rules(), Automation(0))
    hybrid.send(ReceiveDecks())
    assert refused(hybrid, VerifyInspection()) == "633c.5(i)"
    sent(hybrid, InspectCards(), VerifyInspection())
    assert refused(hybrid, Shuffle()) == "633c.5(j)"
    hybrid.send(WashCards())
    assert hybrid.state.phase is Phase.SHUFFLING
    assert refused(hybrid, WashCards()) == "633c.5(j)"


def test_i_not_while_wagers_are_placed() -> None:
    hybrid = table()
    hybrid.place("Ann", blackjack=15)
    assert refused(hybrid, ReceiveDecks()) == "633c.5(i)"


def test_i_at_a_table_with_automations_the_next_round_is_ready() -> None:
    hybrid = table()
    hybrid.send(ReceiveDecks())
    assert hybrid.state.phase is Phase.WAGERING
    assert hybrid.state.shoes == 2
