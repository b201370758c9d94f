"""A walk through a table of states deals the same rounds as the branching kernel, shoe by shoe."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import upcard
from simulation.house_campaign import drawn_rules
from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import walk_fields as walk
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.memory import lay_out
from upcard.simulation.blackjack.strategy_table import by_composition, by_total
from upcard.simulation.blackjack.walk_table import walk_table
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.plan import Plan, plan
from upcard.simulation.round_products import KEPT_BLOCKS
from upcard.simulation.sums import BlockSums, DealtBlock

ALL = 1 << 40
SEED = 1_871
RULES = table_rules()
FIVE = {"minimum": 5}
WAGERS: dict[str, Any] = {
    "lucky-ladies": FIVE,
    "hit-and-run": {"seed": 1_000, "reseed": 1_000, "increment": "10%", **FIVE},
    "buster-blackjack": {"paytable": "A", "minimum": 15},
    "jackpot-party": {"paytable": "P20-B", "wager": 5},
}
NOTED: dict[str, tuple[TableRules, dict[str, Any]]] = {
    "six decks": (table_rules(wagers=WAGERS), {}),
    "deep": (table_rules(wagers=WAGERS), {"penetration": 0.9}),
    "no card of the dealer's": (table_rules(wagers={"lucky-ladies": FIVE}), {}),
    "eight decks": (table_rules(wagers={"lucky-ladies": FIVE}, decks=8), {}),
}
HOUSES = [
    {"decks": 6, "peek": False, "without_peek": "original", "resplits": 3, "resplit_aces": True},
    {"decks": 8, "surrender": "early", "double": "10-11", "soft_17": "hit", "dealer_22": "push"},
    {"decks": 2, "surrender": "late", "blackjack_pays": "6:5", "split_aces": "play"},
    {"decks": 6, "peek": False, "surrender": "early", "tens": False},
    {"decks": 2, "double": "any-with-21", "resplits": 3},
    *drawn_rules(8),
]


@dataclass(frozen=True)
class Dealt:
    """A block: its sums, the columns of its batches, and the random words and cards used."""

    sums: BlockSums
    columns: list[int]
    used: list[int]


def dealt(planned: Plan, limit: int = ALL, block: int = 0) -> Dealt:
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    sums = dealer.deal_block(SEED, block, limit).sums
    ints = dealer._ints
    columns = slice(ints[at.NETS], ints[at.NETS] + (codes.INSURED + 1) * planned.batches)
    used = ints[[at.COUNTER, at.LOGGED, at.BATCHES_DEALT]]
    return Dealt(sums, ints[columns].tolist(), used.tolist())


def in_turn(
    patch: pytest.MonkeyPatch, planned: Plan, limit: int = ALL, block: int = 0
) -> tuple[Dealt, Dealt]:
    """A block that is walked, and the same block dealt shoe after shoe."""
    assert planned.walked
    walked = dealt(planned, limit, block)
    patch.setattr(Plan, "walked", False)
    return walked, dealt(planned, limit, block)


@pytest.mark.parametrize("chosen", HOUSES, ids=str)
def test_a_walk_deals_the_same_rounds(
    monkeypatch: pytest.MonkeyPatch, chosen: dict[str, Any]
) -> None:
    """At any rules, also to a player whom nobody would teach."""
    rules = upcard.blackjack(**chosen).table
    strategy = at_random(len(str(chosen)), rules=rules.blackjack, by=by_total)
    walked, branched = in_turn(monkeypatch, plan(rules, strategy), block=3)
    assert walked == branched
    assert walked.sums.rounds > 10_000


@pytest.mark.parametrize("limit", [1, 40, 180, 1_000, 20_000])
def test_a_walk_ends_at_the_round_asked_for(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    walked, branched = in_turn(monkeypatch, plan(RULES, basic(6)), limit)
    assert walked == branched
    assert walked.sums.rounds == limit


@pytest.mark.parametrize("penetration", [0.1, 0.5, 0.9])
def test_a_walk_goes_to_the_cover_card(monkeypatch: pytest.MonkeyPatch, penetration: float) -> None:
    planned = plan(RULES, basic(6), penetration=penetration)
    walked, branched = in_turn(monkeypatch, planned)
    assert walked == branched


def test_shoes_that_need_more_cards_are_dealt_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if fewer cards were shuffled in advance: most shoes need more of them."""
    planned = plan(RULES, basic(6))
    monkeypatch.setattr(Plan, "ahead", planned.cover + 3)
    walked, branched = in_turn(monkeypatch, planned)
    assert walked == branched


