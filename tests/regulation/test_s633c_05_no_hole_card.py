"""Blackjack on a hybrid table without a hole card: one hand for all, one sequence of cards."""

from typing import Any

import pytest

from amounts import dollars
from tables import dealt as dealt_to
from tables import kinds, of_kind
from tables_of_hybrid import (
    NO_HOLE_CARD_WAGERS,
    HybridTable,
    rows,
    sections,
    without_hole_card,
)
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    PlaceWager,
    SettleOptionalWagers,
    SettleRound,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import UPCARD, CardDealt, DecisionMade, WagerSettled
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.hybrid.questions import question_of
from upcard.games.blackjack import returned_to_blackjack
from upcard.games.hybrid import WITHOUT_HOLE_CARD, hybrid_rules, most_cards, own_hands
from upcard.rules.loader import all_wagers, game_rules
from upcard.rules.violation import RuleViolation

SECTION = "58 Pa. Code § 633c.5"
CROWN = {"royal-match-21": {"paytable": "C", "crown_treasure": True}}


def table(*players: str, **choices: Any) -> HybridTable:
    """A table at which each of these has a wager of $10."""
    found = without_hole_card(**choices)
    for player in players:
        found.place(player, blackjack=10)
    return found


def asked(found: HybridTable, player: str) -> set[str]:
    question = question_of(found.state, player)
    return set() if question is None else set(question.answers)


# The game and its wagers


def test_w_the_shoe_and_the_decks_of_the_other_game() -> None:
    assert game_rules(WITHOUT_HOLE_CARD).decks == (6, 8)
    with pytest.raises(RuleViolation) as raised:
        hybrid_rules(WITHOUT_HOLE_CARD, 2, 20)
    assert raised.value.section == f"{SECTION}(f)"
    found = table("ann")
    assert kinds(found.events)[:2] == ["CardsShuffled", "CardsLoaded"]


def test_w_no_hole_card_and_no_card_reader() -> None:
    found = table("ann", automations=Automation.SHOE | Automation.DEAL)
    found.deal("Ts Ah 8d")
    for command in (UseCardReader(), TurnHoleCard()):
        assert found.refuses(command) == f"{SECTION}(y)"


def test_x_three_side_wagers_beside_a_blackjack_wager() -> None:
    offered = {
        rules.data.slug
        for rules in all_wagers()
        if WITHOUT_HOLE_CARD in rules.data.games and rules.data.slug != "insurance"
    }
    assert offered == set(NO_HOLE_CARD_WAGERS)
    found = without_hole_card()
    for slug in NO_HOLE_CARD_WAGERS:
        wager = PlaceWager(1, slug, dollars(5), "ann")
        assert found.refuses(wager) == f"{SECTION}(x)"
    assert found.refuses(CloseBets()) == f"{SECTION}(x)"
    found.place("ann", blackjack=10, royal_match_21=5, bet_the_set_21=5, kings_bounty=5)
    buzzer = PlaceWager(1, "buzzer-beater", dollars(5), "ann")
    assert found.refuses(buzzer) == "submission: wagers.buzzer-beater"
    assert found.refuses(PlaceWager(1, "blackjack", dollars(5), "ann")) == f"{SECTION}(x)"


def test_y_one_hand_for_all_and_a_card_for_the_dealer() -> None:
    found = table("ann", "bob")
    assert found.refuses(PlaceWager(2, "blackjack", dollars(10), "cleo")) == f"{SECTION}(y)"
    found.deal("Ts 6h 8d")
    assert dealt_to(found.events) == [(1, 1, "Ts"), (UPCARD, 0, "6h"), (1, 1, "8d")]
    assert found.held("ann") == found.held("bob") == ["Ts 8d"]


def test_y_4_what_follows_are_community_cards() -> None:
    found = table("ann")
    found.deal("Ts 6h 8d")
    found.answer("ann", "stand")
    found.feed("5c 9s")
    places = [event.position for event in of_kind(found.events, CardDealt)]
    assert places == [1, UPCARD, 1, COMMUNITY, COMMUNITY]
    assert found.dealer("ann") == "6h 5c 9s"


def test_y_nothing_is_decided_before_three_cards_lie_there() -> None:
    found = table("ann", automations=Automation.SHOE)
    found.send(CloseBets())
    found.send(DealCard(parse_card("Ts")))
    assert found.refuses(SettleOptionalWagers()) == f"{SECTION}(y)"
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(z)"


# Insurance and decisions


