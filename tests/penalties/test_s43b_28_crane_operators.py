"""49 Pa. Code § 43b.28: the civil penalties of crane operators, figure by figure."""

from datetime import date

import pytest

from amounts import dollars
from rules.parsed_rules import parse_schedule_file
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.penalties.assess import Assessment, assess, months_begun, refusal
from upcard.penalties.schedule import (
    SECTION,
    Violation,
    all_schedules,
    schedule,
)
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.violation import BadInput, RulebookError, RuleViolation, UnknownName

FORMAL_ACTION = None
HARMLESS_ONLY = (1, 2, 4)
ALL = range(1, 7)
CITED = {
    1: f"{SECTION}, for 63 P.S. § 2400.501(a) and 49 Pa. Code § 6.41(a)",
    2: f"{SECTION}, for 63 P.S. § 2400.501(b) and 49 Pa. Code § 6.43(a)",
    3: f"{SECTION}, for 63 P.S. § 2400.501(e) and 49 Pa. Code § 6.41(a)",
    4: f"{SECTION}, for 49 Pa. Code § 6.31(a)",
    5: f"{SECTION}, for 49 Pa. Code § 6.42(f)",
    6: f"{SECTION}, for 63 P.S. § 2400.502(b) and 49 Pa. Code § 6.32(a)(2)",
}
"""The two columns in which the schedule prints what is violated, row by row."""


def _violation(number: int) -> Violation:
    return schedule(RULEBOOK_DATE).find(str(number))


def _penalties(number: int, *months: int | None) -> list[int | None]:
    """Dollars for the first offenses, a month count each; None for formal action."""
    violation = _violation(number)
    found = [assess(violation, offense, lapse) for offense, lapse in enumerate(months, start=1)]
    assert {answer.section for answer in found} == {CITED[number]}
    return [
        None if assessment.penalty is None else assessment.penalty // UNITS_PER_DOLLAR
        for assessment in found
    ]


def test_operating_without_a_license() -> None:
    """§ 43b.28, violation 1."""
    assert _penalties(1, None, None, None) == [750, FORMAL_ACTION, FORMAL_ACTION]


def test_hiring_an_unlicensed_operator() -> None:
    """§ 43b.28, violation 2."""
    assert _penalties(2, None, None, None) == [1_000, FORMAL_ACTION, FORMAL_ACTION]


def test_posing_as_licensed() -> None:
    """§ 43b.28, violation 3."""
    assert _penalties(3, None, None, None, None) == [500, 750, FORMAL_ACTION, FORMAL_ACTION]


@pytest.mark.parametrize(
    ("offense", "months", "amount"),
    [
        (1, 1, 50),
        (1, 19, 950),
        (1, 20, 1_000),
        (1, 21, 1_000),
        (1, 24, 1_000),
        (1, 25, FORMAL_ACTION),
        (2, 1, 100),
        (2, 9, 900),
        (2, 10, 1_000),
        (2, 11, 1_000),
        (2, 12, 1_000),
        (2, 13, FORMAL_ACTION),
        (3, 1, FORMAL_ACTION),
        (4, None, FORMAL_ACTION),
    ],
)
def test_operating_on_a_lapsed_license(
    offense: int, months: int | None, amount: int | None
) -> None:
    """§ 43b.28, violation 4: by the month, up to a cap; formal action over 24 or 12 months."""
    answer = assess(_violation(4), offense, months)
    assert answer.penalty == (None if amount is None else dollars(amount))
    assert answer.section == CITED[4]


def test_criminal_proceedings_not_reported() -> None:
    """§ 43b.28, violation 5."""
    assert _penalties(5, None, None, None) == [750, FORMAL_ACTION, FORMAL_ACTION]


def test_certification_not_kept_up() -> None:
    """§ 43b.28, violation 6."""
    assert _penalties(6, None, None, None) == [1_000, FORMAL_ACTION, FORMAL_ACTION]


@pytest.mark.parametrize("number", ALL)
def test_no_citation_where_there_was_harm(number: int) -> None:
    """§ 43b.28: three violations say that a citation needs that nobody and nothing was harmed."""
    violation = _violation(number)
    months = 1 if violation.monthly else None
    assert refusal(violation, harm=False) is None
    refused = refusal(violation, harm=True)
    if number not in HARMLESS_ONLY:
        assert refused is None
        assert assess(violation, 1, months, harm=True) == assess(violation, 1, months)
        return
    assert refused is not None
    assert refused.section == CITED[number]
    for offense in (1, 2, 3):  # refused, not sent to formal action by its number
        with pytest.raises(
            RuleViolation,
            match="damage was involved: the violation is subject to formal prosecution",
        ):
            assess(violation, offense, months, harm=True)


