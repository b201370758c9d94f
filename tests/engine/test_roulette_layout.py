"""The layout against a second version, which lays the numbers out in rows and columns."""

from fractions import Fraction

import pytest

from tables_of_games import roulette_rules
from upcard.engine.roulette.flow import find_spot
from upcard.games.roulette import EXAMPLE_SPOTS, POCKETS, SPOTS
from upcard.games.spots import wager_of
from upcard.money.odds import PaidOdds
from upcard.rules.loader import all_wagers
from upcard.rules.violation import RuleViolation
from upcard.wagers.catalogue import checked_rules, wager

PAYS = {
    "lightning-straight": 29,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six-line": 5,
    "column": 2,
    "dozen": 2,
    "even-chance": 1,
}
"""§ 617b.3(f), and chapter 617a as the project reads it."""

WHEEL = [
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
]
"""The compartments of a single-zero wheel in their order; from 32 on red and black in turn."""


def at(row: int, column: int) -> int:
    return 3 * row + column + 1


def rectangle(rows: range, columns: range) -> frozenset[int]:
    return frozenset(at(row, column) for row in rows for column in columns)


def naive_inside() -> dict[str, set[frozenset[int]]]:
    """What chips on the numbers cover: rectangles of the layout, and the spots beside zero."""
    sizes = {"split": ((1, 2), (2, 1)), "street": ((1, 3),), "corner": ((2, 2),)}
    found = {
        kind: {
            rectangle(range(row, row + height), range(column, column + width))
            for height, width in shapes
            for row in range(13 - height)
            for column in range(4 - width)
        }
        for kind, shapes in {**sizes, "six-line": ((2, 3),)}.items()
    }
    found["split"] |= {frozenset((0, number)) for number in (1, 2, 3)}
    found["street"] |= {frozenset((0, *pair)) for pair in ((1, 2), (2, 3))}
    found["corner"] |= {frozenset((0, 1, 2, 3))}
    found["lightning-straight"] = {frozenset((number,)) for number in range(37)}
    return found


def test_every_spot_on_the_numbers_is_there_once() -> None:
    naive = naive_inside()
    assert {kind: len(spots) for kind, spots in naive.items()} == {
        "lightning-straight": 37,
        "split": 60,
        "street": 14,
        "corner": 23,
        "six-line": 11,
    }
    for kind, spots in naive.items():
        found = [frozenset(spot.numbers) for spot in SPOTS.values() if spot.wager == kind]
        assert len(found) == len(spots)
        assert set(found) == spots


def test_the_spots_beside_the_numbers() -> None:
    numbers = set(range(1, 37))
    red = set(WHEEL[1::2])
    naive = {
        **{
            f"dozen-{index + 1}": {n for n in numbers if (n - 1) // 12 == index}
            for index in range(3)
        },
        **{
            f"column-{index + 1}": {n for n in numbers if (n - 1) % 3 == index}
            for index in range(3)
        },
        "red": red,
        "black": numbers - red,
        "odd": {n for n in numbers if n % 2},
        "even": {n for n in numbers if n % 2 == 0},
        "low": set(range(1, 19)),
        "high": set(range(19, 37)),
    }
    outside = ("column", "dozen", "even-chance")
    found = {name: set(spot.numbers) for name, spot in SPOTS.items() if spot.wager in outside}
    assert found == naive


def test_names_on_the_numbers_are_the_kind_and_the_ends() -> None:
    for name, numbers in {
        "straight-17": (17,),
        "split-1-2": (1, 2),
        "split-33-36": (33, 36),
        "street-34-36": (34, 35, 36),
        "trio-0-2": (0, 1, 2),
        "trio-0-3": (0, 2, 3),
        "corner-1-5": (1, 2, 4, 5),
        "first-four": (0, 1, 2, 3),
        "six-line-1-6": (1, 2, 3, 4, 5, 6),
    }.items():
        assert SPOTS[name].numbers == numbers
    assert len(SPOTS) == 157


@pytest.mark.parametrize("name", SPOTS)
def test_every_spot_wins_on_its_numbers_and_returns_36_of_37(name: str) -> None:
    spot = SPOTS[name]
    found, (table,) = wager(spot.wager), checked_rules(spot.wager).paytables
    won = set()
    for pocket in POCKETS:
        facts = {"number": spot.numbers[0], "covered": spot.covered, "pocket": pocket, "lucky": 0}
        if found.classify(*[facts[fact] for fact in found.facts]):
            won.add(pocket)
    assert won == set(spot.numbers)
    odds = PaidOdds(PAYS[spot.wager])
    assert odds in [award[0] for award in table.awards.values()]
    returned = Fraction(len(won) * (odds.win + 1), 37)
    assert returned == Fraction(30 if spot.wager == "lightning-straight" else 36, 37)


def test_every_wager_of_the_wheel_has_spots_and_every_spot_a_wager() -> None:
    wheel = {rules.data.slug for rules in all_wagers() if "lightning-roulette" in rules.data.games}
    assert wheel == {spot.wager for spot in SPOTS.values()} == set(PAYS)


def test_the_wager_of_a_name() -> None:
    assert wager_of("straight-0") == "lightning-straight"
    assert wager_of("red") == "even-chance"
    assert wager_of("first-four") == "corner"
    assert wager_of("majestic-match-banker") == "majestic-match"
    assert wager_of("baccarat-tie") == "baccarat-tie"
    assert wager_of("perfect-pairs") == "perfect-pairs"
    taken = {rules.data.slug for rules in all_wagers()} & set(SPOTS)
    assert taken == set(), "a spot's name is no wager's"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("corner-16-17-19-20", "corner-16-20"),
        ("street-16", "street-16-18"),
        ("split-17", "split-17-18"),
        ("17", "straight-17"),
        ("nonsense", ", ".join(EXAMPLE_SPOTS)),
    ],
)
def test_a_name_of_no_spot_is_answered_with_names_of_spots(wrong: str, right: str) -> None:
    violation = find_spot(roulette_rules(), wrong)
    assert isinstance(violation, RuleViolation)
    assert right in violation.message
    assert violation.message.endswith(".")


def test_one_name_of_each_kind_is_shown() -> None:
    kinds = {name.rstrip("0123456789-") for name in SPOTS}
    assert set(EXAMPLE_SPOTS) <= set(SPOTS)
    assert {name.rstrip("0123456789-") for name in EXAMPLE_SPOTS} == kinds