def test_z_insurance_under_an_ace_and_no_even_money() -> None:
    found = table("ann", "bob")
    found.deal("Ks Ah As")
    assert asked(found, "ann") == {"insurance", "no-insurance"}
    assert found.refuses(AnswerInsurance("ann", "even-money")) == f"{SECTION}(z)"
    most = AnswerInsurance("ann", "insurance", dollars("5.50"))
    assert found.refuses(most) == "58 Pa. Code § 633a.8(b)"
    assert found.refuses(AnswerInsurance("dan", "insurance")) == f"{SECTION}(x)"
    found.answer("ann", "insurance")
    events = found.send(EndCountdown())
    assert kinds(events)[:3] == ["CountdownEnded", "InsuranceClosed", "PlayStarted"]


@pytest.mark.parametrize("upcard", ["2h", "9h", "Th", "Kh"])
def test_z_no_insurance_under_another_card(upcard: str) -> None:
    found = table("ann")
    found.deal(f"Ts {upcard} 8d")
    assert found.refuses(AnswerInsurance("ann", "insurance")) == f"{SECTION}(z)"
    assert asked(found, "ann") == {"hit", "stand", "double", "surrender"}


def test_z_a_pair_is_split_once() -> None:
    found = table("ann")
    found.deal("8s 6h 8d")
    assert asked(found, "ann") == {"hit", "stand", "double", "split", "surrender"}
    found.answer("ann", "split")
    found.feed("8h")
    assert found.held("ann") == ["8s 8h", "8d"]
    assert found.refuses(Decide("ann", "split")) == f"{SECTION}(z)"
    assert asked(found, "ann") == {"hit", "stand", "double"}


def test_z_the_first_hand_is_completed_before_the_second() -> None:
    found = table("ann")
    found.deal("8s 6h 8d")
    found.answer("ann", "split")
    found.feed("2h")
    found.answer("ann", "hit")
    found.feed("3h")
    assert found.held("ann") == ["8s 2h 3h", "8d"]
    found.answer("ann", "stand")
    found.feed("4h")
    assert found.held("ann") == ["8s 2h 3h", "8d 4h"]
    found.answer("ann", "double")
    found.feed("5h Tc Kd")
    assert found.held("ann") == ["8s 2h 3h", "8d 4h 5h"]
    assert found.dealer("ann") == "6h Tc Kd"


def test_z_surrender_on_the_first_two_cards() -> None:
    """§ 633a.9(a)(1): half goes back at once where the upcard is neither ace nor ten."""
    found = table("ann", "bob")
    found.deal("Ts 9h 6d")
    events = found.answer("ann", "surrender")
    assert rows(events) == [("ann", "blackjack", "surrender", "5.00")]
    assert sections(events) == ["633a.9(a)(1)"]
    found.answer("bob", "hit")
    found.feed("2h")
    assert found.refuses(Decide("bob", "surrender")) == "58 Pa. Code § 633a.9(a)"


@pytest.mark.parametrize(
    ("upcard", "second", "outcome", "paid"),
    [
        ("Kh", "Ac", "dealer-blackjack", "0.00"),
        ("Kh", "9c", "surrender", "5.00"),
        ("Ah", "Kc", "dealer-blackjack", "0.00"),
        ("Ah", "9c", "surrender", "5.00"),
    ],
)
def test_z_a_surrender_that_waits(upcard: str, second: str, outcome: str, paid: str) -> None:
    """§ 633a.9(a)(2)(i): against an ace or ten it waits for the dealer's second card."""
    found = table("ann")
    found.deal(f"Ts {upcard} 6d")
    if upcard == "Ah":
        found.answer("ann", "no-insurance")
    assert rows(found.answer("ann", "surrender")) == []
    events = found.feed(second)
    assert rows(events) == [("ann", "blackjack", outcome, paid)]
    assert sections(events) == ["633a.9(a)(2)(i)"]
    assert found.state.phase == "settled"


def test_z_who_takes_no_action_stands() -> None:
    found = table("ann", "bob")
    found.deal("5s 9h 6d")
    made = of_kind(found.send(EndCountdown()), DecisionMade)
    assert [(event.player, event.decision) for event in made] == [
        ("ann", "stand"),
        ("bob", "stand"),
    ]
    assert found.refuses(EndCountdown()) == f"{SECTION}(z)"
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(z)"


def test_z_the_house_may_select_another_action() -> None:
    found = table("ann", "bob", hybrid={"at_countdown": [11]})
    found.deal("5s 9h 6d")
    found.answer("bob", "hit")
    made = of_kind(found.send(EndCountdown()), DecisionMade)
    assert [(event.player, event.decision) for event in made] == [("ann", "hit")]
    found.feed("2h")
    made = of_kind(found.send(EndCountdown()), DecisionMade)
    assert [(event.player, event.decision) for event in made] == [
        ("ann", "stand"),
        ("bob", "stand"),
    ]


