"""Exact counts against the golden files, which tools/golden_odds.py writes from naive counting."""

import importlib
from collections import Counter, defaultdict
from fractions import Fraction
from math import gcd
from pathlib import Path

import pytest

from nightly import NIGHTLY
from upcard.exact import baccarat, dealer
from upcard.exact.counting import is_counted
from upcard.exact.first_cards import bonus_counts, counts, decides
from upcard.exact.play.playing_out import is_played_out, play_out_counts
from upcard.exact.wheel import is_spun
from upcard.rules.loader import all_wagers
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule

naive = importlib.import_module("odds.naive")
cases = importlib.import_module("odds.naive_cases")
of_dealer = importlib.import_module("odds.naive_dealer")
of_baccarat = importlib.import_module("odds.naive_baccarat")
of_rounds = importlib.import_module("odds.naive_rounds")

GOLDEN = Path(__file__).parents[1] / "golden" / "odds"
CROWN = "royal-match-21.crown-treasure"
FIRST_CARDS = [name for name in naive.WAGERS if name != CROWN]
NAMES = [
    *(*FIRST_CARDS, *cases.CASES, *of_dealer.CASES, *of_baccarat.ORDER),
    *of_rounds.CASES,
]
FOUR = [name for name, (_, seen, _) in cases.CASES.items() if len(seen) == 4]


def program(name: str) -> tuple[str, str, str]:
    """The slug, the jurisdiction and the form that a name stands for."""
    slug, _, form = name.removeprefix("wa.").partition(".")
    return slug, "wa" if name.startswith("wa.") else "pa", form


