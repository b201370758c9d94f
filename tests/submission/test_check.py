"""Compliance of a Rules Submission: places, forms, and rules in cases of their own."""

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import dollars
from submission.examples import TABLE, Rule, assert_fails_and_passes, findings_of
from upcard.games.hybrid import HybridRules
from upcard.games.roulette import PAYOUTS
from upcard.rules.odds_text import parse_award
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.describing.explain import FieldChoice, all_choices, explain
from upcard.submission.read import LARGEST, SubmissionDocument, SubmissionSyntaxError, parse, read
from upcard.submission.validate import valid_submission
from upcard.wagers.facts import OF_A_HYBRID_TABLE


def _table(line: str, rest: str = "") -> str:
    return f"{TABLE}{line}\n{rest}"


OWNERS: Final = {
    "seed": "super-4",
    "reseed": "super-4",
    "increment": "super-4",
    "secondary_increment": "super-4",
    "limit": "super-4",
    "link": "super-4",
}
"""Wagers that have a key, where the key is not every wager's."""

LADIES = "[wagers.lucky-ladies]\nmaximum = 50\n"
RULES = {
    "the aggregate limit by the largest win": Rule(
        "table.aggregate_limit",
        "633a.13(o)",
        _table("aggregate_limit = 49999", LADIES),
        _table("aggregate_limit = 50000", LADIES),
    ),
    "a wager of five dollars": Rule(
        "wagers.super-4.wager",
        "633c.6(e)",
        TABLE + "[wagers.super-4]\nwager = 1\n",
        TABLE + "[wagers.super-4]\nwager = 5\n",
    ),
    "the decks of a progressive": Rule(
        "wagers.blackjack-match.paytable",
        "633c.10(b)",
        _table("decks = 4", "[wagers.blackjack-match]\n"),
        _table("decks = 8", "[wagers.blackjack-match]\n"),
    ),
    "a mystery beside a wager that qualifies": Rule(
        "wagers.in-between.must_hit_by",
        "633c.14(a)",
        TABLE + '[wagers.in-between]\nmust_hit_by = "B-2"\n',
        TABLE + '[wagers.jackpot-party]\nwager = 5\nmust_hit_by = "B-5"\n',
    ),
    "the mark of a double shoe's rack": Rule(
        "equipment.discard_rack_decks",
        "633a.2(g)(2)",
        _table(
            'dealing = "double-shoe"\ndecks = 4',
            '[equipment]\ndiscard_rack = "marked"\ndiscard_rack_decks = 8\n',
        ),
        _table(
            'dealing = "double-shoe"\ndecks = 4',
            '[equipment]\ndiscard_rack = "marked"\ndiscard_rack_decks = 4\n',
        ),
    ),
    "the progressive system of Hit and Run": Rule(
        "equipment.progressive_devices",
        "633a.2(d)(1)",
        _table(
            "",
            '[wagers.hit-and-run]\nincrement = "5%"\nseed = 1000\nreseed = 1000\n'
            "[equipment]\nprogressive_devices = false",
        ),
        _table("", "[equipment]\nprogressive_devices = false"),
    ),
    "the areas of each wager": Rule(
        "layout.wager_areas",
        "633c.12(b)",
        _table("", "[wagers.axman]\n[layout]\nwager_areas = []"),
        _table("", '[wagers.axman]\n[layout]\nwager_areas = ["axman"]'),
    ),
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_a_rule_fails_and_passes(rule: Rule) -> None:
    assert_fails_and_passes(rule)


def test_everything_is_found_at_once_with_its_place() -> None:
    text = (
        '[table]\nname = "x"\npositions = 9\n\n[wagers.in-between]\npress = "50%"\n'
        '\n[wagers."over-under"]\n'
    )
    assert [(finding.line, finding.column, finding.field) for finding in findings_of(text)] == [
        (3, 1, "table.positions"),
        (6, 1, "wagers.in-between.press"),
        (8, 2, "wagers.over-under"),
    ]


def test_a_wrong_form_does_not_hide_the_rest() -> None:
    text = (
        '[table]\nname = "a"\npositions = 8\nnonsense = 1\ndecks = 4\nminimum = 15.5\n'
        '[wagers.match-the-dealer]\n[wagers.lucky-ladies]\npaytable = "Q"\nmaximum = true\n'
    )
    assert [(finding.line, finding.field) for finding in findings_of(text)] == [
        (3, "table.positions"),
        (4, "table.nonsense"),
        (6, "table.minimum"),
        (7, "wagers.match-the-dealer.paytable"),
        (9, "wagers.lucky-ladies.paytable"),
        (10, "wagers.lucky-ladies.maximum"),
    ]


def test_amounts_are_whole_cents() -> None:
    (found,) = findings_of(_table('smallest_chip = "0.0001"'))
    assert (found.field, found.section) == ("table.smallest_chip", "58 Pa. Code § 633a.6(a)")
    assert findings_of(_table('smallest_chip = "0.01"')) == []


def test_places_of_dotted_and_inline_keys() -> None:
    text = 'table = { name = "x", positions = 9 }\n'
    (found,) = findings_of(text)
    assert (found.line, found.column) == (1, 23)
    (found,) = findings_of('table.name = "x"\ntable.positions = 9\n')
    assert (found.line, found.column) == (2, 1)


def test_a_key_given_twice_is_no_toml() -> None:
    with pytest.raises(SubmissionSyntaxError, match="not TOML"):
        parse('[table]\nname = "a"\nname = "b"\n')


@pytest.mark.parametrize("text", ["a." * 3_000 + "b = 1\n", "a = " + "[" * 5_000 + "]" * 5_000])
def test_endless_nesting_is_told_in_one_sentence(text: str) -> None:
    with pytest.raises(SubmissionSyntaxError, match="nested more deeply"):
        parse(text)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"# " + b"x" * LARGEST)
    with pytest.raises(BadInput, match="larger than any submission"):
        read(large)


