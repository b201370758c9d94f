"""Simulated means of the variations against what their strategies are said to win."""

from typing import Any

import numpy as np
import pytest

from tables import table_rules
from upcard.analysis.controls import with_controls
from upcard.analysis.players import player_of
from upcard.compiled.simulation.codes import ONE_COLOR, ONE_COLOR_AND_TIED, ONE_COLOR_RESULT, TIED
from upcard.games.switch_hands import COLORED_PAYS
from upcard.money.odds import PaidOdds
from upcard.rules.violation import BadInput
from upcard.simulation.run import simulate
from upcard.simulation.variations.kit import SimulationPart

ROUNDS = 1_000_000
SEED = 23
LUCK = 4.5
"""Standard errors by which an honest mean misses once in a hundred thousand times."""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "choices"),
    [
        ("blackjack-switch", {"switch": {"blackjack_pays": "industry", "dealer_22": "industry"}}),
        ("blackjack-premium", {"wagers": {"perfect-pairs": {"paytable": "A", "minimum": 5}}}),
        ("down-under-blackjack", {}),
        ("hybrid-blackjack", {}),
        ("hybrid-blackjack-no-hole-card", {}),
    ],
)
def test_a_variation_s_best_play_wins_what_is_counted(game: str, choices: dict[str, Any]) -> None:
    rules = table_rules(game=game, decks=6, **choices)
    player = player_of(rules, "total")
    dealt = simulate(rules, player.strategy, ROUNDS, SEED, fresh_shoe=True)
    found = {wager.wager: wager for wager in with_controls(dealt, player.expected).wagers}
    blackjack = found["blackjack"]
    assert blackjack.z is not None
    assert abs(blackjack.z) < LUCK
    if game == "blackjack-premium":
        assert found["switch-hands-ante"].mean == found["switch-hands-ante"].exact == -1
        pairs = found["perfect-pairs"]
        assert pairs.z is not None
        assert abs(pairs.z) < LUCK


def test_side_wagers_on_the_hand_that_is_chosen_have_no_control() -> None:
    """§ 633c.4(g): who switches, switches them too."""
    wagers = {"perfect-pairs": {"paytable": "A", "minimum": 5}}
    chosen = player_of(table_rules(game="switch-hands", decks=6, wagers=wagers), "total")
    assert set(chosen.expected) == {"blackjack", "switch-hands-ante"}


@pytest.mark.parametrize(
    ("code", "pays", "missing"),
    [
        (ONE_COLOR, {}, "ONE_COLOR_RESULT"),
        (TIED, {ONE_COLOR_RESULT: COLORED_PAYS}, "TIED_RESULT"),
        (ONE_COLOR_AND_TIED, {ONE_COLOR_RESULT: COLORED_PAYS}, "TIED_RESULT"),
    ],
)
def test_a_blackjack_without_odds_is_refused(
    code: int, pays: dict[int, PaidOdds], missing: str
) -> None:
    """Else it would win nothing, and the mean would be wrong."""
    part = SimulationPart(
        dealt="varied", naturals=lambda _rules: np.full((2, 2), code, np.uint8), pays=pays
    )
    with pytest.raises(BadInput, match=f"with the result {missing}, of which `pays` has no odds"):
        part.codes_of_naturals(table_rules())
