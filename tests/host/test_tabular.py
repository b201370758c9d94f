"""The typed tables of a journal hold what its records give, and the page of queries asks them."""

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch as patching

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from amounts import dollars
from command_line import upcard
from host.live import PLAIN, PROGRESSIVE, host, journal, play, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, Hit, PlaceWager, Stand
from upcard.engine.core.events import Event, WagerPlaced
from upcard.engine.core.table_state import player_account
from upcard.engine.play import question
from upcard.host.bodies.account_entry import Act
from upcard.host.bodies.record_body import decode_body
from upcard.host.money.cashier import Cashier
from upcard.host.records.rebuild import holdings_of
from upcard.host.records.replay import rounds_of
from upcard.host.tables.answers import events_of
from upcard.host.tables.table import TableHost
from upcard.host.tabular.columns import TABLES
from upcard.host.tabular.parquet import array_of, schema_of, write_tables
from upcard.host.tabular.rows import dealer_of
from upcard.journal.journal import Journal
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.progressives.events import Awarded, Contributed, MeterEvents, MysteryHit, Reseeded
from upcard.rules.violation import RuleViolation
from upcard.service.history.takings import TakingsBook
from upcard.submission.compiling.text import rules_of

ROOT: Final = Path(__file__).parent.parent.parent
ROUNDS: Final = {"BJ-01": 15, "BJ-02": 8}


def play_alone(table: TableHost, wagers: dict[str, int], decision: type[Hit | Stand]) -> None:
    """A round of one player, who decides always the same."""
    for wager, amount in wagers.items():
        table.send(PlaceWager(1, wager, dollars(amount)))
    table.send(CloseBets())
    while (asked := question(table.state)) is not None:
        table.send(asked.answers.get("no-insurance") or decision(1))
    table.send(ClearTable())


class Played:
    """A journal with two tables, a round under way at the first, and its export."""

    def __init__(self, opened: Journal, folder: Path) -> None:
        self.journal, self.folder = opened, folder
        self.plain = host(opened, PLAIN, seeded_bits(4))
        play(self.plain, 10, seed=2)
        for _ in range(5):
            play_alone(self.plain, {"blackjack": 15}, Hit)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
            self.rich = host(opened, PROGRESSIVE, lambda _width: 0)
            for _ in range(2):
                play_alone(self.rich, {"blackjack": 15, "jackpot-party": 5}, Stand)
            play(self.rich, 6, seed=3)
        for key in ("too late", "too late again"):
            with pytest.raises(RuleViolation):
                self.rich.send(Stand(1), key=key)
        self.plain.send(PlaceWager(1, "blackjack", dollars(15)))
        self.plain.send(CloseBets())
        with patching.object(Journal, "_page", autospec=True, side_effect=Journal._page) as page:
            self.counted = write_tables(opened, opened.versions(), rules_of, folder / "tables", "1")
        self.pages = page.call_count

    def query(self, sql: str) -> list[dict[str, Any]]:
        connection = duckdb.connect()
        connection.execute("SET TimeZone = 'UTC'")
        found: pa.Table = connection.sql(
            sql.replace("'tables/", f"'{self.folder}/tables/")
        ).to_arrow_table()
        rows: list[dict[str, Any]] = found.to_pylist()
        return rows

    def events(self, table: str) -> Iterator[Event]:
        for record in self.journal.records(f"table/{table}"):
            yield from events_of(decode_body(record.body))

    def meter_events(self) -> Iterator[MeterEvents]:
        for record in self.journal.all_records():
            for step in decode_body(record.body).meters:
                yield from step.events

    def settled_rounds(self) -> Iterator[dict[str, Any]]:
        for table in ROUNDS:
            for record in rounds_of(self.journal, table, rules_of):
                if not record.get("open"):
                    yield record


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with journal() as opened:
        Cashier(opened).act("ann", Act(what="deposit", amount=dollars("123.45")), "cas")
        yield Played(opened, tmp_path_factory.mktemp("export"))


