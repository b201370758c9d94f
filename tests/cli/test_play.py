"""The interactive table in a real terminal: keys, refusals with their section, what was won."""

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
STYLE = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """`upcard deal` behind a pseudo-terminal; what it prints without its styles."""

    def __init__(self, *arguments: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # as a terminal's shell leaves it
            os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="50")
            os.execv(sys.executable, [sys.executable, "-m", "upcard", "deal", *arguments])
        self.shown = ""

    def until(self, text: str) -> str:
        """What is printed from now on up to a text, for at most 20 seconds."""
        part, end = "", time.monotonic() + 20
        while text not in part and time.monotonic() < end:
            ready, _, _ = select.select([self.fd], [], [], 0.2)
            if ready:
                try:
                    data = os.read(self.fd, 65_536)
                except OSError:
                    break
                if not data:
                    break
                part += STYLE.sub("", data.decode(errors="replace")).replace("\r", "")
        self.shown += part
        assert text in part, self.shown
        return part

    def say(self, line: str, until: str) -> str:
        """Type a line; what is printed up to a text."""
        os.write(self.fd, line.encode() + b"\n")
        return self.until(until)

    def ended(self) -> int:
        """The exit status."""
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def test_a_round_with_refusals_and_a_pressed_win() -> None:
    table = Terminal("submissions/seven-seats.toml", "--seed", "5", "--seat", "2")
    table.until("wager> ")
    assert "submission: table.minimum" in table.say("5", "wager> ")
    assert "does not offer" in table.say("15 perfect-pears 5", "wager> ")
    assert "[/red]" in table.say("15 [/red] 5", "wager> ")
    shown = table.say("15 1 5 house-money 5", "> ")
    assert "house-money      two-card-straight-flush            +20.00  § 633a.13(n)(2)" in shown
    assert "Answer with one of these keys: p t." in table.say("x", "> ")
    assert "$35.00" in table.say("p", "> ")
    assert "633a.11(a)" in table.say("p", "> ")
    shown = table.say("h", "> ")
    assert "633a.9(a)" in table.say("r", "> ")
    shown = table.say("s", "wager> ")
    assert re.search(r"blackjack +win +\+35.00 +§ 633a.7\(p\)\(1\)", shown)
    assert "Good-bye." in table.say("q", "Good-bye.")
    assert table.ended() == 0


def test_leaving_in_mid_round_and_by_the_keyboard() -> None:
    table = Terminal("submissions/single-deck.toml", "--seed", "1")
    table.until("wager> ")
    table.say("", "> ")
    time.sleep(0.5)  # the prompt is printed just before the terminal is read
    os.kill(table.pid, signal.SIGINT)
    shown = table.until("Good-bye.")
    assert "still on the layout" in shown
    assert table.ended() == 0
    table = Terminal("submissions/single-deck.toml", "--seed", "1")
    table.until("wager> ")
    os.write(table.fd, b"\x04")
    table.until("Good-bye.")
    assert table.ended() == 0
