"""`upcard.blackjack`: choices become a submission, and the submission the rules of the table."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import upcard
from amounts import dollars
from upcard.cards.card import names_of
from upcard.exact.strategy.rules import full_shoe
from upcard.host.scripts.script import ScriptError, check_supply, parse_script
from upcard.library.rules import rules_of_text
from upcard.money.odds import PaidOdds


def test_the_choices_are_a_submission_that_a_file_could_have() -> None:
    rules = upcard.blackjack(
        decks=8,
        soft_17="hit",
        double="10-11",
        das=False,
        resplits=3,
        resplit_aces=True,
        surrender="early",
        blackjack_pays="6:5",
        peek=False,
        without_peek="original",
        name="ENHC",
        minimum="2.50",
        maximum=Decimal("500"),
        positions=5,
        dealing="continuous-shuffler",
    )
    assert rules_of_text(rules.text).table == rules.table
    table, play = rules.table, rules.table.blackjack
    assert (table.jurisdiction, table.decks, table.positions) == ("house", 8, 5)
    assert (table.minimum, table.maximum, table.dealing) == (
        dollars("2.50"),
        dollars(500),
        "continuous-shuffler",
    )
    assert (play.hits_soft_17, play.peeks, play.all_lost) == (True, False, False)
    assert (play.double, play.double_after_split, play.surrender) == ("10-11", False, "early")
    assert (play.resplits, play.resplit_aces) == (3, True)
    assert table.blackjack_odds == PaidOdds(6, 5)


def test_wagers_are_names_or_have_keys() -> None:
    rules = upcard.blackjack(wagers=["lucky-ladies", "perfect-pairs"])
    assert [offered.slug for offered in rules.table.wagers] == ["lucky-ladies", "perfect-pairs"]
    rules = upcard.blackjack(wagers={"perfect-pairs": {"paytable": "B", "minimum": "2.50"}})
    (offered,) = rules.table.wagers
    assert (offered.paytable.id, offered.minimum) == ("B", dollars("2.50"))


def test_decks_without_tens_have_48_cards_each() -> None:
    rules = upcard.blackjack(decks=6, tens=False, wagers=["perfect-pairs"])
    assert (rules.table.shoe_size, rules.table.composition.count(0)) == (288, 4)
    assert not {name for name in names_of(rules.table.full_shoe) if name[0] == "T"}
    pairs = upcard.odds("perfect-pairs", rules=rules).one()
    chances = {row.outcome: row.probability for row in pairs.outcomes}
    assert chances["perfect-pair"] == Fraction(5, 287)
    insured = upcard.odds("insurance", rules=rules).one()
    assert insured.house_edge == 1 - Fraction(3 * 72, 287)
    with pytest.raises(upcard.BadInput, match="have no tens: the shoe cannot have one"):
        upcard.odds("perfect-pairs", rules=rules, shoe=upcard.shoe(6).without("Ks"))


def test_best_play_and_its_value_are_those_of_decks_without_tens() -> None:
    small: dict[str, Any] = {"resplits": 0, "das": False, "surrender": "none"}
    rules = upcard.blackjack(decks=1, tens=False, **small)
    shoe = {str(card): 4 for card in range(2, 10)} | {"A": 4, "10": 12}
    assert upcard.strategy(rules).solution.solutions[0].shoe == full_shoe(1, tens=False)
    same = upcard.strategy(upcard.blackjack(decks=1, **small), shoe=shoe)
    assert upcard.strategy(rules).expected_value == same.expected_value


def test_a_table_without_tens_refuses_one_and_deals_none() -> None:
    rules = upcard.blackjack(tens=False)
    hands = upcard.rounds(rules, 2_000, seed=1).to_polars()
    assert "T" not in "".join([*hands["cards"], *hands["dealer_cards"]])
    assert "K" in "".join(hands["cards"])
    with pytest.raises(ScriptError, match="has a card Ts, which the decks of house do not have"):
        check_supply(parse_script("cards Ts 5h 6d 7c\nwager 1 blackjack 15\n")[0], rules.table)


def test_the_defaults_are_the_rules_of_the_text() -> None:
    text = rules_of_text('[table]\nname = "PA"\n').table
    house = upcard.blackjack().table
    assert (house.blackjack, house.blackjack_odds) == (text.blackjack, text.blackjack_odds)


def test_what_no_submission_has_is_refused() -> None:
    with pytest.raises(upcard.DoesNotComply) as refused:
        upcard.blackjack(decks=101)
    assert refused.value.section == "submission: table.decks"
    with pytest.raises(upcard.DoesNotComply, match="is not a wager"):
        upcard.blackjack(wagers=["baccarat-tie"])
    with pytest.raises(upcard.BadInput, match="cannot stand in a submission"):
        upcard.blackjack(minimum=2.5)  # type: ignore[arg-type]