@pytest.mark.parametrize("totals", [(21,), (3,), (11, 22)])
def test_z_the_action_is_for_hands_that_are_asked(totals: tuple[int, ...]) -> None:
    with pytest.raises(RuleViolation) as raised:
        hybrid_rules(WITHOUT_HOLE_CARD, 6, 20, totals)
    assert raised.value.section == f"{SECTION}(z)"
    assert hybrid_rules(WITHOUT_HOLE_CARD, 6, 20, (11, 10, 11)).hit_totals == (10, 11)


# The community cards


def test_aa_cards_are_dealt_when_everybody_has_decided() -> None:
    found = table("ann", "bob", automations=Automation.SHOE | Automation.SETTLE)
    found.send(CloseBets())
    for name in ["Ts", "6h", "6d"]:
        found.send(DealCard(parse_card(name)))
    found.answer("ann", "stand")
    assert found.refuses(DealCard(0)) == f"{SECTION}(aa)"
    assert found.refuses(SettleRound()) == f"{SECTION}(z)"
    found.automations = Automation.SHOE
    found.answer("bob", "hit")
    assert found.refuses(SettleRound()) == f"{SECTION}(bb)"
    found.send(DealCard(parse_card("2h")))
    assert found.dealer("ann") == "6h 2h"
    assert found.held("bob") == ["Ts 6d 2h"]


@pytest.mark.parametrize(
    ("upcard", "second", "outcome", "section"),
    [
        ("Ah", "Kc", "push", "633c.5(aa)(1)(i)"),
        ("Ah", "9c", "blackjack", "633c.5(aa)(1)(ii)"),
        ("Th", "Ac", "push", "633c.5(aa)(1)(i)"),
        ("5h", "Ac", "blackjack", "633c.5(aa)(1)(ii)"),
    ],
)
def test_aa_1_a_blackjack(upcard: str, second: str, outcome: str, section: str) -> None:
    """§ 633a.1: an ace and a ten-value card as the initial two."""
    found = table("ann")
    found.deal(f"As {upcard} Kd")
    if upcard == "Ah":
        assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(z)"
        found.answer("ann", "no-insurance")
    events = found.feed(second)
    assert [row[2] for row in rows(events)] == [outcome]
    assert sections(events) == [section]
    assert found.state.phase == "settled"


def test_aa_1_a_blackjack_takes_no_decision() -> None:
    found = table("ann")
    found.deal("As 5h Kd")
    assert found.refuses(Decide("ann", "hit")) == f"{SECTION}(aa)(1)"


def test_aa_2_the_first_community_card_is_the_hole_card_of_who_stands() -> None:
    found = table("ann", "bob")
    found.deal("Ts Ah 8d")
    found.answer("ann", "insurance")
    found.answer("bob", "insurance")
    found.answer("ann", "stand")
    found.answer("bob", "hit")
    events = found.feed("Kc")
    assert rows(events) == [
        ("ann", "insurance", "win", "15.00"),
        ("ann", "blackjack", "dealer-blackjack", "0.00"),
        ("bob", "blackjack", "bust", "0.00"),
    ]
    assert sections(events) == ["633c.5(ee)(1)", "633c.5(aa)(2)(i)", "633c.5(aa)(3)(ii)"]
    assert rows(found.feed("9c")) == [("bob", "insurance", "lose", "0.00")]
    assert found.state.phase == "settled"


def test_aa_3_i_split_aces_and_doubles_take_one_card() -> None:
    """§ 633a.1: of two split hands none is a Blackjack."""
    found = table("ann", "bob")
    found.deal("As 6h Ad")
    found.answer("ann", "split")
    found.answer("bob", "double")
    found.feed("2h 3h")
    assert found.held("ann") == ["As 2h", "Ad 3h"]
    assert found.held("bob") == ["As Ad 2h"]
    assert asked(found, "ann") == asked(found, "bob") == set()


def test_aa_3_over_21_is_collected_with_the_card() -> None:
    found = table("ann", "bob")
    found.deal("Ts 6h 6d")
    found.answer("ann", "double")
    found.answer("bob", "hit")
    events = found.feed("Kc")
    assert rows(events) == [
        ("ann", "blackjack", "bust", "0.00"),
        ("bob", "blackjack", "bust", "0.00"),
    ]
    assert sections(events) == ["633c.5(aa)(3)(i)", "633c.5(aa)(3)(ii)"]
    assert found.state.phase == "settled"