def rows(played: Played, table: str) -> list[dict[str, Any]]:
    return played.query(f"FROM 'tables/{table}/*.parquet'")


@pytest.mark.parametrize("table", TABLES)
def test_the_page_lists_every_column_and_the_files_have_them(played: Played, table: str) -> None:
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    chapter = page.partition(f"### `{table}`\n")[2].partition("\n#")[0]
    listed = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*) \|$", chapter, re.MULTILINE)
    assert listed == [
        (column.name, column.kind, column.holds + ("" if column.required else "; may be null"))
        for column in TABLES[table]
    ]
    schema = pq.read_schema(played.folder / "tables" / table / "1.parquet")
    assert schema.equals(schema_of(TABLES[table]))
    assert played.counted[table] == len(rows(played, table)) > 0


def test_an_entry_of_a_game_account_is_a_row(played: Played) -> None:
    (entry,) = rows(played, "money")
    assert (entry["account"], entry["number"], entry["what"]) == ("ann", 1, "deposit")
    assert entry["amount"] == entry["balance"] == Decimal("123.45")
    assert (entry["stream"], entry["record"], entry["by"]) == ("account/ann", 1, "cas")


def test_rounds_hands_and_wagers_are_those_of_the_replay(played: Played) -> None:
    told = list(played.settled_rounds())
    assert Counter(record["table"] for record in told) == ROUNDS
    found = {(row["table_name"], row["round"]): row for row in rows(played, "rounds")}
    assert len(found) == len(told)
    hands, wagers = defaultdict(list), defaultdict(list)
    for row in rows(played, "hands"):
        hands[row["table_name"], row["round"]].append(
            (row["position"], row["player"], row["cards"], row["decisions"], row["total"])
        )
    for row in rows(played, "wagers"):
        money = [row[name] for name in ("wagered", "paid", "net")]
        place = [row[name] for name in ("position", "hand", "wager", "outcome", "section")]
        wagers[row["table_name"], row["round"]].append((*place, *money))
    for record in told:
        key = record["table"], record["round"]
        first, *_, last = record["records"]
        assert (found[key]["first_record"], found[key]["last_record"]) == (first, last)
        assert found[key]["started"] <= found[key]["settled"] <= found[key]["cleared"]
        assert hands[key] == [
            (
                place["position"],
                place["player"],
                " ".join(hand["cards"]),
                " ".join(hand["decisions"]),
                hand["total"],
            )
            for place in record["positions"]
            for hand in place["hands"]
        ]
        assert wagers[key] == [
            (
                *(each[name] for name in ("position", "hand", "wager", "outcome", "section")),
                *(Decimal(each[name]) for name in ("wagered", "paid", "net")),
            )
            for each in record["settlements"]
        ]


def test_a_hole_card_that_was_never_turned_stays_hidden(played: Played) -> None:
    hand = {"cards": ["As", "Kd", "2c"], "total": 13}
    assert dealer_of(hand, turned=False) == ("As ?? 2c", None)
    assert all(
        row["dealer_total"] for row in rows(played, "rounds")
    )  # dealers turn it, § 633a.7(l)
    assert dealer_of(hand, turned=True) == ("As Kd 2c", 13)


def test_records_are_read_twice_at_most_to_know_their_hole_cards(played: Played) -> None:
    assert 0 < played.pages <= 2 * len(played.journal.heads())


def test_a_round_under_way_is_left_out(played: Played) -> None:
    for table in ("rounds", "hands", "wagers", "commands"):
        numbers = {row["round"] for row in rows(played, table) if row["table_name"] == "BJ-01"}
        assert max(numbers) == ROUNDS["BJ-01"], table


def test_every_command_of_a_round_that_is_over_has_a_row(played: Played) -> None:
    wanted: Counter[str] = Counter()
    for record in played.journal.records("table/BJ-02"):
        body = decode_body(record.body)
        wanted.update(type(step.command).__name__ for step in (*body.steps, *body.awards))
    found = Counter(
        row["command"] for row in rows(played, "commands") if row["table_name"] == "BJ-02"
    )
    assert found == wanted


