"""Kernels of one classifier that differ in more than its name are kept apart.

What is kept is used by every later run: a kernel that another part of the program kept for other
cards, other facts or another fold would give wrong outcomes without a word.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from upcard.compiled import cache
from upcard.compiled.exact.four_cards import tally
from upcard.compiled.exposure.deals import outcomes_of_deals
from upcard.compiled.text_functions import function_of_text, identity_of
from upcard.wagers.catalogue import wager

CARDS = ("first", "second", "upcard", "hole")


@pytest.fixture(autouse=True)
def _fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.folder.cache_clear()
    yield
    monkeypatch.undo()
    cache.folder.cache_clear()


@pytest.mark.parametrize("slug", ["jackpot-party", "super-4"])
def test_outcomes_follow_the_order_of_the_axes(slug: str) -> None:
    """As odds of exposure and a simulation ask for them, in either order of the two."""
    rule = wager(slug)
    by_player = outcomes_of_deals(rule.classify, rule.facts, CARDS)
    by_dealer = outcomes_of_deals(rule.classify, rule.facts, (*CARDS[2:], *CARDS[:2]))
    assert np.array_equal(by_player, by_dealer.transpose(2, 3, 0, 1))
    assert not np.array_equal(by_player, by_dealer)


def test_outcomes_follow_when_a_wager_is_offered() -> None:
    rule = wager("jackpot-party")
    always = outcomes_of_deals(rule.classify, rule.facts, CARDS)
    with_ace = outcomes_of_deals(rule.classify, rule.facts, CARDS, _is_ace)
    assert (always >= 0).all()
    assert not np.array_equal(always, with_ace)


def test_a_tally_follows_the_order_of_the_facts() -> None:
    classify = wager("jackpot-party").classify
    dealers_first = tally(classify, ("upcard", "hole", "first", "second"), CARDS, pairs=False)
    assert dealers_first != tally(classify, CARDS, CARDS, pairs=False)


def test_a_made_function_is_its_text_and_what_it_reads() -> None:
    def made(text: str, read: Callable[..., int]) -> str:
        return identity_of(function_of_text(text, {"read": read}, __name__))

    first = made("lambda card: read(card)", _is_ace)
    assert first == made("lambda card: read(card)", _is_ace)
    assert first != made("lambda card: read(card + 1)", _is_ace)
    assert first != made("lambda card: read(card)", _is_king)
    assert made("lambda card: read(card)", _above(3)) != made("lambda card: read(card)", _above(4))


def _is_ace(card: int) -> int:
    return 1 if card >> 2 == 12 else 0


def _is_king(card: int) -> int:
    return 1 if card >> 2 == 11 else 0


def _above(least: int) -> Callable[[int], int]:
    def is_above(card: int) -> int:
        return 1 if card > least else 0

    return is_above