def counted(found: WagerRule, decks: int) -> dict[str, int]:
    """The program's counts in lowest terms, without the outcomes that cannot be dealt."""
    common = 1
    if decides(found):
        ways = counts(found, decks)
    elif found.slug in of_baccarat.ORDER:
        ways = baccarat.counts(found, decks)
    else:
        ways = (play_out_counts if is_played_out(found) else dealer.counts)(found, decks)
        common = gcd(*ways.values())  # the golden files of these have lowest terms
    return {outcome: number // common for outcome, number in ways.items() if number}


def golden(name: str) -> dict[int, dict[str, int]]:
    """The counts of a file: by decks, then by outcome."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for line in (GOLDEN / f"{name}.odds").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        decks, outcome, ways = line.split()
        found[int(decks)][outcome] = int(ways)
    return dict(found)


def test_every_wager_and_every_number_of_decks_has_golden_counts() -> None:
    """§§ 633a.13(b), 633a.13(c), 633a.13(d), 633a.13(e), 633a.13(f), 633a.13(g), 633a.13(h),
    633a.13(i), 633a.13(k), 633a.13(l), 633a.13(n), 633c.1(e), 633c.2(i), 633c.3(i), 633c.6(i),
    633c.7(e), 633c.8(e), 633c.10(i), 633c.11(h), 633c.12(a), 633c.13(c), 633c.15(g),
    633a.13(j), 633a.13(m), 633c.5(f), 633c.9(f): the decks of every paytable."""
    legal: dict[tuple[str, str], set[int]] = defaultdict(set)
    for rules in all_wagers():
        data = rules.data
        for table in rules.paytables if not data.fee else ():
            both = data.slug == "blazing-7s"
            for form in (table.data.form, f"{table.data.form}-upcard")[: 1 + both]:
                found = wager(data.slug, data.jurisdiction, form)
                if is_counted(data, found) and not is_spun(found):
                    legal[data.jurisdiction, data.slug] |= set(table.data.decks)
    there: dict[tuple[str, str], set[int]] = defaultdict(set)
    for name in NAMES:
        slug, jurisdiction, _ = program(name)
        there[jurisdiction, slug] |= set(golden(name))
    assert there == legal
    assert {file.stem for file in GOLDEN.glob("*.odds")} >= {*NAMES, CROWN}


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_golden(name: str) -> None:
    """§§ 633a.7(g), 633a.8(a), 633a.13(b), 633a.13(c), 633a.13(d), 633a.13(e), 633a.13(f),
    633a.13(g), 633a.13(h), 633a.13(i), 633a.13(k), 633a.13(l), 633a.13(n), 633c.2(a), 633c.3(a),
    633c.6(a), 633c.10(a), 633c.12(j), 633c.13(i)."""
    for decks, expected in golden(name).items():
        assert counted(wager(*program(name)), decks) == expected, f"{decks} decks"


def test_crown_treasure_is_golden() -> None:
    """§ 633a.7(g)(4): both player and dealer have a Royal Match."""
    for decks, expected in golden(CROWN).items():
        ways = bonus_counts(wager("royal-match-21"), decks)
        assert {name: number for name, number in ways.items() if number} == expected


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("name", [name for name in naive.WAGERS if len(naive.WAGERS[name][1]) < 4])
def test_golden_files_are_what_the_naive_enumeration_gives(name: str) -> None:
    _, seen, decks = naive.WAGERS[name]
    some = decks if len(seen) == 2 else decks[:1]
    for count in some:
        assert golden(name)[count] == naive.count(name, count)


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("name", [name for name in cases.CASES if name not in FOUR])
def test_golden_files_of_other_first_cards_are_naive_too(name: str) -> None:
    assert golden(name) == cases.count(name)


@pytest.mark.parametrize(
    ("seen", "ways"),
    [("U", 312), ("UH", 312 * 311), ("PP", 312 * 311 // 2), ("UPP", 312 * 311 * 310 // 2)],
)
def test_the_naive_enumeration_deals_every_order_but_that_of_a_hand(seen: str, ways: int) -> None:
    def outcome(deal: tuple[tuple[str, str], ...]) -> str:
        return "pair" if deal[0] == deal[-1] else "other"

    (found,) = cases.counted(outcome, seen, (6,)).values()
    assert sum(found.values()) == ways


@pytest.mark.parametrize("seen", ["P", "PUP", "UX", ""])
def test_the_naive_enumeration_refuses_what_is_no_deal(seen: str) -> None:
    with pytest.raises(ValueError, match="is no deal: hands PP"):
        cases.counted(str, seen, (6,))


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("name", of_dealer.CASES)
def test_golden_files_of_the_dealers_hand_are_naive_too(name: str) -> None:
    """§ 633a.7(m)."""
    for decks in of_dealer.CASES[name][1][-1:]:
        assert golden(name)[decks] == of_dealer.count(name, decks)


@pytest.mark.nightly
def test_golden_files_of_baccarat_are_naive_too() -> None:
    found = of_baccarat.count(8)
    for name in of_baccarat.ORDER:
        assert golden(name)[8] == found[name]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("name", "some"),
    [
        *[("bad-beat.any-20", (1,))][: 1 if NIGHTLY else 0],  # it takes nine seconds
        ("straight-jack", (1, 2, 4, 5, 6, 8)),
        ("blazing-7s.A", (1, 6)),
        ("blazing-7s.B", (1, 6)),
    ],
)
def test_golden_files_of_a_play_are_naive_too(name: str, some: tuple[int, ...]) -> None:
    """§§ 633a.7(o)(1), 633a.7(o)(3), 633c.9(d)."""
    assert set(golden(name)) == set(of_rounds.CASES[name][1])
    for decks in some:
        assert golden(name)[decks] == of_rounds.count(name, decks)


def test_golden_files_of_bad_beat_differ_in_the_optional_row_alone() -> None:
    """§ 633a.7(o)(1)(i): one total in both forms, up to a common factor."""
    for decks, plain in golden("bad-beat").items():
        any_20 = golden("bad-beat.any-20")[decks]
        scale = Fraction(sum(any_20.values()), sum(plain.values()))
        merged = Counter(any_20)
        merged["lose"] += merged.pop("player-has-a-20")
        assert merged == {name: count * scale for name, count in plain.items()}


@pytest.mark.nightly
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("name", ["buzzer-beater", "buzzer-beater.unprovided-collected"])
def test_golden_files_of_buzzer_beater_are_naive_too(name: str, decks: int) -> None:
    """§ 633c.5(u)."""
    assert golden(name)[decks] == of_rounds.count(name, decks)


def test_golden_files_of_buzzer_beater_differ_in_what_is_not_provided_for() -> None:
    """§ 633c.5(u): one total by both readings; what one returns the other collects."""
    for decks, returned in golden("buzzer-beater").items():
        collected = golden("buzzer-beater.unprovided-collected")[decks]
        scale = Fraction(sum(returned.values()), sum(collected.values()))
        merged = Counter(returned)
        for name in ("equal-hands-below-19", "21-against-21-or-blackjack"):
            merged["lose"] += merged.pop(name)
        assert merged == {name: count * scale for name, count in collected.items()}


@pytest.mark.parametrize("name", FOUR)
def test_golden_files_of_four_cards_are_right_where_a_deal_is_looked_up(name: str) -> None:
    """Four cards take long to enumerate: here the total, and what cannot be dealt."""
    _, seen, decks = cases.CASES[name]
    assert set(golden(name)) == set(decks)
    for count in decks:
        n = 52 * count
        dealers = (n - 2) * (n - 3) // (2 if seen == "PPPP" else 1)
        assert sum(golden(name)[count].values()) == n * (n - 1) // 2 * dealers


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
