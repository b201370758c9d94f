"""Plays the scalar and the compiled environment side by side, with the same random actions."""

from typing import Any

import gymnasium
import numpy as np

import upcard.envs  # noqa: F401 - registers the environments


def assert_same_episodes(tables: int, steps: int, seed: int, **choices: Any) -> int:
    """Steps `tables` scalar environments and the compiled ones alike; returns the episodes."""
    many = gymnasium.make_vec("upcard/Blackjack-v0", num_envs=tables, **choices)
    single = [
        gymnasium.make("upcard/Blackjack-v0", disable_env_checker=True, **choices).unwrapped
        for _ in range(tables)
    ]
    random = np.random.default_rng(seed)
    seen, info = many.reset(seed=seed)
    for table, env in enumerate(single):
        own, own_info = env.reset(seed=seed + table)
        assert_same(seen, info, own, own_info, table)
    ended = np.zeros(tables, bool)
    episodes = 0
    for _ in range(steps):
        actions = random_actions(random, info["action_mask"])
        seen, rewards, over, _, info = many.step(actions)
        for table, env in enumerate(single):
            reward: Any
            if ended[table]:
                own, own_info = env.reset()
                reward, is_over = 0, False
            else:
                own, reward, is_over, _, own_info = env.step(actions[table])
            assert (reward, is_over) == (rewards[table], over[table]), (table, own, reward)
            assert_same(seen, info, own, own_info, table)
        ended = over
        episodes += int(over.sum())
    return episodes


def random_actions(random: np.random.Generator, masks: Any) -> Any:
    """A random legal action for each row of masks; any where none is legal."""
    return (random.random(masks.shape) * (masks + 1e-9)).argmax(axis=1)


def assert_same(seen: Any, info: Any, own: Any, own_info: Any, table: int) -> None:
    """The observation, mask and wager of a table are those of its scalar environment."""
    if isinstance(own, dict):
        for name, value in own.items():
            assert (seen[name][table] == value).all(), (table, name, seen[name][table], value, own)
    else:
        assert (seen[table] == own).all(), (table, seen[table], own)
    assert (info["action_mask"][table] == own_info["action_mask"]).all(), (
        table,
        own,
        info["action_mask"][table],
        own_info["action_mask"],
    )
    assert info["wager"][table] == own_info["wager"]
