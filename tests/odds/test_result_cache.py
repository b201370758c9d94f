"""Exact results are kept in the user's cache, and computed anew where anything differs."""

from pathlib import Path

import pytest

from upcard.exact.par import ParRecord
from upcard.exact.play.hands import shoe_of
from upcard.exact.record import records
from upcard.exact.result_cache import cached_records
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.solution_cache import cached_deviation
from upcard.exact.strategy.solve import solve
from upcard.rules.external import ExternalWager, add_wager

WAGERS = ("perfect-pairs", "lucky-ladies", "majestic-match", "straight-9")
"""Wagers of two cards, of the dealer's too, at baccarat, and at the wheel."""


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "upcard"


class Counted:
    """Makes records of some wagers, and counts how often."""

    def __init__(self, *slugs: str) -> None:
        self.slugs = slugs or WAGERS
        self.times = 0

    def __call__(self) -> list[ParRecord]:
        self.times += 1
        return [record for slug in self.slugs for record in records(slug)]


def test_kept_records_are_the_computed_ones() -> None:
    make = Counted()
    first = cached_records(("pa", 6), make)
    assert cached_records(("pa", 6), make) == first == make()
    assert make.times == 2, "once for both, and once for the comparison"


def test_other_questions_are_computed() -> None:
    make = Counted()
    for asked in (("pa", 6), ("pa", 8), ("wa", 6)):
        cached_records(asked, make)
    assert make.times == 3


def test_a_damaged_file_is_computed_again(empty_cache: Path) -> None:
    make = Counted()
    first = cached_records(("pa", 6), make)
    (file,) = (empty_cache / "odds").iterdir()
    whole = file.read_bytes()
    place = whole.index(b'"combinations":') + len(b'"combinations":')
    other_digit = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
    for times, damaged in enumerate((whole[:-100], other_digit), start=2):
        file.write_bytes(damaged)
        assert cached_records(("pa", 6), make) == first
        assert make.times == times


def test_nothing_is_read_from_a_folder_of_others(empty_cache: Path) -> None:
    make = Counted()
    cached_records(("pa", 6), make)
    (empty_cache / "odds").chmod(0o777)
    cached_records(("pa", 6), make)
    assert make.times == 2


def test_with_a_wager_from_outside_nothing_is_kept(empty_cache: Path) -> None:
    add_wager(ExternalWager("two_alike", "two_alike", ""))
    make = Counted("perfect-pairs")
    for _ in range(2):
        cached_records(("pa", 6), make)
    assert make.times == 2
    assert not (empty_cache / "odds").exists()


def test_a_deviation_is_that_of_its_own_strategy() -> None:
    shoe = shoe_of(6)
    first, other = solve(HandRules(), shoe, "total"), solve(HandRules(resplits=1), shoe, "total")
    assert cached_deviation((first,), lambda: 1.25) == 1.25
    assert cached_deviation((first,), lambda: 2.5) == 1.25
    assert cached_deviation((other,), lambda: 2.5) == 2.5
    assert cached_deviation((first, other), lambda: 5.0) == 5.0
