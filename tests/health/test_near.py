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


def test_far_tests_are_not_near() -> None:
    """Nothing in `tests/journal` reads golden odds or a naive analyzer."""
    found = near.near(["tests/golden/odds/perfect-pairs.odds", "tests/odds/naive_cases.py"])
    assert not any(path.startswith(("tests/journal", "tests/service")) for path in found)
    assert len(found) < 12


def test_every_test_that_is_named_is_there() -> None:
    assert all((near.ROOT / path).exists() for path in (*near.ALWAYS, *near.OF_WAGERS))
