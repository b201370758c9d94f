"""Bonuses beside a wager count in its exposure as they do in its odds."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import upcard
from upcard.analysis.exposure.bonuses import bonus_of
from upcard.analysis.exposure.pricing import backs_of, exact_effects, values_of
from upcard.analysis.exposure.wagers import exposure_of
from upcard.cli.odds import exposure as forms
from upcard.exact.counting import count_outcomes
from upcard.exact.first_cards import bonus_counts
from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.library.exposure_choices import with_bonus
from upcard.rules.loader import wager_rules
from upcard.rules.violation import BadInput
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule


def priced(slug: str, paytable: str) -> tuple[ParRecord, WagerRule]:
    record = records(slug, None, paytable, 6)[0]
    return record, wager(record.wager, record.jurisdiction, record.form)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("slug", "paytable", "name", "players"),
    [
        ("royal-match-21", "C", "crown_treasure", None),
        ("buster-blackjack", "A", "B1", None),
        ("blackjack-match", "A", "envy", 7),
        ("jackpot-party", "P20-A", "envy", 2),
    ],
)
def test_the_expected_value_is_that_of_the_odds_with_the_bonus(
    slug: str, paytable: str, name: str, players: int | None
) -> None:
    record, rule = priced(slug, paytable)
    bonus = bonus_of(record, name, players)
    backs = backs_of(record, rule)
    made = exact_effects(rule, 6, backs, bonus)
    plain = exact_effects(rule, 6, backs, None)
    beside = sum(bonuse.won.returns for bonuse in record.bonuses if bonuse.option == name)
    times = 1 if players is None else players - 1
    assert made.expected == pytest.approx(plain.expected + float(times * beside), abs=1e-12)
    assert bonus.adds == times * beside
    assert sum(made.by_card) == pytest.approx(0, abs=1e-9)
    assert made.by_card != plain.by_card
    full = np.full((1, 52), 6.0)
    (worth,), (offered,) = values_of(rule, 6, backs, bonus).values(full)
    assert (worth, offered) == (pytest.approx(made.expected, abs=1e-12), 1)


def test_crown_treasure_in_a_remaining_shoe_is_that_of_its_odds() -> None:
    record, rule = priced("royal-match-21", "C")
    bonus = bonus_of(record, "crown_treasure", None)
    full = np.full(52, 6)
    left = full - np.random.default_rng(3).multivariate_hypergeometric(full, 180)
    cards = tuple(left.tolist())
    data = wager_rules(record.wager, record.jurisdiction).data
    ways = count_outcomes(data, rule, 6, left=cards).combinations
    crowns = bonus_counts(rule, 6, cards)
    backs = dict(zip(rule.outcomes, backs_of(record, rule), strict=True))
    main = sum((number * backs[name] for name, number in ways.items()), Fraction(0))
    expected = main / sum(ways.values()) - 1
    expected += Fraction(1_000 * crowns["crown-treasure"], sum(crowns.values()))
    shoe = left[np.newaxis].astype(np.float64)
    (worth,), _ = values_of(rule, 6, list(backs.values()), bonus).values(shoe)
    assert worth == pytest.approx(float(expected), abs=1e-12)


def test_a_magic_card_is_any_of_a_deck_of_its_own() -> None:
    """The chance that it matches one of two cards: two types of 52, or one of a pair."""
    record, _ = priced("bad-beat", "standard")
    bonus = bonus_of(record, "magic-card", None)
    pair = Fraction(5, 311)
    assert bonus.adds == 20 * (2 * (1 - pair) + pair) / 52
    assert bonus.rule is not None
    (worth,), _ = values_of(bonus.rule, 6, bonus.backs, None).values(np.full((1, 52), 6.0))
    assert worth + 1 == pytest.approx(float(bonus.adds), abs=1e-9)


def test_a_seat_that_is_drawn_adds_its_share_whatever_cards_are_left() -> None:
    record, rule = priced("bad-beat", "standard")
    bonus = bonus_of(record, "lucky-player", 5)
    backs = backs_of(record, rule)
    assert bonus.adds == 1
    raised = bonus.raised_returns(rule, backs)
    assert {one - other for one, other in zip(raised, backs, strict=True)} == {1}
    lost = bonus.squares(rule, backs)[0]
    assert lost == Fraction(4, 5) * 1 + Fraction(1, 5) * 4**2


def test_a_bonus_makes_a_wager_worth_more_and_names_itself() -> None:
    (record,) = records("royal-match-21", None, "C", 6)
    asked: dict[str, Any] = {"penetrations": (0.75,), "shoes": 500, "prices_shoes": True}
    plain = exposure_of(record, **asked)
    bonus = bonus_of(record, "crown_treasure", None)
    found = exposure_of(record, bonus=bonus, **asked)
    assert found.options["bonus"] == "crown_treasure"
    assert plain.linear is not None
    assert found.linear is not None
    assert found.linear.win_per_100 > 2 * plain.linear.win_per_100
    assert found.linear.standard_error == 0


@pytest.mark.nightly
def test_a_bonus_lowers_the_break_even_meter() -> None:
    asked: dict[str, Any] = {"paytable": "A", "decks": 6, "penetration": 0.75, "shoes": 100}
    without = upcard.exposure("blackjack-match", **asked).one().exposure
    found = upcard.exposure("blackjack-match", bonus="envy", players=7, **asked).one().exposure
    assert found.break_even_meter["meter"] < without.break_even_meter["meter"]
    assert found.options == {"bonus": "envy", "players": "7"}


@pytest.mark.parametrize(
    ("slug", "paytable", "name", "players", "sentence"),
    [
        ("royal-match-21", "C", "envy", None, "there is crown_treasure"),
        ("lucky-ladies", "standard", "envy", None, "has no bonus 'envy'."),
        ("jackpot-party", "P1", "envy", 2, "has no bonus 'envy'; choose one .* with --paytable"),
        ("royal-match-21", "C", "crown_treasure", 3, "does not depend on the number of players"),
        ("blackjack-match", "A", "envy", None, "depends on how many players"),
        ("blackjack-match", "A", "envy", 0, "are 1 or more, not 0"),
        ("bad-beat", "standard", "lucky-player", 8, "are 1 to 7, not 8"),
    ],
)
def test_what_is_no_bonus_is_refused(
    slug: str, paytable: str, name: str, players: int | None, sentence: str
) -> None:
    (record, *_) = records(slug, None, paytable, 6)
    with pytest.raises(BadInput, match=sentence):
        bonus_of(record, name, players)


def test_paytables_without_the_bonus_are_left_out_and_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Some of Jackpot Party's paytables have no envy bonus."""
    known = records("jackpot-party", None, None, 6)
    having = with_bonus(known, "envy")
    assert {exposure.paytable for exposure in having} < {exposure.paytable for exposure in known}
    assert all(exposure.bonuses for exposure in having)
    assert with_bonus(known, None) == list(known)
    forms.report_without_bonus(known, having, "envy")
    assert "no bonus 'envy': paytables P1, P2," in " ".join(capsys.readouterr().err.split())
    with pytest.raises(BadInput, match="no bonus 'tip'; there is envy"):
        bonus_of(with_bonus(known, "tip")[0], "tip", 2)


def test_players_without_a_bonus_are_refused() -> None:
    with pytest.raises(upcard.BadInput, match="matters to a bonus alone"):
        upcard.exposure("lucky-ladies", decks=6, players=2)
