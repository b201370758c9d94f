"""`upcard/Blackjack-v0` for one table: as Gymnasium defines an environment."""

from itertools import pairwise
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace

import upcard
import upcard.envs
from upcard.library.counting import Count, count_of
from upcard.rules.violation import BadInput
from upcard.text.extras import MissingExtra, needs_extras


def make(**choices: Any) -> Any:
    return gymnasium.make("upcard/Blackjack-v0", **choices).unwrapped


@pytest.mark.parametrize("observation", ["hand", "count", "composition", "cards"])
@pytest.mark.filterwarnings("ignore:.*not within the observation space.*")
def test_gymnasium_finds_no_fault(observation: str) -> None:
    bets = (1, 3) if observation == "count" else ()
    env = make(observation=observation, bets=bets, render_mode="rgb_array")
    check_env(env)
    env.reset(seed=1)
    assert env.render().shape == (320, 600, 3)


def test_the_mask_samples_legal_actions() -> None:
    env = make(bets=(1, 2), side_wagers=["lucky-ladies"])
    assert env.actions[8:] == ("bet 1", "bet 1 lucky-ladies", "bet 2", "bet 2 lucky-ladies")
    _, info = env.reset(seed=1)
    assert info["decision"] == "bet"
    for _ in range(200):
        action = env.action_space.sample(info["action_mask"])
        _, _, over, _, info = env.step(action)
        if over:
            assert not info["action_mask"].any()
            _, info = env.reset()


def test_rewards_are_in_units_of_the_smallest_wager() -> None:
    env = make(bets=(1, 4), minimum=10)
    env.reset(seed=1)
    rewards = set()
    for _ in range(300):
        _, info = env.reset()
        _, reward, over, _, info = env.step(env.actions.index("bet 4"))
        assert info["wager"] == 4
        while not over:
            action = env.action_space.sample(info["action_mask"])
            _, reward, over, _, info = env.step(action)
        rewards.add(reward)
    assert {-4.0, -2.0, 0.0, 4.0, 6.0} <= rewards  # lost, surrendered, pushed, won, a Blackjack


def test_the_shoe_lasts_through_resets_until_the_cover_card() -> None:
    env = make(observation="composition", penetration=0.5, decks=1)
    seen, _ = env.reset(seed=1)
    left = [int(seen["shoe"].sum())]
    for _ in range(20):
        over = False
        while not over:
            over = env.step(int(env.played.mask.argmax()))[2]
        seen, _ = env.reset()
        left.append(int(seen["shoe"].sum()))
    assert any(after < before for before, after in pairwise(left))
    assert any(after > before for before, after in pairwise(left))
    assert min(left) >= 26 - 3  # a round begins before the cover card, and shows three cards
    again, _ = env.reset(seed=1)
    assert int(again["shoe"].sum()) == left[0]


def test_a_whole_shoe_is_an_episode() -> None:
    env = make(episode="shoe", decks=1)
    env.reset(seed=1)
    rounds, over = 0, False
    while not over:
        over = env.step(int(env.played.mask.argmax()))[2]
    rounds = env.rounds
    assert rounds > 3


def test_an_illegal_action_raises_in_one_sentence_or_stands() -> None:
    env = make(illegal="raise")
    env.reset(seed=3)
    with pytest.raises(BadInput, match="'decline' is not legal now: stand, hit"):
        env.step(env.actions.index("decline"))
    assert env.played.decision == 3
    env = make()
    env.reset(seed=3)
    assert env.step(env.actions.index("decline"))[4]["illegal"]
    env.reset(seed=3)
    over = False
    while not over:
        over = env.step(0)[2]
    with pytest.raises(BadInput, match="call reset first"):
        env.step(0)


def test_any_rules_of_the_library_are_played() -> None:
    rules = upcard.load("submissions/seven-seats.toml")
    env = make(rules=rules, render_mode="ansi")
    env.reset(seed=2)
    assert env.render().startswith("dealer: ")
    with pytest.raises(BadInput, match=r"use upcard\.envs\.table_v0"):
        make(rules=upcard.load("submissions/baccarat.toml"))
    with pytest.raises(BadInput, match="not both: decks"):
        make(rules=rules, decks=2)


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"observation": "all"}, "observation is one of hand, count, composition and cards"),
        ({"bets": (0, 1)}, "different whole numbers from 1 to 133"),
        ({"bets": (1, 1.5)}, "different whole numbers from 1 to 133"),
        ({"bets": range(1, 120), "side_wagers": ["lucky-ladies"]}, "at most 200 actions"),
    ],
)
def test_a_wrong_choice_is_one_sentence(choices: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        make(**choices)


def test_a_count_with_tags_of_single_cards_is_refused() -> None:
    """An environment adds up what was seen by values: red sevens would count as black ones."""
    hi_lo = count_of("hi-lo").system
    red = replace(hi_lo, title="Mine", cards={"7h": 1, "7d": 1})
    with pytest.raises(BadInput, match="by their values: Mine has tags of single cards"):
        make(count=Count(red))


def test_a_missing_extra_is_one_sentence() -> None:
    with (
        pytest.raises(MissingExtra, match=r"upcard\.envs needs the extra rl"),
        needs_extras("upcard.envs"),
    ):
        raise ModuleNotFoundError(name="gymnasium")


def test_a_dealt_blackjack_ends_with_a_step_that_stands() -> None:
    env = make()
    decided = 0
    for seed in range(40):
        hand, info = env.reset(seed=seed)
        if info["decision"] == "decided":
            decided += 1
            assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
            _, reward, over, _, _ = env.step(0)
            assert over
            assert reward == (1.5 if hand[1] == 21 else -1.0)
    assert decided
