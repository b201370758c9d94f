"""Exact counts against the golden files, which tools/golden_odds.py writes from naive.py."""

import importlib
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from upcard.odds.enumerate import bonus_counts, counts
from upcard.rules.loader import all_wagers
from upcard.wagers.catalogue import wager

naive = importlib.import_module("odds.naive")

GOLDEN = Path(__file__).parents[1] / "golden" / "odds"
FIRST_CARDS = [name for name in naive.WAGERS if "." not in name]


def golden(name: str) -> dict[int, dict[str, int]]:
    """The counts of a file: by decks, then by outcome."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for line in (GOLDEN / f"{name}.odds").read_text(encoding="utf-8").splitlines():
        decks, outcome, ways = line.split()
        found[int(decks)][outcome] = int(ways)
    return dict(found)


def dealt(found: dict[str, int]) -> dict[str, int]:
    """Without the outcomes that cannot be dealt, which the files do not list."""
    return {outcome: ways for outcome, ways in found.items() if ways}


def test_every_wager_and_every_number_of_decks_has_golden_counts() -> None:
    """§§ 633a.13(b), 633a.13(c), 633a.13(d), 633a.13(e), 633a.13(f), 633a.13(g), 633a.13(h),
    633a.13(k), 633a.13(n): the decks of every paytable."""
    legal = {
        rules.data.slug: {decks for table in rules.paytables for decks in table.data.decks}
        for rules in all_wagers()
        if rules.data.slug in FIRST_CARDS and rules.data.jurisdiction == "pa"
    }
    assert legal == {name: set(golden(name)) for name in FIRST_CARDS}
    assert {file.stem for file in GOLDEN.glob("*.odds")} >= set(naive.WAGERS)


@pytest.mark.parametrize("name", FIRST_CARDS)
def test_counts_are_golden(name: str) -> None:
    """§§ 633a.7(g), 633a.8(a), 633a.13(b), 633a.13(c), 633a.13(d), 633a.13(e), 633a.13(f),
    633a.13(g), 633a.13(h), 633a.13(k), 633a.13(n)."""
    for decks, expected in golden(name).items():
        assert dealt(counts(wager(name), decks)) == expected, f"{decks} decks"


def test_crown_treasure_is_golden() -> None:
    """§ 633a.7(g)(4): both player and dealer have a Royal Match."""
    for decks, expected in golden("royal-match-21.crown-treasure").items():
        assert dealt(bonus_counts(wager("royal-match-21"), decks)) == expected, f"{decks} decks"


@pytest.mark.parametrize("name", [name for name in naive.WAGERS if len(naive.WAGERS[name][1]) < 4])
def test_golden_files_are_what_the_naive_enumeration_gives(name: str) -> None:
    _, seen, decks = naive.WAGERS[name]
    some = decks if len(seen) == 2 else decks[:1]
    for count in some:
        assert golden(name)[count] == naive.count(name, count)


@pytest.mark.parametrize("name", ["lucky-ladies", "kings-bounty"])
def test_golden_files_of_four_cards_agree_on_the_players_cards(name: str) -> None:
    """Four cards take long to enumerate; whatever the dealer has, the player's two are these."""
    classify, _, decks = naive.WAGERS[name]
    for count in decks:
        hands: Counter[str] = Counter()
        for cards, ways in naive.deals(count, "PP"):
            hands[classify((*cards, naive.UNSEEN, naive.UNSEEN))] += ways
        merged: Counter[str] = Counter()
        for outcome, ways in golden(name)[count].items():
            merged[outcome.removesuffix("-and-dealer-blackjack")] += ways
        left = 52 * count - 2
        assert merged == {hand: ways // 2 * left * (left - 1) for hand, ways in hands.items()}