def test_money_is_exact_in_both_signs_and_null() -> None:
    largest = 10**13
    values = [0, 1, -1, 15_000, -largest, largest, None]
    array = array_of("money", list(values))
    assert array.type == pa.decimal128(18, 4)
    assert array.to_pylist() == [
        None if value is None else Decimal(value) / UNITS_PER_DOLLAR for value in values
    ]
    assert array_of("money", [1, 2]).to_pylist() == [Decimal("0.0001"), Decimal("0.0002")]


# The page of queries


def hold_by_hour_and_wager(played: Played, found: list[dict[str, Any]]) -> None:
    wanted: dict[str, Decimal] = defaultdict(Decimal)
    for record in played.settled_rounds():
        for each in record["settlements"]:
            wanted[each["wager"]] -= Decimal(each["net"])
    won: dict[str, Decimal] = defaultdict(Decimal)
    for row in found:
        won[row["wager"]] += row["win"]
        assert (row["hour"].minute, row["hour"].second) == (0, 0)
        assert float(row["win"]) == pytest.approx(row["hold"] * float(row["wagered"]))
    assert won == wanted


def win_by_table(played: Played, found: list[dict[str, Any]]) -> None:
    """The takings, without the wager of the round that is under way."""
    book = TakingsBook(played.journal)
    takings = [book.takings(each.state) for each in (played.plain, played.rich)]
    assert [(row["table_name"], row["rounds"]) for row in found] == list(ROUNDS.items())
    assert [row["win"] for row in found] == [Decimal(taken.win) for taken in takings]


def what_players_won(played: Played, found: list[dict[str, Any]]) -> None:
    """The players' accounts in the ledgers of the tables."""
    wanted: dict[str, Decimal] = defaultdict(Decimal)
    for table in (played.plain, played.rich):
        for account, units in table.state.accounts.items():
            if account.startswith("player "):
                wanted[account] += Decimal(units) / UNITS_PER_DOLLAR
    wanted[player_account("1")] += 15  # the round under way
    assert {player_account(row["player"]): row["net"] for row in found} == wanted


def outcomes_of_a_wager(played: Played, found: list[dict[str, Any]]) -> None:
    wanted = Counter(
        (each["wager"], each["outcome"])
        for record in played.settled_rounds()
        for each in record["settlements"]
    )
    assert {(row["wager"], row["outcome"]): row["times"] for row in found} == wanted
    assert sum(row["share"] for row in found) == pytest.approx(len({wager for wager, _ in wanted}))


def what_meters_hold(played: Played, found: list[dict[str, Any]]) -> None:
    """The meters' states, rebuilt from the records."""
    holdings = holdings_of(played.journal).values()
    assert {row["meter"]: row["holds"] for row in found} == {
        each.state.rules.key: Decimal(each.state.amount) / UNITS_PER_DOLLAR for each in holdings
    }


def time_to_hit_of_a_jackpot(played: Played, found: list[dict[str, Any]]) -> None:
    hits: list[tuple[str, int]] = []
    fed: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for event in played.meter_events():
        if isinstance(event, Contributed):
            fed[event.meter].add((event.table, event.round))
        elif isinstance(event, Reseeded):
            hits.append((event.meter, len(fed.pop(event.meter, set()))))
    assert sorted((row["meter"], row["rounds"]) for row in found) == sorted(hits)
    assert {meter for meter, _ in hits} >= {
        "BJ-02/jackpot-party/mega",
        "BJ-02/must-hit-by-mystery",
    }
    assert all(row["took"].nanoseconds >= 0 for row in found)


def awards(played: Played, found: list[dict[str, Any]]) -> None:
    won = [each for each in played.meter_events() if isinstance(each, Awarded | MysteryHit)]
    assert sorted((row["meter"], row["player"], row["amount"]) for row in found) == sorted(
        (each.meter, each.player, Decimal(each.amount) / UNITS_PER_DOLLAR) for each in won
    )


