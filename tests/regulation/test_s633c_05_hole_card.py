"""Blackjack on a hybrid table: shared positions, community cards for all, a hole card."""

from typing import Any

import pytest

from amounts import dollars
from tables import MANUAL, cards, kinds, of_kind
from tables import dealt as dealt_to
from tables_of_hybrid import HybridTable, hole_card_rules, rows, sections, with_hole_card
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    CutCards,
    DealCard,
    PlaceWager,
    SettleOptionalWagers,
    SettleRound,
    Shuffle,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, CardDealt, DecisionMade
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.hybrid.questions import question, question_of
from upcard.games.hybrid import WITH_HOLE_CARD, hybrid_rules, most_cards
from upcard.rules.loader import game_rules
from upcard.rules.violation import RuleViolation

SECTION = "58 Pa. Code § 633c.5"


def table(*players: tuple[str, int], **choices: Any) -> HybridTable:
    """A table at which each of these has a wager of $10 at their position."""
    found = with_hole_card(**choices)
    for player, position in players:
        found.place(player, position, blackjack=10)
    return found


def asked(found: HybridTable, player: str) -> set[str]:
    open_question = question_of(found.state, player)
    return set() if open_question is None else set(open_question.answers)


def refused(game: str, decks: int, *clock: Any) -> str:
    with pytest.raises(RuleViolation) as raised:
        hybrid_rules(game, decks, *clock)
    return raised.value.section


# The table


def test_b_three_boxes_for_players() -> None:
    found = table(("ann", 1))
    for position in (0, 4):
        assert found.refuses(PlaceWager(position, "blackjack", dollars(10), "bob"))
    assert len(found.state.cards) == game_rules(WITH_HOLE_CARD).positions == 3


def test_f_six_or_eight_decks() -> None:
    assert game_rules(WITH_HOLE_CARD).decks == (6, 8)
    for decks in (1, 2, 4, 5, 7, 9):
        assert refused(WITH_HOLE_CARD, decks, 20) == f"{SECTION}(f)"
    for decks in (6, 8):
        found = with_hole_card(decks=decks)
        assert found.state.stack.remaining == 52 * decks


def test_h_the_value_of_the_cards() -> None:
    """Faces count 10, an ace 11 unless that is over 21."""
    found = table(("ann", 1))
    found.deal("Qs 6h 5h 9d")
    found.answer("ann", "hit")
    found.feed("As")
    (hand,) = found.state.hands_of(found.state.terminals["ann"]).hands
    assert hand.total == 16
    found.answer("ann", "hit")
    found.feed("5c")
    assert found.state.hands_of(found.state.terminals["ann"]).hands[0].total == 21


def test_j_the_shoe_is_shuffled_and_loaded_without_cut_or_burn_card() -> None:
    found = HybridTable(hole_card_rules(), MANUAL)
    assert found.refuses(PlaceWager(1, "blackjack", dollars(10), "ann")) == f"{SECTION}(k)"
    assert found.refuses(CutCards(0, 20)) == f"{SECTION}(l)"
    assert found.refuses(Shuffle(1)) == f"{SECTION}(j)"
    assert kinds(found.send(Shuffle())) == ["CardsShuffled", "CardsLoaded"]
    assert found.state.phase == "wagering"
    assert found.state.stack.remaining == 312


def test_j_a_round_is_not_begun_with_too_few_cards() -> None:
    found = HybridTable(hole_card_rules(), Automation.SHOE)
    rounds = 0
    while found.state.shoes == 1:
        found.place("ann", 1, blackjack=10)
        found.send(CloseBets())
        for name in ["Th", "9d", "8s", "8c"]:
            found.send(DealCard(parse_card(name)))
        found.send(SettleOptionalWagers())
        found.answer("ann", "stand")
        found.send(TurnHoleCard())
        found.send(SettleRound())
        found.send(ClearTable())
        rounds += 1
    assert 312 - 4 * rounds < most_cards(WITH_HOLE_CARD) <= 312 - 4 * (rounds - 1)
    assert kinds(found.events)[-3:] == ["ReshuffleOrdered", "CardsShuffled", "CardsLoaded"]


