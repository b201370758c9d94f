"""Submissions in a browser: written, checked beside the field, compared, filed, put in force."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from upcard.rules.loader import all_games
from upcard.web.submitted.differences import wager_of_key
from upcard.web.submitted.register import title_of_game
from web.arranged import blackjack
from web.at_the_table import no_violations
from web.conftest import Enter, expect_told

EXAMPLES = Path(__file__).parents[2] / "submissions"
TABLE = "T-STEPS"
"""Nobody plays there in other tests of the register."""


def write(page: Page, text: str) -> None:
    """Replace what the editor has."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def pick(page: Page, table: str, version: int) -> None:
    """Choose a version in the register."""
    row = page.get_by_role("row", name=re.compile(rf"{table} {version} "))
    row.get_by_role("checkbox").click()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_register_names_the_game_even_of_a_submission_that_does_not(path: Path) -> None:
    title = title_of_game(path.read_text(encoding="utf-8"))
    assert title in {game.title for game in all_games()}


WIDTHS = """
() => ["scrollWidth", "clientWidth"].map((name) => document.querySelector(".cm-scroller")[name])
"""


def test_a_long_comment_is_whole_and_the_editor_comes_first_on_a_phone(enter: Enter) -> None:
    page = enter("manager", "/submissions", height=800)
    expect(page.locator(".cm-content")).to_be_visible()
    write(page, f"# {'a long comment ' * 20}")
    expect(page.locator(".cm-line").first).to_contain_text("a long comment")
    inner, outer = page.evaluate(WIDTHS)
    assert inner <= outer
    phone = enter("manager", "/submissions", width=390, height=844)
    expect(phone.locator(".cm-content")).to_be_in_viewport()
    expect(phone.get_by_label("Search")).to_be_hidden()
    phone.get_by_text(re.compile("^Versions of")).click()
    phone.get_by_label("Version 1 of BJ-07").click()
    press(phone, "Open in the editor")
    expect(phone.get_by_text("It complies.")).to_be_in_viewport()
    expect(phone.locator(".cm-content")).to_be_in_viewport()


def test_findings_stand_beside_the_field_while_one_writes(enter: Enter) -> None:
    page = enter("manager", "/submissions", height=800)
    expect(page.get_by_role("cell", name="BJ-07", exact=True)).to_be_visible()
    press(page, "Begin")
    expect(page.get_by_text("It complies.")).to_be_visible()
    text = blackjack("NEW-1", '[wagers.perfect-pairs]\npaytable = "C"')
    write(page, text.replace("positions = 3", "positions = 9"))
    findings = page.get_by_label("Findings")
    expect(findings.get_by_text("It does not comply: 2 found.")).to_be_visible()
    expect(findings.get_by_text("wagers.perfect-pairs.paytable line 14:1")).to_be_visible()
    expect(findings.get_by_text("58 Pa. Code § 633c.1(e)")).to_be_visible()
    expect(findings.get_by_text("Allowed: A, B")).to_be_visible()
    expect(page.locator(".uc-line-error")).to_have_count(2)
    told = page.locator(".cm-line", has_text="paytable").get_attribute("data-finding")
    assert told == "Perfect Pairs has no paytable 'C'.", "it stands below the line, too"
    findings.get_by_text("wagers.perfect-pairs.paytable").click()
    expect(page.locator(".cm-activeLine")).to_have_text('paytable = "C"')
    write(page, "[table\n")
    expect(findings.get_by_text(re.compile("This is not TOML"))).to_be_visible()
    page.locator(".cm-content").press_sequentially("name = 1", delay=30)  # nothing is lost
    expect(page.locator(".cm-content")).to_contain_text("name = 1")
    press(page, "File as a new version")
    expect_told(page, "This is not TOML")


def test_a_version_from_writing_to_force(enter: Enter) -> None:
    page = enter("manager", "/submissions", width=1400)
    page.get_by_label("Search").fill(TABLE)
    write(page, blackjack(TABLE).replace("maximum = 500", "maximum = 600"))
    expect(page.get_by_text("It complies.")).to_be_visible()
    press(page, "File as a new version")
    expect_told(page, f"Version 2 of {TABLE} is filed.")
    page.wait_for_function("() => !document.getAnimations().length")
    no_violations(page)  # in the message either
    press(page, "File as a new version")
    expect_told(page, f"{TABLE} has this text already, as version 2.")
    pick(page, TABLE, 2)
    press(page, "Put in force")
    page.get_by_role("dialog").get_by_role("button", name="Put in force").click()
    expect_told(page, "one that is approved can be put in force. (58 Pa. Code § 601a.2)")
    page.get_by_label("Approved on").fill("2024-07-01")
    press(page, "Approve")
    expect_told(page, f"Version 2 of {TABLE} was approved on 2024-07-01.")
    expect(page.get_by_role("row", name=re.compile(f"{TABLE} 2 approved"))).to_be_visible()
    press(page, "Put in force")
    page.get_by_role("dialog").get_by_role("button", name="Put in force").click()
    expect_told(page, f"Table {TABLE} runs version 2.")
    expect(page.get_by_role("row", name=re.compile(f"{TABLE} 1 superseded"))).to_be_visible()
    press(page, "Compare")
    expect(page.get_by_text("Choices in force")).not_to_be_visible()
    page.get_by_label("Before").click()
    page.get_by_role("option", name=f"{TABLE} version 1, superseded").click()
    press(page, "Compare")
    changes = page.get_by_role("listitem").filter(has_text="table.maximum")
    expect(changes).to_contain_text(re.compile("500.*600", re.DOTALL))
    press(page, "Submit for linked meters")
    expect_told(page, "No table feeds a meter of this submission.")


def test_a_change_of_a_wager_names_it() -> None:
    assert wager_of_key("wagers.buzzer-beater.minimum") == "Buzzer Beater: "
    assert wager_of_key("wagers.match-the-dealer-down.minimum") == "Match the Dealer (down card): "
    assert wager_of_key("table.maximum") == ""


def test_who_may_not_change_anything_reads_and_compares(enter: Enter) -> None:
    page = enter("regulator", "/submissions", width=390)
    expect(page.get_by_text("BJ-07, version 1: in force")).to_be_visible()
    for name in ("Approve", "Put in force", "File as a new version", "Submit for linked meters"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    page.get_by_label("Version 1 of LR-04").click()
    press(page, "Open in the editor")
    expect(page.get_by_text("It complies.")).to_be_visible()
    expect(page.locator(".cm-content")).to_contain_text("lightning-roulette")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    enter("dealer", "/submissions").get_by_text(
        "A dealer may not see Rules Submissions."
    ).wait_for()