def rounds_an_hour(_: Played, found: list[dict[str, Any]]) -> None:
    counted: Counter[str] = Counter()
    for row in found:
        counted[row["table_name"]] += row["rounds"]
    assert counted == ROUNDS


def refusals_by_section(played: Played, found: list[dict[str, Any]]) -> None:
    (refused, _) = played.journal.refusals("table/BJ-02")
    told = msgspec.json.decode(refused.refusal or b"")
    assert found == [{"section": told["section"], "refusals": 2, "example": told["message"]}]


def how_hands_were_played(played: Played, found: list[dict[str, Any]]) -> None:
    hands = Counter(
        " ".join(hand["decisions"])
        for record in played.settled_rounds()
        for place in record["positions"]
        for hand in place["hands"]
    )
    assert {row["decisions"]: row["hands"] for row in found} == hands


def what_dealers_and_players_sent(played: Played, found: list[dict[str, Any]]) -> None:
    sent: dict[str, int] = defaultdict(int)
    for row in found:
        sent[row["command"]] += row["sent"]
    assert sent["ClearTable"] == sum(ROUNDS.values())
    wagers = sum(
        isinstance(event, WagerPlaced) for table in ROUNDS for event in played.events(table)
    )
    assert sent["PlaceWager"] == wagers - 1  # the round under way
    assert all(row["section"] for row in found)


CHECKS: Final[dict[str, Callable[[Played, list[dict[str, Any]]], None]]] = {
    "Hold by hour and wager": hold_by_hour_and_wager,
    "Win by table": win_by_table,
    "What players won": what_players_won,
    "Outcomes of a wager": outcomes_of_a_wager,
    "What meters hold": what_meters_hold,
    "Time to hit of a jackpot": time_to_hit_of_a_jackpot,
    "Awards": awards,
    "Rounds an hour": rounds_an_hour,
    "Refusals by section": refusals_by_section,
    "How hands were played": how_hands_were_played,
    "What dealers and players sent": what_dealers_and_players_sent,
}
QUERIES: Final = dict(
    re.findall(
        r"^## (.*?)\n.*?^```sql\n(.*?)^```",
        (ROOT / "docs" / "queries.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)


def test_every_query_of_the_page_is_checked() -> None:
    assert list(QUERIES) == list(CHECKS)


@pytest.mark.parametrize("title", CHECKS)
def test_a_query_of_the_page_gives_what_the_records_give(played: Played, title: str) -> None:
    found = played.query(QUERIES[title])
    assert found
    CHECKS[title](played, found)


# The command


@pytest.mark.nightly
def test_tables_of_several_streams_are_written_by_two_processes(tmp_path: Path) -> None:
    with journal(str(tmp_path / "a.journal")) as opened:
        for number, text in enumerate((PLAIN, PROGRESSIVE)):
            play(host(opened, text, seeded_bits(number)), 2)
    words = ("export", "a.journal", "--parquet", "tables", "--workers", "2")
    result = upcard(*words, folder=tmp_path)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith("tables: 4 rounds, ")
    assert sorted(path.name for path in (tmp_path / "tables" / "rounds").iterdir()) == [
        "1.parquet",
        "2.parquet",
    ]
    again = upcard(*words, folder=tmp_path)
    assert (again.returncode, again.stderr) == (2, "tables: File exists.\n")
    both = upcard(*words, "--out", "x", folder=tmp_path)
    assert (both.returncode, both.stderr) == (2, "Choose one: --out or --parquet.\n")


def test_a_journal_that_cannot_be_read_leaves_no_folder(tmp_path: Path) -> None:
    with journal(str(tmp_path / "a.journal")) as opened:
        table = host(opened, PLAIN)
        play(table, 1)
    place = tmp_path / "a.journal"
    with sqlite3.connect(place) as database:
        database.execute("UPDATE record SET body = CAST('{' AS BLOB) WHERE position = 3")
    result = upcard("export", "a.journal", "--parquet", "tables", folder=tmp_path)
    assert result.returncode == 1
    assert "cannot be read" in result.stderr
    assert not (tmp_path / "tables").exists()