def test_aa_thousands_of_players_hold_different_hands_of_one_sequence() -> None:
    found = without_hole_card()
    plans = {
        "stand": ("stand",),
        "hit": ("hit", "stand"),
        "draw": ("hit", "hit", "stand"),
        "split": ("split", "stand", "stand"),
        "double": ("double",),
    }
    for name in plans:
        for number in range(400):
            found.place(f"{name} {number}", blackjack=10)
    assert len(found.state.terminals) == 2_000
    found.deal("2s 7h 2d")
    answers = {f"{name} {n}": words for name, words in plans.items() for n in range(400)}
    for stage in range(3):
        for player, words in answers.items():
            if len(words) > stage and asked(found, player):
                found.answer(player, words[stage])
        found.feed(("3c", "4c", "Tc 6c Kh 5d")[stage])
    assert found.state.phase == "settled"
    assert {name: found.held(f"{name} 399") for name in plans} == {
        "stand": ["2s 2d"],
        "hit": ["2s 2d 3c"],
        "draw": ["2s 2d 3c 4c"],
        "split": ["2s 3c", "2d 4c"],
        "double": ["2s 2d 3c"],
    }
    assert {name: found.dealer(f"{name} 399") for name in plans} == {
        "stand": "7h 3c 4c Tc",
        "hit": "7h 4c Tc",
        "draw": "7h Tc",
        "split": "7h Tc",
        "double": "7h 4c Tc",
    }
    assert sum(found.state.accounts.values()) == 0


# The dealer's second card and the settlement


@pytest.mark.parametrize(
    ("number", "wager", "doubled", "returned"),
    [(1, 100, 0, 0), (1, 100, 100, 100), (2, 100, 0, 100), (2, 100, 50, 150)],
)
def test_bb_1_what_a_dealer_blackjack_gives_back(
    number: int, wager: int, doubled: int, returned: int
) -> None:
    assert returned_to_blackjack(number, wager, doubled) == returned


def test_bb_1_the_original_wager_alone_is_lost() -> None:
    """§§ 633a.10(b), 633a.11(d): the doubles of both hands and the split go back."""
    found = table("ann")
    found.deal("8s Kh 8d")
    found.answer("ann", "split")
    found.feed("3c")
    found.answer("ann", "double=5")
    found.feed("Tc 9c")
    found.answer("ann", "double")
    events = found.feed("4c Ad")
    assert rows(events) == [
        ("ann", "blackjack", "dealer-blackjack", "5.00"),
        ("ann", "blackjack/2", "dealer-blackjack", "20.00"),
    ]
    assert sections(events) == ["633c.5(bb)(1)"] * 2


def test_bb_1_a_split_hand_over_21_is_not_returned() -> None:
    found = table("ann")
    found.deal("8s Kh 8d")
    found.answer("ann", "split")
    found.feed("Tc")
    found.answer("ann", "stand")
    found.feed("6c")
    found.answer("ann", "hit")
    found.feed("Jc Ac")
    assert rows(found.events) == [
        ("ann", "blackjack/2", "bust", "0.00"),
        ("ann", "blackjack", "dealer-blackjack", "0.00"),
    ]
    assert sections(found.events) == ["633c.5(aa)(3)(ii)", "633c.5(bb)(1)"]


def test_bb_2_the_dealer_takes_community_cards_to_17() -> None:
    found = table("ann", "bob")
    found.deal("Ts 6h 6d")
    found.answer("ann", "stand")
    found.answer("bob", "hit")
    found.feed("2c")
    assert (found.dealer("ann"), found.dealer("bob")) == ("6h 2c", "6h")
    found.answer("bob", "stand")
    found.feed("3c 4c Tc")
    assert found.dealer("ann") == "6h 2c 3c 4c Tc"
    assert found.dealer("bob") == "6h 3c 4c Tc"
    assert found.state.phase == "settled"


def test_cc_as_in_the_other_game() -> None:
    found = table("ann", "bob", "cleo")
    found.deal("Ts 7h 6d")
    found.answer("ann", "stand")
    found.answer("bob", "hit")
    found.answer("cleo", "double")
    found.feed("4c")
    found.answer("bob", "stand")
    events = found.feed("Tc")
    assert rows(events) == [
        ("ann", "blackjack", "lose", "0.00"),
        ("bob", "blackjack", "win", "20.00"),
        ("cleo", "blackjack", "win", "40.00"),
    ]
    assert set(sections(events)) == {"633c.5(cc)"}
    assert found.dealer("ann") == "7h 4c Tc"
    assert found.dealer("bob") == "7h Tc"


