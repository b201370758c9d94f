"""Choices of a Rules Submission in words: what may be chosen, its default, and its section."""

import pytest

from amounts import dollars
from submission.examples import TABLE, findings_of
from upcard.submission.describing.explain import all_choices, explain, toml_value
from upcard.submission.schema import field_of


def test_every_choice_can_be_explained() -> None:
    for choice in all_choices():
        assert explain(choice.field) == choice
        told = explain(choice.field.replace("NAME", "lucky-ladies")).summary
        none = told.startswith("Lucky Ladies Twenty Point Bonus has no ")
        assert none or told == choice.summary
    for unknown in ("table.colour", "table", "", "wagers.lucky-lady.maximum", "table.decks.more"):
        with pytest.raises(KeyError, match="no field"):
            explain(unknown)


def test_a_wager_s_field_is_explained_by_its_own_rules() -> None:
    """§ 633c.9(f), § 633c.9(g), § 633c.9(h)."""
    paytable = explain("wagers.blazing-7s.paytable")
    assert (paytable.choices, paytable.section) == ('"A", "B"', "58 Pa. Code § 633c.9(f)")
    wager = explain("wagers.blazing-7s.wager")
    assert (wager.choices, wager.section) == ("1, 5", "58 Pa. Code § 633c.9(g)")
    assert explain("wagers.blazing-7s.third_card").section == "58 Pa. Code § 633c.9(h)"
    assert explain("wagers.NAME.paytable").section == "58 Pa. Code § 601a.2"


@pytest.mark.parametrize(
    ("table", "key", "value", "written"),
    [
        ("table", "smallest_chip", dollars("0.50"), '"0.50"'),
        ("table", "minimum", dollars(15), "15"),
        ("table", "aggregate_limit", None, "none"),
        ("layout", "wager_areas", ["axman", "top-3"], '["axman", "top-3"]'),
        ("hybrid", "at_countdown", [10, 11], "[10, 11]"),
        ("lightning", "numbers", {"1": 4, "2": 3}, "{ 1 = 4, 2 = 3 }"),
        ("lightning", "numbers", {}, "{}"),
    ],
)
def test_values_are_written_as_a_file_has_them(
    table: str, key: str, value: object, written: str
) -> None:
    info = field_of((table, key))
    assert info is not None
    assert toml_value(info, value) == written


def test_an_explanation_cites_every_passage_that_leaves_the_choice() -> None:
    """§ 633a.3(d), § 633c.5(g)."""
    assert explain("table.deck_change_hours").sections == (
        "58 Pa. Code § 633a.3(d)",
        "58 Pa. Code § 633c.5(g)",
    )


def test_prizes_are_explained_as_prizes() -> None:
    choice = explain("wagers.match-the-dealer-progressive.prizes")
    assert choice.choices.startswith("a prize for each row")
    assert "weight" not in choice.choices
    assert explain("lightning.numbers").choices == "a whole-numbered weight for each"


@pytest.mark.parametrize(
    ("wager", "line"),
    [
        ("trilux-deluxe", 'press = "40%"'),
        ("lucky-ladies", 'must_hit_by = "B-5"'),
        ("jackpot-party", 'reading = "text"'),
        ("in-between", "seed = 5000"),
    ],
)
def test_an_absent_choice_is_explained_as_check_tells_it(wager: str, line: str) -> None:
    field = f"wagers.{wager}.{line.partition(' = ')[0]}"
    found = [
        finding
        for finding in findings_of(f"{TABLE}[wagers.{wager}]\n{line}\n")
        if finding.field == field
    ]
    explanation = explain(field)
    assert [(finding.message, finding.section) for finding in found] == [
        (explanation.summary, explanation.section)
    ]
    assert explanation.choices == "none"
    assert explanation.default == "none"


@pytest.mark.parametrize("wager", ["bad-beat", "hit-and-run", "straight-jack", "blazing-7s"])
@pytest.mark.parametrize("key", ["seed", "reseed", "increment"])
def test_what_has_to_be_specified_is_explained_so(wager: str, key: str) -> None:
    """§§ 633a.13(j)(2), (l)(2), (m)(2), 633c.9(g)."""
    explanation = explain(f"wagers.{wager}.{key}")
    assert explanation.summary.endswith("; it has to be specified.")
    assert explanation.default == "none: it has to be given"
    assert explain("wagers.jackpot-party.seed").default == "none"
