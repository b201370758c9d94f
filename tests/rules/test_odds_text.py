"""Every form of odds that the five sources print, and what the loader refuses."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import dollars
from rules.parsed_rules import parse_wager_file
from upcard.money.odds import (
    FixedAmount,
    HouseSet,
    MeterShare,
    NotOffered,
    PaidOdds,
    Pay,
    add_odds,
    describe,
)
from upcard.rules.loader import all_games, all_wagers
from upcard.rules.odds_text import OddsTextError, parse_award
from upcard.rules.schema import WagerRules
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import check_prices, checked_rules

FORMS: dict[str, tuple[Pay, ...]] = {
    "25 to 1": (PaidOdds(25),),
    "2.5 to 1": (PaidOdds(25, 10),),
    "3 to 2": (PaidOdds(3, 2),),
    "1,000 for 1": (PaidOdds(1000, 1, for_one=True),),
    "13 for 2": (PaidOdds(13, 2, for_one=True),),
    "4:1": (PaidOdds(4),),
    "100% of meter": (MeterShare(100),),
    "10% of meter": (MeterShare(10),),
    "100% progressive": (MeterShare(100),),
    "10% of Progressive": (MeterShare(10),),
    "100% of mega": (MeterShare(100, "mega"),),
    "100% micro": (MeterShare(100, "micro"),),
    "Star progressive": (MeterShare(100, "star"),),
    "Club progressive": (MeterShare(100, "club"),),
    "$750": (FixedAmount(dollars(750)),),
    "$8,000": (FixedAmount(dollars(8_000)),),
    "100% of meter and 200 to 1": (MeterShare(100), PaidOdds(200)),
    "$": (HouseSet(),),
    "N/A": (NotOffered(),),
}


@pytest.mark.parametrize(("text", "award"), FORMS.items(), ids=FORMS.keys())
def test_a_printed_form_is_read(text: str, award: tuple[Pay, ...]) -> None:
    assert parse_award(text) == award
    assert parse_award(describe(award)) == award


@pytest.mark.parametrize(
    "text",
    ["", "25", "25 to", "to 1", "0 to 1", "5 to 0", "-3 to 1", "25 too 1", "110% of meter",
     "0% of meter", "100% of moon", "Moon progressive", "$x", "$ 1.5", "1,00 to 1", "3 to 2 to 1",
     "25 to 1 and", "100% of meter or 200 to 1"],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(OddsTextError):
        parse_award(text)


@settings(max_examples=300)
@given(st.text(alphabet="0123456789 tofr:%$,.megapivNA/", max_size=18))
def test_no_text_breaks_the_reader(text: str) -> None:
    """What is read is an award that can be written and read again; the rest is refused."""
    try:
        award = parse_award(text)
    except OddsTextError:
        return
    assert parse_award(describe(award)) == award


def test_winnings_are_exact_and_rounded_down_to_the_cent() -> None:
    assert PaidOdds(3, 2).winnings(dollars(15)) == dollars("22.50")
    assert PaidOdds(3, 2).winnings(dollars("0.25")) == dollars("0.37")
    assert PaidOdds(25, 10).winnings(dollars(1)) == dollars("2.50")
    assert PaidOdds(13, 2, for_one=True).winnings(dollars(1)) == dollars("6.50")


GOOD = """
title = "Trial"
slug = "bet-the-set-21"
jurisdiction = "pa"
section = "58 Pa. Code § 633a.6(e)(5)"
effective = 2014-02-01
settles = "initial-deal"
settlement = "58 Pa. Code § 633a.7(g)(5)"
collects = "58 Pa. Code § 633a.7(g)"
games = ["blackjack"]

[[paytable]]
id = "B"
section = "58 Pa. Code § 633a.13(g)(2)"
effective = 2014-11-08
decks = [2]
pays = { suited-pair = "25 to 1", pair = "10 to 1" }
"""


def test_a_complete_file_is_taken() -> None:
    rules = parse_wager_file("trial.toml", GOOD)
    check_prices(rules)
    assert [table.id for table in rules.paytables] == ["B"]


FAULTS = {
    "a table without its section": ('section = "58 Pa. Code § 633a.13(g)(2)"\n', ""),
    "a wager without its section": ('section = "58 Pa. Code § 633a.6(e)(5)"\n', ""),
    "a citation that points nowhere": ("633a.13(g)(2)", "633a.99(g)(2)"),
    "a citation that is none": ("58 Pa. Code § 633a.7(g)(5)", "the book"),
    "no date": ("effective = 2014-11-08\n", ""),
    "odds that cannot be read": ("25 to 1", "25 to won"),
    "an unknown key": ("decks = [2]", "decks = [2]\ncolour = 3"),
    "an unknown game": ('["blackjack"]', '["blackjac"]'),
    "no TOML": ("[[paytable]]", "[[paytable]"),
}


@pytest.mark.parametrize(("good", "bad"), FAULTS.values(), ids=FAULTS.keys())
def test_the_loader_refuses(good: str, bad: str) -> None:
    assert good in GOOD
    with pytest.raises(RulebookError, match=r"trial\.toml"):
        parse_wager_file("trial.toml", GOOD.replace(good, bad, 1))


def test_an_unknown_game_of_a_wager_is_refused_with_the_nearest() -> None:
    with pytest.raises(RulebookError, match=r"no game 'blackjac'; did you mean blackjack "):
        parse_wager_file("trial.toml", GOOD.replace('["blackjack"]', '["blackjac"]'))


@pytest.mark.parametrize(
    "pays",
    [
        '{ pair = "10 to 1" }',
        '{ suited-pair = "25 to 1", pair = "10 to 1", trips = "30 to 1" }',
        '{ suited-pair = "25 to 1", pairs = "10 to 1" }',
    ],
)
def test_a_paytable_prices_exactly_the_winning_outcomes(pays: str) -> None:
    text = GOOD.replace('{ suited-pair = "25 to 1", pair = "10 to 1" }', pays)
    with pytest.raises(RulebookError, match=r"has no price|is priced and is no outcome"):
        check_prices(parse_wager_file("trial.toml", text))


def _every() -> list[WagerRules]:
    return [checked_rules(rules.data.slug, rules.data.jurisdiction) for rules in all_wagers()]


def test_every_wager_of_the_rulebook_is_priced_and_dated() -> None:
    every = _every()
    assert len(every) >= 9
    for rules in every:
        assert rules.paytables
        for table in rules.paytables:
            assert table.data.effective >= date(2012, 5, 19)
            assert table.data.until is None or table.data.until > table.data.effective
    assert {game.slug for game in all_games()} >= {"blackjack"}


def test_the_book_answers_for_a_date() -> None:
    ladies = checked_rules("lucky-ladies")
    assert ladies.in_force(date(2012, 1, 1)) == ()
    assert [table.id for table in ladies.in_force(date(2024, 6, 29))] == ["standard"]
    assert ladies.in_force(date(2024, 6, 29), decks=0) == ()


def test_rows_that_are_paid_at_once_are_added_in_their_form() -> None:
    assert add_odds((PaidOdds(3, 2),)) == PaidOdds(3, 2)
    assert add_odds((PaidOdds(3, 2), PaidOdds(4))) == PaidOdds(11, 2)
    assert add_odds((PaidOdds(13, 2, for_one=True),) * 2) == PaidOdds(13, 1, for_one=True)