def test_e_a_continuous_shuffler_takes_the_cards_back() -> None:
    found = table(("ann", 1), dealing="continuous-shuffler")
    assert kinds(found.events)[0] == "CardsLoaded"
    found.deal("Th 9d 8s 8c")
    found.answer("ann", "stand")
    assert found.state.stack.remaining == 308
    found.send(ClearTable())
    assert (found.state.stack.remaining, found.state.stack.discards) == (312, ())


# Wagers


def test_k_wagers_are_placed_before_the_first_card() -> None:
    found = table(("ann", 1))
    found.deal("Th")
    for name in ("blackjack", "buzzer-beater"):
        assert found.refuses(PlaceWager(1, name, dollars(10), "ann")) == f"{SECTION}(k)"
    assert found.refuses(CloseBets()) == f"{SECTION}(k)"


def test_k_wagers_come_from_the_player_s_account_and_winnings_go_to_it() -> None:
    found = table(("ann", 1), ("bob", 1))
    assert found.state.accounts["player ann"] == -dollars(10)
    found.deal("Th 9d 8s 7c")
    found.answer("ann", "stand")
    found.answer("bob", "hit")
    found.feed("9s Kc")
    assert found.state.phase == "settled"
    assert found.state.accounts == {
        "table-inventory": 0,
        "layout": 0,
        "player ann": dollars(10),
        "player bob": -dollars(10),
    }


def test_k_a_wager_is_placed_once() -> None:
    found = table(("ann", 1))
    found.place("ann", 1, buzzer_beater=5)
    wager = PlaceWager(1, "buzzer-beater", dollars(5), "ann")
    assert found.refuses(wager) == f"{SECTION}(k)"


def test_l_any_number_of_players_share_a_position() -> None:
    players = [(f"1.{number}", 1 + number % 3) for number in range(30)]
    found = table(*players)
    assert len(found.state.terminals) == 30
    assert found.refuses(PlaceWager(2, "blackjack", dollars(10), "1.0")) == f"{SECTION}(l)"
    assert found.refuses(PlaceWager(2, "buzzer-beater", dollars(10), "1.0")) == f"{SECTION}(l)"


def test_l_to_participate_a_blackjack_wager() -> None:
    found = with_hole_card()
    assert found.refuses(CloseBets()) == f"{SECTION}(l)"


def test_m_buzzer_beater_beside_a_blackjack_wager() -> None:
    found = with_hole_card()
    wager = PlaceWager(1, "buzzer-beater", dollars(5), "ann")
    assert found.refuses(wager) == f"{SECTION}(m)"
    found.place("ann", 1, blackjack=10)
    found.send(wager)
    assert found.state.terminals["ann"].wagers == {"buzzer-beater": dollars(5)}
    too_much = PlaceWager(1, "buzzer-beater", dollars(1_001), "bob")
    found.place("bob", 1, blackjack=10)
    assert found.refuses(too_much) == "submission: wagers.buzzer-beater.maximum"


# The deal, Insurance, the card reader


def test_n_to_the_selected_positions_clockwise_and_to_the_dealer() -> None:
    found = table(("ann", 3), ("bob", 1), ("cleo", 3))
    found.deal("2s 3s 4s 5s 6s 7s")
    assert dealt_to(found.events) == [
        (1, 1, "2s"),
        (3, 1, "3s"),
        (UPCARD, 0, "4s"),
        (1, 1, "5s"),
        (3, 1, "6s"),
        (HOLE, 0, "7s"),
    ]
    assert [event.face_up for event in of_kind(found.events, CardDealt)] == [True] * 5 + [False]


def test_n_nothing_comes_before_all_initial_cards() -> None:
    found = HybridTable(hole_card_rules(), Automation.SHOE)
    found.place("ann", 1, blackjack=10)
    found.send(CloseBets())
    found.send(DealCard(parse_card("5s")))
    assert found.refuses(SettleOptionalWagers()) == f"{SECTION}(n)"
    assert found.refuses(DealCard(52)) == f"{SECTION}(f)"


