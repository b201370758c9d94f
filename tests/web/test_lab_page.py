"""The lab in a browser: odds of any wager, the strategy chart, a simulation that is stopped."""

import re

from playwright.sync_api import Page, expect

from web.at_the_table import no_violations
from web.conftest import Enter

SENT = """
["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
  .reduce((bytes, one) => bytes + one.decodedBodySize, 0)
"""
"""The bytes that a page has asked for so far. NiceGUI compresses them to less than a third, but not
under pytest."""


def choose(page: Page, label: str, option: str, *, typed: str = "") -> None:
    """Pick from a list; `typed` narrows it down first."""
    field = page.get_by_label(label, exact=True)
    field.click()
    if typed:
        field.fill(typed)
    page.get_by_role("option", name=option, exact=True).click()


def figure(page: Page, name: str) -> str:
    """What stands in a figure, of the panel that is shown."""
    label = page.get_by_text(name, exact=True)
    return page.locator(".uc-figure:visible", has=label).locator(".uc-number").inner_text()


def test_the_odds_of_a_wager_its_ranks_its_sheet_and_pays_of_ones_own(enter: Enter) -> None:
    page = enter("player", "/lab")
    expect(page.get_by_text("pays are “to 1”: the wager comes back besides")).to_be_visible()
    expect(page.get_by_text("Among all 12 paytables and decks")).to_be_visible()
    assert figure(page, "House edge") == "6.1093 %"
    expect(page.get_by_role("cell", name="44,928")).to_be_visible()
    expect(page.get_by_role("img", name="Probability of each outcome")).to_be_visible()
    assert 600_000 < page.evaluate(SENT) < 1_500_000  # less than 600 kB as it is sent
    page.get_by_role("cell", name="3.3735 %").click()  # the best of them: B with eight decks
    expect(page.get_by_text("Perfect Pairs, paytable B, 8 decks")).to_be_visible()
    assert figure(page, "House edge") == "3.3735 %"
    expect(page.get_by_text("PAR sheet (probability accounting report):")).to_be_visible()
    with page.expect_download() as sheet:
        page.get_by_role("link", name="PAR sheet (HTML)").click()
    assert sheet.value.suggested_filename == "par-perfect-pairs-B.html"
    assert "8 decks" in sheet.value.path().read_text()
    page.get_by_role("cell", name="6.1093 %").click()
    expect(page.get_by_text("Perfect Pairs, paytable A, 6 decks")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 900})
    pays_of_ones_own_are_priced_or_refused(page)


def pays_of_ones_own_are_priced_or_refused(page: Page) -> None:
    page.get_by_text("Pays of your own").click()
    field = page.get_by_label("Perfect pair", exact=True)
    field.fill("30 to 1")
    expect(page.get_by_text("Perfect Pairs, a paytable of your own, 6 decks")).to_be_visible()
    assert figure(page, "House edge") == "−1.9293 %"
    no_violations(page)
    field.fill("lots")
    expect(page.get_by_text("is not odds, a share of a meter")).to_be_visible()
    page.get_by_role("button", name="As printed").click()
    expect(page.get_by_text("Perfect Pairs, paytable A, 6 decks")).to_be_visible()
    assert figure(page, "House edge") == "6.1093 %"


def test_the_edge_at_a_meter_and_where_it_breaks_even(enter: Enter) -> None:
    page = enter("manager", "/lab", width=390)
    expect(page.get_by_text("Among all")).to_be_visible()
    name = "Match the Dealer Progressive (Pennsylvania)"
    choose(page, "Wager", name, typed="match the dealer prog")
    expect(page.get_by_role("img", name="House edge by what the meter shows")).to_be_visible()
    even = float(figure(page, "Break-even").strip("$").replace(",", ""))
    field = page.get_by_label("Meter shows, dollars", exact=True)
    page.get_by_role("button", name=re.compile("^Use what T-JACKPOT shows now: ")).click()
    expect(field).to_have_value(re.compile(r"^\d+\.\d\d$"))
    for dollars, sign in ((even + 1_000, "−"), (even - 1_000, "")):
        field.fill(f"{dollars:.2f}")
        at_meter = page.locator(".uc-figure", has_text="At this meter").locator(".uc-number")
        expect(at_meter).to_have_text(re.compile(rf"^{sign}\d+\.\d+ %"))
    choose(page, "Wager", "Must-Hit-By Mystery (Pennsylvania)", typed="must-hit")
    expect(page.get_by_text("its sheet is one of a table")).to_be_visible()
    expect(page.get_by_role("link", name="PAR sheet (PDF)")).to_have_count(0)
    choose(page, "Wager", name, typed="match the dealer prog")
    field.fill("a lot")
    expect(page.get_by_text("is not an amount")).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_the_strategy_chart_follows_the_rules(enter: Enter) -> None:
    """By keys alone as far as its first figure."""
    page = enter("player", "/lab")
    expect(page.locator(".uc-figure").first).to_be_visible()
    page.get_by_role("tab", name="Odds").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Strategy")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("What is the best play, exactly?")).to_be_visible()
    hard = page.get_by_role("table", name="Hard against the dealer's card")
    row = hard.get_by_role("row", name=re.compile("^11 "))
    expect(row.get_by_role("cell").last).to_have_text("H")
    assert figure(page, "Expected value") == "−0.333216 %"
    page.get_by_role("checkbox", name="Dealer hits soft 17").click()
    expect(row.get_by_role("cell").last).to_have_text("D")
    choose(page, "Rules", "Table BA-03")
    expect(page.get_by_text("Not worked out: BA-03 is a table of baccarat")).to_be_visible()


