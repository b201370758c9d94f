"""Every page but the table's in a browser: what is transferred, and when it can be used.

Serves the demonstration floor and opens each page in Debian's chromium with nothing cached. The
weight is what the network carries, heads and compression counted. A page can be used once it is
connected and its first part is there. Give addresses to measure only those.
"""

import sys
import time
from typing import Any

from benchmarks.table_page import URL, served
from playwright.sync_api import Browser, sync_playwright

READY = {
    "/": ".uc-card",
    "/floor": ".uc-floor tbody tr td + td",
    "/lab": ".uc-figure",
    "/submissions": ".cm-content",
    "/rounds": ".uc-page .q-table tbody tr",
    "/signs": ".uc-page a",
    "/accounts": ".uc-card, .uc-panel",
    "/audit": ".uc-page .q-table tbody tr",
    "/account": ".uc-panel",
    "/sign-in": ".uc-role",
    "/sign/": ".amount",
}
"""What is there when a page can be used."""

MOST = {"/sign/": 15.0}
OTHERS = 600.0
"""The most that a page should weigh, in kB."""


def measured(browser: Browser, path: str) -> tuple[float, float]:
    """Transferred kilobytes, and seconds until the page can be used."""
    context = browser.new_context(base_url=URL, reduced_motion="reduce")
    if path != "/sign-in":
        context.request.get("/enter/administrator?then=/healthz")
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []

    def finished(answer: dict[str, Any]) -> None:
        sizes.append(answer["encodedDataLength"])

    network.on("Network.loadingFinished", finished)
    start = time.perf_counter()
    page.goto(path, wait_until="commit")
    page.wait_for_selector(READY[path], state="attached")
    usable = time.perf_counter() - start
    page.wait_for_timeout(3_000)  # what is loaded late counts, too
    context.close()
    return sum(sizes) / 1000, usable


def main(paths: list[str]) -> None:
    """Print each page's numbers, and whether it is lighter than it may be."""
    with served(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", "--disable-gpu"],
        )
        for path in paths or list(READY):
            weight, usable = measured(browser, path)
            most = MOST.get(path, OTHERS)
            over = "" if weight <= most else f"  over {most:.0f} kB"
            print(f"{path:13} {weight:6.1f} kB  usable {usable:5.2f} s{over}", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
