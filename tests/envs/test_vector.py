"""The compiled step of many tables: it deals, permits and pays as the engine does."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import upcard.envs  # noqa: F401 - registers the environments
from envs.episodes import assert_same_episodes, random_actions
from nightly import NIGHTLY
from upcard.rules.violation import BadInput

STRICT = {
    "surrender": "none",
    "double": "9-11",
    "das": False,
    "resplit_aces": True,
    "split_aces": "one-card",
    "decks": 2,
    "soft_17": "hit",
    "dealer_22": "push",
    "tens": False,
}
CASES: list[dict[str, Any]] = [
    {},
    {"bets": (1, 2, 5), "side_wagers": ["lucky-ladies", "buster-blackjack"]},
    {"episode": "shoe", "observation": "count", "count": "zen"},
    {"decks": 1, "penetration": 0.95, "episode": "shoe", "observation": "composition"},
    {"observation": "cards", "episode": "shoe", **STRICT},
    {"peek": False, "side_wagers": ["axman"]},
    {"peek": False, "without_peek": "original", "bets": (1,)},
    {"surrender": "early"},
    {"dealing": "continuous-shuffler"},
    {"dealing": "from-the-hand", "decks": 2},
]


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("choices", CASES, ids=lambda one: " ".join(map(str, one)) or "base")
def test_steps_equal_those_of_the_engine(choices: dict[str, Any]) -> None:
    """Nightly 100,000 episodes in all: 14,000 rounds of each case, or 250 whole shoes."""
    is_shoe = choices.get("episode") == "shoe"
    episodes = (10_000 // 40 if is_shoe else 14_000) if NIGHTLY else 1
    tables, steps = (20, 400) if NIGHTLY else (4, 100) if is_shoe else (16, 16)
    seed, played = 7, 0
    while played < episodes:
        played += assert_same_episodes(tables, steps, seed, **choices)
        seed += 1


def make(tables: int = 3, **choices: Any) -> Any:
    return gymnasium.make_vec("upcard/Blackjack-v0", num_envs=tables, **choices)


def ends(env: Any, info: Any, steps: int = 200) -> Any:
    """Steps until an episode ends; what the step returned."""
    random = np.random.default_rng(1)
    for _ in range(steps):
        result = env.step(random_actions(random, info["action_mask"]))
        info = result[4]
        if result[2].any():
            return result
    raise AssertionError("no episode ended")


def test_the_next_step_resets_a_table_whose_episode_is_over() -> None:
    env = make()
    _, info = env.reset(seed=1)
    hands, _, over, truncated, info = ends(env, info)
    assert not truncated.any()
    assert (hands[over, 0] == 5).all()
    assert not info["action_mask"][over].any()
    hands, rewards, after, _, info = env.step(np.zeros(3, np.int64))
    assert (rewards[over] == 0).all()
    assert not after[over].any()
    assert (hands[over, 0] != 5).all()


def test_the_same_step_resets_and_keeps_the_final_observation() -> None:
    env = make(autoreset_mode="SameStep", observation="count")
    _, info = env.reset(seed=1)
    seen, _, over, _, info = ends(env, info)
    assert (info["_final_obs"] == over).all()
    assert (info["final_obs"]["hand"][over, 0] == 5).all()
    assert (seen["hand"][over, 0] != 5).all()
    assert info["action_mask"][over].any(axis=1).all()


def test_tables_of_a_mask_are_reset_where_nothing_resets_them() -> None:
    env = make(autoreset_mode="Disabled")
    _, info = env.reset(seed=1)
    before, _, over, _, _ = ends(env, info)
    after, _ = env.reset(options={"reset_mask": over})
    assert (after[over, 0] != 5).all()
    assert (after[~over] == before[~over]).all()
    with pytest.raises(BadInput, match="an array of 3 booleans"):
        env.reset(options={"reset_mask": [True]})


def test_an_illegal_action_steps_no_table() -> None:
    env = make(illegal="raise")
    hands, info = env.reset(seed=1)
    illegal = info["action_mask"].argmin(axis=1)
    with pytest.raises(BadInput, match="not legal at table 0"):
        env.step(illegal)
    legal = info["action_mask"].argmax(axis=1)
    other = make()
    other.reset(seed=1)
    for own, twin in zip(env.step(legal)[:4], other.step(legal)[:4], strict=True):
        assert (own == twin).all()
    assert hands.shape == (3, 8)


def test_an_illegal_action_stands_and_is_flagged() -> None:
    env = make(illegal="stand")
    _, info = env.reset(seed=1)
    illegal = info["action_mask"].argmin(axis=1)
    assert env.step(illegal)[4]["illegal"].all()


def test_a_list_of_seeds_is_that_of_single_tables() -> None:
    one, two = make(2), make(2)
    first, _ = one.reset(seed=[5, 9])
    second, _ = two.reset(seed=5)
    assert (first[0] == second[0]).all()
    with pytest.raises(BadInput, match="2 entries, not 1"):
        one.reset(seed=[3])


def test_what_the_step_does_not_play_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadInput, match="at most 7 hands, not 8"):
        make(resplits=6)
    with pytest.raises(BadInput, match="super-4, which feeds a meter"):
        make(side_wagers=["super-4"])
    with pytest.raises(BadInput, match="at least one table"):
        make(0)
    with pytest.raises(BadInput, match="call reset first"):
        make().step(np.zeros(3, np.int64))
