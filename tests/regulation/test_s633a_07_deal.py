"""The deal and the optional wagers that it settles."""

import pytest

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    kinds,
    of_kind,
    settled,
    table_rules,
)
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    CloseInsurance,
    DealCard,
    DoubleDown,
    Hit,
    PayBlackjack,
    Press,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    TakeWinnings,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, CardDealt, PressOffered
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.view import HIDDEN
from upcard.games.table_rules import TableRules

TEN_OR_ACE = "ATJQK"


def all_wagers(press: str = "all") -> TableRules:
    """Six decks with every optional wager of the first cards."""
    slugs = ["lucky-ladies", "match-the-dealer", "in-between", "royal-match-21", "bet-the-set-21"]
    slugs += ["kings-bounty", "three-card-poker"]
    offered: dict[str, dict[str, object]] = {slug: {} for slug in slugs}
    offered["royal-match-21"] = {"crown_treasure": True}
    return table_rules(wagers={**offered, "house-money": {"press": press}})


WAGERS = all_wagers()
BY_HAND = SHOE  # the shoe is ready, everything else is asked for


def dealt_by_hand(names: str, rules: TableRules, **side: int) -> FedTable:
    """Initial cards to a wager of 15 (and side wagers) at position 1; nothing settled yet."""
    table = FedTable(rules, BY_HAND)
    table.wager(1, **side)
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    return table


# (f)


def test_f_clockwise_from_the_dealer_s_left_one_card_at_a_time() -> None:
    table = FedTable()
    for position in (7, 2, 5):  # in whatever order they were placed
        table.wager(position)
    assert dealt(table.deal("2h 3h 4h 9s 5h 6h 7h 8s")) == [
        (2, 1, "2h"),
        (5, 1, "3h"),
        (7, 1, "4h"),
        (UPCARD, 0, "9s"),
        (2, 1, "5h"),
        (5, 1, "6h"),
        (7, 1, "7h"),
        (HOLE, 0, "8s"),
    ]


def test_f_face_up_but_for_the_hole_card() -> None:
    table = FedTable()
    table.wager(1)
    assert [event.face_up for event in of_kind(table.deal("2h 9s 3h 8s"), CardDealt)] == [
        True,
        True,
        True,
        False,
    ]
    assert view(table.state).dealer == ("9s", HIDDEN)
    assert view(table.state).boxes[0].hands[0].cards == ("2h", "3h")


def test_f_the_determinant_card_is_the_first_of_them() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1))
    table.wager(3)
    table.wager(4)
    assert dealt(table.deal("2h 3h 9h 4h 5h 8h"))[0] == (3, 1, "2h")


def test_f_nothing_else_before_the_initial_cards_are_dealt() -> None:
    table = FedTable(automations=BY_HAND)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("Ah 9s Kh")))
    for command, section in [
        (SettleOptionalWagers(), "633a.7(g)"),
        (UseCardReader(), "633a.7(h)"),
        (PayBlackjack(), "633a.7(i)(1)"),
        (Stand(1), "633a.7(i)"),
        (TurnHoleCard(), "633a.7(l)"),
        (SettleRound(), "633a.7(o)"),
        (ClearTable(), "633a.7(s)"),
        (CloseBets(), "633a.6(c)"),
    ]:
        assert table.refuses(command) == section


# (g)


def test_g_from_the_dealer_s_right_and_within_a_box_as_the_text_lists_them() -> None:
    table = FedTable(WAGERS)
    slugs = [wager.slug for wager in WAGERS.wagers]
    for position in (4, 1, 6):
        table.wager(position, **{slug.replace("-", "_"): 5 for slug in reversed(slugs)})
    events = table.deal("2h 3h 4h 8s 9d 9c 9h 8d")
    assert [(row[0], row[1]) for row in settled(events)] == [
        (position, slug)
        for position in (6, 4, 1)
        for slug in (
            "lucky-ladies",
            "match-the-dealer",
            "in-between",
            "royal-match-21",
            "bet-the-set-21",
            "kings-bounty",
            "three-card-poker",
            "house-money",
        )
    ]