def test_a_simulation_runs_settles_and_is_stopped(enter: Enter) -> None:
    page = enter("player", "/lab")
    page.get_by_role("tab", name="Simulation").click()
    begin, stop = (page.get_by_role("button", name=name) for name in ("Simulate", "Stop"))
    expect(page.get_by_text("all that were asked for")).to_be_visible(timeout=60_000)  # by itself
    choose(page, "Table", "A submission pasted here")
    begin.click()
    expect(page.get_by_text("Paste a Rules Submission first")).to_be_visible()
    choose(page, "Table", "Table T-LOST")
    page.get_by_label("Rounds", exact=True).fill("200000")
    page.get_by_label("Seed, else random").fill("7")
    begin.click()
    rounds = page.locator(".uc-figure:visible", has=page.get_by_text("Rounds", exact=True))
    expect(rounds.locator(".uc-number")).to_have_text("200,000", timeout=60_000)
    expect(page.get_by_text("all that were asked for")).to_be_visible(timeout=60_000)
    wagers = page.locator(".uc-panel", has_text="Wagers, per unit")
    z = wagers.get_by_role("row", name=re.compile("^Blackjack wager")).get_by_role("cell").last
    assert abs(float(z.inner_text())) < 5
    page.get_by_label("Rounds", exact=True).fill("100000000")
    begin.click()
    expect(stop).to_be_enabled()
    expect(page.get_by_text(re.compile(r"rounds, .* million a second"))).to_be_visible()
    stop.click()
    dealt = page.locator(".uc-figure:visible", has=page.get_by_text("stopped", exact=True))
    expect(dealt).to_contain_text("Rounds")
    expect(begin).to_be_enabled()


def test_a_tab_shows_figures_before_anything_is_pressed(enter: Enter) -> None:
    page = enter("manager", "/lab")
    expect(page.get_by_text("pays are “to 1”: the wager comes back besides")).to_be_visible()
    shows = re.compile(
        r"^It shows \$[0-9,]+\.\d\d now, (more|less) than the amount without an edge"
    )
    for tab, words in (("Meters", shows), ("Results", "Each round has a new")):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_text(words).first).to_be_visible()
    expect(page.locator(".q-notification")).to_have_count(0)


PRESS_AT_ONCE = """
const press = () => {
  const button = [...document.querySelectorAll("button")].find(
    one => one.innerText.trim().endsWith("Simulate"));
  if (!button || button.disabled) return requestAnimationFrame(press);
  button.click();
};
press();
"""
"""Presses *Simulate* in the first moment in which that can be done."""


def test_a_press_while_the_tab_begins_its_own_simulation_is_not_lost(enter: Enter) -> None:
    page = enter("bob", "/lab")
    tab = page.get_by_role("tab", name="Simulation")
    expect(tab).to_be_visible()
    page.evaluate(PRESS_AT_ONCE)
    tab.click()
    stop = page.get_by_role("button", name="Stop", exact=True)
    expect(stop).to_be_enabled()
    page.get_by_label("Rounds", exact=True).fill("200000")
    page.get_by_role("button", name="Simulate").click()  # in place of what is dealt now
    rounds = page.locator(".uc-figure:visible", has=page.get_by_text("Rounds", exact=True))
    expect(rounds.locator(".uc-number")).to_have_text("200,000", timeout=60_000)
    expect(page.get_by_text("all that were asked for")).to_have_count(1)
    assert page.evaluate("window.told") == []