def test_one_amount_is_the_largest_that_an_aggregate_limit_covers() -> None:
    """§ 633a.13(o): $5 at 1,000 to 1 is less than $25,000, whatever the table's maximum."""
    assert (
        findings_of(_table("aggregate_limit = 25000", "[wagers.lucky-ladies]\nwager = 5\n")) == []
    )


def test_a_largest_amount_alone_does_not_select_another() -> None:
    """§ 633c.2(e): a $5 maximum is not a $5 wager."""
    text = TABLE + '[wagers.jackpot-party]\npaytable = "P20-B"\nmaximum = 5\n'
    assert [finding.rule for finding in findings_of(text)] == ["wager.selected-amount"]


@pytest.mark.parametrize("as_of", ["2021-12-03", "2024-12-04"])
def test_a_temporary_paytable_tells_until_when_it_holds(as_of: str) -> None:
    """§ 631b.7(d): before its first day and after its last."""
    text = f'[table]\nname = "A"\ngame = "baccarat"\nas_of = {as_of}\n[wagers.majestic-match]\n'
    (found,) = [finding for finding in findings_of(text) if finding.severity == "error"]
    assert found.rule == "wager.in-force"
    side = "earlier" if as_of == "2021-12-03" else "later"
    assert found.message == (
        "The rulebook has paytables of Majestic Match from 2021-12-04 to 2024-12-03: "
        f"{as_of} is {side}."
    )


@pytest.mark.parametrize(
    ("game", "as_of", "message"),
    [
        ("blackjack", "2012-05-18", "Blackjack from 2012-05-19 on: 2012-05-18 is earlier."),
        (
            "lightning-roulette",
            "2024-12-04",
            "Lightning Roulette from 2021-12-04 to 2024-12-03: 2024-12-04 is later.",
        ),
    ],
)
def test_a_date_without_the_game_is_told_in_one_sentence(
    game: str, as_of: str, message: str
) -> None:
    """§§ 617b.3(a), 633a.6(d): the last day is named, not the first one without the text."""
    text = f'[table]\nname = "A"\ngame = "{game}"\nas_of = {as_of}\n'
    (found,) = [finding for finding in findings_of(text) if finding.field == "table.as_of"]
    assert found.message == f"The rulebook has {message}"


