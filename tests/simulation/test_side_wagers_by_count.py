"""Side wagers by count and by depth: held to what was dealt in the same rounds."""

import pytest

import upcard
from command_line import upcard as command
from simulation.strategies import basic
from upcard.analysis.counters.bets_by_count import (
    CountingResult,
    CountMean,
    DepthMean,
    counting_player,
    counting_result,
)
from upcard.rules.counts import count_system
from upcard.simulation.run import Result, simulate

VALUED = ("lucky-ladies", "match-the-dealer", "perfect-pairs", "three-card-poker")
OF_PLAY = "buster-blackjack"
RULES = upcard.blackjack(decks=6).with_wagers(*VALUED, OF_PLAY)
ROUNDS = 300_000
LUCK = 4.5
ENOUGH = 2_000
"""The rounds of a class of which an error is known well."""


def counted(*, corrects: bool) -> tuple[CountingResult, Result]:
    player = counting_player(
        RULES.table, "total", basic(6), count_system("hi-lo"), {0: 1, 2: 5}, indices=False
    )
    dealt = simulate(RULES.table, player.strategy, ROUNDS, 20_260, seats=2, corrects=corrects)
    return counting_result(player, dealt), dealt


def check(raw: CountMean | DepthMean, better: CountMean | DepthMean) -> None:
    """The same rounds; expectations differ from what was won by its chance alone."""
    assert raw.rounds == better.rounds
    if raw.rounds < ENOUGH:
        return
    assert raw.mean is not None
    assert better.mean is not None
    assert raw.standard_error is not None
    assert better.gain is not None
    assert better.gain > 30
    assert abs(raw.mean - better.mean) < LUCK * raw.standard_error


def test_means_by_count_and_depth_are_those_of_what_was_dealt() -> None:
    (raw, of_raw), (better, _) = (counted(corrects=corrects) for corrects in (False, True))
    assert set(raw.side_wagers) == set(better.side_wagers) == {*VALUED, OF_PLAY}
    for name in VALUED:
        for one, other in zip(
            raw.side_wagers[name].by_count, better.side_wagers[name].by_count, strict=True
        ):
            check(one, other)
        for part, same in zip(
            raw.side_wagers[name].by_depth, better.side_wagers[name].by_depth, strict=True
        ):
            check(part, same)
    assert raw.side_wagers[OF_PLAY] == better.side_wagers[OF_PLAY], "play decides it: raw"
    for wager in of_raw.wagers:
        if wager.wager in raw.side_wagers:
            rows = raw.side_wagers[wager.wager].by_count
            won = sum(row.rounds * row.mean for row in rows if row.mean is not None)
            assert abs(won / ROUNDS - wager.mean) < 1e-9, "one unit at every count"


@pytest.mark.nightly
def test_what_a_count_tells_of_lucky_ladies_is_seen() -> None:
    """Tens are left at high counts; raw rounds of so few leave that open."""
    (better, _) = counted(corrects=True)
    means = {row.count: row for row in better.side_wagers["lucky-ladies"].by_count}
    assert means[2].mean is not None
    assert means[2].standard_error is not None
    assert means[0].mean is not None
    assert means[2].mean > means[0].mean + 8 * means[2].standard_error


def test_the_command_prints_a_table_for_each() -> None:
    asked = ("--rounds", "20000", "--seed", "1", "--count", "hi-lo", "--bets", "0=1 2=4")
    shown = command("sim", "submissions/seven-seats.toml", *asked).stdout
    assert "lucky-ladies, one unit at each count:" in shown
