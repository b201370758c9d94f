"""The rounds page: search, verify the chain, export."""

from decimal import Decimal
from itertools import islice
from typing import Any, Final
from urllib.parse import quote, urlencode

from nicegui import ui

from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.tables.committing import stream_of
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.rules.loader import game_rules
from upcard.service.access.authority import Action
from upcard.service.computing.reading import read_at
from upcard.service.history.rounds import Round, matches, seen_rounds
from upcard.service.tables.offers import outcome_in_words, titles_of
from upcard.text.times import to_the_second
from upcard.web.background_work import JournalReads, PageComputation
from upcard.web.elements import CARDS_WHERE_NARROW
from upcard.web.money import change
from upcard.web.pages.accounts import heading
from upcard.web.shell import explain, page, showing_refusals
from upcard.web.visitor import Visitor

LINK: Final = """
<q-td :props="props"><a :href="props.row.href">{{ props.value }}</a></q-td>
"""
"""The number of a round, by which the keyboard and a new tab open its replay."""

CARD: Final = """
<a class="uc-card uc-found" :href="props.row.href">
<span class="uc-card-title">Round {{ props.row.round }}: players {{ props.row.won }}</span>
<span class="uc-quiet">{{ props.row.at }} UTC · {{ props.row.players }}</span>
<span>Won: {{ props.row.outcomes }}</span></a>
"""
"""A round on a phone."""

MAX_ROUNDS = 50
"""The most rounds that a page of the search shows."""

MAX_WON = 4
"""The most wagers that the row of a round names."""

MAX_NAMED = 7
"""The most players that the row of a round names."""

COLUMNS = [
    {
        "name": name,
        "label": label,
        "field": name,
        "align": align,
        "style": "white-space: nowrap" if name in ("at", "players", "won") else "",
    }
    for name, label, align in (
        ("at", "Settled (UTC)", "left"),
        ("round", "Round", "right"),
        ("players", "Players", "left"),
        ("won", "Won by players", "right"),
        ("outcomes", "Wagers that won", "left"),
    )
]


@page(
    "/rounds",
    "Rounds",
    Action.SEE_ROUNDS,
    instead="Your own rounds are in the History of each table, with their replays.",
)
async def rounds(visitor: Visitor, table: str = "", words: str = "", before: int = 0) -> None:
    """The page that searches the rounds of a table, newest first; a click opens the replay of one.

    The search stands in the address, which can be given to somebody else.
    """
    floor = visitor.server.floor
    names = [name for name in floor.shown_tables if visitor.may(Action.SEE_ROUNDS, name)]
    if not names:
        explain("You work at no table of this floor.")
        return
    if table and table not in names:
        explain(f"There is no table {table} whose rounds you may see.")
        table = ""
    titles = {name: f"{name}, {game_rules(floor.state(name).rules.game).title}" for name in names}
    with ui.row().classes("w-full items-end"):
        table_field = ui.select(titles, label="Table", value=table or names[0]).classes("uc-choice")
        words_field = ui.input("Player, wager or outcome", value=words, placeholder="alice lost")
        words_field.classes("uc-search")
        button = ui.button("Search", icon="search")
    status = ui.label().props('role="status"').classes("uc-quiet")
    results = _results()
    with ui.row():
        newest = ui.button("Newest", icon="first_page").props("flat no-caps")
        older = ui.button("Older", icon="chevron_right").props("flat no-caps")

    reads = JournalReads(visitor)

    async def search(start: int = 0) -> None:
        with showing_refusals():
            searched, sought = str(table_field.value), str(words_field.value or "")
            records = await reads.read(_search, visitor, searched, start, sought)
            if records is None:
                return
            rules = floor.state(searched).rules
            rows = [_row(visitor, rules, record) for record in records[:MAX_ROUNDS]]
            results.update_rows(rows, clear_selection=True)
            results.set_visibility(bool(rows))
            status.set_text(_result_sentence(rows, start, sought))
            newest.set_visibility(bool(start))
            older.set_visibility(len(records) > MAX_ROUNDS)
            wanted = {"table": searched, "words": sought, "before": start}
            query = urlencode({name: value for name, value in wanted.items() if value})
            ui.navigate.history.replace(f"/rounds?{query}")

    async def search_newest() -> None:
        await search()

    async def search_older() -> None:
        await search(results.rows[-1]["round"])

    button.on_click(search_newest)
    table_field.on_value_change(search_newest)
    words_field.on("keydown.enter", search_newest)
    newest.on_click(search_newest)
    older.on_click(search_older)
    results.on("rowClick", _open_round)
    await search(max(0, before))
    _journal(visitor)


def _open_round(event: Any) -> None:
    """Open the replay of the round of a row that was clicked."""
    ui.navigate.to(event.args[1]["href"])


