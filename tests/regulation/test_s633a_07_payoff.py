"""Who wins and loses, in which order it is paid, and the discard rack."""

from collections.abc import Iterator

import pytest

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    kinds,
    of_kind,
    play_round,
    play_script,
    round_of,
    settled,
    shuffled_table,
    table_rules,
)
from upcard.cards.card import names_of
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    DoubleDown,
    DrawDeterminant,
    Hit,
    PlaceWager,
    ReshuffleDiscards,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    Surrender,
    TurnHoleCard,
)
from upcard.engine.core.events import CardsRemoved, TableCleared, WagerSettled
from upcard.engine.irregular.commands import DrawnCard, ExposeCard, FindFaceUpCard, OverdrawDealer
from upcard.engine.play import question
from upcard.games.blackjack import OUTCOMES, hand_outcome
from upcard.host.scripts.rounds import robot_table

# (p), (q): every pair of totals against the words of the text


@pytest.mark.parametrize("dealer", range(17, 27))
def test_p_q_every_total_against_every_total(dealer: int) -> None:
    for player in range(4, 31):
        wins = player <= 21 and (dealer > 21 or player > dealer)
        ties = player <= 21 and player == dealer
        got = OUTCOMES[hand_outcome(player, 0, dealer, 0)]
        assert (got == "win") == wins, player
        assert (got == "push") == ties, player
        assert (got == "bust") == (player > 21), player
        assert (got == "lose") == (player <= 21 and not wins and not ties), player


def test_p_3_a_blackjack_beats_a_21_of_more_than_two_cards() -> None:
    assert OUTCOMES[hand_outcome(21, 1, 21, 0)] == "blackjack"


def test_p_paid_at_the_odds_of_633a_13() -> None:
    table = round_of("Th 7s 9h Td")
    table.send(Stand(1))
    assert settled(table.events) == [(1, "blackjack", "win", "15.00", "30.00")]


def test_q_the_same_total_returns_the_wager() -> None:
    table = round_of("Th 9s 9h Td")
    table.send(Stand(1))
    assert settled(table.events) == [(1, "blackjack", "push", "15.00", "15.00")]
    assert set(table.state.accounts.values()) == {0}


def test_q_a_dealer_blackjack_beats_21_and_ties_a_blackjack() -> None:
    assert OUTCOMES[hand_outcome(21, 0, 21, 1)] == "dealer-blackjack"
    assert OUTCOMES[hand_outcome(21, 1, 21, 1)] == "push"
    assert OUTCOMES[hand_outcome(21, 0, 21, 0)] == "push"


# (r)


def payoff(order: str) -> list[tuple[int, str]]:
    """1 and 4 win, 2 loses, 3 ties, 5 goes over: settled in the submitted order."""
    rules = table_rules(blackjack={"payoff_order": order})
    table = round_of("Th 8c 9d Kd 8h 8s Ts 9c 9h Jd 8d Tc 6d", rules, positions=5)
    for position in (1, 2, 3, 4):
        table.send(Stand(position))
    table.send(Hit(5))
    assert table.state.dealer_total == 18
    return [(row[0], row[2]) for row in settled(table.events)]


def test_r_1_all_losers_are_collected_then_all_winners_paid() -> None:
    assert payoff("collect-then-pay") == [
        (5, "bust"),
        (2, "lose"),
        (4, "win"),
        (3, "push"),
        (1, "win"),
    ]


def test_r_2_or_all_in_one_pass_from_the_dealer_s_right() -> None:
    assert payoff("right-to-left") == [
        (5, "bust"),
        (4, "win"),
        (3, "push"),
        (2, "lose"),
        (1, "win"),
    ]


@pytest.mark.parametrize("order", ["collect-then-pay", "right-to-left"])
@pytest.mark.parametrize("seed", range(4))
def test_r_the_order_changes_nobody_s_money(seed: int, order: str) -> None:
    table, _ = shuffled_table(table_rules(blackjack={"payoff_order": order}), seed)
    for _ in range(10):
        events = play_round(table, (1, 3, 5, 7), "hit" if seed % 2 else "")
        start = kinds(events).index("HoleCardTurned") if "HoleCardTurned" in kinds(events) else 0
        rows = of_kind(events[start:], WagerSettled)
        losing = [row for row in rows if row.paid == 0]
        places = [row.position for row in rows]
        if order == "collect-then-pay":
            assert rows[: len(losing)] == losing
            for part in (rows[: len(losing)], rows[len(losing) :]):
                found = [row.position for row in part]
                assert found == sorted(found, reverse=True)
        else:
            assert places == sorted(places, reverse=True)
    other = "right-to-left" if order == "collect-then-pay" else "collect-then-pay"
    twin, _ = shuffled_table(table_rules(blackjack={"payoff_order": other}), seed)
    for _ in range(10):
        play_round(twin, (1, 3, 5, 7), "hit" if seed % 2 else "")
    assert twin.state.accounts == table.state.accounts


