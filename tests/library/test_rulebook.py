"""The rulebook as a table: every wager of both States, a row of data a paytable."""

from datetime import date

import upcard
from upcard.rules.loader import all_wagers


def test_every_wager_in_force_is_there_with_its_paytables() -> None:
    found = upcard.rulebook()
    by_name = {(wager.wager, wager.jurisdiction): wager for wager in found}
    assert {name for name, _ in by_name} == {rules.data.slug for rules in all_wagers()}
    assert by_name["perfect-pairs", "pa"].paytables == ("A", "B")
    assert by_name["perfect-pairs", "pa"].section == "58 Pa. Code § 633c.1(b)"
    data = found.to_pandas()
    assert len(data) == sum(len(wager.paytables) for wager in found)
    super_match = data[(data.wager == "super-match")]
    assert super_match.decks.tolist() == ["6", "8"]


def test_the_rulebook_of_another_day_has_the_wagers_of_that_day() -> None:
    before = {wager.wager for wager in upcard.rulebook(date(2015, 1, 1))}
    assert "lucky-ladies" in before
    assert "perfect-pairs" not in before
