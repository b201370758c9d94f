"""Rounds by a house's own rules, worked out by hand: no peek, early surrender, soft 17, doubles."""

from typing import Any

import pytest

from amounts import dollars
from tables import FedTable, play_round, shuffled_table, table_rules
from tables import cards as card_numbers
from upcard.cards.card import TENS
from upcard.engine.blackjack.early_surrender import DeclineSurrender
from upcard.engine.core.commands import (
    CloseBets,
    Command,
    DealCard,
    DeclineInsurance,
    DoubleDown,
    Hit,
    Insure,
    SplitPair,
    Stand,
    Surrender,
)
from upcard.engine.core.events import CardDealt, CardsLoaded, WagerSettled
from upcard.engine.play import question
from upcard.exact.strategy.games import rules_of
from upcard.games.house import rules_in_words
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.rules.violation import RuleViolation


def house(cards: str, *sent: Command, seats: int = 1, **play: Any) -> FedTable:
    """A round of $10 Blackjack wagers at a house table whose rules of play are given."""
    rules = table_rules(jurisdiction="house", minimum=10, blackjack=play)
    table = FedTable(rules)
    for position in range(1, seats + 1):
        table.wager(position, 10)
    table.deal(cards)
    table.send(*sent)
    return table


def draw(table: FedTable, names: str) -> None:
    """The cards that are drawn next."""
    table.shoe.feed(card_numbers(names))


def settled(table: FedTable) -> list[tuple[str, int, int]]:
    """Outcome, dollars wagered and dollars handed back of each settlement of the round."""
    return [
        (event.outcome, event.wagered // UNITS_PER_DOLLAR, event.paid // UNITS_PER_DOLLAR)
        for event in table.events
        if isinstance(event, WagerSettled)
    ]


def test_without_a_peek_the_dealer_has_one_card_until_the_hands_are_played() -> None:
    table = house("Th Ks 7h", peek=False)
    assert len(table.state.dealer) == 1
    draw(table, "Ad")
    table.send(Stand(1))
    assert settled(table) == [("dealer-blackjack", 10, 0)]


@pytest.mark.parametrize(
    ("without_peek", "hands"),
    [
        ("all", [("dealer-blackjack", 20, 0), ("dealer-blackjack", 10, 0)]),
        ("original", [("dealer-blackjack", 20, 10), ("dealer-blackjack", 10, 10)]),
    ],
)
def test_a_blackjack_takes_all_or_the_original_wagers(
    without_peek: str, hands: list[tuple[str, int, int]]
) -> None:
    table = house("8h Ks 8d", peek=False, without_peek=without_peek)
    draw(table, "3c Th Tc 9c Ad")  # 8 3 doubled to 21, 8 T hit to a bust, then the dealer's ace
    table.send(SplitPair(1), DoubleDown(1), Hit(1))
    assert sorted(settled(table)) == sorted(hands)


def test_without_a_peek_a_players_blackjack_and_insurance_wait() -> None:
    table = house("Ah As Kh", Insure(1), peek=False, even_money=False)
    draw(table, "Kd")
    table.table.resume()
    assert settled(table) == [("win", 5, 15), ("push", 10, 10)]


def test_a_late_surrender_without_a_peek_is_lost_to_a_blackjack() -> None:
    table = house("Th Ks 6h", peek=False)
    draw(table, "Ad")
    table.send(Surrender(1))
    assert settled(table) == [("dealer-blackjack", 10, 0)]


def test_an_early_surrender_keeps_half_against_a_blackjack() -> None:
    table = house("Th 9h As 6h 7h Kd", seats=2, surrender="early")
    table.send(DeclineInsurance(1), DeclineInsurance(2))
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.position, [*asked.answers]) == (
        "surrender",
        1,
        ["surrender", "no-surrender"],
    )
    table.send(Surrender(1), DeclineSurrender(2))
    assert settled(table) == [("surrender", 10, 5), ("dealer-blackjack", 10, 0)]


def test_a_wager_that_waits_for_a_blackjack_is_paid_after_an_early_surrender() -> None:
    """As § 633a.7(g)(1)(ii) has it of queens of hearts where the Blackjack wager is collected."""
    wagers: dict[str, dict[str, Any]] = {"lucky-ladies": {"maximum": 25}}
    rules = table_rules(
        jurisdiction="house", minimum=10, decks=8, blackjack={"surrender": "early"}, wagers=wagers
    )
    table = FedTable(rules)
    table.wager(1, 10, lucky_ladies=1)
    table.deal("Qh Ks Qh Ad")
    table.send(Surrender(1))
    assert settled(table) == [
        ("surrender", 10, 5),
        ("queen-of-hearts-pair-and-dealer-blackjack", 1, 1001),
    ]


@pytest.mark.parametrize("after_split", [True, False])
def test_players_are_told_whether_they_may_double_after_a_split(after_split: bool) -> None:
    rules = table_rules(jurisdiction="house", blackjack={"das": after_split})
    (told,) = [line for line in rules_in_words(rules) if line.startswith("Double down")]
    assert told.endswith(", after a split too." if after_split else ", not after a split.")


@pytest.mark.parametrize("dealer_22", ["bust", "push"])
def test_players_are_told_whether_a_dealers_22_returns_wagers(dealer_22: str) -> None:
    rules = table_rules(jurisdiction="house", blackjack={"dealer_22": dealer_22})
    told = [line for line in rules_in_words(rules) if line.startswith("A dealer's 22")]
    assert len(told) == (dealer_22 == "push")


