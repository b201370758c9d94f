"""Wagers: what may be placed, by whom, and until when."""

import pytest

from amounts import dollars
from tables import (
    SIDE_WAGERS_633A,
    FedTable,
    findings,
    of_kind,
    play_round,
    refused,
    round_of,
    short,
    shuffled_table,
    submission,
    table_rules,
)
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    CloseInsurance,
    Command,
    DealCard,
    DeclineInsurance,
    DoubleDown,
    Hit,
    Insure,
    LeaveSeat,
    OrderReshuffle,
    PermitEntry,
    PlaceWager,
    SeatPlayer,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import CardsLoaded
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation

ALL_WAGERS = table_rules(wagers={slug: {} for slug in SIDE_WAGERS_633A})


def place(position: int, amount: int | str = 15, player: str = "") -> PlaceWager:
    return PlaceWager(position, "blackjack", dollars(amount), player)


def stood(table: FedTable, names: str, *positions: int) -> None:
    """A round in which these positions wager and stand."""
    for position in positions:
        table.wager(position)
    table.deal(names)
    for position in positions:
        table.send(Stand(position))
    table.send(ClearTable())


# (a)


def test_a_a_wager_moves_chips_from_the_player_to_the_layout() -> None:
    table = FedTable(ALL_WAGERS)
    table.wager(2, 40, player="Ann", in_between=5)
    assert table.state.accounts == {
        "table-inventory": 0,
        "layout": dollars(45),
        "player Ann": -dollars(45),
    }
    assert table.state.box(2).wagers == {"in-between": dollars(5)}


@pytest.mark.parametrize("amount", ["15.25", "15.4999"])
def test_a_what_chips_cannot_make_is_no_wager(amount: str) -> None:
    table = FedTable()
    assert table.refuses(place(1, amount)) == "submission: table.smallest_chip"


@pytest.mark.parametrize("amount", [0, -dollars(15)])
def test_a_a_wager_of_nothing_is_no_wager(amount: int) -> None:
    refused = FedTable().refuses(PlaceWager(1, "blackjack", amount))
    assert refused.startswith("submission: table.")


def test_a_on_the_player_s_own_area() -> None:
    table = FedTable(ALL_WAGERS)
    table.wager(2, player="Ann")
    assert table.refuses(PlaceWager(2, "in-between", dollars(5), "Bob")) == "633a.6(a)"
    table.send(PlaceWager(2, "in-between", dollars(5)))
    assert table.state.accounts["player Ann"] == -dollars(20)


def test_a_a_seated_player_wagers_by_that_name() -> None:
    table = FedTable()
    table.send(SeatPlayer(3, "Ann"))
    table.wager(3)
    assert table.state.box(3).player == "Ann"


# (b)


def wagering(table: FedTable) -> set[int]:
    """The positions with a wager."""
    return {position for position, box in enumerate(table.state.boxes, 1) if box is not None}


def ban() -> FedTable:
    """A table that forbids mid-shoe entry, after a round that position 2 sat out."""
    table = FedTable(table_rules(mid_shoe_entry=False))
    stood(table, "9h 9s 7s 8h 8s Td", 1, 3)
    return table


def test_b_who_sat_out_a_round_may_not_wager_on_the_next_nor_on_any_after() -> None:
    table = ban()
    assert table.refuses(place(2)) == "633a.6(b)"
    stood(table, "9h 7s 8h Td", 1)
    assert table.refuses(place(2)) == "633a.6(b)"
    assert table.refuses(place(3)) == "633a.6(b)"
    table.wager(1)


def test_b_who_wagers_each_round_may_go_on() -> None:
    table = ban()
    stood(table, "9h 9s 7s 8h 8s Td", 1, 3)
    table.wager(1)
    table.wager(3)
    assert wagering(table) == {1, 3}


def test_b_nobody_is_banned_before_the_first_round_of_a_shoe() -> None:
    table = FedTable(table_rules(mid_shoe_entry=False))
    for position in range(1, 8):
        table.wager(position)
    assert wagering(table) == {*range(1, 8)}


def test_b_1_the_house_permits_the_player_again() -> None:
    table = ban()
    assert table.refuses(PermitEntry(2)) == "633a.6(b)(1)"
    table.send(PermitEntry(2, "2"))
    table.wager(2)
    assert table.refuses(place(4)) == "633a.6(b)"


def test_b_1_the_permit_is_the_seated_player_s() -> None:
    table = ban()
    table.send(SeatPlayer(4, "Cid"), PermitEntry(4))
    assert table.refuses(place(4, player="Dan")) == "633a.6(b)"
    table.wager(4, player="Cid")


def test_b_2_a_reshuffle_lifts_the_ban() -> None:
    table = ban()
    table.send(OrderReshuffle())
    table.wager(2)
    table.wager(4)
    assert wagering(table) == {2, 4}


