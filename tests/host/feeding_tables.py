"""Tables in a process of their own that feed one linked meter on PostgreSQL."""

from amounts import dollars
from host.live import VAULT, lowest_secret
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.play import question
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.journal.opening import open_journal
from upcard.submission.compiling.text import rules_of

WAGER = dollars(5)


def submission(number: int) -> str:
    return f"""
[table]
name = "T-{number:02}"
game = "blackjack"
decks = 6
positions = 1

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
link = "BANK"
must_hit_by = "A-5"
"""


def run(place: str, numbers: tuple[int, ...], rounds: int) -> None:
    """Open the tables and play so many rounds at each, taking turns."""
    journal = open_journal(place, rules="0" * 64)
    tables = [
        TableHost(journal, submission(number), rules_of, CardSupply(VAULT, lowest_secret(number)))
        for number in numbers
    ]
    for _ in range(rounds):
        for table in tables:
            play(table)
    for table in tables:
        table.close()
    journal.close()


def play(table: TableHost) -> None:
    table.send_all([PlaceWager(1, "blackjack", dollars(15)), PlaceWager(1, "jackpot-party", WAGER)])
    table.send(CloseBets())
    while (asked := question(table.state)) is not None:
        table.send(asked.unanswered)
    table.send(ClearTable())
