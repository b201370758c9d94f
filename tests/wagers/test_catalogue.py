"""A wager that cannot be dealt is refused where it is found, before anybody offers it."""

import pytest
from msgspec.structs import replace

from upcard.rules.loader import wager_rules
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import check_moment
from upcard.wagers.kit import needed_facts


def test_a_wager_settles_at_a_moment_of_the_round() -> None:
    rules = wager_rules("perfect-pairs")
    check_moment(rules)
    data = replace(rules.data, settles="hole")
    with pytest.raises(RulebookError, match="perfect-pairs settles at 'hole', which is none of"):
        check_moment(replace(rules, data=data))


def test_a_classifier_asks_for_facts_alone() -> None:
    def classify(first: int, down: int) -> int:
        return first + down

    with pytest.raises(RulebookError, match=r"asks for 'down', which is no fact: .*hole"):
        needed_facts(classify)
