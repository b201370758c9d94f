"""`upcard.meter_life` and `upcard meter`: meters over time, for players and for the house."""

import csv
import io
import json
import re
from fractions import Fraction
from math import exp, factorial
from pathlib import Path
from typing import Final

import pytest

import upcard
from command_line import upcard as command
from documents import check_document
from upcard.analysis.meters.flow import MeterFlow
from upcard.library.rules import rules_of_text
from upcard.money.amount import UNITS_PER_DOLLAR

TABLE: Final = '[table]\nname = "T"\n[wagers.jackpot-party]\n[wagers.lucky-ladies]\n'


@pytest.fixture(scope="module")
def rules() -> upcard.Rules:
    return rules_of_text(TABLE)


def test_a_team_wins_what_the_odds_say_above_break_even(rules: upcard.Rules) -> None:
    found = upcard.meter_life(rules, seats=7)["jackpot-party"]
    record = upcard.odds("jackpot-party", paytable=found.paytable, decks=6).one().record
    bonuses = float(sum(bonus.won.returns for bonus in record.bonuses if not bonus.each))

    def edge(amount: float) -> float:
        return bonuses - float(record.edge_with("", Fraction(round(UNITS_PER_DOLLAR * amount))))

    assert found.break_even is not None
    assert edge(found.break_even) == pytest.approx(0, abs=1e-7)
    life, parts = found.model.life, 2_000
    above = [1 - found.favourable * (part + 0.5) / parts for part in range(parts)]
    edges = [edge(life.quantile(chance) / UNITS_PER_DOLLAR) for chance in above]
    assert found.edge_above == pytest.approx(sum(edges) / parts, rel=2e-3)
    assert found.win_per_hour == pytest.approx(7 * 60 * 5 * found.edge_above)
    alone = upcard.meter_life(rules, "jackpot-party", seats=1).one()
    assert alone.win_per_hour == pytest.approx(found.win_per_hour / 7)
    assert alone.hours_to_hit[0.5] == pytest.approx(7 * found.hours_to_hit[0.5])
    assert (alone.favourable, alone.edge_above) == (found.favourable, found.edge_above)
    assert found.chance_above(found.quantiles[0.95]) == pytest.approx(0.05, abs=1e-4)


def test_what_is_put_on_the_meter_is_paid(rules: upcard.Rules) -> None:
    found = upcard.meter_life(rules).one()
    year = found.year
    assert year.wagered == pytest.approx(7 * 60 * 16 * 365 * 5)
    assert year.paid == pytest.approx(year.contributions + year.seeds + year.restored)
    assert year.house_adds == pytest.approx(year.seeds + year.restored - year.to_reserve)
    taken = float(found.model.life.taken) * found.mean * year.wagered / 5
    assert year.paid == pytest.approx(taken, rel=1e-5)
    assert found.year.jackpots == pytest.approx(year.wagered / 5 / found.one_in)


@pytest.mark.parametrize("mean", ["1/1000", "0.5", "4.1", "30"])
def test_the_most_jackpots_of_a_year_are_poisson(mean: str) -> None:
    hits, zero = Fraction(mean), Fraction(0)
    found = MeterFlow(zero, zero, zero, hits, zero, zero, zero).most_hits(0.95)
    chances = [exp(-float(hits)) * float(hits) ** n / factorial(n) for n in range(found + 1)]
    assert sum(chances[:-1]) < 0.95 <= sum(chances)


def test_many_jackpots_do_not_overflow() -> None:
    zero = Fraction(0)
    found = MeterFlow(zero, zero, zero, Fraction(10_000), zero, zero, zero).most_hits(0.95)
    assert found == pytest.approx(10_000 + 1.645 * 100, abs=2)


def test_the_command_prints_the_library(rules: upcard.Rules, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE, encoding="utf-8")
    printed = json.loads(command("meter", str(file), "--seats", "3", "--json").stdout)
    check_document(printed)
    found = upcard.meter_life(rules, seats=3)
    assert printed == json.loads(json.dumps(found.to_dict()))
    text = command("meter", str(file), "--seats", "3").stdout
    even = found[0].break_even
    assert re.search(rf"the wager is even at +\${even:,.2f}\n", text)
    rows = list(csv.DictReader(io.StringIO(command("meter", str(file), "--csv").stdout)))
    of_mean = next(row for row in rows if row["figure"] == "mean")
    assert float(of_mean["value"]) == pytest.approx(found[0].mean)
    assert len(rows) == len(upcard.meter_life(rules).to_pandas())


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"seats": 0}, "A meter is fed by 1 to 10,000 seats, not 0."),
        ({"rounds_per_hour": 0}, "The rounds of an hour are more than 0 and at most 10,000."),
        ({"hours_a_day": 25}, "A day has more than 0 and at most 24 hours of play."),
        ({"wager": "super-4"}, "T does not offer 'super-4'; it offers lucky-ladies and "),
        ({"wager": "lucky-ladies"}, "wagers with meters are jackpot-party"),
    ],
)
def test_what_no_meter_has_is_refused_in_one_sentence(
    rules: upcard.Rules, asked: dict[str, object], sentence: str
) -> None:
    with pytest.raises(upcard.BadInput, match=sentence):
        upcard.meter_life(rules, **asked)  # type: ignore[arg-type]