def test_b_2_a_reshuffle_after_the_cover_card_lifts_it_too() -> None:
    table, _ = shuffled_table(table_rules(mid_shoe_entry=False, decks=1), seed=1)
    while len(of_kind(table.events, CardsLoaded)) < 2:
        play_round(table, (1, 2, 3))
        if len(of_kind(table.events, CardsLoaded)) == 1:
            assert short(refused(table.state, place(4)).section) == "633a.6(b)"
    table.send_all((place(4), place(1)))


def test_b_without_the_ban_anyone_may_enter() -> None:
    table = FedTable()
    stood(table, "9h 7s 8h Td", 1)
    table.wager(2)
    assert wagering(table) == {2}


def test_b_a_patron_who_sat_out_may_not_enter_on_another_box() -> None:
    """§ 633a.6(b): the patron is prohibited, whether seated or not, not the box."""
    table = FedTable(table_rules(mid_shoe_entry=False))
    table.send(SeatPlayer(1, "Ann"))
    table.wager(2, player="Bob")
    table.deal("9h 7s 8h Td")
    table.send(Stand(2), ClearTable())
    assert table.refuses(place(2, player="Ann")) == "633a.6(b)"


def test_b_a_patron_who_wagered_may_take_an_adjacent_box() -> None:
    """§ 633a.6(b): only who made no wager on the last round is prohibited."""
    table = FedTable(table_rules(mid_shoe_entry=False, adjacent_boxes=2))
    table.wager(2, player="Bob")
    table.deal("9h 7s 8h Td")
    table.send(Stand(2), ClearTable())
    table.wager(2, player="Bob")
    table.wager(3, player="Bob")
    assert wagering(table) == {2, 3}


# (c)


def test_c_no_wager_from_the_first_card_until_the_table_is_cleared() -> None:
    table = FedTable(ALL_WAGERS, Automation.SHOE)
    table.wager(1)
    steps: list[Command] = [
        CloseBets(),
        *(DealCard(card) for card in (33, 1, 30, 32)),  # 9h, ace up, 8d, 9s below
        SettleOptionalWagers(),
        DeclineInsurance(1),
        CloseInsurance(),
        UseCardReader(),
        SettleHeldWagers(),
        Stand(1),
        TurnHoleCard(),
        SettleRound(),
    ]
    phases = set()
    for step in steps:
        table.send(step)
        phases.add(table.state.phase)
        assert table.refuses(place(2)) == "633a.6(c)"
        assert table.refuses(PlaceWager(1, "in-between", dollars(5))) == "633a.6(c)"
    assert phases == {
        Phase.DEALING,
        Phase.INSURING,
        Phase.PEEKING,
        Phase.PEEKED,
        Phase.PLAYING,
        Phase.DRAWING,
        Phase.SETTLED,
    }
    table.send(ClearTable())
    table.wager(2)


@pytest.mark.parametrize("dealing", ["double-shoe", "from-the-hand"])
def test_c_no_wager_once_the_first_card_is_due(dealing: str) -> None:
    table = FedTable(table_rules(dealing=dealing, decks=2), Automation.SHOE)
    table.wager(1)
    table.send(CloseBets())
    assert table.refuses(place(2)) == "633a.6(c)"


def test_c_a_wager_that_was_made_is_not_altered() -> None:
    table = FedTable(ALL_WAGERS)
    table.wager(1, 20, in_between=5)
    assert table.refuses(place(1, 40)) == "633a.6(c)"
    assert table.refuses(place(1, 20, "Bob")) == "633a.6(c)"
    assert table.refuses(PlaceWager(1, "in-between", dollars(10))) == "633a.6(c)"
    assert table.state.box(1).blackjack == dollars(20)


def test_c_insurance_doubles_and_splits_come_later() -> None:
    table = FedTable()
    table.wager(1)
    assert table.refuses(Insure(1)) == "633a.8(a)"
    assert table.refuses(DoubleDown(1)) == "633a.7(i)"
    assert table.refuses(SplitPair(1)) == "633a.7(i)"
    table.deal("8h 7s 8s Td Th Ts")
    table.send(SplitPair(1))
    assert table.state.accounts["layout"] == dollars(30)


# (d)


@pytest.mark.parametrize("slug", SIDE_WAGERS_633A)
def test_d_every_other_wager_needs_the_blackjack_wager(slug: str) -> None:
    table = FedTable(ALL_WAGERS)
    table.wager(2)
    assert table.refuses(PlaceWager(1, slug, dollars(5))) == "633a.6(d)"


def test_d_no_round_without_a_blackjack_wager() -> None:
    table = FedTable()
    assert table.refuses(CloseBets()) == "633a.6(d)"


