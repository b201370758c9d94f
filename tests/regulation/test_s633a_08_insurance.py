"""Insurance and even money: when, how much, and what becomes of it."""

import pytest

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    after,
    cards,
    kinds,
    of_kind,
    refused,
    round_of,
    settled,
    short,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    CloseBets,
    CloseInsurance,
    DealCard,
    DeclineInsurance,
    Insure,
    SettleOptionalWagers,
    Stand,
    TakeEvenMoney,
    UseCardReader,
)
from upcard.engine.core.events import CardDealt, InsuranceClosed, InsuranceDeclined, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.play import question
from upcard.games.blackjack import insurance_limit


def insuring(
    hole: str = "Kd", *, chip: str = "0.50", amount: int | str = 15, beside: int = 30
) -> FedTable:
    """An ace up; position 1 (of `dollars`) and position 2 (of `beside`) are asked."""
    table = FedTable(table_rules(smallest_chip=chip, minimum=chip, maximum=2000))
    table.wager(1, amount)
    table.wager(2, beside)
    table.deal(f"9h 9c As 8h Tc {hole}")
    return table


# (a)


@pytest.mark.parametrize("rank", "23456789TJQK")
def test_a_offered_under_an_ace_alone(rank: str) -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    names = f"9h {rank}s 8h 5d"
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    assert "InsuranceOffered" not in kinds(table.send(SettleOptionalWagers()))
    for command in (Insure(1), DeclineInsurance(1), CloseInsurance()):
        assert table.refuses(command).startswith("633a.8(")


def test_a_each_player_is_asked_once_clockwise() -> None:
    table = FedTable(table_rules())
    for position in (5, 2, 7):
        table.wager(position)
    table.deal("9h 9c 9d As 8h Tc 7d 5d 4h")
    order = []
    while (asked := question(table.state)) is not None and asked.kind == "insurance":
        order.append(asked.position)
        table.send(DeclineInsurance(asked.position))
        for command in (Insure(order[-1]), DeclineInsurance(order[-1])):
            if table.state.phase is Phase.INSURING:
                assert table.refuses(command) == "633a.8(a)"
    assert order == [2, 5, 7]


def test_a_players_may_answer_in_any_order() -> None:
    table = insuring()
    table.send(Insure(2))
    assert table.state.box(2).insurance == dollars(15)
    assert table.refuses(Insure(2)) == "633a.8(a)"
    assert table.refuses(DeclineInsurance(2)) == "633a.8(a)"


def test_a_nobody_without_a_blackjack_wager_is_asked() -> None:
    assert insuring().refuses(Insure(3)) == "633a.8(a)"


@pytest.mark.parametrize("hole", ["Td", "Jd", "Qd", "Kd"])
def test_a_wins_when_the_hole_card_is_a_king_queen_jack_or_10(hole: str) -> None:
    table = insuring(hole)
    table.send(Insure(1), DeclineInsurance(2))
    assert [row[2] for row in settled(table.events) if row[1] == "insurance"] == ["win"]


@pytest.mark.parametrize("hole", ["2d", "5d", "9d", "Ad"])
def test_a_loses_with_any_other(hole: str) -> None:
    table = insuring(hole)
    table.send(Insure(1), DeclineInsurance(2))
    assert settled(table.events) == [(1, "insurance", "lose", "7.50", "0.00")]


# (b)


@pytest.mark.parametrize(
    ("wager", "chip", "limit"),
    [
        ("15", "0.50", "7.50"),
        ("15", "1", "8"),
        ("15", "2.50", "7.50"),
        ("15", "5", "10"),
        ("20", "5", "10"),
        ("25", "5", "15"),
        ("25", "1", "13"),
        ("25", "0.50", "12.50"),
        ("25", "25", "25"),
        ("100", "25", "50"),
        ("50", "25", "25"),
        ("75", "25", "50"),
    ],
)
def test_b_half_of_the_wager_or_the_next_unit_of_chips(wager: str, chip: str, limit: str) -> None:
    assert insurance_limit(dollars(wager), dollars(chip)) == dollars(limit)
    table = insuring(chip=chip, amount=wager, beside=100)
    above = dollars(limit) + dollars(chip)
    assert table.refuses(Insure(1, above)) == "633a.8(b)"
    table.send(Insure(1, dollars(limit)))
    assert table.state.box(1).insurance == dollars(limit)


def test_b_less_may_be_wagered_but_in_chips_and_not_nothing() -> None:
    table = insuring()
    for amount in (0, -dollars(1), dollars("0.25"), dollars("3.75")):
        assert table.refuses(Insure(1, amount)) == "submission: table.smallest_chip"
    table.send(Insure(1, dollars("0.50")))
    assert table.state.accounts["layout"] == dollars("45.50")


