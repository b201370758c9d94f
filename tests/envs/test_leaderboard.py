"""The leaderboard's policies without steps are worth what it says."""

import re
from typing import Any

import numpy as np
import pytest

from documentation.blocks import DOCS
from envs.tutorials import programs
from upcard.envs import BasicPolicy, oracle

LINE = re.compile(r"^\| (.+?) \| (-?[0-9.]+) % \|", re.MULTILINE)


def stands(_hands: Any, masks: Any) -> Any:
    return np.where(masks[:, 0] == 1, 0, 7)


def never_busts(hands: Any, masks: Any) -> Any:
    return np.where((masks[:, 1] == 1) & (hands[:, 1] < 12), 1, stands(hands, masks))


def test_the_values_are_exact() -> None:
    exact = oracle()
    policies = {
        "basic strategy": BasicPolicy(exact.basic),
        "never bust: hit below 12, else stand": never_busts,
        "like the dealer": programs()[2]["like_the_dealer"],
        "always stand": stands,
    }
    values = {name: exact.evaluate(policy).expected_value for name, policy in policies.items()}
    values["best play by composition"] = exact.expected_value()
    page = (DOCS / "leaderboard.md").read_text(encoding="utf-8")
    printed = {name: float(value) for name, value in LINE.findall(page)}
    for name, value in values.items():
        assert printed[name] == pytest.approx(100 * value, abs=5e-5), name
    assert printed["tabular Q-learning, seed 1"] > printed["basic strategy"] - 0.1