def test_d_who_has_no_blackjack_wager_takes_no_part() -> None:
    table = round_of("9h 7s 8h Td", positions=1)
    assert table.refuses(Hit(2)) == "633a.7(i)"
    assert [position for position, _ in table.state.in_play()] == [1]


# (e)


@pytest.mark.parametrize("slug", SIDE_WAGERS_633A)
def test_e_offered_where_the_submission_says_so(slug: str) -> None:
    offering = FedTable(table_rules(wagers={slug: {"minimum": 5, "maximum": 10}}))
    offering.wager(1)
    low, high = dollars(4), dollars("10.50")
    assert offering.refuses(PlaceWager(1, slug, low)) == f"submission: wagers.{slug}.minimum"
    assert offering.refuses(PlaceWager(1, slug, high)) == f"submission: wagers.{slug}.maximum"
    offering.send(PlaceWager(1, slug, dollars(10)))
    assert offering.state.box(1).wagers == {slug: dollars(10)}


@pytest.mark.parametrize("slug", SIDE_WAGERS_633A)
def test_e_not_offered_where_it_does_not(slug: str) -> None:
    plain = FedTable()
    plain.wager(1)
    assert plain.refuses(PlaceWager(1, slug, dollars(5))) == f"submission: wagers.{slug}"


@pytest.mark.parametrize("slug", ["lucky-gentlemen", "insurance", "baccarat-tie"])
def test_e_no_other_wager_may_be_offered(slug: str) -> None:
    assert findings(submission(wagers={slug: {}})) == [(f"wagers.{slug}", "633a.6(e)")]


def test_e_a_player_may_place_them_all() -> None:
    table = FedTable(ALL_WAGERS)
    table.wager(1)
    for slug in SIDE_WAGERS_633A:
        table.send(PlaceWager(1, slug, dollars(5)))
    assert set(table.state.box(1).wagers) == set(SIDE_WAGERS_633A)
    assert table.state.accounts["layout"] == dollars(15 + 8 * 5)


# (f)


def test_f_one_box_a_player_unless_the_submission_says_more() -> None:
    table = FedTable()
    table.wager(3, player="Ann")
    assert table.refuses(place(4, player="Ann")) == "633a.6(f)"
    table.wager(4, player="Bob")


def test_f_as_many_adjacent_boxes_as_submitted() -> None:
    table = FedTable(table_rules(adjacent_boxes=3))
    table.wager(4, player="Ann")
    assert table.refuses(place(6, player="Ann")) == "633a.6(f)"
    assert table.refuses(place(2, player="Ann")) == "633a.6(f)"
    table.wager(3, player="Ann")
    table.wager(5, player="Ann")
    assert table.refuses(place(6, player="Ann")) == "633a.6(f)"
    assert table.refuses(place(2, player="Ann")) == "633a.6(f)"


def test_f_another_player_s_box_between_is_in_the_way() -> None:
    table = FedTable(table_rules(adjacent_boxes=3))
    table.wager(2, player="Ann")
    table.wager(3, player="Bob")
    assert table.refuses(place(4, player="Ann")) == "633a.6(f)"
    table.wager(1, player="Ann")


def test_f_every_round_anew() -> None:
    table = FedTable(table_rules(adjacent_boxes=2))
    table.wager(1, player="Ann")
    table.wager(2, player="Ann")
    table.deal("9h 9s 7s 8h 8s Td")
    table.send(Stand(1), Stand(2), ClearTable())
    table.wager(6, player="Ann")
    table.wager(7, player="Ann")
    assert wagering(table) == {6, 7}


@pytest.mark.parametrize(("boxes", "complies"), [(1, True), (7, True), (8, False), (0, False)])
def test_f_the_submission_names_as_many_as_there_are(boxes: int, complies: bool) -> None:
    found = findings(submission(adjacent_boxes=boxes))
    assert found == ([] if complies else [("table.adjacent_boxes", "633a.6(f)")])


def test_a_a_seat_is_one_player_s() -> None:
    table = FedTable()
    table.send(SeatPlayer(3, "Ann"))
    assert table.refuses(place(3, player="Bob")) == "633a.6(a)"
    assert table.refuses(SeatPlayer(3, "Bob")) == "633a.6(a)"
    assert table.refuses(SeatPlayer(4, "7")) == "633a.6(a)"
    assert table.refuses(LeaveSeat(4)) == "633a.6(a)"
    table.wager(3)
    assert table.refuses(LeaveSeat(3)) == "633a.6(c)"
    table.deal("9h 7s 8h Td")
    table.send(Stand(3), ClearTable(), LeaveSeat(3), SeatPlayer(3, "Bob"))
    assert table.state.seats == ((3, "Bob"),)