def test_o_insurance_and_even_money_under_an_ace() -> None:
    found = table(("ann", 1), ("bob", 2))
    found.deal("As 9h Ad Ks 9c 8d")
    assert found.state.phase == "insuring"
    assert asked(found, "ann") == {"insurance", "no-insurance", "even-money"}
    assert asked(found, "bob") == {"insurance", "no-insurance"}
    found.answer("bob", "insurance")
    assert found.refuses(AnswerInsurance("bob", "no-insurance")) == "58 Pa. Code § 633a.8(a)"
    found.answer("ann", "even-money")
    assert rows(found.events) == [
        ("ann", "blackjack", "blackjack", "20.00"),
        ("bob", "insurance", "lose", "0.00"),
    ]
    assert sections(found.events) == ["633a.8(e)", "633a.8(d)"]


def test_o_even_money_where_the_house_offers_it() -> None:
    found = HybridTable(hole_card_rules({"even_money": False}))
    found.place("ann", 1, blackjack=10)
    found.deal("As Ad Ks 8d")
    section = found.refuses(AnswerInsurance("ann", "even-money"))
    assert section == "submission: blackjack.even_money"


@pytest.mark.parametrize("upcard", ["Ts", "Jh", "Qd", "Kc"])
def test_o_the_card_reader_under_a_ten_value_card(upcard: str) -> None:
    found = HybridTable(hole_card_rules(), Automation.ALL & ~Automation.READER)
    found.place("ann", 1, blackjack=10)
    found.deal(f"5s {upcard} 6s Ah")
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(p)(2)"
    assert found.refuses(DealCard(0)) == f"{SECTION}(n)"
    events = found.send(UseCardReader())
    assert kinds(events)[:3] == ["DealerBlackjack", "WagerSettled", "RoundSettled"]
    assert sections(events) == ["633c.5(o)"]


def test_o_no_reader_under_another_card() -> None:
    found = HybridTable(hole_card_rules(), Automation.ALL & ~Automation.READER)
    found.place("ann", 1, blackjack=10)
    found.deal("5s 9c 6s Ah")
    assert found.refuses(UseCardReader()) == f"{SECTION}(o)"
    assert found.refuses(AnswerInsurance("ann", "insurance")) == f"{SECTION}(o)"


# Decisions


def test_p_1_a_blackjack_is_paid_before_anybody_decides() -> None:
    found = table(("ann", 1), ("bob", 2))
    found.place("ann", 1, buzzer_beater=5)
    found.deal("As 9h 6d Ks 9c 8d")
    assert rows(found.events) == [
        ("ann", "blackjack", "blackjack", "25.00"),
        ("ann", "buzzer-beater", "lose", "0.00"),
    ]
    assert found.state.phase == "playing"
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(r)(1)"


def test_p_2_each_player_decides_for_himself_in_any_order() -> None:
    found = table(("ann", 1), ("bob", 1), ("cleo", 1))
    found.deal("8s 6h 8d 9c")
    assert asked(found, "cleo") == {"hit", "stand", "double", "split"}
    found.answer("cleo", "split")
    found.answer("ann", "double=5")
    assert question(found.state) is not None
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(p)(2)"
    assert found.refuses(Decide("dan", "hit")) == f"{SECTION}(l)"
    found.answer("bob", "stand")
    found.feed("3h")
    assert found.held("ann") == ["8s 8d 3h"]
    assert found.held("bob") == ["8s 8d"]
    assert found.held("cleo") == ["8s 3h", "8d 3h"]


def test_p_2_no_surrender() -> None:
    found = table(("ann", 1))
    found.deal("Ts 9h 6d 9c")
    assert found.refuses(Decide("ann", "surrender")) == f"{SECTION}(p)(2)"


