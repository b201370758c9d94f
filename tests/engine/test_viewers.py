"""Who sees what of a table, at each phase: what a role must see, and what it must not."""

import msgspec
import pytest

from amounts import dollars
from tables import MANUAL, FedTable, cards, round_of, table_rules
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.commands import (
    BurnCard,
    CutCards,
    DoubleDown,
    Hit,
    InsertCoverCard,
    LoadShoe,
    SeatPlayer,
    Shuffle,
    Stand,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.engine.irregular.commands import (
    CoverShuffler,
    ExposeCard,
    MissRequestedCard,
    ReportShufflerFailure,
)
from upcard.engine.shoe.upkeep_commands import ReportReaderFailure, TellTime
from upcard.engine.views import RoleView, Viewer, view_for
from upcard.host.meters.memory import MemoryMeters

AT_THE_TABLE = [role for role in Viewer if role is not Viewer.SIGN]
FLOOR = (Viewer.FLOORPERSON, Viewer.SURVEILLANCE)


def two_players() -> FedTable:
    """Ann has 16 against a 7, Bob 20; Ann is asked."""
    table = FedTable(table_rules(wagers={"lucky-ladies": {}}, aggregate_limit=dollars(300)))
    table.wager(1, player="Ann")
    table.wager(2, 30, player="Bob", lucky_ladies=5)
    table.deal("9h Th 7s 7d Kd Tc")
    return table


def seen(table: FedTable, role: Viewer, player: str = "") -> RoleView:
    """The table as a role sees it."""
    return view_for(table.state, role, player)


def on_table(view: RoleView) -> TableView:
    """What lies on the table."""
    assert isinstance(view.table, TableView)
    return view.table


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_everyone_at_the_table_sees_what_lies_face_up(role: Viewer) -> None:
    table = on_table(seen(two_players(), role, "Ann"))
    assert table.dealer == ("7s", HIDDEN)
    assert table.dealer_total is None
    assert [hand.cards for box in table.boxes for hand in box.hands] == [("9h", "7d"), ("Th", "Kd")]
    assert [box.player for box in table.boxes] == ["Ann", "Bob"]
    assert table.boxes[1].hands[0].wager == "30.00"


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_the_hole_card_is_seen_when_it_is_turned(role: Viewer) -> None:
    table = two_players()
    table.send(Stand(1), Stand(2))
    assert on_table(seen(table, role)).dealer == ("7s", "Tc")
    assert on_table(seen(table, role)).dealer_total == 17


@pytest.mark.parametrize("role", AT_THE_TABLE)
def test_an_exposed_card_is_seen_by_all(role: Viewer) -> None:
    table = two_players()
    table.send(ExposeCard(cards("2c")[0]))
    assert on_table(seen(table, role)).exposed == "2c"


@pytest.mark.parametrize("role", list(Viewer))
def test_a_card_dealt_face_down_is_seen_by_nobody(role: Viewer) -> None:
    table = FedTable(table_rules(double_card="face-down"))
    table.wager(1, player="Ann")
    table.wager(2, player="Bob")
    table.deal("6h Th 7s 5d Kd Tc")
    table.shoe.feed(cards("9c"))
    table.send(DoubleDown(1))
    assert table.state.phase is Phase.PLAYING
    text = msgspec.json.encode(seen(table, role, "Ann")).decode()
    assert '"9c"' not in text
    assert '"Tc"' not in text
    if role is not Viewer.SIGN:
        assert on_table(seen(table, role, "Ann")).boxes[0].hands[0].total is None


@pytest.mark.parametrize("role", list(Viewer))
def test_a_burned_card_is_seen_by_nobody(role: Viewer) -> None:
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    table.send(BurnCard(cards("Qs")[0]))
    assert '"Qs"' not in msgspec.json.encode(seen(table, role)).decode()


def test_a_player_sees_his_own_question_and_balance_and_no_other_s() -> None:
    table = two_players()
    ann, bob = seen(table, Viewer.PLAYER, "Ann").own, seen(table, Viewer.PLAYER, "Bob").own
    assert ann is not None
    assert bob is not None
    assert (ann.positions, ann.balance, ann.asked) == ((1,), "-15.00", "decision")
    assert "hit" in ann.answers
    assert (bob.positions, bob.balance, bob.asked, bob.answers) == ((2,), "-10.00", None, ())
    assert seen(table, Viewer.SPECTATOR).own is None
    assert seen(table, Viewer.DEALER).floor is None


def test_lost_and_won_so_far_is_known_to_the_floor() -> None:
    for role in FLOOR:
        floor = seen(two_players(), role).floor
        assert floor is not None
        assert floor.accounts["player Ann"] == "-15.00"
        assert floor.accounts["layout"] == "45.00"
        assert floor.stacks[0].in_shoe == 312 - 1 - 6
        assert floor.stacks[0].in_rack == 1


def test_dealer_and_floor_see_seats_and_the_next_step() -> None:
    table = FedTable(automations=MANUAL)
    for role in (Viewer.DEALER, *FLOOR):
        service = seen(table, role).service
        assert service is not None
        assert service.step == "Shuffle"
    table.send(SeatPlayer(3, "Ann"), Shuffle())
    service = seen(table, Viewer.DEALER).service
    assert service is not None
    assert (service.seats, service.cut_offers) == ({3: "Ann"}, (3,))
    assert seen(table, Viewer.PLAYER, "Ann").service is None


def test_dealer_and_floor_see_whose_turn_it_is() -> None:
    table = FedTable(table_rules())
    table.wager(1, player="Ann")
    table.wager(2, player="Bob")
    table.deal("8h Th 7s 8d Kd Tc")
    for role in (Viewer.DEALER, *FLOOR):
        service = seen(table, role).service
        assert service is not None
        turn = service.turn
        assert turn is not None
        assert (turn.position, turn.player, turn.hand, turn.asked) == (1, "Ann", 1, "decision")
    table.send(Stand(1))
    service = seen(table, Viewer.DEALER).service
    assert service is not None
    assert service.turn is not None
    assert (service.turn.player, service.turn.position) == ("Bob", 2)
    table.send(Stand(2))
    service = seen(table, Viewer.DEALER).service
    assert service is not None
    assert service.turn is None


def test_dealer_and_floor_see_whom_the_dealer_missed() -> None:
    table = round_of("5h 9c 8s 7d 9d Tc", positions=2)
    table.by_hand()
    table.send(Hit(1), MissRequestedCard())
    service = seen(table, Viewer.FLOORPERSON).service
    assert service is not None
    assert service.missed == ((1, 1),)


def test_the_floor_sees_what_is_due_by_the_clock() -> None:
    table = FedTable()
    table.send(TellTime(0, "2024-07-01"))
    for role in FLOOR:
        floor = seen(table, role).floor
        assert floor is not None
        assert floor.reminders == ("inspect-card-reader",)


def test_a_sign_shows_limits_and_nothing_of_the_round() -> None:
    view = seen(two_players(), Viewer.SIGN)
    assert view.table is None
    assert view.sign.limits["blackjack"] == ("15.00", "2000.00")
    assert view.sign.payout_limit == "3000000.00"
    assert set(view.sign.limits) == {"blackjack", "lucky-ladies"}
    assert "Ann" not in msgspec.json.encode(view).decode()


def test_a_sign_says_when_the_table_is_closed_or_the_shuffler_covered() -> None:
    """§ 633a.14(k), (m)."""
    table = FedTable(table_rules(dealing="automated-shuffler", decks=2))
    assert seen(table, Viewer.SIGN).sign.open
    table.send(ReportShufflerFailure(), CoverShuffler(), ReportReaderFailure())
    sign = seen(table, Viewer.PLAYER, "Ann").sign
    assert (sign.open, sign.shuffler) == (False, "covered")


@pytest.mark.parametrize("role", list(Viewer))
def test_a_mystery_value_is_in_nobody_s_view(role: Viewer) -> None:
    table = FedTable(table_rules(wagers={"super-4": {"mystery": 2}}))
    table.hide("123.45")
    table.wager(1, super_4=5, player="Ann")
    table.deal("9h 7s 7d Tc")
    assert isinstance(table.table.meters, MemoryMeters)
    text = msgspec.json.encode(seen(table, role, "Ann")).decode()
    assert "123.45" not in text
    assert str(dollars("123.45")) not in text


def test_every_role_has_a_view_at_every_phase() -> None:
    table = FedTable(automations=MANUAL)
    states: list[BlackjackState] = [table.state]
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe(), BurnCard())
    states.append(table.state)
    for state in states:
        assert {view_for(state, role).role for role in Viewer} == set(Viewer)
