"""The key of each answer, for terminal and page."""

from typing import Any

import pytest

from upcard.engine.blackjack.flow import FLOW
from upcard.engine.core.flow import Flow
from upcard.engine.hybrid.flow import FLOWS
from upcard.host.keys import KEYS, LEAVE, keys_of


def test_every_answer_has_a_key() -> None:
    assert set(KEYS) == {word for kind in FLOW.questions.values() for word in kind.answers(1, None)}


@pytest.mark.parametrize("flow", [FLOW, *FLOWS.values()])
def test_no_question_has_a_key_twice(flow: Flow[Any]) -> None:
    for kind in flow.questions.values():
        keys = [KEYS[answer] for answer in kind.answers(1, None)]
        assert len(set(keys)) == len(keys)


def test_switch_has_a_key_that_no_other_answer_has() -> None:
    assert [answer for answer, key in KEYS.items() if key == KEYS["switch"]] == ["switch"]


def test_q_leaves_the_terminal_and_is_no_answer() -> None:
    assert LEAVE not in KEYS.values()


def test_an_answer_of_a_variation_from_outside_has_a_free_letter() -> None:
    assert keys_of(["hit", "hold", "quit", "ooo", "oo"]) == {
        **{"hit": "h", "hold": "o", "quit": "u"},
        **{"ooo": "a", "oo": "b"},
    }
