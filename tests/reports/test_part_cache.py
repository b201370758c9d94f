"""What a changed submission leaves as it was is not computed again, and is the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from reports.paper_tables import source_from
from upcard.compiled.cache import folder
from upcard.reports import part_cache
from upcard.reports.charts import plots
from upcard.reports.par import dealt_rounds as played
from upcard.reports.par import main_counting as counter
from upcard.reports.part_cache import cached_fit
from upcard.reports.rendering.fit import Fit
from upcard.reports.rendering.paper import Paper
from upcard.reports.report import papers
from upcard.reports.sheets import combined_wagers
from upcard.reports.sheets.sign import payout_sign

TABLE = """
[table]
name = "A"
maximum = {maximum}
decks = {decks}
[wagers.perfect-pairs]
minimum = 5
maximum = 100
[wagers.buster-blackjack]
minimum = {least}
maximum = 100
"""

FIRST = {"maximum": 500, "decks": 6, "least": 15}


@pytest.fixture
def computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[list[str], tuple[Paper, ...]]]:
    """A table's papers, and the names of the slow functions that were called for them.

    `like_before` answers a call with what the function found last: only who is called is asked for.
    """
    folder()  # compiled kernels stay where they are; papers go to a new cache
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    called: list[str] = []
    standing_in: list[bool] = []

    def watched(module: Any, name: str) -> None:
        function = getattr(module, name)
        found = None

        def call(*arguments: Any, **named: Any) -> Any:
            nonlocal found
            called.append(name)
            if not (standing_in and found is not None):
                found = function(*arguments, **named)
            return found

        monkeypatch.setattr(module, name, call)

    for module, name in (
        (played, "round_law"),
        (played, "exact_round"),
        (counter, "counting_player"),
        (counter, "count_rows"),
        (combined_wagers, "covariances_between"),
        (plots, "plot"),
    ):
        watched(module, name)

    def of(*, like_before: bool = False, **changed: int) -> tuple[list[str], tuple[Paper, ...]]:
        called.clear()
        standing_in[:] = [True] * like_before
        made = papers(source_from(TABLE.format(**{**FIRST, **changed})))
        return list(called), made

    return of


@pytest.mark.nightly
def test_only_what_a_change_concerns_is_computed(
    computed: Callable[..., tuple[list[str], tuple[Paper, ...]]],
) -> None:
    """A limit concerns nothing; a side wager its covariances and drawings, no round of the game."""
    first, made = computed()
    assert set(first) == {
        "round_law",
        "exact_round",
        "counting_player",
        "count_rows",
        "covariances_between",
        "plot",
    }
    assert computed() == ([], made)
    assert computed(maximum=1_000)[0] == []
    assert set(computed(least=25)[0]) <= {"covariances_between", "plot"}
    assert set(computed(decks=8, like_before=True)[0]) == set(first), "another shoe changes all"


def test_a_fit_is_kept_for_each_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    sign = payout_sign(source_from(TABLE.format(**FIRST)))
    wide, narrow = Fit("1", 12.5, ((0, 1), (2,))), Fit("1", 11.0, ((0,), (1,), (2,)))
    assert cached_fit(sign, "a4", lambda: wide) == wide
    assert cached_fit(sign, "letter", lambda: narrow) == narrow
    assert cached_fit(sign, "a4", lambda: narrow) == wide
    renamed = replace(sign, head=replace(sign.head, table="BJ-99", filed="Revision 9"))
    assert cached_fit(renamed, "a4", lambda: narrow) == wide, "the head has its room in any case"
    longer = replace(sign, title=f"{sign.title} and more")
    assert cached_fit(longer, "a4", lambda: narrow) == narrow
    monkeypatch.setattr(part_cache, "program", lambda name: f"{name} of tomorrow")
    assert cached_fit(sign, "a4", lambda: narrow) == narrow, "another typst sets it otherwise"
