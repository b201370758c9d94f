"""A journal beside other files: it shows their tables and meters, and writes its own file alone."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from amounts import dollars
from host.live import PROGRESSIVE, VAULT
from journal.writing import RULES, proposal
from upcard.engine.core.commands import PlaceWager
from upcard.host.meters.bridge import meters_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.remote_table import FollowedTable
from upcard.host.tables.table import TableHost
from upcard.journal.checking import check_chain
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.rules.violation import BadInput
from upcard.submission.compiling.text import rules_of

WAGER = PlaceWager(1, "blackjack", dollars(15), player="ann")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[TableHost]:
    """A table in a file of its own."""
    with closing(open_journal(str(tmp_path / "other"), rules=RULES)) as journal:
        yield TableHost(journal, PROGRESSIVE, rules_of, CardSupply(VAULT))


@pytest.fixture
def home(tmp_path: Path, other: TableHost) -> Iterator[Journal]:
    """A journal beside the table's."""
    assert other.position
    beside = [str(tmp_path / "other")]
    with closing(open_journal(str(tmp_path / "home"), rules=RULES, beside=beside)) as journal:
        yield journal


def test_it_shows_what_the_other_process_did(home: Journal, other: TableHost) -> None:
    followed = FollowedTable(home, "BJ-02", rules_of)
    assert followed.state == other.state
    other.send(WAGER)
    assert followed.state == other.state
    assert [box.player for _, box in followed.state.in_play()] == ["ann"]
    meter = next(meters_of(followed.rules)).stream
    assert home.shared(meter) == other._journal.shared(meter) is not None


def test_what_moves_there_is_told_here(home: Journal, other: TableHost) -> None:
    moved = home.new_follower()
    while other.stream not in moved.wait(0.01):
        pass  # the first look tells of everything
    other.send(WAGER)
    told: dict[str, int] = {}
    while told.get(other.stream, 0) < other.position:
        told |= moved.wait(10)
    assert "root" not in told


def test_it_writes_its_own_file_alone(home: Journal, other: TableHost) -> None:
    before = other._journal.heads()
    home.append(proposal("audit", 0))
    assert other._journal.heads() == before
    assert home.head("audit").position == 1
    assert set(home.heads()) == {"audit", other.stream}
    with home.frozen() as own:
        assert set(check_chain(own)) == {"audit"}


def test_a_table_without_records_is_said(home: Journal) -> None:
    with pytest.raises(BadInput, match="table/BJ-77 has no records"):
        FollowedTable(home, "BJ-77", rules_of)