def test_a_lucky_number_is_written_in_one_way() -> None:
    """§ 617b.3(d): 01 beside 1 would be the same number twice."""
    text = '[table]\nname = "A"\ngame = "lightning-roulette"\n[lightning]\npayouts = { '
    text += ", ".join(f"{payout} = 1" for payout in PAYOUTS) + " }\nnumbers = { 1 = 1, 01 = 2 }\n"
    assert [finding.rule for finding in findings_of(text)] == ["lightning.numbers-written"]


@pytest.mark.parametrize(
    ("game", "section"),
    [("hybrid-blackjack", "633c.5(m)"), ("hybrid-blackjack-no-hole-card", "633c.5(x)")],
)
def test_wagers_of_a_hybrid_table_are_those_of_its_own_section(game: str, section: str) -> None:
    (found,) = findings_of(f'[table]\nname = "A"\ngame = "{game}"\n[wagers.axman]\n')
    assert (found.rule, found.section) == ("wager.exists", f"58 Pa. Code § {section}")


def test_a_wager_whose_facts_the_game_does_not_give_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A classifier that asks for the hole card would find none at a hybrid table."""
    text = '[table]\nname = "A"\ngame = "hybrid-blackjack-no-hole-card"\n[wagers.royal-match-21]\n'
    assert findings_of(text) == []
    monkeypatch.setattr(HybridRules, "facts", OF_A_HYBRID_TABLE - {"second"})
    (found,) = findings_of(text)
    assert (found.rule, found.field, found.line) == ("wager.exists", "wagers.royal-match-21", 4)
    assert "Royal Match 21 needs 'second', a fact that no table of hybrid-black" in found.message


def test_the_name_alone_is_a_complete_submission() -> None:
    submission, findings = check(parse(TABLE))
    assert findings == []
    assert submission is not None
    rules = compile_table(submission)
    assert (rules.decks, rules.positions, rules.adjacent_boxes) == (6, 7, 1)


def test_the_default_paytable_is_one_that_the_decks_allow() -> None:
    text = '[table]\nname = "x"\ndecks = 1\n[wagers.royal-match-21]\n[wagers.house-money]\n'
    submission, findings = check(parse(text))
    assert findings == []
    assert submission is not None
    royal, money = compile_table(submission).wagers
    assert (royal.paytable.id, money.paytable.id) == ("A", "single-deck")


@pytest.mark.parametrize("choice", all_choices(), ids=lambda choice: choice.field)
def test_a_value_of_a_wrong_kind_gives_one_finding(choice: FieldChoice) -> None:
    """Whatever else depends on the key is not told as well."""
    wager = OWNERS.get(choice.field.rpartition(".")[2], "lucky-ladies")
    field = choice.field.replace("NAME", wager)
    *tables, key = field.split(".")
    data: dict[str, Any] = {"table": {"name": "A"}}
    data.setdefault(tables[0], {})
    inner = data[tables[0]] if tables[0] != "wagers" else data["wagers"].setdefault(wager, {})
    inner[key] = [1.5]
    found = [finding.field for finding in check(SubmissionDocument(data))[1]]
    assert found == [field]


def test_a_file_without_a_name_is_checked_as_the_game_that_it_names() -> None:
    """§ 601a.2: the other keys of ``[table]`` are read as they are."""
    text = '[table]\ngame = "baccarat"\ndecks = 17\n[wagers.bad-beat]\n'
    assert [finding.rule for finding in findings_of(text)] == [
        "form.given",
        "game.decks",
        "wager.exists",
    ]


def test_a_value_of_no_kind_leaves_the_rest_of_its_table() -> None:
    """§ 633c.5(z): ``stand`` or a list; Blackjack has no countdown, which is told as well."""
    hybrid = '[table]\nname = "H"\n[hybrid]\ncountdown_seconds = 5\nat_countdown = "hit"\n'
    assert [finding.field for finding in findings_of(hybrid)] == [
        "hybrid.countdown_seconds",
        "hybrid.at_countdown",
    ]


@pytest.mark.parametrize(
    "line",
    ["adjacent_boxes = 20", "deck_change_hours = 99", "card_reader = false"],
)
def test_of_a_key_that_the_game_does_not_have_nothing_else_is_told(line: str) -> None:
    (found,) = findings_of(_table(f'game = "baccarat"\n{line}'))
    assert found.rule == "game.has-no-such-choice"


def test_a_game_that_nobody_knows_is_the_only_finding() -> None:
    text = '[table]\nname = "A"\ngame = "lightning"\ndecks = 0\n[lightning]\nnumbers = { 1 = 1 }\n'
    assert [finding.field for finding in findings_of(text)] == ["table.game"]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        (_table("positons = 7"), ("positions",)),
        (TABLE + "[wager.lucky-ladies]\n", ("wagers",)),
        (TABLE + "[wagers.lucky-ladies]\nmaximun = 5\n", ("maximum",)),
        (_table("zzz = 7"), ()),
    ],
)
def test_an_unknown_key_is_told_with_those_near_to_it(text: str, near: tuple[str, ...]) -> None:
    (found,) = findings_of(text)
    assert (found.rule, found.allowed) == ("form.known-key", near)


def test_columns_count_characters() -> None:
    (found,) = findings_of('table = { name = "Größe ♠", positions = 9 }\n')
    assert (found.line, found.column) == (1, 29)


WORDS = st.sampled_from(
    ["table", "name", "decks", "wagers", "lucky-ladies", "paytable", "blackjack", "minimum"]
)
VALUES = st.recursive(
    st.none().flatmap(lambda _: st.booleans() | st.integers(-3, 20) | st.floats() | st.text()),
    lambda inner: st.dictionaries(WORDS, inner, max_size=4) | st.lists(inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=150)
@given(st.dictionaries(WORDS, VALUES, max_size=5))
def test_no_data_breaks_the_check(data: dict[str, object]) -> None:
    """Whatever a file holds, the answer is findings, each with a section and a sentence."""
    submission, findings = check(SubmissionDocument(data))
    assert submission is not None or findings
    for found in findings:
        assert found.section
        assert found.message


def test_the_state_s_limit_holds_for_every_game_that_is_played_there() -> None:
    down_under = '[table]\nname = "A"\ngame = "down-under-blackjack"\njurisdiction = "wa"\n'
    assert findings_of(down_under) == []
    (found,) = findings_of(down_under + "maximum = 500\n")
    assert (found.field, found.section) == ("table.maximum", "WAC 230-15-140")
    assert findings_of(down_under.replace('"wa"', '"pa"') + "maximum = 500\n") == []


# Sections


def _sections(text: str) -> list[tuple[str, str]]:
    return [
        (finding.rule, finding.section)
        for finding in findings_of(text)
        if finding.severity == "error"
    ]


def test_a_paytable_that_prints_its_wager_is_cited_for_another() -> None:
    """§ 633c.2(i): P1 prints $5, which (e) lets be $1; what (e) does not know is cited there."""
    party = TABLE + "[wagers.jackpot-party]\n"
    assert _sections(party + 'paytable = "P1"\nwager = 1\n') == [
        ("wager.permitted-amount", "58 Pa. Code § 633c.2(i)")
    ]
    for paytable in ("P1", "P10"):
        assert _sections(party + f'paytable = "{paytable}"\nwager = 3\n') == [
            ("wager.permitted-amount", "58 Pa. Code § 633c.2(e)")
        ]


def test_areas_are_asked_for_by_each_wager_s_own_paragraph() -> None:
    """§§ 633a.2(b)(14), 633c.1(a), 633c.12(b)."""
    offered = "[wagers.house-money]\n[wagers.perfect-pairs]\n[wagers.axman]\n"
    found = _sections(TABLE + offered + "[layout]\nwager_areas = false\n")
    assert sorted(section for _, section in found) == [
        "58 Pa. Code § 633a.2(b)(14)",
        "58 Pa. Code § 633c.1(a)",
        "58 Pa. Code § 633c.12(b)",
    ]


def test_one_wrong_prize_name_is_one_finding() -> None:
    """WSGC Match the Dealer Blackjack, Table 5c."""
    text = (
        '[table]\nname = "A"\ngame = "match-the-dealer-blackjack"\n'
        '[wagers.match-the-dealer-progressive]\nincrement = "15%"\npaytable = "5c-1"\n'
        "seed = 10000\nprizes = { two-suited-match = 250 }\n"
    )
    (found,) = findings_of(text)
    assert found.rule == "washington.prizes-of-no-row"
    assert found.allowed == ("two-suited-matches",)


def test_rates_have_their_article() -> None:
    """§§ 633c.3(j), 633c.6(i)."""
    for slug, rate in (("super-4", "6%"), ("match-the-dealer-progressive", "15%")):
        (found,) = findings_of(TABLE + f'[wagers.{slug}]\nincrement = "7%"\n')
        assert f"has an increment rate of {rate}, not 7%." in found.message


# Table limits


@pytest.mark.parametrize(
    ("slug", "section"), [("axman", "633c.12(c)"), ("buster-blackjack", "633c.13(d)")]
)
def test_within_the_table_limits_binds_both(slug: str, section: str) -> None:
    """§§ 633c.12(c), 633c.13(d)."""
    wager = f"{TABLE}minimum = 15\nmaximum = 500\n[wagers.{slug}]\n"
    told = [("wager.table-limits", f"58 Pa. Code § {section}")]
    assert _sections(wager) == []
    assert _sections(wager + "minimum = 15\nmaximum = 500\n") == []
    for wrong in ("minimum = 14", "maximum = 501", "maximum = 14", "wager = 10"):
        assert _sections(f"{wager}{wrong}\n") == told
    offered = compile_table(valid_submission(parse(wager).data)).wagers[0]
    assert offered.minimum == dollars(15)


@pytest.mark.parametrize(
    ("slug", "most", "section"),
    [("upcard-luck", 500, "633c.15(d)"), ("trilux-deluxe", 1000, "633c.11(c)")],
)
def test_no_maximum_is_beyond_what_the_largest_blackjack_wager_permits(
    slug: str, most: int, section: str
) -> None:
    """§ 633c.15(d): the Blackjack wager; § 633c.11(c): twice that wager."""
    wager = f"{TABLE}maximum = 500\n[wagers.{slug}]\n"
    assert _sections(f"{wager}maximum = {most}\n") == []
    assert _sections(f"{wager}maximum = {most + 1}\n") == [
        ("wager.beyond-blackjack", f"58 Pa. Code § {section}")
    ]


PROGRESSIVE_RULES = (
    "WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003)"
)
PROGRESSIVE = (
    '[table]\nname = "A"\ngame = "match-the-dealer-blackjack"\n'
    '[wagers.match-the-dealer-progressive]\nincrement = "15%"\npaytable = "5c-1"\n'
    "prizes = { two-suited-matches = 250 }\n"
)


@pytest.mark.parametrize("paid", ["house", "meter"])
def test_washingtons_progressive_needs_a_seed(paid: str) -> None:
    """WSGC Match the Dealer Blackjack: a share of a meter that starts with $0 would pay $0."""
    text = f'{PROGRESSIVE}prizes_paid = "{paid}"\n'
    for seed, message in (("", "write for example seed = 10000."), ("seed = 0\n", "not 0.")):
        (found,) = findings_of(text + seed)
        assert (found.field, found.severity) == (
            "wagers.match-the-dealer-progressive.seed",
            "error",
        )
        assert found.message.endswith(message)
        assert found.section == PROGRESSIVE_RULES
    assert findings_of(f"{text}seed = 250\n") == []


@pytest.mark.parametrize(
    ("key", "severity", "section"),
    [
        ("progressive_system", "note", "58 Pa. Code § 605a.7"),
        ("lock_out", "note", "58 Pa. Code § 605a.7"),
        ("linked_system", "note", "58 Pa. Code § 605a.8"),
        ("progressive_devices", "error", PROGRESSIVE_RULES),
    ],
)
def test_washington_names_the_sensed_spot_alone(key: str, severity: str, section: str) -> None:
    """Seed 003: an electronically sensed wager spot; no system, lock-out or system of links."""
    text = f'{PROGRESSIVE}seed = 250\nlink = "pit-1"\n[equipment]\n{key} = false\n'
    (found,) = findings_of(text)
    assert (found.severity, found.section) == (severity, section)
    assert found.message.startswith("Assumed: ") == (severity == "note")
    assert "The text requires it" not in found.message or severity == "error"


@pytest.mark.parametrize("line", ["[layout]\ncertificate_holder = false", "positions = 9"])
def test_a_note_begins_with_what_it_is(line: str) -> None:
    head = '[table]\nname = "A"\ngame = "match-the-dealer-blackjack"\n'
    (found,) = findings_of(f"{head}{line}\n")
    assert found.severity == "note"
    assert found.message.startswith("Assumed: ")
    assert found.message.endswith("Washington's rules do not name this duty; Pennsylvania's do.")


def test_a_wrong_reading_is_one_of_the_wagers_own() -> None:
    """§ 633c.10(a): Blackjack Match has three readings, other wagers have others or none."""
    own = "wagers.blackjack-match.reading"
    (found,) = findings_of(TABLE + '[wagers.blackjack-match]\nreading = "foo"\n')
    assert (found.field, found.section) == (own, "58 Pa. Code § 633c.10(a)")
    assert found.allowed == ("text", "card-by-card", "row-name")
    explanation = explain(own)
    assert explanation.choices == '"text", "card-by-card", "row-name"'
    assert explanation.section == "58 Pa. Code § 633c.10(a)"
    for chosen in ("foo", "text"):
        (found,) = findings_of(TABLE + f'[wagers.lucky-ladies]\nreading = "{chosen}"\n')
        assert found.message == "Lucky Ladies Twenty Point Bonus has no choice 'reading'."
        assert found.allowed == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('[wagers.house-money]\npress = "33.333333%"', "with four decimals at most."),
        ('[wagers.super-4]\nincrement = "6.00001%"', "more than four decimals"),
        ('[wagers.super-4]\nincrement = "٣%"', "is not a rate"),
        ('[wagers.house-money]\npress = "٣%"', "is no portion"),
        ('minimum = "٩٩٩٩"', "is not an amount"),
        ('minimum = "9.٥"', "is not an amount"),
        ("minimum = 0", "An amount above $0 is required here, not 0."),
        ('state_limit_citation = "  "', "is empty: a name has letters or digits."),
        ('state_limit_citation = "WAC\\n"', "has a control character"),
        ('[wagers.super-4]\nlink = "a\\u0007b"', "has a control character"),
        ('[wagers.super-4]\nlink = "a\\u202eb"', "has a control character"),
        ('[wagers.super-4]\nlink = " "', "is empty"),
        ('[wagers.super-4]\npaytable = "A\\u001b[31m"', "has a control character"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(line: str, said: str) -> None:
    (found,) = findings_of(_table(line))
    assert said in found.message
    assert found.message.isprintable()


def test_the_name_of_a_table_is_one_line() -> None:
    (found,) = findings_of('[table]\nname = "A\\u001b[31m"\n')
    assert (found.field, found.rule) == ("table.name", "form.text")
    assert found.message == (r"'A\x1b[31m' has a control character: a name is one line of text.")


@pytest.mark.parametrize("text", ["٥ to 1", "5 to ١", "٥% of meter", "$٥", "$5.٥٠"])
def test_odds_have_digits_of_ascii(text: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        parse_award(text)