@pytest.mark.parametrize(
    ("play", "solved"),
    [
        ({}, "peek"),
        ({"peek": False, "without_peek": "all"}, "all"),
        ({"peek": False, "without_peek": "original"}, "original"),
    ],
)
def test_a_house_table_is_solved_as_it_plays(play: dict[str, Any], solved: str) -> None:
    table = table_rules(jurisdiction="house", blackjack=play)
    assert rules_of(table).dealer_blackjack == solved


def test_a_hand_that_was_kept_is_not_surrendered_later() -> None:
    table = house("Th Ks 6h 9d", DeclineSurrender(1), surrender="early")
    asked = question(table.state)
    assert asked is not None
    assert "surrender" not in asked.answers
    with pytest.raises(RuleViolation, match="before the dealer looks") as refused:
        table.send(Surrender(1))
    assert refused.value.section == "submission: blackjack.surrender"


def test_positions_are_asked_in_turn_and_a_blackjack_is_not() -> None:
    """As § 633a.9(a) says it of a surrender after the peek."""
    table = house("Ah 9h Ks Kh 7h 8d", seats=2, surrender="early")
    with pytest.raises(RuleViolation, match="position 2's turn"):
        table.send(Surrender(1))
    table.send(Surrender(2))
    assert ("surrender", 10, 5) in settled(table)


@pytest.mark.parametrize(("soft_17", "outcome"), [("stand", "win"), ("hit", "lose")])
def test_the_dealer_hits_or_stands_on_soft_17(soft_17: str, outcome: str) -> None:
    table = house("Th As 8h 6d", DeclineInsurance(1), soft_17=soft_17)
    draw(table, "3d" if soft_17 == "hit" else "")
    table.send(Stand(1))
    assert settled(table) == [(outcome, 10, 20 if outcome == "win" else 0)]


@pytest.mark.parametrize(
    ("cards", "play", "section"),
    [
        ("5h 9s 3h 9d", {"double": "9-11"}, "submission: blackjack.double"),
        ("5h 9s 4h 9d", {"double": "10-11"}, "submission: blackjack.double"),
        ("Ah 9s 8h 9d", {"double": "9-11"}, "submission: blackjack.double"),
    ],
)
def test_two_cards_double_on_the_houses_totals(
    cards: str, play: dict[str, Any], section: str
) -> None:
    table = house(cards, **play)
    with pytest.raises(RuleViolation) as refused:
        table.send(DoubleDown(1))
    assert refused.value.section == section


def test_split_hands_may_not_double_where_the_house_says_so() -> None:
    table = house("8h 9s 8d 9d", das=False)
    draw(table, "3c")
    table.send(SplitPair(1))
    with pytest.raises(RuleViolation) as refused:
        table.send(DoubleDown(1))
    assert refused.value.section == "submission: blackjack.das"


@pytest.mark.parametrize(
    ("pair", "play"),
    [
        ("Th Td", {}),
        ("Ah Ad", {}),
        ("Ah Ad", {"split_aces": "one-card"}),
        ("Th Td", {"das": False}),
    ],
)
def test_a_split_21_doubles_where_the_house_says_so(pair: str, play: dict[str, Any]) -> None:
    """§ 633a.7(k)(1) lets a 21 draw no card; such a house lets it double down."""
    first, other = pair.split()
    second = "Kc" if first[0] == "A" else "Ac"
    outcomes = {}
    for double in ("any", "any-with-21"):
        table = house(f"{first} 6s {other} 9d", double=double, **play)
        draw(table, f"{second} 5c 9h Ts")
        table.send(SplitPair(1))
        asked = question(table.state)
        hand = 0 if asked is None else asked.hand
        outcomes[double] = hand, table.state.box(1).hands[0].total
        if double == "any-with-21" and not play:
            assert asked is not None
            assert [*asked.answers] == ["stand", "double"]
            with pytest.raises(RuleViolation, match="not draw") as refused:
                table.send(Hit(1))
            assert refused.value.section == "submission: blackjack.double"
            table.send(DoubleDown(1))
            assert table.state.box(1).hands[0].total == 16
            assert table.state.box(1).hands[0].doubled == dollars(10)
    assert outcomes["any"] == (0 if "split_aces" in play else 2, 21)
    assert (outcomes["any-with-21"] == (1, 21)) is (not play)


def test_no_hand_is_surrendered_where_the_house_says_so() -> None:
    with pytest.raises(RuleViolation) as refused:
        house("Th 9s 6h 9d", Surrender(1), surrender="none")
    assert refused.value.section == "submission: blackjack.surrender"


def test_a_dealers_22_pushes_all_but_a_blackjack() -> None:
    table = house("Th Ah 9s 8h Kh 6d", seats=2, dealer_22="push")
    draw(table, "7c")
    table.send(Stand(1))
    assert settled(table) == [("blackjack", 10, 25), ("push", 10, 10)]


def test_decks_without_tens_have_no_ten_to_deal() -> None:
    rules = table_rules(jurisdiction="house", minimum=10, blackjack={"tens": False})
    table = FedTable(rules)
    table.wager(1, 10)
    table.by_hand()
    table.send(CloseBets())
    assert table.refuses(DealCard(*card_numbers("Th"))) == "submission: table.decks"
    table.send(DealCard(*card_numbers("Jh")))


def test_a_shoe_without_tens_is_counted_by_decks_of_48_cards() -> None:
    rules = table_rules(jurisdiction="house", decks=2, blackjack={"tens": False})
    table, _ = shuffled_table(rules, seed=1)
    for _ in range(30):
        play_round(table)
    loaded = [event for event in table.events if isinstance(event, CardsLoaded)]
    assert len(loaded) > 1
    assert {table.cards for table in loaded} == {96}
    dealt = [event.card for event in table.events if isinstance(event, CardDealt)]
    assert not set(dealt) & set(TENS)
