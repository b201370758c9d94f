"""Each form of a wager is told from the others, also after it went to another process."""

import pickle

import pytest

from upcard.rules.loader import all_wagers
from upcard.wagers.catalogue import _forms, form_of, wager

PLACES = sorted({(one.data.slug, one.data.jurisdiction) for one in all_wagers()})


@pytest.mark.parametrize(("slug", "jurisdiction"), PLACES)
def test_a_form_is_found_again(slug: str, jurisdiction: str) -> None:
    for form, rule in _forms(slug, jurisdiction).items():
        sent = pickle.loads(pickle.dumps(rule))
        assert form_of(rule, jurisdiction) == form
        assert wager(slug, jurisdiction, form_of(sent, jurisdiction)) == rule