def test_dd_side_wagers_settle_with_the_first_three_cards() -> None:
    """§ 633a.7(g): what does not wait for the dealer's second card."""
    found = without_hole_card()
    found.place("ann", blackjack=10, royal_match_21=10, bet_the_set_21=2, kings_bounty=2)
    events = found.deal("Qd 5h Qd")
    assert rows(events) == [
        ("ann", "royal-match-21", "suited-match", "35.00"),
        ("ann", "bet-the-set-21", "suited-pair", "32.00"),
        ("ann", "kings-bounty", "suited-queens-jacks-or-10s-pair", "52.00"),
    ]
    assert sections(events) == ["633a.13(f)(2)", "633a.13(g)(3)", "633a.13(h)"]
    assert kinds(events)[-1] == "PlayStarted"


def test_dd_what_waits_for_the_dealer_s_second_card() -> None:
    """§ 633a.7(g)(4), (6): a Royal Match against a queen, kings of spades against an ace."""
    found = without_hole_card(wagers=CROWN)
    found.place("ann", blackjack=10, royal_match_21=1)
    found.deal("Kh Qs Qh")
    assert rows(found.events) == []
    found.answer("ann", "stand")
    assert rows(found.feed("Ks"))[:2] == [
        ("ann", "royal-match-21", "royal-match", "31.00"),
        ("ann", "royal-match-21", "crown-treasure", "1000.00"),
    ]
    settled = of_kind(found.events, WagerSettled)[:2]
    assert [settlement.wagered for settlement in settled] == [dollars(1), 0], (
        "the bonus has no wager of its own"
    )
    found = without_hole_card()
    found.place("ann", blackjack=10, kings_bounty=1)
    found.deal("Ks Ah Ks")
    found.answer("ann", "no-insurance", "stand")
    assert rows(found.feed("9d"))[0] == ("ann", "kings-bounty", "king-of-spades-pair", "201.00")


@pytest.mark.parametrize(
    ("limit", "paid"),
    [
        (25_000, {"ann": "14305.71", "bob": "7152.85", "cleo": "3576.42"}),
        (35_000, {"ann": "20020.00", "bob": "10010.00", "cleo": "5005.00"}),
    ],
)
def test_dd_the_limit_of_all_top_rows_together(limit: int, paid: dict[str, str]) -> None:
    """§ 633a.13(o): all top rows share it by their wagers, whichever card gave the Blackjack."""
    found = without_hole_card(aggregate_limit=limit)
    for player, amount in (("ann", 20), ("bob", 10), ("cleo", 5)):
        found.place(player, blackjack=10, kings_bounty=amount)
    found.deal("Ks Ah Ks")
    for player in paid:
        found.answer(player, "no-insurance")
    for player, decision in (("ann", "stand"), ("bob", "split"), ("cleo", "hit")):
        found.answer(player, decision)
    found.feed("Tc")
    found.answer("bob", "stand")
    found.feed("Jc")
    found.answer("bob", "stand")
    found.feed("Qc")
    dealers = {name: found.dealer(name) for name in paid}
    assert dealers == {"ann": "Ah Tc", "bob": "Ah Qc", "cleo": "Ah Jc"}
    assert {row[0]: row[3] for row in rows(found.events) if row[1] == "kings-bounty"} == paid


def test_ee_payout_odds() -> None:
    data = game_rules(WITHOUT_HOLE_CARD)
    assert data.pays == {"blackjack": "3 to 2", "win": "1 to 1"}
    assert set(data.pays_sections.values()) == {f"{SECTION}(ee)(2)"}
    found = table("ann")
    found.deal("As Ah Kd")
    found.answer("ann", "insurance")
    events = found.feed("Qc")
    assert rows(events)[0] == ("ann", "insurance", "win", "15.00")
    assert sections(events)[0] == "633c.5(ee)(1)"


def test_w_a_shoe_that_may_not_hold_a_round_is_shuffled() -> None:
    """Two hands of 21 aces at worst, and the dealer's."""
    assert most_cards(WITHOUT_HOLE_CARD) == 59


def test_a_player_who_hit_waits_for_the_next_community_card() -> None:
    initial = (parse_card("5c"), parse_card("6d"))
    before, after = (own_hands(initial, dealt, ("hit",)) for dealt in ((), (parse_card("2h"),)))
    assert (before.asked, before.waits, before.done, before.taken) == (0, True, False, 0)
    assert (after.asked, after.waits, after.done, after.taken) == (1, False, False, 1)
    assert own_hands(initial, (parse_card("Th"),), ("hit",)).done, "21 takes no card"
