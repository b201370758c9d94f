"""What is no rules, no shoe and no number is refused in one sentence, not by Python."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import upcard

PATH: Final[Any] = "submissions/house.toml"
RULES: Final = upcard.blackjack()
SIX: Final[Any] = 6
TEXT: Final[Any] = "6"
MILLION: Final[Any] = 1e6
POINTS: Final[Any] = {"A": "one"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: upcard.odds(rules=PATH), "what upcard.load or upcard.blackjack returns, not"),
        (lambda: upcard.strategy(PATH), "upcard.load"),
        (lambda: upcard.simulate(PATH), "upcard.load"),
        (lambda: upcard.rounds(PATH), "upcard.load"),
        (lambda: upcard.distribution(PATH), "upcard.load"),
        (lambda: upcard.Table(PATH), "upcard.load"),
        (lambda: upcard.odds("lucky-ladies", decks=TEXT), "decks is a whole number, not '6'"),
        (lambda: upcard.odds("lucky-ladies", shoe=SIX), "what upcard.shoe returns, not 6"),
        (lambda: upcard.simulate(RULES, rounds=MILLION), "rounds is a whole number"),
        (lambda: upcard.rounds(RULES, rounds=MILLION), "rounds is a whole number"),
        (lambda: upcard.distribution(RULES, rounds=MILLION), "rounds is a whole number"),
        (lambda: upcard.exposure("lucky-ladies", decks=TEXT), "decks is a whole number"),
        (lambda: upcard.Table(RULES, seed=TEXT), "seed is a whole number"),
        (lambda: upcard.count(tags=POINTS), "'one' is no number of points"),
    ],
)
def test_another_type_is_refused(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        wrong()


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    rounds: Any = np.int64(100)
    assert upcard.simulate(RULES, rounds=rounds, seed=1).rounds == 100
