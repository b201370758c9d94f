"""Every table that looks facts up by name knows the facts of `wagers.facts`, and no others."""

import pytest

from upcard.compiled.simulation import facts as simulated
from upcard.compiled.simulation.games import fields as hybrid_fields
from upcard.engine.baccarat import round as at_baccarat
from upcard.engine.blackjack import facts as at_the_table
from upcard.engine.hybrid import facts as at_the_hybrid_table
from upcard.engine.roulette import flow as at_the_wheel
from upcard.exact import baccarat, dealer
from upcard.exact import deal_spaces as first_cards
from upcard.exact.play import first_draw, totals
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.rules.loader import all_wagers
from upcard.rules.schema import WagerRules
from upcard.submission.games.lookup import part_of
from upcard.wagers.catalogue import wager
from upcard.wagers.facts import (
    FACTS,
    FOLDED,
    MADE,
    OF_A_HYBRID_TABLE,
    OF_BACCARAT,
    OF_THE_WHEEL,
    OF_TWO_HANDS,
)

OF_BLACKJACK = FACTS - OF_THE_WHEEL - {FOLDED}
"""What a round of Blackjack tells; a fold is the wager's own."""


def test_engine_and_simulation_know_every_fact_of_blackjack() -> None:
    assert set(at_the_table.FACTS) == OF_BLACKJACK
    assert set(simulated.FACTS) == OF_BLACKJACK


def test_each_engine_gives_the_facts_that_its_games_promise() -> None:
    """A wager is offered where its facts are: `check` rests on these sets."""
    assert set(at_the_table.FACTS) | {FOLDED} == OF_TWO_HANDS
    assert set(at_the_hybrid_table.FACTS) == OF_A_HYBRID_TABLE
    assert set(at_baccarat.FACTS) == OF_BACCARAT
    assert set(at_the_wheel.FACTS) == OF_THE_WHEEL


def test_no_other_table_has_a_fact_of_its_own() -> None:
    spaces = {fact for space in first_cards.SPACES for fact in space.facts}
    exact = {
        *first_draw.FACTS,
        *totals.FACTS,
        *baccarat.FACTS,
        *dealer.TOTAL_FACTS,
        *dealer.FOLD_FACTS,
    }
    assert spaces | exact <= FACTS


def test_what_the_dealers_two_cards_make_is_known_wherever_both_are() -> None:
    four = [set(space.facts) for space in first_cards.SPACES if {"upcard", "hole"} < {*space.facts}]
    assert any(set(MADE) <= facts for facts in four)


def test_a_hybrid_table_has_a_key_for_each_of_them() -> None:
    """A new one needs its key in `compiled.simulation.games.hybrid_payoff.settle_sides`."""
    keys = {"dealer_blackjack": "WITH_BLACKJACK", "dealer_royal_match": "WITH_ROYAL_MATCH"}
    assert set(MADE) == set(keys)
    assert all(hasattr(hybrid_fields, name) for name in keys.values())


@pytest.mark.parametrize("rules", all_wagers(), ids=lambda rules: rules.data.slug)
def test_every_wager_asks_for_facts_that_there_are(rules: WagerRules) -> None:
    data = rules.data
    for table in data.paytable:
        facts = set(wager(data.slug, data.jurisdiction, table.form).facts)
        assert facts <= FACTS
        if data.slug != INSURANCE_WAGER:  # hybrid tables settle it without its classifier
            assert all(facts <= part_of(game).rules.facts for game in data.games)