def test_b_placed_before_the_hole_card_goes_into_the_reader() -> None:
    table = insuring()
    table.by_hand()
    assert table.refuses(UseCardReader()) == "633a.7(h)"
    table.send(Insure(1), CloseInsurance())
    assert table.state.phase is Phase.PEEKING
    assert table.refuses(Insure(2)) == "633a.8(a)"
    table.send(UseCardReader())
    assert table.refuses(Insure(2)) == "633a.8(a)"


def test_b_who_has_not_answered_when_the_dealer_closes_has_no_insurance() -> None:
    table = insuring()
    table.by_hand()
    closed = table.send(CloseInsurance())
    assert closed == [InsuranceDeclined(1), InsuranceDeclined(2), InsuranceClosed()]


def test_b_by_the_initial_wager() -> None:
    rules = table_rules(wagers={"house-money": {}})
    table = FedTable(rules, SHOE)
    table.wager(1, 20, house_money=5)
    table.send(CloseBets(), *(DealCard(card) for card in cards("8h As 8d 5d")))
    table.send(SettleOptionalWagers())
    # the pair is paid after the peek: nothing is pressed yet
    assert short(refused(table.state, Insure(1, dollars("10.50"))).section) == "633a.8(b)"
    assert after(table.state, Insure(1, dollars(10))).box(1).insurance == dollars(10)


# (c)


def test_c_paid_by_633a_13_b_from_the_dealer_s_right() -> None:
    table = insuring("Kd")
    table.send(Insure(2), Insure(1))
    rows = [row for row in settled(table.events) if row[1] == "insurance"]
    assert rows == [
        (2, "insurance", "win", "15.00", "45.00"),
        (1, "insurance", "win", "7.50", "22.50"),
    ]
    sections = {event.section for event in of_kind(table.events, WagerSettled)[:2]}
    assert sections == {"58 Pa. Code § 633a.8(c)"}


# (d)


def test_d_collected_right_after_the_reader_and_before_any_card() -> None:
    table = insuring("5d")
    table.send(Insure(1), Insure(2))
    seen = kinds(table.events)
    start = seen.index("NoDealerBlackjack")
    assert seen[start : start + 3] == ["NoDealerBlackjack", "WagerSettled", "WagerSettled"]
    collected = of_kind(table.events, WagerSettled)
    assert [(event.position, event.paid) for event in collected] == [(2, 0), (1, 0)]
    assert {event.section for event in collected} == {"58 Pa. Code § 633a.8(d)"}
    assert table.state.box(1).insurance == 0
    assert len(of_kind(table.events, CardDealt)) == 6


# (e)


def blackjack_under_an_ace(**choices: object) -> FedTable:
    table = FedTable(table_rules(**choices))
    table.wager(1, 25)
    table.wager(2)
    table.deal("Ah 9c As Kh Tc 5d")
    return table


def test_e_even_money_is_paid_at_once() -> None:
    table = blackjack_under_an_ace()
    paid = table.send(TakeEvenMoney(1))
    assert settled(paid) == [(1, "blackjack", "blackjack", "25.00", "50.00")]
    assert of_kind(paid, WagerSettled)[0].section.endswith("633a.8(e)")
    assert table.state.phase is Phase.INSURING
    assert table.refuses(Insure(1)) == "633a.8(a)"
    assert table.refuses(TakeEvenMoney(1)) == "633a.8(a)"


def test_e_only_for_a_blackjack() -> None:
    assert blackjack_under_an_ace().refuses(TakeEvenMoney(2)) == "633a.8(e)"


def test_e_instead_of_insurance_not_beside_it() -> None:
    table = blackjack_under_an_ace()
    table.send(Insure(1))
    assert table.refuses(TakeEvenMoney(1)) == "633a.8(a)"


def test_e_only_where_the_submission_offers_it() -> None:
    table = blackjack_under_an_ace(blackjack={"even_money": False})
    asked = question(table.state)
    assert asked is not None
    assert set(asked.answers) == {"insurance", "no-insurance"}
    assert table.refuses(TakeEvenMoney(1)) == "submission: blackjack.even_money"


def test_e_only_while_insurance_is_offered() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("Ah Ks Kh 5d")))
    assert table.refuses(TakeEvenMoney(1)) == "633a.8(e)"
    table.send(SettleOptionalWagers())
    assert table.refuses(TakeEvenMoney(1)) == "633a.8(e)"


def test_e_the_hand_is_out_of_the_round() -> None:
    table = blackjack_under_an_ace()
    table.send(TakeEvenMoney(1), DeclineInsurance(2))
    asked = question(table.state)
    assert asked is not None
    assert asked.position == 2
    table.shoe.feed([parse_card("3d")])
    table.send(Stand(2))
    assert [row[:2] for row in settled(table.events)] == [(1, "blackjack"), (2, "blackjack")]
    assert round_of("9h 7s 8h Td").refuses(TakeEvenMoney(1)) == "633a.8(e)"
