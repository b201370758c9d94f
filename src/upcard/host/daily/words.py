"""The words of a day's papers: wagers, meters, hands that won, and what pays them."""

import re
from typing import Final

from upcard.engine.jackpots.steps import MYSTERY_OUTCOME
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.reports.names import language, row_name, short_title
from upcard.reports.rendering.figures import plain
from upcard.rules.loader import all_mysteries, all_wagers

ENVY: Final = "envy-"
"""What stands before the outcome of an envy bonus."""

NONE: Final = "–"

SIGNERS: Final = ("Prepared by", "Checked by")
"""Who signs a statement."""

SOURCES: Final[dict[str, str]] = {
    "table-inventory": "the table inventory",
    "jackpot-slip": "a jackpot slip",
    "game-account": "the player's game account",
}
"""What a payout is paid by, in words."""


def file_part(table: str) -> str:
    """A table's name as a part of a file's."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", table)


def wager_title(rules: TableRules, wager: str) -> str:
    """A wager's title without its game's."""
    offered = rules.offered(wager)
    if wager == BLACKJACK_WAGER:
        return language().say("blackjack")
    if offered is None:
        return plain(wager)
    return short_title(offered.data.title, rules.game_data.title)


def won_by(wager: str, outcome: str, rules: TableRules) -> str:
    """What won: a row of the paytable, that of another player's hand, or the mystery meter."""
    offered = rules.offered(wager)
    if outcome != MYSTERY_OUTCOME or offered is None or offered.mystery is None:
        row = outcome.removeprefix(ENVY)
        name = row_name(wager, row, offered.reading if offered is not None else "")
        return name if row == outcome else f"Envy bonus: {name}"
    return meter_title(offered.mystery.key)


def meter_title(key: str) -> str:
    """A meter in words: ``Jackpot Party, Mega meter``; its key is link, wager, short name."""
    wager, _, short = key.partition("/")[2].partition("/")
    titles = {wager_rules.data.slug: wager_rules.data.title for wager_rules in all_wagers()}
    titles |= {mystery.slug: mystery.title for mystery in all_mysteries()}
    title = titles.get(wager, plain(wager))
    return f"{title}, {plain(short)} meter" if short else f"{title} meter"
