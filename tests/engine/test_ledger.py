"""Double entry: what each event moves, and that every event balances."""

import pytest

from amounts import dollars
from tables import FedTable, of_kind, table_rules
from upcard.engine.core.commands import (
    DeclineInsurance,
    DoubleDown,
    Insure,
    Press,
    SplitPair,
    Stand,
    TakeEvenMoney,
)
from upcard.engine.core.events import (
    CardDealt,
    DecisionMade,
    Event,
    InsuranceDeclined,
    InsurancePlaced,
    RoundSettled,
    TableCleared,
    WagerPlaced,
    WagerSettled,
    WinningsPressed,
    WinningsTaken,
)
from upcard.engine.core.ledger import post, postings
from upcard.money.balance import OutOfBalance, balanced

ANN, LAYOUT, INVENTORY = "player Ann", "layout", "table-inventory"
SECTION = "58 Pa. Code § 633a.7(p)(2)"


def settled(wagered: int, paid: int) -> WagerSettled:
    return WagerSettled(
        position=1,
        hand=1,
        wager="blackjack",
        outcome="win",
        wagered=wagered,
        paid=paid,
        section=SECTION,
        player="Ann",
    )


@pytest.mark.parametrize(
    "event",
    [
        WagerPlaced(1, "blackjack", dollars(15), "Ann"),
        InsurancePlaced(1, dollars(15), "Ann"),
        WinningsPressed(1, dollars(15), "Ann"),
        DecisionMade(1, 1, "double", dollars(15), "Ann"),
    ],
)
def test_what_is_wagered_moves_from_the_player_to_the_layout(event: Event) -> None:
    assert dict(postings(event)) == {ANN: -dollars(15), LAYOUT: dollars(15)}


@pytest.mark.parametrize(
    ("wagered", "paid", "moved"),
    [
        (100, 0, {LAYOUT: -100, ANN: 0, INVENTORY: 100}),
        (100, 100, {LAYOUT: -100, ANN: 100, INVENTORY: 0}),
        (100, 250, {LAYOUT: -100, ANN: 250, INVENTORY: -150}),
        (100, 50, {LAYOUT: -100, ANN: 50, INVENTORY: 50}),
        (0, dollars("0.50"), {LAYOUT: 0, ANN: dollars("0.50"), INVENTORY: -dollars("0.50")}),
    ],
)
def test_what_is_settled_leaves_the_layout(wagered: int, paid: int, moved: dict[str, int]) -> None:
    assert dict(postings(settled(wagered, paid))) == moved


@pytest.mark.parametrize(
    "event",
    [
        CardDealt(1, 1, 5),
        DecisionMade(1, 1, "hit", 0, "Ann"),
        InsuranceDeclined(1),
        WinningsTaken(1),
        RoundSettled(),
        TableCleared((1, 2)),
    ],
)
def test_other_events_move_nothing(event: Event) -> None:
    accounts = {ANN: -5, LAYOUT: 5}
    assert postings(event) == ()
    assert post(accounts, [event]) is accounts


def test_accounts_are_added_and_the_old_ones_stay() -> None:
    before = {LAYOUT: 0, INVENTORY: 0}
    after = post(before, [WagerPlaced(1, "blackjack", dollars(15), "Ann")])
    assert after == {LAYOUT: dollars(15), INVENTORY: 0, ANN: -dollars(15)}
    assert before == {LAYOUT: 0, INVENTORY: 0}
    assert post(after, [settled(dollars(15), dollars(30))]) == {
        LAYOUT: 0,
        INVENTORY: -dollars(15),
        ANN: dollars(15),
    }


def test_a_player_of_two_boxes_has_one_account() -> None:
    table = FedTable(table_rules(adjacent_boxes=2))
    table.wager(1, 15, player="Ann")
    table.wager(2, 20, player="Ann")
    assert table.state.accounts == {INVENTORY: 0, LAYOUT: dollars(35), ANN: -dollars(35)}


def test_every_event_of_a_rich_round_balances() -> None:
    table = FedTable(table_rules(wagers={"house-money": {}, "lucky-ladies": {}}))
    table.wager(1, 20, house_money=5)
    table.wager(2, 30, lucky_ladies=5)
    table.wager(3)
    table.deal("8h Kh Ac As 8d Qd Kd 5d 3c 7c Th 5s 6c")
    table.send(Insure(1), DeclineInsurance(2), TakeEvenMoney(3))
    table.send(Press(1), SplitPair(1), DoubleDown(1), Stand(1), Stand(2))
    money = [event for event in table.events if postings(event)]
    assert {type(event) for event in money} == {
        WagerPlaced,
        InsurancePlaced,
        WinningsPressed,
        DecisionMade,
        WagerSettled,
    }
    accounts: dict[str, int] = {}
    for event in table.events:
        accounts = post(accounts, [event])
        assert sum(accounts.values()) == 0
    assert accounts == table.state.accounts
    assert accounts[LAYOUT] == 0
    paid = sum(event.paid - event.wagered for event in of_kind(table.events, WagerSettled))
    assert accounts[INVENTORY] == -paid


def test_postings_out_of_balance_are_never_carried_out() -> None:
    """An exception that stands in production too, not an assertion."""
    entries = ((ANN, -dollars(15)), (LAYOUT, dollars(15) - 1))
    with pytest.raises(OutOfBalance, match="out of balance by -1 units"):
        balanced(entries, "a wager")
    assert balanced((*entries, (INVENTORY, 1)), "a wager") == (*entries, (INVENTORY, 1))
