"""The oracle: values equal those of the strategy analyzer; policies are evaluated exactly."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyarrow.parquet
import pytest

import upcard
import upcard.envs
from upcard.envs import BasicPolicy, RoundState, oracle, write_dataset
from upcard.envs.choices import PLAY_ACTIONS
from upcard.rules.violation import BadInput

FULL = (24,) * 9 + (96,)


def unseen(*gone: int) -> tuple[int, ...]:
    return tuple(left - gone.count(value) for value, left in enumerate(FULL))


def test_values_are_those_of_the_strategy_off_the_top() -> None:
    found = oracle().values(RoundState("play", (9, 5), 9, unseen(9, 5, 9)))
    exact = upcard.strategy(upcard.blackjack(), "composition").values("T,6", "T")
    assert found == pytest.approx(exact)
    assert next(iter(found)) == "surrender"


def test_a_depleted_shoe_changes_the_best_action() -> None:
    rich = (4, *(2,) * 8, 60)
    poor = (20, *(24,) * 8, 8)
    mean = oracle()
    assert mean.best(RoundState("play", (9, 5), 8, rich, legal=("stand", "hit"))) == "stand"
    assert mean.best(RoundState("play", (9, 5), 8, poor, legal=("stand", "hit"))) == "hit"
    assert mean.best(RoundState("insurance", (9, 9), 0, rich)) == "insurance"
    assert mean.best(RoundState("insurance", (9, 9), 0, poor)) == "decline"


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    "house", [{}, {"peek": False}, {"surrender": "early"}, {"split_aces": "one-card", "das": False}]
)
def test_basic_strategy_is_worth_its_expected_value(house: dict[str, Any]) -> None:
    mean = oracle(decks=2, **house)
    found = mean.evaluate(BasicPolicy(mean.basic))
    assert found.expected_value == pytest.approx(mean.basic.expected_value, abs=1e-12)


def test_insurance_off_the_top_costs_what_its_edge_says() -> None:
    mean = oracle()
    basic = BasicPolicy(mean.basic)

    def insures(hands: Any, masks: Any) -> Any:
        return np.where(masks[:, 5] == 1, 5, basic(hands, masks))

    found = mean.evaluate(insures)
    edge = float(3 * 96 / 311 - 1)
    assert found.insured == pytest.approx(edge / 2 / 13, abs=1e-12)


def test_the_best_policy_has_no_regret_and_standing_has_much() -> None:
    mean, env = oracle(), gymnasium.make("upcard/Blackjack-v0")
    best = mean.regret(env, lambda _hand, _info: mean.policy(env), rounds=8)
    assert best.loss == 0.0
    assert not best.worst
    stands = mean.regret(env, lambda _hand, info: int(np.argmax(info["action_mask"][::7]) * 7), 20)
    assert stands.loss > 0.02
    assert "of the initial wager against best play" in str(stands)
    assert stands.worst[0].lost >= stands.worst[-1].lost


def test_an_environment_by_other_rules_is_refused() -> None:
    env = gymnasium.make("upcard/Blackjack-v0", soft_17="hit")
    env.reset(seed=1)
    with pytest.raises(BadInput, match="other rules than the oracle's"):
        oracle().regret(env, lambda _hand, _info: 0, rounds=1)


def test_a_large_bet_regrets_a_losing_shoe() -> None:
    house: dict[str, Any] = {"decks": 1, "soft_17": "hit", "blackjack_pays": "6:5"}
    mean = oracle(**house)
    env = gymnasium.make("upcard/Blackjack-v0", bets=(1, 10), **house)

    def bets(_seen: Any, info: dict[str, Any]) -> int:
        return 9 if info["action_mask"][9:].any() else mean.policy(env)

    found = mean.regret(env, bets, rounds=2)
    assert any(regret.state == "a bet" and regret.action == "bet 10" for regret in found.worst)


def test_a_dataset_has_the_exact_values(tmp_path: Path) -> None:
    mean, env = oracle(), gymnasium.make("upcard/Blackjack-v0", bets=(1, 2))
    assert write_dataset(mean, env, tmp_path / "values.parquet", rows=12) == 12
    table = pyarrow.parquet.read_table(tmp_path / "values.parquet").to_pylist()
    for row in table:
        values = [row[f"value_{name}"] for name in PLAY_ACTIONS]
        assert values[row["best"]] == np.nanmax(values)
        assert sum(row[f"left_{name}"] for name in ("A", "2", "10")) > 0