def test_g_before_the_card_reader_and_before_any_additional_card() -> None:
    table = dealt_by_hand("9h Ts 8h 8s", WAGERS, in_between=5)
    assert table.refuses(UseCardReader()) == "633a.7(h)"
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    assert table.refuses(Hit(1)) == "633a.7(i)"
    assert kinds(table.send(SettleOptionalWagers())) == ["WagerSettled", "CardReaderDue"]
    assert table.refuses(SettleOptionalWagers()) == "633a.7(g)"


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_g_1_two_queens_of_hearts_wait_under_an_ace_or_ten_value_card(rank: str) -> None:
    table = dealt_by_hand(f"Qh {rank}s Qh 5s", WAGERS, lucky_ladies=5)
    first = settled(table.send(SettleOptionalWagers()))
    row = (1, "lucky-ladies", "queen-of-hearts-pair", "5.00", "1005.00")
    if rank not in TEN_OR_ACE:
        assert first == [row]
        return
    assert first == []
    if rank == "A":
        table.send(CloseInsurance())
    assert settled(table.send(UseCardReader())) == []
    assert table.refuses(Hit(1)) == "633a.7(i)"  # (i): before any other cards are dealt
    assert settled(table.send(SettleHeldWagers())) == [row]


def test_g_1_ii_paid_when_the_blackjack_wager_is_collected() -> None:
    table = dealt_by_hand("Qh Ks Qh As", WAGERS, lucky_ladies=5)
    assert settled(table.send(SettleOptionalWagers(), UseCardReader())) == []
    assert [row[1:3] for row in settled(table.send(SettleRound()))] == [
        ("blackjack", "dealer-blackjack"),
        ("lucky-ladies", "queen-of-hearts-pair-and-dealer-blackjack"),
    ]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_g_6_two_kings_of_spades_wait_likewise(rank: str) -> None:
    table = dealt_by_hand(f"Ks {rank}d Ks 5d", WAGERS, kings_bounty=5)
    waits = rank in TEN_OR_ACE
    assert bool(settled(table.send(SettleOptionalWagers()))) is not waits


def test_g_1_6_no_other_twenty_waits() -> None:
    table = FedTable(WAGERS, BY_HAND)
    table.wager(1, lucky_ladies=5, kings_bounty=5)
    table.wager(2, lucky_ladies=5, kings_bounty=5)
    names = "Qd Kh As Qd Kh 5d"
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    assert [row[:2] for row in settled(table.send(SettleOptionalWagers()))] == [
        (2, "lucky-ladies"),
        (2, "kings-bounty"),
        (1, "lucky-ladies"),
        (1, "kings-bounty"),
    ]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_g_4_a_royal_match_waits_under_a_king_or_queen(rank: str) -> None:
    table = dealt_by_hand(f"Kd {rank}c Qd 5c", WAGERS, royal_match_21=5)
    waits = rank in "QK"
    assert bool(settled(table.send(SettleOptionalWagers()))) is not waits
    if not waits:
        return
    table.send(UseCardReader(), SettleHeldWagers(), Stand(1))
    assert [row[2] for row in settled(table.send(TurnHoleCard()))] == ["royal-match"]
    assert settled(table.events)[-1][1] == "royal-match-21"  # before the Blackjack wager


def test_g_4_the_crown_treasure_is_paid_beside_the_royal_match() -> None:
    table = FedTable(WAGERS, Automation.ALL & ~Automation.READER)
    table.wager(1, royal_match_21=5)
    table.deal("Kd Kc Qd Qc")
    table.send(UseCardReader(), Stand(1))
    assert settled(table.events) == []
    table.send(TurnHoleCard())
    assert [row[1:3] for row in settled(table.events)] == [
        ("royal-match-21", "royal-match"),
        ("royal-match-21", "crown-treasure"),
        ("blackjack", "push"),
    ]


def test_g_10_losers_are_collected_at_once_and_winners_wait_under_a_ten() -> None:
    table = FedTable(WAGERS, BY_HAND)
    for position in (1, 2):
        table.wager(position, house_money=5)
    table.send(CloseBets(), *(DealCard(card) for card in cards("9h 8h Ts 6s 8d 9d")))
    assert settled(table.send(SettleOptionalWagers())) == [
        (1, "house-money", "lose", "5.00", "0.00")
    ]
    table.send(UseCardReader())
    assert [row[:3] for row in settled(table.send(SettleHeldWagers()))] == [
        (2, "house-money", "pair")
    ]
    assert table.state.phase is Phase.PRESSING_AFTER_PEEK


