"""Pages of a floor that was just opened by `upcard serve`: a duty that is owed, tables alone."""

from pathlib import Path

import pyotp
import pytest
from playwright.sync_api import Browser, expect

from host.live import PLAIN
from service.served import entered, passwords_in
from service.test_serve_command import ready, started


@pytest.mark.nightly
def test_a_manager_enrols_and_reads_a_floor_without_meters(
    tmp_path: Path, browser: Browser
) -> None:
    """The duty to enrol is not told any more above the recovery codes."""
    table = tmp_path / "bj-01.toml"
    table.write_text(PLAIN, encoding="utf-8")
    serve = (str(table), "--database", str(tmp_path / "floor.journal"), "--attended")
    with started(tmp_path, *serve) as (_, url, output):
        ready(url)
        passwords = passwords_in(output)
        entered(url, "manager", passwords).close()
        context = browser.new_context(base_url=url)
        signing_in = {"name": "manager", "password": passwords["manager"]}
        assert context.request.post("/api/session", data=signing_in).ok
        page = context.new_page()
        page.goto("/account")
        owed = page.get_by_text("Your role needs a second factor")
        expect(owed).to_be_visible()
        panel = page.get_by_role("region", name="second factor")
        panel.get_by_label("Your password, to begin").fill(passwords["manager"])
        panel.get_by_role("button", name="Enrol").click()
        code = pyotp.TOTP(panel.locator(".uc-token").inner_text()).now()
        panel.get_by_label("The code that it shows").fill(code)
        panel.get_by_role("button", name="Confirm").click()
        expect(panel.get_by_role("status")).to_be_visible()
        expect(owed).not_to_be_visible()
        page.goto("/floor")
        expect(
            page.get_by_text("No table of this floor feeds a progressive meter.")
        ).to_be_visible()
        context.close()