def _results() -> ui.table:
    """The table of rounds, empty; on a phone a card for each."""
    results = ui.table(columns=COLUMNS, rows=[], row_key="round").props(
        f'wrap-cells {CARDS_WHERE_NARROW} hide-pagination :rows-per-page-options="[0]" '
        'aria-label="Rounds"'
    )
    results.classes("uc-table w-full")
    results.add_slot("body-cell-round", LINK)
    results.add_slot("item", CARD)
    return results


def _search(journal: Journal, visitor: Visitor, table: str, before: int, words: str) -> list[Round]:
    """The rounds that fit, newest first, and one more than a page shows if there are more."""
    server, who = visitor.server, visitor.who
    server.floor.authority.authorize(who, Action.SEE_ROUNDS, table)
    records = server.replays.rounds_back(table, before or None, journal)
    rounds = seen_rounds(server.floor, who, table, records)
    rules = server.floor.state(table).rules
    titles = titles_of(rules)
    rounds_found = (record for record in rounds if matches(record, words, titles, rules))
    return list(islice(rounds_found, MAX_ROUNDS + 1))


def _result_sentence(rows: list[dict[str, Any]], start: int, words: str) -> str:
    """What is shown, in a sentence."""
    with_words = f" with “{words}”" if words else ""
    if not rows:
        earlier = f" before round {start}" if start else ""
        return f"No settled round{with_words}{earlier}."
    if len(rows) == 1:
        return f"One round{with_words}: round {rows[0]['round']}."
    return f"Rounds {rows[0]['round']} to {rows[-1]['round']}{with_words}, newest first."


def _row(visitor: Visitor, rules: TableRules, record: Round) -> dict[str, Any]:
    settled = record["settlements"]
    won = sum((Decimal(settlement["net"]) for settlement in settled), Decimal())
    journal = visitor.server.floor.journal
    stream = stream_of(rules.name)
    players = dict.fromkeys(str(position.get("player", "")) for position in record["positions"])
    return {
        "at": to_the_second(journal.record(stream, record["records"][-1]).at),
        "round": record["round"],
        "href": f"/rounds/{quote(rules.name)}/{record['round']}",
        "players": _first_players(list(players)),
        "won": change(f"{won:.2f}") if won else "$0.00",
        "outcomes": _winning_wagers(rules, settled),
    }


def _first_players(players: list[str]) -> str:
    """The first players of a round, and how many more there were, on one line."""
    more = len(players) - MAX_NAMED
    return ", ".join(players[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _winning_wagers(rules: TableRules, settlements: list[dict[str, Any]]) -> str:
    """The wagers that won, the largest first: title, outcome, how often, and the amount."""
    titles = titles_of(rules)
    won: dict[str, list[Decimal]] = {}
    for settlement in settlements:
        if Decimal(settlement["net"]) > 0:
            title = titles.get(wager_of(settlement["wager"]), settlement["wager"])
            outcome = outcome_in_words(settlement["wager"], settlement["outcome"], rules)
            won.setdefault(f"{title}, {outcome}", []).append(Decimal(settlement["net"]))
    names = [
        f"{name}{f' ({len(nets)} times)' if len(nets) > 1 else ''}: {change(f'{sum(nets):.2f}')}"
        for name, nets in sorted(won.items(), key=lambda item: -sum(item[1]))
    ]
    more = len(names) - MAX_WON
    return "; ".join([*names[:MAX_WON], *([f"{more} more"] if more > 0 else [])]) or "none"


def _journal(visitor: Visitor) -> None:
    """Show the buttons on the whole journal to those who may: verify and export."""
    if not (visitor.may(Action.VERIFY_JOURNAL) or visitor.may(Action.EXPORT_JOURNAL)):
        return
    heading("The journal")
    asking, reads = PageComputation(visitor, Action.VERIFY_JOURNAL), JournalReads(visitor)

    async def check() -> None:
        with showing_refusals():
            floor = visitor.server.floor
            floor.authority.authorize(visitor.who, Action.VERIFY_JOURNAL)
            sentence.set_text("Deciding every command again …")
            button.disable()
            try:
                address = visitor.server.settings.journal_at
                verdict = (
                    await reads.read(verify, floor.rules_of)
                    if address is None
                    else await asking.ask(read_at, address, verify, floor.rules_of)
                )
            finally:
                button.enable()
            if verdict is None:
                return
            first = verdict.first_difference
            sentence.set_text(
                f"Verified: {verdict.events:,} events and {verdict.rounds:,} rounds are what the "
                "rules give, and the chain is whole."
                if first is None
                else f"Record {first.position} of {first.stream} differs: {first.message}"
                if first.stream
                else f"Not verified: {first.message}"
            )

    with ui.row().classes("items-center"):
        if visitor.may(Action.VERIFY_JOURNAL):
            button = ui.button("Verify the chain", icon="verified", on_click=check)
        if visitor.may(Action.EXPORT_JOURNAL):
            ui.link("Export for a regulator", "/api/journal/export").props("download")
    sentence = ui.label().props('role="status"')
