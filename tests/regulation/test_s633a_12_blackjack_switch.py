"""Blackjack Switch: two equal wagers, the switch of second cards, five special settlements."""

import pytest

from amounts import dollars
from submission.examples import findings_of
from tables import SHOE, FedTable, dealt, kinds, of_kind, settled, table_rules
from upcard.engine.core.commands import (
    Insure,
    KeepCards,
    PlaceWager,
    SplitPair,
    Stand,
    Surrender,
    SwitchCards,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, InsurancePlaced, WagerPlaced
from upcard.engine.core.phases import Phase
from upcard.engine.play import question
from upcard.games.blackjack import OUTCOMES, outcome_with_22
from upcard.games.table_rules import TableRules


def switch(**choices: object) -> TableRules:
    return table_rules(game="blackjack-switch", **choices)


def round_of(names: str, positions: int = 1, **choices: object) -> FedTable:
    table = FedTable(switch(**choices))
    for position in range(1, positions + 1):
        table.wager(position)
    table.deal(names)
    return table


def test_a_1_two_equal_wagers() -> None:
    table = FedTable(switch())
    table.wager(1, 20)
    placed = of_kind(table.events, WagerPlaced)
    assert [wager.amount for wager in placed] == [dollars(20)] * 2
    assert [hand.wager for hand in table.state.box(1).hands] == [dollars(20)] * 2
    assert table.refuses(PlaceWager(1, "blackjack", dollars(20))) == "633a.6(c)"


def test_a_2_super_match_on_the_four_cards_as_dealt() -> None:
    """§ 633a.6(e)(7): before the switch (§ 633a.7(g)(7)), and at no other table."""
    table = FedTable(switch(wagers={"super-match": {}}))
    table.wager(1, super_match=5)
    table.deal("8h 3s 7s 8d 3c Tc")
    assert settled(table.events) == [(1, "super-match", "two-pair", "5.00", "45.00")]
    assert table.state.phase is Phase.SWITCHING
    plain = findings_of('[table]\nname = "B"\n[wagers.super-match]\n')
    assert [finding.field for finding in plain] == ["wagers.super-match"]


def test_a_3_the_deal() -> None:
    """§ 633a.7(f): first cards, upcard, second cards, hole card."""
    table = round_of("2h 3h 4h 5h 6h 7h 8h 9h Th Jh", positions=2)
    assert dealt(table.events) == [
        (1, 1, "2h"),
        (1, 2, "3h"),
        (2, 1, "4h"),
        (2, 2, "5h"),
        (UPCARD, 0, "6h"),
        (1, 1, "7h"),
        (1, 2, "8h"),
        (2, 1, "9h"),
        (2, 2, "Th"),
        (HOLE, 0, "Jh"),
    ]


def test_a_4_the_switch_is_asked_clockwise_before_the_card_reader() -> None:
    table = round_of("2h 3h 4h 5h Th 7h 8h 9h Th Jh", positions=2)
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.position, set(asked.answers)) == ("switch", 1, {"switch", "keep"})
    assert table.refuses(SwitchCards(2)) == "633a.12(a)(4)"
    assert table.refuses(UseCardReader()) == "633a.7(h)"
    table.send(SwitchCards(1))
    after = kinds(table.send(KeepCards(2)))
    assert after.index("SwitchClosed") < after.index("CardReaderDue")
    one, two = table.state.box(1).hands
    assert (one.total, two.total) == (2 + 8, 3 + 7)
    assert table.refuses(SwitchCards(1)) == "633a.12(a)(4)"


def test_a_4_no_surrender() -> None:
    table = round_of("Th 5d 7s 6c Kh Tc")
    table.send(KeepCards(1))
    assert table.refuses(Surrender(1)) == "633a.12(a)(4)"


def test_a_4_each_hand_may_be_split() -> None:
    """§ 633a.11(c): additional splits are counted for each of the two hands."""
    table = round_of("8h 8s 6s 8d 8c Tc 2c 3c 8h 4c 5c 6c 9c", blackjack={"resplits": 0})
    table.send(KeepCards(1), SplitPair(1), Stand(1), Stand(1), SplitPair(1))
    origins = [hand.origin for hand in table.state.box(1).hands]
    assert origins == [1, 1, 2, 2]


def test_a_4_a_hand_made_21_takes_no_card() -> None:
    table = round_of("Ah 5d 7s 6c Kh Tc")
    table.send(SwitchCards(1))
    made = table.state.box(1).hands[0]
    assert (made.total, made.done, made.blackjack, made.switched_to_blackjack) == (
        21,
        True,
        False,
        True,
    )


@pytest.mark.parametrize(
    ("player", "natural", "dealer", "dealer_natural", "text", "industry"),
    [
        (21, 1, 21, 0, "blackjack", "blackjack"),
        (21, 1, 21, 1, "push", "push"),
        (21, 0, 21, 1, "dealer-blackjack", "dealer-blackjack"),
        (21, 0, 21, 0, "push", "push"),
        (21, 0, 22, 0, "push", "push"),
        (21, 1, 22, 0, "push", "blackjack"),
        (12, 0, 22, 0, "push", "push"),
        (22, 0, 22, 0, "bust", "bust"),
        (12, 0, 23, 0, "win", "win"),
        (20, 0, 19, 0, "win", "win"),
        (18, 0, 19, 0, "lose", "lose"),
    ],
)
def test_a_5_settlements(
    player: int, natural: int, dealer: int, dealer_natural: int, text: str, industry: str
) -> None:
    for beats_22, wanted in ((0, text), (1, industry)):
        index = outcome_with_22(player, natural, dealer, dealer_natural, beats_22)
        assert OUTCOMES[index] == wanted


def test_a_5_the_dealer_draws_for_a_blackjack_alone() -> None:
    """§ 633a.12(a)(5)(i), (v): the dealer's total decides what it is paid (§ 633a.7(n))."""
    table = round_of("Ah Ad 7s Kd Kh 5c 4c Ts")
    table.send(KeepCards(1))
    assert len(table.state.dealer) > 2
    assert [row[2] for row in settled(table.events)] == ["blackjack"] * 2


def test_a_insurance_is_half_of_both_wagers() -> None:
    """§ 633a.8(b)."""
    table = FedTable(switch())
    table.wager(1)
    table.deal("Th 5d As 6c Kh Tc")
    table.send(KeepCards(1))
    assert table.refuses(Insure(1, dollars(16))) == "633a.8(b)"
    (placed,) = of_kind(table.send(Insure(1)), InsurancePlaced)
    assert placed.amount == dollars(15)


def test_b_10_table_designated_for_switch() -> None:
    """§ 633a.2(b)(10): the game of the submission; its choices stand nowhere else."""
    findings = findings_of('[table]\nname = "B"\n[switch]\ndealer_22 = "industry"\n')
    assert [finding.field for finding in findings] == ["switch.dealer_22"]
    table = FedTable(table_rules(), SHOE)
    table.wager(1)
    assert len(table.state.box(1).hands) == 1
    assert table.refuses(SwitchCards(1)) == "633a.12(a)(4)"
