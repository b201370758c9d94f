"""Compiled kernels: the same functions as the engine's, kept between runs and never out of date."""

import importlib
import os
import random
import shutil
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Final

import pytest

from upcard.compiled import cache, native
from upcard.compiled.exact import four_cards
from upcard.text.user_cache import user_cache
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

SOURCE: Final = Path(__file__).parents[2] / "src"
SEED: Final = 4633

DEALER: Final = ("first", "second", "upcard", "hole")
TWO_PAIRS: Final = ("first", "second", "third", "fourth")

FOUR: Final = [
    ("jackpot-party", "pa", ""),
    ("super-4", "pa", ""),
    ("super-4", "pa", "industry-hearts"),
    ("lucky-aces", "pa", ""),
    ("blackjack-match", "pa", ""),
    ("super-match", "pa", ""),
    ("match-the-dealer-progressive", "wa", "up-alt"),
    ("match-the-dealer-progressive", "wa", "up-four"),
    ("match-the-dealer-progressive", "wa", "both-alt"),
    ("match-the-dealer-progressive", "wa", "two-decks"),
]


def pattern_of(four: tuple[int, ...]) -> int:
    first, second, third, fourth = four
    same = (first == second, third == first, third == second)
    return sum(
        bit << at
        for at, bit in enumerate((*same, fourth == first, fourth == second, fourth == third))
    )


def in_python(found: WagerRule, some: set[int], *, pairs: bool) -> Counter[tuple[int, int]]:
    """Pattern and value of every deal in which all four cards are among some types."""
    counted: Counter[tuple[int, int]] = Counter()
    for first, second in combinations_with_replacement(sorted(some), 2):
        for third, fourth in product(sorted(some), repeat=2):
            if not pairs or third <= fourth:
                four = (first, second, third, fourth)
                counted[pattern_of(four), found.classify(*four)] += 1
    return counted


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("which", FOUR, ids=lambda which: "-".join(which).strip("-"))
def test_compiled_and_interpreted_functions_agree(which: tuple[str, str, str]) -> None:
    """A classifier that is restricted to some types is counted by both, on the same deals."""
    found = wager(*which)
    pairs = "fourth" in found.facts
    chance = random.Random(SEED)
    some = {0, 1, 2, 48, 50, 44, 40, 36, *chance.sample(range(52), 6)}
    mask = sum(1 << card for card in some)
    classify = found.classify

    def among(first: int, second: int, third: int, fourth: int) -> int:
        inside = (mask >> first) & (mask >> second) & (mask >> third) & (mask >> fourth) & 1
        return classify(first, second, third, fourth) if inside == 1 else 63

    compiled = four_cards.tally(among, TWO_PAIRS, TWO_PAIRS, pairs=pairs)
    found_values = Counter(
        {
            (pattern, value): times
            for pattern, values in compiled.items()
            for value, times in values.items()
            if value != 63
        }
    )
    assert found_values == in_python(found, some, pairs=pairs)


def test_every_deal_is_tallied_once() -> None:
    whole = four_cards.tally(wager("lucky-aces").classify, DEALER, DEALER, pairs=False)
    assert sum(sum(values.values()) for values in whole.values()) == 1_378 * 52 * 52
    pairs = four_cards.tally(wager("super-match").classify, TWO_PAIRS, TWO_PAIRS, pairs=True)
    assert sum(sum(values.values()) for values in pairs.values()) == 1_378**2
    assert len(whole) == 15, "four things are equal or not in fifteen ways"


def test_the_dealers_blackjack_is_made_from_two_cards() -> None:
    def made(dealer_blackjack: int, upcard: int) -> int:
        return dealer_blackjack if upcard < 4 else 0

    found = four_cards.tally(made, ("dealer_blackjack", "upcard"), DEALER, pairs=False)
    assert sum(values[1] for values in found.values()) == 1_378 * 4 * 16


@pytest.mark.parametrize("value", [-1, 64, 1 << 40])
def test_a_value_that_no_classifier_may_give_is_in_the_tally(value: int) -> None:
    def wild(first: int) -> int:
        return value if first == 51 else 0

    found = four_cards.tally(wild, ("first",), DEALER, pairs=False)
    assert sum(values[value] for values in found.values()) > 0


def test_kernels_read_and_write_int64() -> None:
    kernel = native.compiled("test.copy", lambda: copied, copied_use)
    with pytest.raises(AssertionError, match="int64"):
        kernel(array("q", [1]), array("i", [0]))


def copied(data: list[int], out: list[int]) -> None:
    out[0] = data[0] + (1 << 40)


def test_a_function_of_addresses() -> None:
    kernel = native.compiled("test.copy", lambda: copied, copied_use)
    out = array("q", [0])
    kernel(array("q", [-7]), out)
    assert out[0] == (1 << 40) - 7


def copied_use(value: int) -> int:
    return value


def test_another_way_of_passing_arguments_goes_through_numbas_own_door(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "_NATIVE_TYPE", "i32 (ptr)")
    monkeypatch.setattr(native, "_translate", lambda *_asked: None)
    kernel = native.compiled("test.door", lambda: copied, copied_use)
    out = array("q", [0])
    kernel(array("q", [5]), out)
    assert out[0] == (1 << 40) + 5


