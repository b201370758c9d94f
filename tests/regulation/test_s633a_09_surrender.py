"""Surrender: half of the wager, before any other decision."""

import pytest

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    kinds,
    of_kind,
    round_of,
    settled,
    table_rules,
)
from upcard.engine.core.commands import (
    CloseBets,
    CloseInsurance,
    DealCard,
    DoubleDown,
    Hit,
    Insure,
    SettleHeldWagers,
    SettleOptionalWagers,
    SplitPair,
    Stand,
    Surrender,
    UseCardReader,
)
from upcard.engine.core.events import CardsRemoved, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.play import question


def test_a_before_any_other_decision() -> None:
    hit = round_of("4h 7s 5d Td 2c 9h")
    hit.send(Hit(1))
    assert hit.refuses(Surrender(1)) == "633a.9(a)"
    split = round_of("8h 7s 8d Td 2c 9h")
    split.send(SplitPair(1))
    assert split.refuses(Surrender(1)) == "633a.9(a)"
    stood = round_of("9h 9c 7s 8h 8c Td", positions=2)
    stood.send(Stand(1))
    assert stood.refuses(Surrender(1)) == "633a.7(i)"


def test_a_no_decision_after_it() -> None:
    table = round_of("9h 9c 7s 7h 8c Td", positions=2)
    table.send(Surrender(1))
    for command in (Surrender(1), Hit(1), Stand(1), DoubleDown(1)):
        assert table.refuses(command) == "633a.7(i)"


@pytest.mark.parametrize("up", ["2s", "6s", "9s"])
def test_a_1_half_goes_back_at_once(up: str) -> None:
    table = round_of(f"9h 9c {up} 7h 8c 5d", positions=2)
    surrendered = table.send(Surrender(1))
    assert kinds(surrendered) == ["DecisionMade", "WagerSettled", "CardsRemoved"]
    assert settled(surrendered) == [(1, "blackjack", "surrender", "15.00", "7.50")]
    assert of_kind(surrendered, WagerSettled)[0].section.endswith("633a.9(a)(1)")
    assert table.state.accounts == {
        "table-inventory": dollars("7.50"),
        "layout": dollars(15),
        "player 1": -dollars("7.50"),
        "player 2": -dollars(15),
    }
    asked = question(table.state)
    assert asked is not None
    assert asked.position == 2


@pytest.mark.parametrize("up", ["As", "Ts", "Ks"])
def test_a_2_ii_only_after_the_card_reader(up: str) -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards(f"9h {up} 7h 5d")))
    assert table.refuses(Surrender(1)) == "633a.7(i)"
    table.send(SettleOptionalWagers())
    assert table.refuses(Surrender(1)) == "633a.7(i)"
    if up == "As":
        table.send(CloseInsurance())
    table.send(UseCardReader())
    assert table.refuses(Surrender(1)) == "633a.7(i)"
    table.send(SettleHeldWagers())
    surrendered = table.send(Surrender(1))
    assert settled(surrendered) == [(1, "blackjack", "surrender", "15.00", "7.50")]
    assert of_kind(surrendered, WagerSettled)[0].section.endswith("633a.9(a)(2)(ii)")


def test_a_2_the_whole_wager_is_lost_to_a_dealer_blackjack() -> None:
    table = round_of("9h Ts 7h Ad")
    assert table.state.phase is Phase.SETTLED
    assert settled(table.events) == [(1, "blackjack", "dealer-blackjack", "15.00", "0.00")]
    assert table.refuses(Surrender(1)) == "633a.7(i)"


@pytest.mark.parametrize(
    ("wager", "returned"), [("15.50", "7.75"), ("15.01", "7.50"), ("17", "8.50"), ("0.01", "0.00")]
)
def test_a_half_in_whole_cents_rounded_down(wager: str, returned: str) -> None:
    table = FedTable(table_rules(smallest_chip="0.01", minimum="0.01"))
    table.wager(1, wager)
    table.deal("9h 7s 7h Td")
    table.send(Surrender(1))
    assert settled(table.events)[0][4] == returned
    assert sum(table.state.accounts.values()) == 0


def test_a_a_blackjack_is_not_surrendered() -> None:
    rules = table_rules(blackjack={"settle_blackjack": "after-reveal"})
    table = FedTable(rules)
    table.wager(1)
    table.wager(2)
    table.deal("Ah 9c Ks Kh 8c 5d")
    assert table.refuses(Surrender(1)) == "633a.7(i)"


def test_b_insurance_and_surrender_are_settled_apart() -> None:
    table = FedTable()
    table.wager(1)
    table.deal("9h As 7h 5d")
    table.send(Insure(1))
    collected = of_kind(table.events, WagerSettled)
    assert [(event.wager, event.paid) for event in collected] == [("insurance", 0)]
    table.send(Surrender(1))
    assert [row[1:] for row in settled(table.events)] == [
        ("insurance", "lose", "7.50", "0.00"),
        ("blackjack", "surrender", "15.00", "7.50"),
    ]
    assert table.state.accounts["player 1"] == -dollars(15)


def test_a_2_i_the_wager_waits_on_the_cards_for_the_second_card() -> None:
    """§ 633a.9(a)(2)(i): settled when the dealer's second card is revealed, before the draw."""
    rules = table_rules(blackjack={"settle_surrender": "after-reveal"})
    table = round_of("9h 9c Ts 7h 8c 5d 6d", rules, positions=2)
    assert kinds(table.send(Surrender(1))) == ["DecisionMade"]
    assert table.state.accounts["layout"] == dollars(30)
    revealed = table.send(Stand(2))
    assert kinds(revealed)[1:4] == ["HoleCardTurned", "WagerSettled", "CardsRemoved"]
    assert settled(revealed)[0] == (1, "blackjack", "surrender", "15.00", "7.50")
    assert of_kind(revealed, WagerSettled)[0].section.endswith("633a.9(a)(2)(i)")


def test_a_2_i_under_a_small_upcard_it_is_settled_at_once_all_the_same() -> None:
    rules = table_rules(blackjack={"settle_surrender": "after-reveal"})
    table = round_of("9h 7s 7h Td", rules)
    assert "WagerSettled" in kinds(table.send(Surrender(1)))
    alone = round_of("9h Ts 7h 5d", rules)
    alone.send(Surrender(1))
    assert len(alone.state.dealer) == 2


def test_a_2_i_several_are_settled_from_the_dealer_s_right() -> None:
    """§ 633a.9(a)(2)(i): as all wagers are, counterclockwise."""
    rules = table_rules(blackjack={"settle_surrender": "after-reveal"})
    table = round_of("9h 9c 9d Ts 7h 8c 7d 5d 6d", rules, positions=3)
    table.send(Surrender(1), Stand(2))
    revealed = table.send(Surrender(3))
    surrendered = [row for row in settled(revealed) if row[2] == "surrender"]
    assert [row[0] for row in surrendered] == [3, 1]
    removed = of_kind(revealed, CardsRemoved)
    assert [event.position for event in removed][:2] == [3, 1]
