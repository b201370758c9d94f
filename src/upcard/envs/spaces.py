"""The spaces of `upcard/Blackjack-v0`."""

from typing import Any

import numpy as np
from gymnasium import spaces

from upcard.compiled.environments.fields import SHOWN_CARDS
from upcard.envs.choices import HAND_SIZES, Choices

INT16 = np.iinfo(np.int16)


def action_space(choices: Choices) -> spaces.Discrete:
    """One action for each name in `Choices.actions`."""
    return spaces.Discrete(len(choices.actions))


def observation_space(choices: Choices) -> "spaces.Space[Any]":
    """The space of `Choices.observation`.

    ``hand`` are the eight numbers of `HAND_FIELDS`; the others are mappings of these and ``count``
    (the running count, and the cards in the shoe), ``shoe`` (the cards unseen of each value, aces
    to tens) or ``cards`` (the upcard and the hand's, 1 to 52, then zeros).
    """
    hand: spaces.Space[Any] = spaces.MultiDiscrete([*HAND_SIZES], dtype=np.int8)
    if choices.observation == "hand":
        return hand
    unseen: spaces.Space[Any]
    if choices.observation == "count":
        name = "count"
        unseen = spaces.Box(INT16.min, INT16.max, (2,), np.int16)
    elif choices.observation == "composition":
        name = "shoe"
        unseen = spaces.Box(0, INT16.max, (10,), np.int16)
    else:
        name = "cards"
        unseen = spaces.MultiDiscrete([53] * SHOWN_CARDS, dtype=np.int8)
    return spaces.Dict({"hand": hand, name: unseen})
