"""The sections of a meter on the form, and choices that are the trade's rule and not the text's."""

from typing import Final

import pytest

from reports.paper_tables import rows, source_from
from upcard.analysis.diff import diff
from upcard.reports.choice_words import METER
from upcard.reports.filing import LINE
from upcard.reports.sheets.form import submission_form
from upcard.reports.sheets.layout_sheet import layout_sheet
from upcard.submission.check import check
from upcard.submission.describing.explain import explain
from upcard.submission.read import parse
from upcard.submission.writing.new import new_submission

TABLE: Final = '[table]\nname = "M-1"\n'
BLAZING: Final = (
    '[wagers.blazing-7s]\npaytable = "A"\nwager = 1\nseed = 2000\nreseed = 2000\n'
    'increment = "10%"\nsecondary_increment = "1%"\n'
)
PARTY: Final = '[wagers.jackpot-party]\npaytable = "P1"\nwager = 5\n'
OTHER: Final = "58 Pa. Code § 605a.7"


@pytest.mark.parametrize(
    ("slug", "text", "rates", "reserve"),
    [
        ("blazing-7s", BLAZING, "58 Pa. Code § 633c.9(g)", OTHER),
        ("jackpot-party", PARTY, "58 Pa. Code § 633c.2(i)", "58 Pa. Code § 633c.2(i)"),
    ],
)
def test_a_meter_s_rows_have_the_section_that_check_explains(
    slug: str, text: str, rates: str, reserve: str
) -> None:
    """§ 633c.9(g) asks for rate and amounts alone; Jackpot Party's paytable prints a reserve."""
    form = submission_form(source_from(TABLE + text + "limit = 500000\n"))
    (meter,) = [part.heading for part in form.parts if part.heading.endswith("meter")]
    sections = {row[0]: row[3] for row in rows(form, meter)}
    assert sections == {
        METER["seed"]: rates,
        METER["reseed"]: rates,
        METER["increment"]: rates,
        METER["secondary_increment"]: reserve,
        METER["limit"]: OTHER,
        METER["link"]: "58 Pa. Code § 605a.8",
    }
    for key, name in METER.items():
        assert explain(f"wagers.{slug}.{key}").section == sections[name], key


@pytest.mark.parametrize("slug", ["bad-beat", "blazing-7s", "jackpot-party", "super-4"])
def test_a_new_submission_has_the_sections_that_check_explains(slug: str) -> None:
    (block,) = [
        block
        for block in new_submission("blackjack").split("\n\n")
        if f"\n# [wagers.{slug}]" in block
    ]
    found = 0
    for key in METER:
        for line in block.splitlines():
            if line.removeprefix("# ").removeprefix("# ").startswith(f"{key} = "):
                written = line.rpartition(" # ")[2].partition(";")[0]
                assert written == explain(f"wagers.{slug}.{key}").section, key
                found += 1
    assert found >= 1


def test_the_changes_have_it_too() -> None:
    before, after = (
        source_from(TABLE + BLAZING + more).submission for more in ("", "limit = 100000\n")
    )
    (change,) = diff(before, after, 60.0).changes
    assert (change.field, change.section) == ("wagers.blazing-7s.limit", OTHER)


def test_the_form_says_which_choice_is_the_trades_rule() -> None:
    """`check` warns of it: split aces draw as any split hand by § 633a.11(c)."""
    text = TABLE + '[blackjack]\nsplit_aces = "one-card"\n'
    (warned,) = [found for found in check(parse(text))[1] if "trade's rule" in found.message]
    assert warned.field == "blackjack.split_aces"
    chosen = {row[0]: row[1:] for row in rows(submission_form(source_from(text)), "Blackjack")}
    assert chosen["Split aces"] == (
        "one card each (the trade's rule, not the text's)",
        "chosen",
        "58 Pa. Code § 633a.11(c)",
    )
    plain = submission_form(source_from(TABLE))
    told = [cell for part in plain.parts for row in rows(plain, part.heading) for cell in row]
    assert not any("trade's rule" in cell for cell in told)


@pytest.mark.parametrize(
    ("more", "told"), [("", "this table alone"), ('link = "pit-1"\n', f"link pit-1: {LINE[:24]}")]
)
def test_the_form_says_that_a_link_is_one(more: str, told: str) -> None:
    """The name of a link is no table's."""
    form = submission_form(source_from(TABLE + PARTY + more))
    (meter,) = [part.heading for part in form.parts if part.heading.endswith("meter")]
    assert {row[0]: row[1] for row in rows(form, meter)}[METER["link"]] == told


def test_s633c_02_d_h_devices_have_the_sections_of_the_wagers_that_ask_for_them() -> None:
    """§ 633c.2(d)(1), (d)(2), (h)(2): the device, the lock-out, the light."""
    found = {
        row[0]: row[3] for row in rows(submission_form(source_from(TABLE + PARTY)), "Equipment")
    }
    assert found["Wagering device at each betting position"] == "58 Pa. Code § 633c.2(d)(1)"
    assert found["Lock-out of progressive wagers"] == "58 Pa. Code § 633c.2(d)(2)"
    assert found["Light for a winning progressive wager"] == "58 Pa. Code § 633c.2(h)(2)"
    assert found["Progressive table game system"] == OTHER


def test_s633c_02_d_the_layout_cites_what_asks_for_both() -> None:
    devices = rows(layout_sheet(source_from(TABLE + PARTY)), "Progressive table game system")
    assert devices == [
        ("Wagering device with lock-out for Jackpot Party", "58 Pa. Code § 633c.2(d)")
    ]


MATCHED: Final = '[wagers.match-the-dealer-progressive]\npaytable = "1"\nwager = 1\n'
PRESCRIBED: Final = ("seed", "reseed", "increment", "secondary_increment")


@pytest.mark.parametrize(
    ("text", "how"), [(PARTY, "by the paytable"), (MATCHED, "by rule"), (BLAZING, "chosen")]
)
def test_a_meter_s_terms_that_the_text_prescribes_are_no_choice(text: str, how: str) -> None:
    """§§ 633c.2(i), 633c.3(j); § 633c.9(g) leaves them to the Rules Submission."""
    form = submission_form(source_from(TABLE + text))
    (meter,) = [part.heading for part in form.parts if part.heading.endswith("meter")]
    setters = {row[0]: row[2] for row in rows(form, meter)}
    assert {setters[METER[key]] for key in PRESCRIBED} == {how}
    assert setters[METER["limit"]] == "by default"


def test_a_total_that_the_text_leaves_undivided_is_divided_by_the_house() -> None:
    form = submission_form(source_from(TABLE + PARTY.replace('"P1"', '"P10"')))
    (meter,) = [part.heading for part in form.parts if part.heading.endswith("meter")]
    setters = {row[0]: row[2] for row in rows(form, meter)}
    assert setters[METER["seed"]] == "by the paytable"
    assert setters[METER["increment"]] == "by default"


def test_a_house_form_says_what_the_house_chose() -> None:
    text = '[table]\nname = "H"\njurisdiction = "house"\n[blackjack]\nblackjack_pays = "6 to 5"\n'
    form = submission_form(source_from(text))
    setters = {row[0]: row[2] for row in rows(form, "Paid by the rules of the game")}
    assert setters["Blackjack wager: Blackjack"] == "chosen"
    assert "Totals on which two cards may double" in {row[0] for row in rows(form, "Blackjack")}
