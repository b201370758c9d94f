"""Each form of a wager is told from the others, also after it went to another process."""

import pickle
from types import ModuleType
from typing import Any

import pytest

from upcard.rules.loader import all_wagers
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import _forms, form_of, forms_in, wager

PLACES = sorted({(rule.data.slug, rule.data.jurisdiction) for rule in all_wagers()})


@pytest.mark.parametrize(("slug", "jurisdiction"), PLACES)
def test_a_form_is_found_again(slug: str, jurisdiction: str) -> None:
    for form, rule in _forms(slug, jurisdiction).items():
        sent = pickle.loads(pickle.dumps(rule))
        assert form_of(rule, jurisdiction) == form
        assert wager(slug, jurisdiction, form_of(sent, jurisdiction)) == rule


def test_wagers_by_slug_have_the_slug() -> None:
    """`WAGERS` where `WAGER` is meant is refused in a sentence."""
    module = ModuleType("of_one")
    wrong: list[Any] = [wager("perfect-pairs"), {}]
    for made in wrong:
        module.WAGERS = made  # type: ignore[attr-defined]
        with pytest.raises(RulebookError, match=r"^WAGERS of of_one .* one wager has WAGER\.$"):
            forms_in(module, "perfect-pairs")
