"""The figures of docs/exposure.md beside published ones: the paytable's edge, and what counts win.

Sources: Eliot Jacobson, "Card Counting the King's Bounty Blackjack Side Bet: 2 Decks"
(advancedadvantageplay.com, 2022); "Beating the 21+3 Blackjack Side Bet" and its "Update #1", and
"Computer-Perfect Play against the Over/Under 13 Blackjack Side Bet" (888casino.com).
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import pytest

import upcard
from upcard.analysis.exposure.pricing import backs_of
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.exact.record import records
from upcard.wagers.catalogue import wager

SHOES: Final = 10_000
"""Those of the author, too."""

ERRORS: Final = 4.5
DEALT: Final = 260 / 312


@pytest.mark.parametrize(
    ("slug", "paytable", "decks", "edge"),
    [("kings-bounty", "standard", 2, 0.24733489), ("three-card-poker", "A", 6, 0.032386)],
)
def test_house_edges_are_the_published_ones(
    slug: str, paytable: str, decks: int, edge: float
) -> None:
    digits = len(str(edge)) - 2
    assert round(float(records(slug, None, paytable, decks)[0].house_edge), digits) == edge


@pytest.mark.parametrize(
    ("seen", "favourable", "worth"), [(156, 0.05241, 0.01292), (312 - 39, 0.31899, 0.09997)]
)
def test_three_card_poker_is_as_often_favourable(
    seen: int, favourable: float, worth: float
) -> None:
    """By perfect knowledge at one place of six decks; both are of 10,000 shoes."""
    record = records("three-card-poker", None, "A", 6)[0]
    rule = wager(record.wager, record.jurisdiction, record.form)
    valuing = valuing_of(rule, 6)
    assert valuing is not None
    values = valuing.make(np.array([float(back) for back in backs_of(record, rule)]) - 1)
    full = np.full(52, 6)
    left = full - np.random.default_rng(3).multivariate_hypergeometric(full, seen, size=SHOES)
    found, _ = values(left.astype(float))
    good = found[found > 0]
    error = (2 * favourable * (1 - favourable) / SHOES) ** 0.5
    assert abs(len(good) / SHOES - favourable) < ERRORS * error
    assert abs(good.mean() - worth) < ERRORS * good.std() * (2 / len(good)) ** 0.5


def test_a_count_of_tens_at_kings_bounty_is_exact() -> None:
    """With a last round at 72 cards; the author's 1.311 needs one at 78 (tools/last_rounds.py)."""
    tens = upcard.count("tens", tags={"T": -1})
    (found,) = upcard.exposure("kings-bounty", decks=2, penetration=76 / 104, count=tens, shoes=1)
    row = found.win("tens")
    assert (round(row.win_per_100, 4), row.standard_error) == (0.9635, 0)


@upcard.kernel
def over_13(first: int, second: int) -> int:
    """1 for two cards above 13 points, an ace being one."""
    return 1 if min(first // 4, 9) + min(second // 4, 9) + 2 > 13 else 0


@upcard.kernel
def under_13(first: int, second: int) -> int:
    """1 for two cards below 13 points, an ace being one."""
    return 1 if min(first // 4, 9) + min(second // 4, 9) + 2 < 13 else 0


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("kernel", "won"), [(over_13, 0.7275), (under_13, 0.3573)])
def test_over_and_under_13_win_what_an_independent_program_has(
    kernel: Callable[..., int], won: float
) -> None:
    """0.729 and 0.355 by tools/last_rounds.py, and 0.7697 and 0.3875 published: a round later."""
    own = upcard.wager(
        kernel.__name__.replace("_", "-"),
        kernel,
        outcomes=("lose", "win"),
        pays={"win": "1 to 1"},
        settles="initial-deal",
        stake_returned=True,
    )
    (found,) = upcard.exposure(own, decks=6, penetration=DEALT, shoes=4_000)
    row = found.win("perfect")
    assert abs(row.win_per_100 - won) < ERRORS * row.standard_error + 0.00005
    assert row.standard_error < 0.0005
