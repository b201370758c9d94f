"""`upcard.blackjack`: choices become a submission, and the submission the rules of the table."""

from decimal import Decimal

import pytest

import upcard
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
        25_000,
        5_000_000,
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
    assert (offered.paytable.id, offered.minimum) == ("B", 25_000)


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
