"""The tutorials' programs run; nightly they learn, each within two minutes on two cores."""

import numpy as np
import pytest

from envs.tutorials import programs
from nightly import NIGHTLY

Q_LEARNING, COUNTING, EXACT = range(3)


@pytest.mark.nightly
def test_q_learning_comes_within_a_thousandth_of_basic_strategy() -> None:
    learnt, basic = programs()[Q_LEARNING]["score"](60_000_000 if NIGHTLY else 20_000)
    assert -1.0 < learnt <= basic + 0.0005  # its pairs and new hands are told apart
    if NIGHTLY:
        assert learnt > basic - 0.001


def test_a_network_learns_to_bet_with_the_count() -> None:
    program = programs()[COUNTING]
    rounds = 8_000_000 if NIGHTLY else 6_000
    network, (a_unit, a_round) = program["bet_with_the_count"](rounds)
    assert np.isfinite([a_unit, a_round]).all()
    if NIGHTLY:
        counts = np.array([[-1.0, 0.5], [0.0, 0.5], [1.0, 0.5], [1.5, 0.5]])
        assert (np.diff(network(counts)) > 0.0).all()
        flat = program["play"](rounds, lambda inputs: np.zeros(len(inputs), int))
        assert a_unit > flat[0] + 0.002
        assert a_round > 0.0


def test_playing_like_the_dealer_is_evaluated_exactly() -> None:
    value, regret = programs()[EXACT]["scores"](100 if NIGHTLY else 3)
    assert value.expected_value == pytest.approx(-0.056756, abs=1e-6)
    assert regret.loss >= 0.0
