"""The table page in a browser: its weight, when it can be used, and from a click to its change.

Serves the demonstration floor and opens every table in Debian's chromium with nothing cached.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

PORT = 18_973
URL = f"http://127.0.0.1:{PORT}"
TABLES = ("BJ-07", "BS-02", "HY-01", "BA-03", "LR-04", "BJ-08")
CLICKS = 40
USABLE = """
() => document.getElementById("status")?.textContent && document.querySelector(".lay, .place")
"""
CLICK = """
() => new Promise((done) => {
  const start = performance.now();
  const rules = document.getElementById("open-rules");
  const sheet = document.getElementById("sheet");
  if (sheet.open) sheet.close();
  rules.click();
  const look = () => (sheet.open && sheet.offsetHeight
    ? done(performance.now() - start) : requestAnimationFrame(look));
  requestAnimationFrame(look);
})
"""
"""A click that opens a sheet, until the frame in which it stands there."""


@contextmanager
def served() -> Iterator[None]:
    """The demonstration floor, on a journal of its own."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "upcard", "serve", "--port", str(PORT)]
        command += ["--database", str(Path(folder) / "floor.journal")]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(300):
                try:
                    urlopen(f"{URL}/readyz").close()
                    break
                except OSError:
                    time.sleep(0.2)
            yield
        finally:
            server.terminate()
            server.wait(20)


def measured(browser: Browser, table: str) -> tuple[int, float, float]:
    """Bytes, seconds until it can be used, and the median milliseconds of a click."""
    context = browser.new_context(base_url=URL, reduced_motion="reduce")
    context.request.get("/enter/player?then=/healthz")
    page = context.new_page()
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    start = time.perf_counter()
    page.goto(f"/tables/{table}", wait_until="commit")
    page.wait_for_function(USABLE)
    usable = time.perf_counter() - start
    page.wait_for_timeout(1_500)
    clicks = []
    for _ in range(CLICKS):
        clicks.append(float(page.evaluate(CLICK)))
        page.wait_for_timeout(30)
    context.close()
    return sum(sizes), usable, statistics.median(clicks)


def main() -> None:
    """Print each table's numbers."""
    with served(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell",
            args=["--no-sandbox", "--disable-gpu"],
        )
        for table in TABLES:
            weight, usable, click = measured(browser, table)
            line = f"{weight / 1000:6.1f} kB  usable {usable:5.2f} s  click {click:5.1f} ms"
            print(f"{table}  {line}")
        browser.close()


if __name__ == "__main__":
    main()