def test_p_2_who_takes_no_action_stands_when_the_countdown_ends() -> None:
    found = table(("ann", 1), ("bob", 1), ("cleo", 1))
    found.deal("8s 6h 8d 9c")
    found.answer("ann", "hit")
    found.answer("bob", "split")
    events = found.send(EndCountdown())
    assert kinds(events) == ["CountdownEnded", "DecisionMade"]
    found.feed("2h")
    found.answer("bob", "hit")
    made = of_kind(found.send(EndCountdown()), DecisionMade)
    assert [(event.player, event.hand, event.decision) for event in made] == [
        ("ann", 1, "stand"),
        ("bob", 2, "stand"),
    ]
    found.feed("Th")
    found.answer("bob", "stand")
    found.feed("Kc")
    assert found.held("bob") == ["8s 2h Th", "8d 2h"]
    assert found.refuses(EndCountdown()) == f"{SECTION}(p)(2)"


def test_p_2_the_countdown_closes_insurance() -> None:
    found = table(("ann", 1), ("bob", 1))
    found.deal("9s Ah 9d 8c")
    found.answer("bob", "insurance")
    events = found.send(EndCountdown())
    assert kinds(events)[:3] == ["CountdownEnded", "InsuranceClosed", "NoDealerBlackjack"]
    assert rows(events) == [("bob", "insurance", "lose", "0.00")]
    assert asked(found, "ann") == asked(found, "bob") == {"hit", "stand", "double", "split"}


def test_p_2_standing_is_the_only_action_of_the_clock() -> None:
    assert refused(WITH_HOLE_CARD, 6, 20, (11,)) == f"{SECTION}(p)(2)"
    assert refused(WITH_HOLE_CARD, 6, 0) == f"{SECTION}(c)(2)"
    assert hybrid_rules(WITH_HOLE_CARD, 6, 20).hit_totals == ()


def test_q_community_cards_are_for_all_positions() -> None:
    found = table(("ann", 1), ("bob", 2), ("cleo", 3))
    found.deal("2s 3s 4s 6h 5s 6s 7s Td")
    for player in ("ann", "bob", "cleo"):
        found.answer(player, "hit")
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(p)(2)"
    found.feed("2h")
    found.answer("ann", "hit")
    found.answer("bob", "stand")
    found.answer("cleo", "hit")
    found.feed("3h")
    assert found.held("ann") == ["2s 5s 2h 3h"]
    assert found.held("bob") == ["3s 6s 2h"]
    assert found.held("cleo") == ["4s 7s 2h 3h"]
    drawn = [event for event in of_kind(found.events, CardDealt) if event.position == COMMUNITY]
    assert [(event.card, event.face_up) for event in drawn] == [
        (card, True) for card in cards("2h 3h")
    ]


def test_q_no_card_without_need() -> None:
    found = HybridTable(hole_card_rules(), Automation.SHOE | Automation.SETTLE)
    found.place("ann", 1, blackjack=10)
    found.place("bob", 1, blackjack=10)
    found.send(CloseBets())
    for name in ["8s", "6h", "8d", "9c"]:
        found.send(DealCard(parse_card(name)))
    assert found.refuses(DealCard(0)) == f"{SECTION}(q)"
    assert found.refuses(TurnHoleCard()) == f"{SECTION}(s)"
    found.answer("ann", "stand")
    found.answer("bob", "stand")
    assert found.refuses(DealCard(0)) == f"{SECTION}(s)"


def test_r_a_total_of_21_takes_no_card() -> None:
    found = table(("ann", 1))
    found.deal("8s 6h 8d Tc")
    found.answer("ann", "hit")
    found.feed("5h 2d")
    assert found.held("ann") == ["8s 8d 5h"]
    assert rows(found.events) == [("ann", "blackjack", "win", "20.00")]


