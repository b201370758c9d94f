"""New decks, the daily inspections and the clock at a hybrid table."""

from tables import short
from tables_of_hybrid import HybridTable, hole_card_rules, no_hole_card_rules
from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.shoe import upkeep_events as eu
from upcard.engine.shoe.reminders import reminders

DAY = 24 * 3_600


def table() -> HybridTable:
    """A table whose shoe is ready."""
    return HybridTable(hole_card_rules())


def sent(hybrid: HybridTable, *commands: c.Command) -> None:
    """Commands, one after the other."""
    for command in commands:
        hybrid.send(command)


def refused(hybrid: HybridTable, command: c.Command) -> str:
    """The section (short) of a refusal."""
    told = hybrid.flow.refusal(hybrid.state, command)
    assert told is not None
    return short(told.section)


def test_d_the_reader_is_inspected_each_gaming_day() -> None:
    hybrid = table()
    (told,) = hybrid.send(cu.TellTime(0, "2024-07-01"))
    assert isinstance(told, eu.TimeTold)
    (due,) = told.reminders
    assert (due.what, short(due.section)) == ("inspect-card-reader", "633c.5(d)")
    hybrid.send(cu.InspectCardReader())
    assert reminders(hybrid.state) == ()


def test_d_no_round_begins_with_a_reader_that_is_not_in_order() -> None:
    hybrid = table()
    assert refused(hybrid, cu.RepairCardReader()) == "633c.5(d)"
    hybrid.send(cu.InspectCardReader(in_order=False))
    hybrid.place("Ann", blackjack=15)
    assert refused(hybrid, c.CloseBets()) == "633c.5(d)"
    assert refused(hybrid, cu.InspectCardReader()) == "633c.5(d)"
    sent(hybrid, cu.RepairCardReader(), cu.InspectCardReader())
    hybrid.send(c.CloseBets())
    assert refused(hybrid, cu.InspectCardReader()) == "633c.5(d)"


def test_g_the_decks_are_changed_every_24_hours() -> None:
    hybrid = table()
    sent(hybrid, cu.TellTime(0, "2024-07-01"), cu.InspectCardReader())
    hybrid.send(cu.TellTime(DAY - 1, "2024-07-01"))
    assert reminders(hybrid.state) == ()
    hybrid.send(cu.TellTime(DAY, "2024-07-01"))
    assert [short(due.section) for due in reminders(hybrid.state)] == ["633c.5(g)"]
    assert refused(hybrid, cu.TellTime(DAY - 1, "2024-07-01")) == "633c.5(g)"
    hybrid.send(cu.ReceiveDecks(prepared=True))
    assert reminders(hybrid.state) == ()
    assert hybrid.state.phase is Phase.WAGERING


def test_i_the_dealer_inspects_the_floorperson_verifies_and_the_cards_are_washed() -> None:
    """§ 633c.5(i), (j)."""
    hybrid = HybridTable(no_hole_card_rules(), Automation(0))
    hybrid.send(cu.ReceiveDecks())
    assert refused(hybrid, cu.VerifyInspection()) == "633c.5(i)"
    sent(hybrid, cu.InspectCards(), cu.VerifyInspection())
    assert refused(hybrid, c.Shuffle()) == "633c.5(j)"
    hybrid.send(cu.WashCards())
    assert hybrid.state.phase is Phase.SHUFFLING
    assert refused(hybrid, cu.WashCards()) == "633c.5(j)"


def test_i_not_while_wagers_are_placed() -> None:
    hybrid = table()
    hybrid.place("Ann", blackjack=15)
    assert refused(hybrid, cu.ReceiveDecks()) == "633c.5(i)"


def test_i_at_a_table_with_automations_the_next_round_is_ready() -> None:
    hybrid = table()
    hybrid.send(cu.ReceiveDecks())
    assert hybrid.state.phase is Phase.WAGERING
    assert hybrid.state.shoes == 2
