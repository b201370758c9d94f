"""§ 633a.7(d): from which side of a double shoe the simulator deals a round."""

from itertools import islice

import pytest

from simulation.replay import OneShoe
from simulation.strategies import basic
from tables import table_rules
from upcard.cards.card import is_red
from upcard.compiled.simulation import fields as at
from upcard.simulation.plan import SHUFFLES, plan

ROUNDS = 1_500


@pytest.mark.parametrize(("colors", "red"), [("red-first", 0.75), ("red-second", 0.25)])
def test_d_2_the_first_card_has_the_color_of_its_side_or_follows_another(
    colors: str, red: float
) -> None:
    """With two new sides the first one is asked: its own color is dealt, the other put aside."""
    rules = table_rules(dealing="double-shoe", double_shoe_colors=colors)
    dealer = OneShoe(plan(rules, basic(6), fresh_shoe=True), seed=3)
    found = [dealt for block in range(30) for dealt in islice(dealer.rounds(block), 50)]
    assert len(found) == ROUNDS
    first = sum(is_red(dealt.cards[0]) for dealt in found)
    aside = [dealt for dealt in found if dealt.put_aside]
    assert abs(first - red * ROUNDS) < 4.5 * (ROUNDS * 3 / 16) ** 0.5
    assert abs(len(aside) - ROUNDS / 2) < 4.5 * (ROUNDS / 4) ** 0.5
    stays = int(colors == "red-first")
    assert {is_red(dealt.cards[0]) for dealt in found if not dealt.put_aside} == {stays}
    assert {is_red(dealt.put_aside[0]) for dealt in aside} == {1 - stays}
    assert {is_red(dealt.cards[0]) for dealt in aside} == {0, 1}


def test_d_1_both_sides_are_dealt_and_shuffled_in_turn() -> None:
    """A batch deals about as many cards as so many sides have in front of the cover card."""
    planned = plan(table_rules(dealing="double-shoe", decks=2), basic(6), seats=3)
    dealer = OneShoe(planned, seed=3)
    dealer.deal_block(3, 0, 1 << 40)
    dealt = int(dealer._ints[at.LOGGED])
    assert (SHUFFLES - 2) * planned.cover < dealt < SHUFFLES * (planned.cover + 40)
