"""How far a shoe is dealt: the cover card goes where it is asked for. 58 Pa. Code § 633a.5(d)."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from simulation.replay import difference
from simulation.strategies import at_random_for, basic
from simulation.test_differential import both
from tables import table_rules
from upcard.analysis.counters.bets_by_count import counting_player, counting_result
from upcard.analysis.players import player_of
from upcard.cli.sim.command import sim
from upcard.rules.counts import count_system
from upcard.rules.violation import BadInput
from upcard.simulation.plan import plan
from upcard.simulation.run import Result, simulate

SUBMISSIONS = Path(__file__).parents[2] / "submissions"
SEED = 633
RULES = table_rules()


def rounds_of_a_shoe(penetration: float | None) -> float:
    result = simulate(RULES, basic(6), 200_000, SEED, penetration=penetration)
    return result.rounds / result.batches


def test_d_a_quarter_stays_behind_where_nothing_is_asked() -> None:
    assert simulate(RULES, basic(6), 1_000, SEED).penetration == 0.75
    assert rounds_of_a_shoe(None) == rounds_of_a_shoe(0.75)


@pytest.mark.parametrize("penetration", [0.2, 0.5, 0.9])
def test_d_rounds_begin_as_long_as_the_cover_card_lies_behind(penetration: float) -> None:
    """A round more begins than fits in front, of about 5.4 cards; one card is burned."""
    usual = rounds_of_a_shoe(None)
    cards_of_a_round = 0.75 * 312 / (usual - 0.5)
    expected = penetration * 312 / cards_of_a_round + 0.5
    assert rounds_of_a_shoe(penetration) == pytest.approx(expected, abs=0.15)


@pytest.mark.parametrize("seats", [1, 7])
def test_rounds_at_the_end_of_a_shoe_are_those_of_the_engine(seats: int) -> None:
    """The seven seats of one deck have its discards dealt again (§ 633a.14(f))."""
    rules = table_rules(decks=1)
    planned = plan(rules, at_random_for(rules, 3), seats=seats, penetration=0.95)
    again = 0
    for dealt, played in islice(both(planned, SEED), 400):
        assert difference(dealt, played) == ""
        again += dealt.discards_dealt
    assert again > 10


def test_who_counts_sees_more_of_a_deeper_shoe() -> None:
    chosen = counting_player(
        RULES, "total", basic(6), count_system("hi-lo"), {0: 1, 5: 2}, indices=False
    )

    def part(penetration: float) -> float:
        result: Result = simulate(
            RULES, chosen.strategy, 200_000, SEED, penetration=penetration, seats=2
        )
        rounds = counting_result(chosen, result).rounds
        return rounds[5] / sum(rounds.values())

    assert part(0.5) < part(0.75) < part(0.95)


def test_baccarat_leaves_the_cards_of_a_round() -> None:
    rules = table_rules(game="baccarat", decks=8)
    strategy = player_of(rules, "total").strategy
    deep, usual = (
        simulate(rules, strategy, 100_000, SEED, penetration=part) for part in (0.95, None)
    )
    assert deep.rounds / deep.batches == pytest.approx(
        usual.rounds / usual.batches * 0.95 / 0.75, rel=0.01
    )


@pytest.mark.parametrize(
    ("submission", "choices", "message"),
    [
        ("seven-seats", {"penetration": 1.2}, "the cover card is 0.1 to 0.95, not 1.2"),
        ("seven-seats", {"penetration": 0.0}, "not 0"),
        ("seven-seats", {"penetration": 0.5, "fresh_shoe": True}, "has no cover card here"),
        ("lightning-roulette", {"penetration": 0.5}, "has no cover card here"),
        ("hybrid", {"penetration": 0.5}, "has no cover card here"),
    ],
)
def test_what_is_refused(submission: str, choices: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        sim(SUBMISSIONS / f"{submission}.toml", rounds=1_000, **choices)


def test_d_what_is_deeper_than_the_text_has_it_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = {}
    for penetration in (0.6, 0.9):
        sim(SUBMISSIONS / "seven-seats.toml", rounds=1_000, seed=1, penetration=penetration)
        told[penetration] = " ".join(capsys.readouterr().out.split())
    assert "to the cover card at 60 % of the shoe, seed 1" in told[0.6]
    assert "at 90 % of the shoe, deeper than § 633a.5(d) has it, seed 1" in told[0.9]
