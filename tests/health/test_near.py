"""`make check` runs the tests near a change: those that use what changed."""

import pytest

import near


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("tests/odds/naive_cases.py", ["tests/odds/test_golden_odds.py"]),
        (
            "tests/wagers/naive_633c_one.py",
            ["tests/odds/test_golden_odds.py", "tests/wagers/test_naive_633c_one.py"],
        ),
        ("tests/simulation/cases.py", ["tests/simulation/test_differential.py"]),
        ("tests/golden/odds/perfect-pairs.odds", ["tests/odds/test_golden_odds.py"]),
        ("tests/golden/cells/outside_the_source_texts.cells", ["tests/health/test_cells.py"]),
        ("tests/frozen/frozen.json", ["tests/frozen/test_frozen.py"]),
        ("tests/submission/rules/wager.toml", ["tests/submission/test_rules.py"]),
        ("tests/journal/conftest.py", ["tests/journal/test_sqlite.py"]),
        ("tools/golden_citations.py", ["tests/health/test_sections.py"]),
        ("docs/add-a-wager.md", ["tests/health/test_add_a_wager.py", "tests/health/test_docs.py"]),
    ],
)
def test_what_uses_a_helper_or_a_file_is_near_it(changed: str, tests: list[str]) -> None:
    assert set(tests) <= set(near.near([changed]))


@pytest.mark.parametrize(
    "folder", ["src/upcard/wagers/axman.py", "src/upcard/rules/data/axman.toml"]
)
def test_near_a_wager_are_its_regulation_odds_cells_slugs_and_rounds(folder: str) -> None:
    found = near.near([folder])
    assert {
        "tests/regulation/test_s633c_12_axman.py",
        "tests/odds/test_golden_odds.py",
        "tests/simulation/test_differential.py",
        "tests/health/test_cells.py",
        "tests/health/test_slugs.py",
        "tests/odds/test_order.py",
    } <= set(found)
    assert "tests/regulation/test_s633c_07_top_3.py" not in found


@pytest.mark.parametrize(
    "path",
    [
        "src/upcard/games/down_under.py",
        "src/upcard/submission/games/down_under.py",
        "src/upcard/engine/variations/down_under.py",
        "src/upcard/exact/strategy/variations/down_under.py",
        "src/upcard/simulation/variations/down_under.py",
        "src/upcard/rules/data/game_down_under_blackjack.toml",
    ],
)
def test_near_a_variation_are_its_strategy_rounds_and_submissions(path: str) -> None:
    found = near.near([path])
    assert {
        "tests/health/test_held_variations.py",
        "tests/odds/test_strategy_variations.py",
        "tests/regulation/test_golden_rounds.py",
        "tests/simulation/test_differential.py",
        "tests/submission/test_variations.py",
        "tests/submission/test_check.py",
    } <= set(found)
    assert "tests/layout/test_areas.py" not in found


def test_far_tests_are_not_near() -> None:
    """Nothing in `tests/journal` reads golden odds or a naive analyzer."""
    found = near.near(["tests/golden/odds/perfect-pairs.odds", "tests/odds/naive_cases.py"])
    assert not any(path.startswith(("tests/journal", "tests/service")) for path in found)
    assert len(found) < 12


def test_every_test_that_is_named_is_there() -> None:
    named = (near.INDEX, *near.ALWAYS, *near.OF_WAGERS, *near.OF_VARIATIONS)
    assert all((near.ROOT / path).exists() for path in named)