def test_another_table_deals_other_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """One wrong entry of the table is found."""
    planned = plan(RULES, basic(6))
    right = dealt(planned)
    table = walk_table(RULES, basic(6))
    table.following[-1, 4] = 1 + table.results[0]
    monkeypatch.setattr("upcard.simulation.blackjack.memory.walk_table", lambda *_, **__: table)
    assert dealt(planned) != right


def test_states_that_are_alike_are_one() -> None:
    """Every state is reached, and no two lead to the same states."""
    following = walk_table(RULES, basic(6)).following
    own = following[walk.OVER + 1 :]
    assert len(np.unique(own, axis=0)) == len(own) == 1_354
    assert np.isin(np.arange(walk.OVER + 1, len(following)), following).all()


def test_rounds_whose_hands_are_noted_are_not_walked() -> None:
    planned = plan(RULES, basic(6))
    noted = lay_out(planned, records_hands=True)
    assert (lay_out(planned).ints[at.WALK] > 0, noted.ints[at.WALK]) == (True, 0)


@pytest.mark.parametrize("name", NOTED)
def test_rounds_with_side_wagers_are_noted_as_dealing_notes_them(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Cards and words of rounds, and what is decided by them, also where wins are kept."""
    rules, choices = NOTED[name]
    planned = plan(rules, at_random(7, rules=rules.blackjack, by=by_total), **choices)
    assert planned.walked
    walked = [noted(planned, block) for block in (0, KEPT_BLOCKS)]
    monkeypatch.setattr(Plan, "walked", False)
    assert walked == [noted(planned, block) for block in (0, KEPT_BLOCKS)]


def noted(planned: Plan, block: int) -> tuple[DealtBlock, bytes, list[int]]:
    """A block with the cards in its log and the words of its rounds."""
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    dealt = dealer.deal_block(SEED, block, ALL)
    ints, cards = dealer._ints, dealer._memory.cards
    log, words = int(ints[at.LOG]), int(ints[at.ROUND_NOTES])
    return (
        dealt,
        bytes(cards[log : log + int(ints[at.LOGGED])]),
        ints[words : words + dealt.sums.rounds].tolist(),
    )


NOT_WALKED: dict[str, Callable[[], Plan]] = {
    "two seats": lambda: plan(RULES, basic(6), seats=2),
    "corrected": lambda: plan(RULES, basic(6), corrects=True),
    "a new shoe each round": lambda: plan(RULES, basic(6), fresh_shoe=True),
    "insured": lambda: plan(RULES, at_random(1, insures=True, by=by_total)),
    "by composition": lambda: plan(RULES, at_random(1, by=by_composition)),
    "a wager on the play": lambda: plan(table_rules(wagers={"bad-beat": FIVE}), basic(6)),
    "an extra card": lambda: plan(table_rules(wagers={"blazing-7s": {}}), basic(6)),
    "from the hand": lambda: plan(table_rules(dealing="from-the-hand", decks=2), basic(2)),
    "a double shoe": lambda: plan(table_rules(dealing="double-shoe"), basic(6)),
    "a hundred decks": lambda: plan(upcard.blackjack(decks=100).table, basic(8)),
}


@pytest.mark.parametrize("name", NOT_WALKED)
def test_other_rounds_are_not_walked(name: str) -> None:
    assert not NOT_WALKED[name]().walked