def test_r_2_a_double_down_takes_one_community_card() -> None:
    found = table(("ann", 1), ("bob", 1))
    found.deal("5s 6h 6d Tc")
    found.answer("ann", "double")
    found.answer("bob", "hit")
    found.feed("2h")
    assert asked(found, "ann") == set()
    found.answer("bob", "hit")
    found.feed("8h 4s")
    assert found.held("ann") == ["5s 6d 2h"]
    assert found.held("bob") == ["5s 6d 2h 8h"]
    told = of_kind(found.events, DecisionMade)[0]
    assert (told.decision, told.amount) == ("double", dollars(10))


def test_r_2_on_two_cards_and_not_above_the_wager() -> None:
    found = table(("ann", 1))
    found.deal("2s 6h 3d Tc")
    assert found.refuses(Decide("ann", "double", dollars(11))) == "58 Pa. Code § 633a.10(a)"
    assert found.refuses(Decide("ann", "double", 12_345)) == "submission: table.smallest_chip"
    found.answer("ann", "hit")
    found.feed("2h")
    assert found.refuses(Decide("ann", "double")) == "58 Pa. Code § 633a.10(a)"


# Splits: every hand takes the same community cards from the first


def test_q_a_pair_may_be_split_as_often_as_submitted() -> None:
    """§ 633a.11(c): the community card of a pair becomes the second hand's first card."""
    found = HybridTable(hole_card_rules({"resplits": 1}))
    found.place("ann", 1, blackjack=10)
    found.deal("8s 6h 8d Tc")
    assert found.refuses(Decide("ann", "surrender")) == f"{SECTION}(p)(2)"
    found.answer("ann", "split")
    found.feed("8h")
    assert found.held("ann") == ["8s 8h", "8d 8h"]
    found.answer("ann", "split")
    assert found.refuses(Decide("ann", "split")) == "58 Pa. Code § 633a.11(c)"
    found.answer("ann", "hit")
    found.feed("2h")
    assert found.held("ann") == ["8s 2h", "8h 2h", "8d 8h 2h"]


def test_q_split_aces_by_the_trade_s_reading() -> None:
    """§ 633a.11(c): one card each where the submission says so, and again where it allows it."""
    choices = {"one_card_on_split_aces": True, "resplit_aces": True}
    found = HybridTable(hole_card_rules(choices))
    found.place("ann", 1, blackjack=10)
    found.place("bob", 1, blackjack=10)
    found.deal("As 6h Ad Tc")
    found.answer("ann", "split")
    found.answer("bob", "split")
    found.feed("Ah")
    assert asked(found, "ann") == {"split", "stand"}
    for decision in ("hit", "double"):
        section = found.refuses(found.decide("ann", decision))
        assert section == "58 Pa. Code § 633a.11(c)"
    found.answer("ann", "split", "stand")
    found.answer("bob", "stand", "stand")
    found.feed("9h 5c")
    assert found.held("ann") == ["As 9h", "Ah 9h", "Ad Ah"]
    assert found.state.phase == "settled"


def test_q_split_aces_are_not_split_again_unless_submitted() -> None:
    """§ 633a.11(c)."""
    found = table(("ann", 1))
    found.deal("As 6h Ad Tc")
    found.answer("ann", "split")
    found.feed("Ah")
    assert found.refuses(Decide("ann", "split")) == "58 Pa. Code § 633a.11(c)"
    assert asked(found, "ann") == {"hit", "stand", "double"}


# The dealer and the settlement


@pytest.mark.parametrize(
    ("hole", "drawn", "dealer"),
    [
        ("Ad", "", "6h Ad"),  # a soft 17
        ("2d", "3s 5s Kc", "6h 2d 3s 5s Kc"),
        ("5d", "6s", "6h 5d 6s"),
        ("Td", "Ks", "6h Td Ks"),
    ],
)
def test_s_the_dealer_draws_to_a_hard_or_soft_17(hole: str, drawn: str, dealer: str) -> None:
    found = table(("ann", 1))
    found.deal(f"Ts 6h 8d {hole}")
    assert not found.state.hole_card_shown
    found.answer("ann", "stand")
    found.feed(drawn)
    assert found.state.hole_card_shown
    assert found.dealer("ann") == dealer
    assert found.state.phase == "settled"


