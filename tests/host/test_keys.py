"""The key of each answer, for terminal and page."""

from upcard.engine.core.questions import DEFAULT_ANSWERS, candidates, every_answer
from upcard.host.keys import KEYS


def test_every_answer_has_a_key_and_no_question_has_one_twice() -> None:
    assert set(KEYS) == set(every_answer(1))
    for kind in DEFAULT_ANSWERS:
        keys = [KEYS[answer] for answer in candidates(kind, 1)]
        assert len(set(keys)) == len(keys)


def test_switch_has_a_key_that_no_other_answer_has() -> None:
    assert [answer for answer, key in KEYS.items() if key == KEYS["switch"]] == ["switch"]


def test_q_leaves_the_terminal_and_is_no_answer() -> None:
    assert "q" not in KEYS.values()
