"""Two servers on one PostgreSQL: each its own tables, one linked meter, one register of people."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from journal.conftest import postgres, schemas
from service.served import entered, passwords_in
from service.test_serve_command import ready, started, until

__all__ = ["postgres", "schemas"]

SUBMISSION = """
[table]
name = "{name}"
game = "blackjack"
decks = 6
positions = 3

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
link = "FLOOR"
"""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"{name}.toml" for name in ("BJ-01", "BJ-02")]
    for path in paths:
        path.write_text(SUBMISSION.format(name=path.stem), encoding="utf-8")
    return [str(path) for path in paths]


@pytest.mark.nightly
def test_what_one_process_commits_shows_on_the_others_meters(
    tmp_path: Path,
    files: list[str],
    schemas: Iterator[str],
) -> None:
    database = ("--database", next(schemas), "--attended")
    with started(tmp_path, files[0], *database) as (_, first, output):
        passwords = passwords_in(output)
        assert "@" not in output[-1].partition("journal")[2]
        ready(first)
        with started(tmp_path, files[1], *database) as (_, second, _):
            ready(second)
            play(passwords, first, second)


def play(passwords: dict[str, str], first: str, second: str) -> None:
    """A progressive wager at the first process moves the meter that the second one shows."""
    with (
        entered(first, "player", passwords) as player,
        entered(first, "dealer", passwords) as dealer,
        entered(second, "player", passwords) as elsewhere,
    ):
        assert [table["table"] for table in elsewhere.tables()] == ["BJ-02"]
        until(lambda: all("BJ-01" in meter["tables"] for meter in elsewhere.meters()))
        assert player.meters()[0]["tables"] == ["BJ-01", "BJ-02"]
        before = elsewhere.meters()
        frames = elsewhere.meter_feed()
        next(frames)
        for wager, amount in (("blackjack", "15.00"), ("jackpot-party", "5.00")):
            player.send("BJ-01", "PlaceWager", position=1, wager=wager, amount=amount)
        dealer.send("BJ-01", "CloseBets")
        dealer.send("BJ-01", "CollectProgressiveWagers", chips=1)
        after = next(frame["meters"] for frame in frames if frame["meters"] != before)
        until(lambda: player.meters() == elsewhere.meters())
        assert sum(float(meter["amount"]) for meter in after) > sum(
            float(meter["amount"]) for meter in before
        )