def test_threads_load_kernels_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    load, contents = native._load, []
    monkeypatch.setattr(native, "_load", lambda content, _codes: contents.append(content))
    native.compiled("test.threads", lambda: copied, copied_use)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            kernels = list(pool.map(lambda _: load(contents[0], "qq"), range(100)))
    finally:
        sys.setswitchinterval(usual)
    out = array("q", [0])
    kernels[-1](array("q", [5]), out)
    assert out[0] == (1 << 40) + 5


# The cache


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of our own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.folder.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    cache.folder.cache_clear()


def test_the_folder_is_the_users(fresh: Path) -> None:
    assert cache.folder() == fresh / "upcard" / f"kernels-{cache.digest()}"
    assert cache.folder().stat().st_mode & 0o077 == 0
    cache.write("thing", b"content")
    assert cache.read("thing") == b"content"
    assert cache.read("other") is None


def test_a_folder_that_others_can_write_is_not_used(fresh: Path) -> None:
    mine = cache.folder()
    cache.folder.cache_clear()
    mine.chmod(0o777)
    assert cache.folder() != mine
    cache.folder.cache_clear()
    mine.chmod(0o700)
    assert cache.folder() == mine == fresh / "upcard" / mine.name


def test_only_the_newest_states_of_the_sources_are_kept(fresh: Path) -> None:
    home = fresh / "upcard"
    for age in range(20):
        old = home / f"kernels-{age}"
        old.mkdir(parents=True)
        (old / "thing").write_bytes(b"content")
        os.utime(old, (1_000 - age, 1_000 - age))
    mine = cache.folder()
    left = {folder.name for folder in home.iterdir()}
    assert left == {mine.name, *(f"kernels-{age}" for age in range(cache.STATES_KEPT - 1))}


def test_a_damaged_file_is_as_good_as_none(fresh: Path) -> None:
    assert fresh
    cache.write("thing", b"content")
    file = cache.folder() / "thing"
    file.write_bytes(file.read_bytes()[:-1])
    assert cache.read("thing") is None
    file.write_bytes(b"")
    assert cache.read("thing") is None


def test_without_a_place_to_write_a_temporary_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    cache.folder.cache_clear()
    try:
        found = cache.folder()
        assert found.is_dir()
        assert tmp_path not in found.parents
        cache.write("thing", b"content")
        assert cache.read("thing") == b"content"
        shutil.rmtree(found)
        cache.write("thing", b"content")
        assert cache.read("thing") is None
    finally:
        monkeypatch.undo()
        cache.folder.cache_clear()


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", (".cache",)), ("darwin", ("Library", "Caches")), ("win32", ("AppData", "Local"))],
)
def test_the_folder_follows_the_platform(
    platform: str, folder: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_cache() == Path.home().joinpath(*folder)


def test_functions_of_others_are_not_kept(fresh: Path) -> None:
    assert fresh
    assert cache.is_kept(wager("lucky-aces").classify)
    assert not cache.is_kept(copied_use)
    native.compiled("test.copy", lambda: copied, copied_use)
    assert not (cache.folder() / "test.copy").exists()


# Runs after one another, each in a process of its own

RUN: Final = """
import sys
from upcard.exact.first_cards import counts
from upcard.wagers.catalogue import wager
found = counts(wager("lucky-aces"), 6)
print(found["one-ace"], "upcard.compiled.llvm.translate" in sys.modules)
"""


def run(package: Path, home: Path) -> tuple[int, bool]:
    """The ways to have one ace, and whether a kernel was compiled for them."""
    result = subprocess.run(
        [sys.executable, "-B", "-c", RUN],  # bytecode is not kept: two edits come in one second
        env={**os.environ, "PYTHONPATH": str(package), "XDG_CACHE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    number, imported = result.stdout.split()
    return int(number), imported == "True"


def test_an_edited_classifier_changes_its_kernel(tmp_path: Path) -> None:
    """The folder's name tells an edit in a called function too."""
    package = tmp_path / "src"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "upcard", package / "upcard", ignore=ignored)
    home = tmp_path / "cache"
    first, compiled = run(package, home)
    again, recompiled = run(package, home)
    assert (again, compiled, recompiled) == (first, True, False)
    file = package / "upcard" / "wagers" / "lucky_aces.py"
    text = file.read_text(encoding="utf-8")
    assert "return 2 if suits == 1 << DIAMONDS else 1" in text
    file.write_text(text.replace("1 << DIAMONDS else 1", "1 else 1"), encoding="utf-8")
    other, compiled = run(package, home)
    assert (other, compiled) == (first, True), "the ace of spades is as likely as that of diamonds"
    file.write_text(text.replace("1 << DIAMONDS else 1", "3 else 1"), encoding="utf-8")
    edited, compiled = run(package, home)
    assert compiled
    assert edited == first * 4 // 3, "no suit is set apart any more"


def test_wagers_of_three_cards_need_no_compiler() -> None:
    script = (
        "import sys\nfrom upcard.exact.record import records\nrecords('trilux-deluxe', decks=6)\n"
        "print([name for name in ('numba', 'llvmlite', 'numpy') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_every_kernel_is_registered_once() -> None:
    registry = importlib.import_module("upcard.compiled.registry")
    kernels = importlib.import_module("upcard.cards.kernel").KERNELS
    registry.register()
    assert set(kernels) <= registry._REGISTERED
    before = len(registry._REGISTERED)
    registry.register(*kernels)
    assert len(registry._REGISTERED) == before
