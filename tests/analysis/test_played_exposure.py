"""Exposure by simulated rounds: held to exact effects, to the odds, to what dealt shoes win."""

import csv
import io
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from upcard.analysis.counters.linear_counts import counts_of
from upcard.analysis.counters.played_wagers import Effects, PlayedExposure, table_with
from upcard.analysis.exposure.pricing import backs_of
from upcard.analysis.exposure.wagers import Exposure, exposure_of
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.cli.odds.command import odds
from upcard.cli.odds.exposure import print_exposures
from upcard.exact.par import ParRecord
from upcard.exact.record import records
from upcard.exact.removal import removal
from upcard.library.exposure import WagerExposure
from upcard.wagers.catalogue import wager

ROUNDS = 1_500_000
PLAYED_OUT = ("straight-jack", "blazing-7s", "buzzer-beater", "axman")


def record(slug: str) -> ParRecord:
    return records(slug, None, None, 6)[0]


@cache
def exposure(slug: str) -> Exposure:
    if slug in PLAYED_OUT:  # their shoes take seconds; none is left for a round here
        return exposure_of(record(slug), penetrations=(0.999,))
    return exposure_of(record(slug), shoes=10_000, rounds=ROUNDS)


@cache
def simulated(slug: str) -> tuple[PlayedExposure, Effects]:
    """A wager whose effects are known exactly, as if they were not."""
    one = record(slug)
    found = wager(slug, "pa", one.form)
    rules = table_with(one, found)
    assert rules is not None
    played = PlayedExposure(rules, found, backs_of(one, found), seed=7)
    return played, played.effects(ROUNDS)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("slug", ["lucky-ladies", "buster-blackjack", "three-card-poker"])
def test_simulated_effects_are_the_exact_ones(slug: str) -> None:
    """Rounds of any number of cards, weighted: first cards, and what the dealer draws."""
    one = record(slug)
    found = wager(slug, "pa", one.form)
    exact = removal(found, 6, backs_of(one, found))
    _, made = simulated(slug)
    assert made.error is not None
    assert abs(made.expected - float(exact.expected)) < 4.5 * made.error
    differences = np.array(made.by_card) - [float(effect) for effect in exact.effects]
    z = differences / made.errors
    assert max(abs(z)) < 4.5
    assert 0.4 < float((z**2).mean()) < 1.9, "errors are as large as they are said to be"
    assert sum(made.by_card) == pytest.approx(0, abs=1e-9)


def test_wagers_on_totals_have_one_effect_for_each_value() -> None:
    _, made = simulated("buster-blackjack")
    assert len(set(made.by_card)) == 10
    assert len(set(made.by_card[36:])) == 1
    _, made = simulated("lucky-ladies")
    assert len(set(made.by_card)) == 52


@pytest.mark.nightly
def test_a_count_wins_what_it_wins_of_dealt_shoes() -> None:
    """Shoes of six cards a round, and of whole rounds: about as deep, as often, as much."""
    played, _ = simulated("lucky-ladies")
    dealt = exposure_of(record("lucky-ladies"), shoes=20_000)
    exact = Effects(dealt.expected_value, None, list(dealt.effects.values()), [])
    rows, shoes = played.penetrations(counts_of(exact.by_card)[:1], exact, 20_000)
    assert shoes >= 20_000
    others = [row for row in dealt.penetrations if row.count == "linear"]
    assert [row.penetration for row in rows] == [row.penetration for row in others]
    for row, other in zip(rows, others, strict=True):
        assert row.share == pytest.approx(other.share, rel=0.12)
        error = (row.standard_error**2 + other.standard_error**2) ** 0.5
        assert abs(row.win_per_100 - other.win_per_100) < 4 * error
        assert abs(row.win_per_100 - row.forecast_per_100) < 4.5 * row.standard_error


def expected_of(one: ParRecord) -> float:
    returned = sum(float(share.expected) * one.meters[share.meter] for share in one.shares)
    return returned / one.wager_units - float(one.house_edge)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("slug", PLAYED_OUT)
def test_a_wager_on_the_players_hand_has_the_value_of_its_odds(slug: str) -> None:
    found, one = exposure(slug), record(slug)
    assert (found.method, found.standard_error, found.effect_errors) == ("exact", None, {})
    assert found.expected_value == pytest.approx(expected_of(one), abs=1e-9)
    rule = wager(slug, "pa", one.form)
    valuing = valuing_of(rule, 6)
    assert valuing is not None
    pays = np.array([float(back - 1) for back in backs_of(one, rule)])
    (worth,), _ = valuing.make(pays)(np.full((1, 52), 6.0))
    assert worth == pytest.approx(expected_of(one), abs=1e-9)


def test_sevens_are_what_blazing_7s_hangs_on() -> None:
    found = exposure("blazing-7s")
    assert max(found.effects, key=lambda card: -found.effects[card])[0] == "7"
    best = found.counts[1]
    assert [tag < 0 for tag in best.tags[24:28]] == [True] * 4
    assert all(tag >= 0 for at, tag in enumerate(best.tags) if at // 4 != 6)


@pytest.mark.nightly
def test_a_fold_counts_one_of_the_suits_that_are_alike() -> None:
    """AxMan's wild card is a diamond; the other suits are alike in a full shoe."""
    effects = exposure("axman").effects
    assert effects["As"] == effects["Ah"] == effects["Ac"] != effects["Ad"]
    assert min(effects, key=lambda card: effects[card]) == "Kd"
    assert sum(effects.values()) == pytest.approx(0, abs=1e-12)


def test_the_command_says_that_shoes_are_counted_anew(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_no_shoe(one: ParRecord, **_options: Any) -> Exposure:
        return exposure(one.wager)

    monkeypatch.setattr("upcard.library.exposure.exposure_of", of_no_shoe)
    odds("straight-jack", decks=6, exposure=True)
    out, err = capsys.readouterr()
    assert err.startswith("Counted anew in 2,000 remaining shoes, which takes")
    assert "Expected value off the top" in out


def test_simulated_effects_are_printed_with_their_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As those of a wager of one's own that reads cards and a hand together."""
    one = record("lucky-ladies")
    _, made = simulated("lucky-ladies")
    dealt = exposure_of(one, shoes=100)
    named = dict(zip(dealt.effects, made.errors, strict=True))
    found = replace(dealt, method="simulated", standard_error=made.error, effect_errors=named)
    print_exposures([WagerExposure(found)], as_csv=False, as_json=False)
    out = capsys.readouterr().out
    assert "%, simulated" in " ".join(out.split())
    assert "Effects are simulated" in out
    print_exposures([WagerExposure(found)], as_csv=True, as_json=False)
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    effects = [row for row in rows if row["figure"] == "effect-of-removal"]
    assert len(effects) == 52
    assert all(float(row["standard_error"]) > 0 for row in effects)
