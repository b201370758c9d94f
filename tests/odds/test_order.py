"""Odds count a hand's two cards without their order, so that no classifier may depend on it."""

import pytest

from upcard.exact.counting import count_outcomes
from upcard.exact.order import refuse_order
from upcard.rules.loader import all_wagers, wager_rules
from upcard.rules.schema import WagerRules
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

LATER = "depends on the order of the player's two cards, such as .*: let the classifier sort"


@pytest.mark.parametrize("rules", all_wagers(), ids=lambda rules: rules.data.slug)
def test_no_wager_depends_on_the_order_of_a_hand(rules: WagerRules) -> None:
    for form in {table.form for table in rules.data.paytable}:
        found = wager(rules.data.slug, rules.data.jurisdiction, form)
        refuse_order(found.slug, found.classify)
        if found.bonus is not None:
            refuse_order(found.slug, found.bonus.when)


def ascending(first: int, second: int) -> int:
    return int(first >> 2 < second >> 2)


def first_is_the_upcard(first: int, second: int, upcard: int) -> int:  # noqa: ARG001
    return int(first == upcard)


def second_hand_ascends(first: int, second: int, third: int, fourth: int) -> int:
    return int(third < fourth and first >= 0 and second >= 0)


def first_alone(first: int, upcard: int) -> int:
    return int(first == upcard)


@pytest.mark.parametrize(
    "classify", [ascending, first_is_the_upcard, second_hand_ascends, first_alone]
)
def test_a_classifier_that_depends_on_the_order_is_not_priced(classify: object) -> None:
    """One that looks at the ranks in order would be counted in one order of two."""
    assert callable(classify)
    sham = WagerRule("sham", ("lose", "win"), classify)
    with pytest.raises(RulebookError, match=f"sham {LATER}"):
        count_outcomes(wager_rules("lucky-ladies").data, sham, 6)