def test_the_reasons_say_how_the_answer_comes_about() -> None:
    """§ 43b.28, violation 4."""
    lapsed = _violation(4)
    section = CITED[4]
    assert [assess(lapsed, 1, 1), assess(lapsed, 2, 13), assess(lapsed, 3)] == [
        Assessment(section, dollars(50), "offense 1, 1 month at $50 each, at most $1,000"),
        Assessment(section, None, "offense 2, over 12 months"),
        Assessment(section, None, "offense 3, after those with a civil penalty"),
    ]


def test_months_are_asked_for_where_the_penalty_is_by_the_month_and_nowhere_else() -> None:
    """§ 43b.28, violation 4."""
    for offense in (1, 2):
        with pytest.raises(RuleViolation, match="how many months"):
            assess(_violation(4), offense)
    for number in set(ALL) - {4}:
        with pytest.raises(RuleViolation, match="not by the month") as refused:
            assess(_violation(number), 1, 3)
        assert refused.value.section == CITED[number]


def test_offenses_and_months_are_counted_from_one() -> None:
    for offense, months in ((0, 1), (-1, 1), (1, 0), (1, -3), (3, 0)):
        with pytest.raises(BadInput, match="counted from 1"):
            assess(_violation(4), offense, months)


@pytest.mark.parametrize(
    ("text", "months"),
    [("3", 3), ("2.5", 3), ("2.0", 2), ("24.1", 25), ("0.2", 1), ("0", 0), ("007", 7)],
)
def test_part_of_a_month_counts_as_a_month(text: str, months: int) -> None:
    """§ 43b.28, violation 4: an assumption, since the text speaks of months alone."""
    assert months_begun(text) == months


@pytest.mark.parametrize("text", ["", "x", "-1", "1.", ".5", "1e3", "1,5", "٣", "nan", "1" * 5_000])
def test_what_is_no_number_of_months_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"not a number of months such as 3 or 2\.5\.$"):
        months_begun(text)


# The schedule as data


def test_the_schedule_holds_from_its_publication() -> None:
    """§ 43b.28: in force from the Bulletin issue of 2021-12-04, without an end."""
    assert schedule(date(2021, 12, 4)) == schedule(date(2099, 1, 1))
    with pytest.raises(RuleViolation, match=r"on 2021-12-03; the first is of 2021-12-04\.") as none:
        schedule(date(2021, 12, 3))
    assert none.value.section == SECTION


def test_violations_are_found_by_name_and_by_number() -> None:
    """§ 43b.28: the number is the one of the citation."""
    (one,) = all_schedules()
    for number, violation in enumerate(one.violation, start=1):
        assert one.find(str(number)) == one.find(violation.slug) == violation
        assert violation.section == f"{SECTION}, violation {number}"
    assert len(one.violation) == len(ALL)
    for name in ("0", "7", "01", "", "Operating-Unlicensed"):
        with pytest.raises(UnknownName, match="no violation"):
            one.find(name)


def test_an_unknown_name_is_told_what_is_near() -> None:
    with pytest.raises(UnknownName, match="did you mean operating-lapsed"):
        schedule(RULEBOOK_DATE).find("operating-lapse")


GOOD = """
title = "Crane operators"
section = "49 Pa. Code § 43b.28"
effective = 2021-12-04
[[violation]]
slug = "operating-lapsed"
title = "Operating a crane after the license lapsed"
section = "49 Pa. Code § 43b.28, violation 4"
regulation = "§ 6.31(a)"
[[violation.offense]]
amount = "$50"
up_to_months = 24
at_most = "$1,000"
"""


def test_the_good_file_is_good() -> None:
    (violation,) = parse_schedule_file("good.toml", GOOD).violation
    assert assess(violation, 1, 2).penalty == dollars(100)


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        (', violation 4"', ', violation 7"', "points to no section"),
        ('43b.28"', '43b.29"', "points to no section"),
        ("effective = 2021-12-04", "", "effective"),
        ("effective = 2021-12-04", 'effective = "soon"', "date"),
        ('section = "49 Pa. Code § 43b.28, violation 4"', "", "section"),
        ('amount = "$50"', 'amount = "fifty"', "operating-lapsed: 'fifty' is not an amount"),
        ('amount = "$50"', "amount = 50.0", "amount"),
        ('at_most = "$1,000"', 'at_most = "$1000,0"', "not an amount"),
        ('at_most = "$1,000"', "", "go together"),
        ("up_to_months = 24", "", "go together"),
        ("up_to_months = 24", "months = 24", "the key months in "),
        ("[[violation]]", "[[violation", "good.toml"),
    ],
)
def test_data_that_cannot_be_used_is_refused_with_its_file(
    line: str, instead: str, message: str
) -> None:
    assert line in GOOD
    with pytest.raises(RulebookError) as error:
        parse_schedule_file("good.toml", GOOD.replace(line, instead))
    assert str(error.value).startswith("good.toml")
    assert message in str(error.value)
