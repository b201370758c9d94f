"""The outcomes of a wager for every deal of types, against its classifier for the same cards."""

import random

import numpy as np
import pytest

from upcard.cards.card import DECK_SIZE
from upcard.exact.openings import PAIRS, outcomes_of
from upcard.wagers.catalogue import wager
from upcard.wagers.facts import MADE


@pytest.mark.parametrize("slug", ["lucky-ladies", "perfect-pairs", "match-the-dealer", "super-4"])
def test_every_deal_has_the_outcome_that_the_classifier_gives(slug: str) -> None:
    rule = wager(slug, "pa")
    outcomes = np.broadcast_to(outcomes_of(rule.classify), (len(PAIRS), DECK_SIZE, DECK_SIZE))
    draw, tried = random.Random(slug), set()
    for _ in range(20_000):
        place, upcard, hole = draw.randrange(len(PAIRS)), draw.randrange(52), draw.randrange(52)
        first, second = PAIRS[place]
        known = {"first": first, "second": second, "upcard": upcard, "hole": hole}
        known |= {fact: decide(upcard, hole) for fact, decide in MADE.items()}
        outcome = rule.classify(*(known[fact] for fact in rule.facts))
        assert outcomes[place, upcard, hole] == outcome, known
        tried.add(outcome)
    assert len(tried) > 2, "lost and won in more than one way"