def test_s_he_draws_before_wagers_are_settled() -> None:
    """§ 633a.7(n): one hand is left."""
    found = HybridTable(hole_card_rules(), Automation.ALL & ~Automation.DEAL)
    found.place("ann", 1, blackjack=10)
    found.send(CloseBets())
    for name in ["Ts", "6h", "8d", "5c"]:
        found.send(DealCard(parse_card(name)))
    found.automations = Automation.READER
    found.answer("ann", "stand")
    assert found.state.phase == "drawing"
    assert found.refuses(SettleRound()) == f"{SECTION}(s)"


@pytest.mark.parametrize(
    ("player", "dealer", "outcome", "section"),
    [
        ("Ts 9d", "6h Tc Kc", "win", "633c.5(t)(1)(i)"),
        ("Ts 9d", "6h Tc 2c", "win", "633c.5(t)(1)(ii)"),
        ("Ts 9d", "6h Tc 3c", "push", "633c.5(t)(2)"),
        ("Ts 9d", "6h Tc 4c", "lose", "633c.5(t)(3)(ii)"),
        ("As Td", "Th 6c 5c", "blackjack", "633c.5(t)(1)(iii)"),
        ("As Td", "Th 8c", "blackjack", "633c.5(t)(1)(ii)"),
        ("As Td", "Th Ac", "push", "633c.5(t)(2)"),
        ("Ts Jd", "Th Ac", "dealer-blackjack", "633c.5(o)"),
    ],
)
def test_t_win_push_and_loss(player: str, dealer: str, outcome: str, section: str) -> None:
    found = table(("ann", 1), ("low", 2))
    one, two = player.split()
    up, hole, *drawn = dealer.split()
    found.deal(f"{one} Th {up} {two} 7c {hole}")
    for name in [name for name in ("ann", "low") if asked(found, name)]:
        found.answer(name, "stand")
    found.feed(" ".join(drawn))
    settled = dict(zip(rows(found.events), sections(found.events), strict=True))
    (row,) = [row for row in settled if row[0] == "ann"]
    assert (row[2], settled[row]) == (outcome, section)


def test_t_3_i_over_21_is_lost_when_the_dealer_is_over_21_too() -> None:
    """§ 633a.7(n): a hand is over 21 before the dealer draws."""
    found = table(("ann", 1), ("bob", 1))
    found.deal("Ts 6h 6d Tc")
    found.answer("ann", "hit")
    found.answer("bob", "stand")
    found.feed("Kd Qd")
    assert rows(found.events) == [
        ("ann", "blackjack", "bust", "0.00"),
        ("bob", "blackjack", "win", "20.00"),
    ]
    assert sections(found.events) == ["633c.5(t)(3)(i)", "633c.5(t)(1)(i)"]


def test_u_buzzer_beater_looks_at_the_finished_hands() -> None:
    found = table(("ann", 1), ("bob", 1))
    for player in ("ann", "bob"):
        found.place(player, 1, buzzer_beater=1)
    found.deal("9s 6h 9d Tc")
    found.answer("ann", "stand")
    found.answer("bob", "hit")
    found.feed("2h")
    found.answer("bob", "stand")
    found.feed("5h")
    settled = [row[1:] for row in rows(found.events) if row[1] == "buzzer-beater"]
    assert settled == [
        ("buzzer-beater", "lose", "0.00"),
        ("buzzer-beater", "20-against-21-or-blackjack", "31.00"),
    ]


def test_v_payout_odds() -> None:
    data = game_rules(WITH_HOLE_CARD)
    assert data.pays == {"blackjack": "3 to 2", "win": "1 to 1", "even-money": "1 to 1"}
    found = table(("ann", 1))
    found.deal("9s Ah 9d Tc")
    found.answer("ann", "insurance")
    assert rows(found.events) == [
        ("ann", "insurance", "win", "15.00"),
        ("ann", "blackjack", "dealer-blackjack", "0.00"),
    ]
    assert sections(found.events)[0] == "633c.5(v)(2)"