def test_r_2_a_losing_wager_goes_into_the_table_inventory_at_once() -> None:
    rules = table_rules(blackjack={"payoff_order": "right-to-left"})
    table = round_of("Th 8c 8s 9h 8d Tc", rules, positions=2)
    table.send(Stand(1))
    table.by_hand()
    table.send(Stand(2), TurnHoleCard())
    assert table.state.accounts["table-inventory"] == 0
    (loss, win, _) = table.send(SettleRound())
    assert isinstance(loss, WagerSettled)
    assert isinstance(win, WagerSettled)
    assert (loss.position, loss.paid) == (2, 0)
    assert table.state.accounts["table-inventory"] == dollars(15) - dollars(15)


# (s)


def hands_from_the_rack(
    rack: tuple[int, ...], record: list[tuple[int, list[list[str]]]]
) -> Iterator[tuple[int, int, list[str]]]:
    """Every hand, from the order of the cards in the rack and the decisions of the record.

    Every hand took two cards and one more for each hit or double; the positions lie from
    the dealer's right, the hands of a split from the left, the dealer's cards on top.
    """
    cards_left = list(rack)
    for position, hands in reversed(record):
        for number, decisions in enumerate(hands, 1):
            count = 2 + decisions.count("hit") + decisions.count("double")
            yield position, number, names_of(cards_left[:count])
            del cards_left[:count]
    yield 0, 1, names_of(cards_left)


@pytest.mark.parametrize("seed", range(10))
def test_s_each_hand_can_be_reconstructed_from_the_discard_rack(seed: int) -> None:
    rules = table_rules(blackjack={"resplits": 3, "resplit_aces": True})
    by_robots = robot_table(rules, seed)
    bits = seeded_bits(seed)
    table = by_robots.table
    splits = 0
    for _ in range(20):
        for position in range(1, 8):
            table.send(PlaceWager(position, "blackjack", dollars(15)))
        table.send(CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(list(asked.answers.values())[bits(8) % len(asked.answers)])
        record = by_robots.record()
        gone = of_kind(table.round_events, CardsRemoved)
        cleared = table.send(ClearTable())[0]
        assert isinstance(cleared, TableCleared)
        rebuilt = {(event.position, event.hand): names_of(event.cards) for event in gone}
        decided = [
            (seat["position"], [hand["decisions"] for hand in seat["hands"]])
            for seat in record["positions"]
            if (seat["position"], 1) not in rebuilt
        ]
        rebuilt |= {
            (position, number): names
            for position, number, names in hands_from_the_rack(cleared.cards, decided)
        }
        for seat in record["positions"]:
            for number, hand in enumerate(seat["hands"], 1):
                assert rebuilt[seat["position"], number] == hand["cards"]
            splits += len(seat["hands"]) > 1
        assert rebuilt[0, 1] == record["dealer"]["cards"]
    assert splits > 0


def test_s_only_when_all_wagers_are_settled() -> None:
    table = round_of("Th 7s 9h Td")
    assert table.refuses(ClearTable()) == "633a.7(s)"
    table.by_hand()
    table.send(Stand(1), TurnHoleCard())
    assert table.refuses(ClearTable()) == "633a.7(s)"
    table.send(SettleRound(), ClearTable())
    assert table.refuses(ClearTable()) == "633a.7(s)"


def test_s_all_cards_lie_in_the_rack_behind_the_burned_one() -> None:
    table = FedTable(automations=SHOE)
    burned = table.state.stack.discards
    table.wager(1)
    table.wager(3)
    names = "2h 9d 7s 3h 9c Td"
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    table.send(SettleOptionalWagers(), Stand(1), Stand(3), TurnHoleCard())
    table.send(SettleRound(), ClearTable())
    rack = table.state.stack.discards
    assert rack[: len(burned)] == burned
    assert names_of(rack[len(burned) :]) == ["9d", "9c", "2h", "3h", "7s", "Td"]
    assert table.state.dealer == ()
    assert table.state.in_play() == ()


def test_s_the_script_s_record_has_every_card() -> None:
    (record,) = play_script(
        table_rules(),
        "cards 8h 7s 8d Td 9c 2h 9d\nwager 1 blackjack 15\ndecide 1 split stand hit stand",
    )
    assert [hand["cards"] for hand in record["positions"][0]["hands"]] == [
        ["8h", "9c"],
        ["8d", "2h", "9d"],
    ]


# (t)


def test_t_no_command_of_a_player_moves_a_card() -> None:
    def kinds_of(kind: type[Command]) -> Iterator[type[Command]]:
        for below in kind.__subclasses__():
            yield below
            yield from kinds_of(below)

    carrying = {
        kind
        for kind in kinds_of(Command)
        if {"card", "cards", "burned"} & set(kind.__struct_fields__)
    }
    dealt = {BurnCard, DrawDeterminant, DealCard, ReshuffleDiscards}
    in_error = {DrawnCard, FindFaceUpCard, ExposeCard, OverdrawDealer}
    assert carrying == dealt | in_error
    for kind in carrying:
        assert "position" not in kind.__struct_fields__
        assert "player" not in kind.__struct_fields__


def test_t_spectators_have_no_say() -> None:
    table = round_of("9h 7s 8h Td")
    for position in range(2, 8):
        for decision in (Hit, Stand, DoubleDown, SplitPair, Surrender):
            assert table.refuses(decision(position)) == "633a.7(i)"
