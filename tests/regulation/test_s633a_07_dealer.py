"""The dealer's hand: the hole card, the draw, and no draw that cannot matter."""

import pytest

from tables import (
    SHOE,
    FedTable,
    cards,
    kinds,
    of_kind,
    play_round,
    round_of,
    shuffled_table,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.cards.totals import total_of
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    DoubleDown,
    Hit,
    SettleOptionalWagers,
    SettleRound,
    Stand,
    Surrender,
    TakeEvenMoney,
    TurnHoleCard,
)
from upcard.engine.core.events import CardDealt
from upcard.engine.core.phases import Phase


def standing(names: str, positions: int = 1, **choices: object) -> FedTable:
    """Everyone stands on the initial cards; the hole card is still to be turned, by hand."""
    table = FedTable(table_rules(**choices))
    for position in range(1, positions + 1):
        table.wager(position)
    table.shoe.feed(cards(names))
    table.send(CloseBets())
    table.by_hand()
    for position in range(1, positions + 1):
        table.send(Stand(position))
    return table


# (l)


def test_l_the_hole_card_is_turned_when_all_decisions_are_carried_out() -> None:
    table = round_of("5h 9c 7s 4d 8c Td 2c 9s", positions=2)
    table.by_hand()
    for step in (Hit(1), DealCard(parse_card("2c")), Stand(1), Hit(2)):
        assert table.refuses(TurnHoleCard()) == "633a.7(l)"
        assert table.refuses(SettleRound()) == "633a.7(o)"
        table.send(step)
    assert table.refuses(TurnHoleCard()) == "633a.7(l)"
    table.send(DealCard(parse_card("9s")))
    assert view(table.state).dealer_total is None
    assert kinds(table.send(TurnHoleCard())) == ["HoleCardTurned"]
    assert view(table.state).dealer == ("7s", "Td")


def test_l_the_total_is_told_after_each_card() -> None:
    table = standing("9h 2s 8h 3d")
    table.send(TurnHoleCard())
    told = [view(table.state).dealer_total]
    for card in cards("4c 3c 2c 5c"):
        dealt = table.send(DealCard(card))
        assert all(event.face_up for event in of_kind(dealt, CardDealt))
        told.append(view(table.state).dealer_total)
    assert told == [5, 9, 12, 14, 19]


# (m)


@pytest.mark.parametrize(
    ("hole", "drawn"), [("2d", "4c 5c"), ("2d", "Ac 2c Ad Ah"), ("3d", "4c"), ("6d", "Ac")]
)
def test_m_under_17_the_dealer_has_to_draw(hole: str, drawn: str) -> None:
    table = standing(f"9h Ts 8h {hole}")
    table.send(TurnHoleCard())
    for card in cards(drawn):
        assert table.state.dealer_total < 17
        assert table.refuses(SettleRound()) == "633a.7(m)"
        assert table.refuses(ClearTable()) == "633a.7(s)"
        table.send(DealCard(card))
    assert kinds(table.send(SettleRound()))[-1] == "RoundSettled"


@pytest.mark.parametrize(
    ("up", "hole", "total"),
    [
        ("7s", "Td", 17),
        ("6s", "Ad", 17),
        ("8s", "Td", 18),
        ("7s", "Ad", 18),
        ("9s", "Td", 19),
        ("8s", "Ad", 19),
        ("9s", "Ad", 20),
        ("Ts", "Kd", 20),
    ],
)
def test_m_from_a_hard_or_soft_17_the_dealer_draws_no_card(up: str, hole: str, total: int) -> None:
    table = standing(f"9h {up} 8h {hole}")
    table.send(TurnHoleCard())
    assert table.state.dealer_total == total
    assert table.refuses(DealCard(0)).startswith("633a.7(")
    table.send(SettleRound())


def test_m_a_soft_hand_that_turns_hard_draws_on() -> None:
    table = standing("9h 5s 8h Ad")
    table.send(TurnHoleCard())
    for card, total in zip(cards("9c Ac 2c"), (15, 16, 18), strict=True):
        assert table.refuses(SettleRound()) == "633a.7(m)"
        table.send(DealCard(card))
        assert table.state.dealer_total == total
    assert table.refuses(DealCard(0)).startswith("633a.7(")


@pytest.mark.parametrize("seed", range(8))
def test_m_over_many_rounds_the_dealer_stops_where_the_text_says(seed: int) -> None:
    table, _ = shuffled_table(table_rules(), seed)
    for _ in range(30):
        play_round(table, (1, 2), "hit" if seed % 2 else "stand", clear=False)
        state = table.state
        hands = [hand for _, box in state.in_play() for hand in box.hands]
        matters = [hand for hand in hands if hand.total <= 21 and not hand.blackjack]
        for number in range(2, len(state.dealer)):
            assert total_of(state.dealer[:number]) < 17
        if matters and not state.dealer_blackjack:
            assert state.dealer_total >= 17
        else:
            assert len(state.dealer) == 2
        table.send(ClearTable())


# (n)


def no_draw(table: FedTable) -> None:
    """The hole card is turned under 12 to 16 and the dealer takes no card."""
    assert 12 <= total_of(table.state.dealer) <= 16
    assert table.state.phase is Phase.SETTLED
    assert len(table.state.dealer) == 2
    assert table.shoe.left == []


def test_n_no_card_when_every_hand_is_over_21() -> None:
    table = round_of("9h Tc 7s 8h 6c 5d Kc Kd", positions=2)
    table.send(Hit(1), Hit(2))
    no_draw(table)


def test_n_no_card_when_every_hand_surrendered_or_was_paid() -> None:
    table = round_of("9h Ac 7s 7h Kc 5d", positions=2)
    table.send(Surrender(1))
    no_draw(table)


def test_n_no_card_for_a_blackjack_that_waits_for_the_reveal() -> None:
    rules = table_rules(blackjack={"settle_blackjack": "after-reveal"})
    no_draw(round_of("Ac Ts Kc 5d", rules))


def test_n_no_card_when_even_money_ended_the_only_hand() -> None:
    table = round_of("Ac As Kc 5d")
    table.send(TakeEvenMoney(1))
    no_draw(table)


@pytest.mark.parametrize("decision", [Stand(2), DoubleDown(2)])
def test_n_one_hand_that_can_win_or_lose_makes_it_matter(decision: Command) -> None:
    table = round_of("9h 2c 7s 8h 3c 5d Kc", positions=2)
    table.send(Hit(1))
    table.shoe.feed(cards("2d 9s" if isinstance(decision, DoubleDown) else "9s"))
    table.send(decision)
    assert table.state.dealer_total == 21


def test_n_the_dealer_may_not_draw_where_it_cannot_matter() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("9h 7s 8h 5d")))
    table.send(SettleOptionalWagers(), Hit(1), DealCard(parse_card("Kc")))
    table.send(TurnHoleCard())
    assert table.refuses(DealCard(0)).startswith("633a.7(")
    table.send(SettleRound())
