"""Engine and kernels of baccarat, the wheel and hybrid tables: equal to the cent and the outcome.

Some thousand rounds here, fifty times as many where UPCARD_NIGHTLY is set. Strategies are drawn at
random, so that hands double, split and surrender as nobody would.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any, Final

import numpy as np
import pytest

from nightly import NIGHTLY
from simulation.replay_games import (
    BaccaratReplay,
    HybridReplay,
    WheelReplay,
    dealer_of,
    dealt_rounds,
    difference,
)
from simulation.strategies import at_random
from tables_of_games import baccarat_rules, roulette_rules
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard.compiled.hand_codes import HIT, SURRENDER
from upcard.games.baccarat import betting_areas
from upcard.games.blackjack import OUTCOMES
from upcard.games.roulette import SPOTS
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.games.dealing import CHANCE
from upcard.simulation.games.families import family_of
from upcard.simulation.games.hybrid_plan import HybridPlayers

TIMES: Final = 50 if NIGHTLY else 1
STRATEGIES: Final = 3

Replay = BaccaratReplay | WheelReplay | HybridReplay
Seen = Counter[tuple[str, str]]


def compared(rules: TableRules, strategy: Any, rounds: int, **choices: Any) -> Seen:
    """The outcomes of so many rounds, once engine and kernels agree on all of them."""
    kind = {"baccarat": BaccaratReplay, "lightning-roulette": WheelReplay}
    planned = family_of(rules).plan(rules, strategy, **choices)
    replay: Any = kind.get(rules.game, HybridReplay)(planned)
    dealer = dealer_of(planned)
    seen: Seen = Counter()
    left = rounds * TIMES
    for block in count():
        for number, dealt in enumerate(dealt_rounds(planned, dealer, 7 * rounds, block)):
            if planned.fresh or number == 0:
                replay.next_shoe()
            assert difference(dealt, replay.play(dealt)) == ""
            seen += dealt.outcomes
            left -= 1
            if left == 0:
                return seen
    raise AssertionError


def names(seen: Seen) -> set[str]:
    """The wagers that were seen to win anything."""
    return {wager for wager, outcome in seen if outcome != "lose"}


# Baccarat


@pytest.mark.parametrize(
    ("table", "fresh", "rounds"),
    [({}, False, 1_000), ({"decks": 6, "dealing": "automated-shuffler"}, True, 300)],
)
def test_baccarat_is_settled_as_by_the_engine(
    table: dict[str, Any], *, fresh: bool, rounds: int
) -> None:
    seen = compared(baccarat_rules(**table), CHANCE, rounds, fresh_shoe=fresh)
    assert names(seen) == set(betting_areas())
    assert ("majestic-match-player", "royal-match") in seen or rounds < 1_000


# The wheel


@pytest.mark.parametrize("counts", [{}, {"numbers": {5: 1}}, {"numbers": {1: 2, 3: 1}}])
def test_lightning_roulette(counts: dict[str, Any]) -> None:
    rules = roulette_rules(**counts)
    seen = compared(rules, CHANCE, 30)
    assert {wager for wager, _ in seen} == set(SPOTS)
    assert {"red", "black", "dozen-1", "column-3"} <= names(seen)
    straights = {outcome for wager, outcome in seen if wager.startswith("straight")}
    assert straights >= {"lose", "straight"}


# Hybrid tables


def players(*, hole_card: bool, **answers: bool) -> HybridPlayers:
    """Players who decide at random, each otherwise; without surrender where there is none."""
    choices: dict[str, Any] = answers
    strategies = (replace(_player(seed, hole_card), **choices) for seed in range(STRATEGIES))
    return HybridPlayers("random", tuple(strategies))


@cache
def _player(seed: int, hole_card: bool) -> StrategyTable:
    table = at_random(seed)
    if not hole_card:
        return table
    decisions = np.where(table.decisions == SURRENDER, HIT, table.decisions).astype(np.uint8)
    return replace(table, decisions=decisions)


SPLITS: Final = {"resplits": 3, "resplit_aces": True}
ONE_CARD: Final = {"one_card_on_split_aces": True}
ANSWERS: Final = {"insures": True, "takes_even_money": True}
CROWN: Final = {
    "royal-match-21": {"paytable": "C", "crown_treasure": True},
    "bet-the-set-21": {},
    "kings-bounty": {},
}


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(
    ("rounds", "blackjack", "table", "answers", "seats", "fresh"),
    [
        (600, {}, {}, {}, 1, False),
        (600, SPLITS, {"minimum": 15}, ANSWERS, 3, False),
        (300, ONE_CARD, {"decks": 8}, {"insures": True}, 7, False),
        (200, SPLITS | ONE_CARD, {"smallest_chip": 1}, ANSWERS, 12, True),
        (200, {"even_money": False}, {"dealing": "continuous-shuffler"}, ANSWERS, 4, False),
        (300, {}, {"unprovided": "collected"}, {}, 2, False),
    ],
)
def test_hybrid_with_a_hole_card(
    rounds: int,
    blackjack: dict[str, Any],
    table: dict[str, Any],
    answers: dict[str, bool],
    seats: int,
    *,
    fresh: bool,
) -> None:
    rules = hole_card_rules(blackjack, **table)
    company = players(hole_card=True, **answers)
    seen = compared(rules, company, rounds, seats=seats, fresh_shoe=fresh)
    expected = {outcome for outcome in OUTCOMES if outcome != "surrender"}
    assert {outcome for wager, outcome in seen if wager == "blackjack"} == expected
    assert ("insurance" in names(seen)) is answers.get("insures", False)
    buzzed = {outcome for wager, outcome in seen if wager == "buzzer-beater"}
    assert "20-against-20" in buzzed
    assert ("equal-hands-below-19" in buzzed) is ("unprovided" not in table)


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(
    ("rounds", "table", "answers", "seats", "fresh"),
    [
        (600, {}, {}, 1, False),
        (600, {"minimum": 15}, {"insures": True}, 3, False),
        (300, {"decks": 8, "aggregate_limit": 5_000}, {"insures": True}, 9, False),
        (300, {"dealing": "continuous-shuffler"}, ANSWERS, 4, False),
        (200, {}, {}, 2, True),
    ],
)
def test_hybrid_without_a_hole_card(
    rounds: int, table: dict[str, Any], answers: dict[str, bool], seats: int, *, fresh: bool
) -> None:
    rules = no_hole_card_rules(wagers=CROWN, **table)
    company = players(hole_card=False, **answers)
    seen = compared(rules, company, rounds, seats=seats, fresh_shoe=fresh)
    assert {outcome for wager, outcome in seen if wager == "blackjack"} == set(OUTCOMES)
    assert names(seen) >= {"royal-match-21", "bet-the-set-21", "kings-bounty"}
    assert ("insurance" in names(seen)) is answers.get("insures", False)