def test_g_10_i_a_a_dealer_blackjack_leaves_no_choice() -> None:
    table = dealt_by_hand("8h Ks 8d As", WAGERS, house_money=5)
    table.send(SettleOptionalWagers())
    assert [row[1] for row in settled(table.send(UseCardReader()))] == ["house-money"]
    assert table.state.phase is Phase.DRAWING
    assert table.refuses(Press(1)) == "633a.7(g)(10)(ii)"


def pressing(press: str = "all") -> FedTable:
    """Winners of House Money at 3 (15) and 1 (20); 2 has none. The dealer asks 3 first."""
    table = FedTable(all_wagers(press))
    table.wager(1, house_money=20)
    table.wager(2)
    table.wager(3, 30, house_money=5)
    table.deal("8h 2h 4h 7s 9h Th 4d Td Ac Kc 2s 5s 3d")
    return table


def test_g_10_ii_the_next_box_is_settled_when_the_player_has_answered() -> None:
    table = pressing()
    assert [row[:3] for row in settled(table.events)] == [(3, "house-money", "pair")]
    assert table.refuses(Press(1)) == "633a.7(g)(10)(ii)"
    assert table.refuses(TakeWinnings(2)) == "633a.7(g)(10)(ii)"
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    assert table.refuses(Hit(1)) == "633a.7(i)"
    phases = [table.state.phase]
    table.send(TakeWinnings(3))
    assert [row[0] for row in settled(table.events)] == [3, 1]
    phases.append(table.state.phase)
    table.send(TakeWinnings(1))
    phases.append(table.state.phase)
    assert phases == [Phase.PRESSING, Phase.PRESSING, Phase.PLAYING]
    assert table.refuses(TakeWinnings(1)) == "633a.7(g)(10)(ii)"


def test_g_10_ii_a_all_of_it_or_nothing() -> None:
    table = pressing()
    for amount in ("5", "14.50", "15.50", "30"):
        assert table.refuses(Press(3, dollars(amount))) == "633a.7(g)(10)(ii)(A)"
    table.send(Press(3, dollars(15)))
    assert table.state.box(3).blackjack == dollars(45)


@pytest.mark.parametrize(
    ("press", "added"),
    [("all", "15"), ("75%", "11.25"), ("40%", "6"), ("33.3%", "4.99"), ("12.5%", "1.87")],
)
def test_g_10_ii_a_or_the_portion_that_the_submission_names(press: str, added: str) -> None:
    table = pressing(press)
    (offered,) = of_kind(table.events, PressOffered)
    assert (offered.position, offered.amount) == (3, dollars(added))
    before = dict(table.state.accounts)
    table.send(Press(3))
    assert table.state.box(3).hands[0].wager == dollars(30) + dollars(added)
    assert table.state.accounts["player 3"] == before["player 3"] - dollars(added)


def test_g_10_ii_b_winnings_that_are_taken_stay_with_the_player() -> None:
    table = pressing()
    before = dict(table.state.accounts)
    table.send(TakeWinnings(3))
    assert table.state.accounts["player 3"] == before["player 3"]
    assert table.state.box(3).blackjack == dollars(30)


def test_g_10_ii_b_a_blackjack_may_be_pressed_too() -> None:
    table = FedTable(WAGERS)
    table.wager(1, house_money=5)
    table.deal("Ah 7s Kh Td")
    table.send(Press(1))
    assert settled(table.events)[-1] == (1, "blackjack", "blackjack", "60.00", "150.00")


def test_g_10_ii_c_a_split_and_a_double_match_the_entire_wager() -> None:
    table = pressing()
    table.send(Press(3), TakeWinnings(1), Stand(1), Stand(2))
    before = table.state.accounts["layout"]
    table.send(SplitPair(3))
    assert [hand.wager for hand in table.state.box(3).hands] == [dollars(45), dollars(45)]
    assert table.state.accounts["layout"] == before + dollars(45)
    assert table.refuses(DoubleDown(3, dollars("45.50"))) == "633a.10(a)"
    table.send(DoubleDown(3))
    assert table.state.box(3).hands[0].doubled == dollars(45)
