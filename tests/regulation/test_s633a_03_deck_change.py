"""What is due by the clock that comes in: a change of decks, the daily look at the card reader."""

import pytest

from tables import FedTable, short, table_rules
from upcard.engine.shoe.reminders import reminders
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    ReceiveDecks,
    RepairCardReader,
    TellTime,
)
from upcard.engine.shoe.upkeep_events import TimeTold

HOUR = 3_600
MONDAY, TUESDAY = "2024-07-01", "2024-07-02"


def due(table: FedTable) -> list[tuple[str, str]]:
    """What the table is reminded of, each with its section."""
    return [(reminder.what, short(reminder.section)) for reminder in reminders(table.state)]


def at(table: FedTable, hours: int, day: str = MONDAY) -> list[tuple[str, str]]:
    """The reminders at an hour of a day on which the card reader was inspected."""
    (told,) = table.send(TellTime(hours * HOUR, day))
    assert isinstance(told, TimeTold)
    assert told.reminders == reminders(table.state)
    table.send(InspectCardReader())
    return due(table)


@pytest.mark.parametrize(("dealing", "hours"), [("shoe", 24), ("from-the-hand", 4)])
def test_d_decks_are_changed_every_24_hours_or_every_4_from_the_hand(
    dealing: str, hours: int
) -> None:
    table = FedTable(table_rules(dealing=dealing, decks=2))
    assert at(table, 0) == []
    assert at(table, hours - 1) == []
    assert at(table, hours) == [("change-decks", "633a.3(d)")]
    table.send(ReceiveDecks(prepared=True))
    assert due(table) == []
    assert at(table, 2 * hours) == [("change-decks", "633a.3(d)")]


def test_d_a_submission_may_change_the_decks_more_often() -> None:
    table = FedTable(table_rules(deck_change_hours=8))
    assert at(table, 0) == []
    assert at(table, 7) == []
    assert at(table, 8) == [("change-decks", "633a.3(d)")]


@pytest.mark.parametrize(
    ("game", "state", "section"),
    [
        ("down-under-blackjack", "pa", "58 Pa. Code ch. 685a"),
        (
            "match-the-dealer-blackjack",
            "wa",
            "WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003)",
        ),
    ],
)
def test_d_reminders_of_a_game_with_rules_elsewhere_cite_those(
    game: str, state: str, section: str
) -> None:
    table = FedTable(table_rules(game=game, jurisdiction=state))
    table.send(TellTime(0, MONDAY))
    assert due(table) == [("inspect-card-reader", section)]
    assert at(table, 24, TUESDAY) == [("change-decks", section)]


def test_d_without_a_clock_nothing_is_due() -> None:
    assert reminders(FedTable().state) == ()


def test_d_the_clock_does_not_run_backwards() -> None:
    table = FedTable()
    table.send(TellTime(100, TUESDAY))
    assert table.refuses(TellTime(99, TUESDAY)) == "633a.3(d)"
    assert table.refuses(TellTime(100, MONDAY)) == "633a.3(d)"


def test_the_card_reader_is_inspected_at_the_beginning_of_each_gaming_day() -> None:
    """§ 633a.2(f)."""
    table = FedTable()
    table.send(TellTime(0, MONDAY))
    assert due(table) == [("inspect-card-reader", "633a.2(f)")]
    table.send(InspectCardReader())
    assert due(table) == []
    table.send(TellTime(HOUR, MONDAY))
    assert due(table) == []
    table.send(TellTime(2 * HOUR, TUESDAY))
    assert due(table) == [("inspect-card-reader", "633a.2(f)")]


def test_a_reader_that_is_not_in_order_stops_the_table() -> None:
    """§§ 633a.2(f), 633a.14(k)."""
    table = FedTable()
    table.send(TellTime(0, MONDAY), InspectCardReader(in_order=False))
    assert table.refuses(InspectCardReader()) == "633a.14(k)"
    assert due(table) == [("inspect-card-reader", "633a.2(f)")]
    table.send(RepairCardReader(), InspectCardReader())
    assert due(table) == []
