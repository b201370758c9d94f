"""The statements of a day: of a table, and of the meters."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import msgspec

from upcard.engine.core.table_state import INVENTORY
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.daily.heading import FILING, casino, head_of
from upcard.host.daily.meter_day import MeterDay
from upcard.host.daily.table_day import TableDay, WagerTotals, needs_slip, slip_number
from upcard.host.daily.words import (
    NONE,
    SIGNERS,
    SOURCES,
    file_part,
    meter_title,
    wager_title,
    won_by,
)
from upcard.money.amount import UNITS_PER_CENT
from upcard.progressives.ledger import PAYABLE
from upcard.reports.filing import LINE, Filing, signatures
from upcard.reports.rendering.figures import money, percent, plain
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperHead,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.text.words import listed

FIRST_COUNT: Final = "Count at the beginning"
IN_UTC: Final = "the calendar day from 00:00 to 24:00 UTC, not local time, from the journal"
"""Which day it is: a journal has no time zone, and nothing configures a gaming day."""

NO_EDGES: Final[Mapping[str, float]] = MappingProxyType({})

THEORETICAL: Final = (
    "Theoretical win: the initial wagers, without doubles and splits, times the house edge of "
    "their PAR sheets, with best play and meters in the long run."
)
"""What the theoretical win of a wager is."""

COUNTED: Final = ("Fills", "Credits", "Count at the end", "Drop")
"""What a journal does not have, and a statement has lines for."""


def table_statement(
    day: TableDay,
    rules: TableRules,
    filing: Filing = FILING,
    count: int | None = None,
    edges: Mapping[str, float] = NO_EDGES,
) -> Paper:
    """Rounds, hold, wagers by kind, inventory, accounts, and the jackpots of a table's day.

    `count` is what the inventory was counted at when the day began, in units, where that is known.
    With the house `edges` of wagers the theoretical win stands beside what the house won.
    """
    rows, sums, expected = [], [0, 0, 0], 0
    for wager, totals in _in_order(day, rules):
        won = totals.wagered - totals.paid
        figures = (totals.count, totals.wagered, totals.paid)
        sums = [before + figure for before, figure in zip(sums, figures, strict=True)]
        amounts = [money(totals.wagered), money(totals.paid), money(won)]
        if edges:
            theoretical = _theoretical(day, wager, edges)
            expected += theoretical or 0
            amounts.append(NONE if theoretical is None else money(theoretical))
        rows.append((wager_title(rules, wager), f"{totals.count:,}", *amounts))
    win = sums[1] - sums[2]
    total = ["Total", f"{sums[0]:,}", money(sums[1]), money(sums[2]), money(win)]
    headings = ["Decided", "Wagered", "Paid", "Won by the house"]
    if edges:
        headings.append("Theoretical win")
        total.append(money(expected))
    wagers: list[PaperTable | Words] = [
        PaperTable((left("Wager", wide=True), *right(*headings)), tuple(rows), tuple(total))
    ]
    if edges:
        wagers.append(Words(THEORETICAL))
    parts = [
        casino(filing, rules.jurisdiction),
        PaperPart("Day", (Facts(tuple(_day(day, sums[1], win))),)),
        PaperPart("Wagers", tuple(wagers)),
        _inventory(day, count),
        _accounts(day),
    ]
    if day.jackpots:
        parts.append(_jackpots(day, rules))
    parts.append(signatures("Signatures", SIGNERS))
    return Paper(
        name=f"daily-{file_part(rules.name)}",
        title=f"Daily statement: {rules.name}",
        subtitle=f"{day.day.isoformat()}, {IN_UTC}",
        head=head_of(rules, day.submission, filing),
        parts=tuple(parts),
    )


def _theoretical(day: TableDay, wager: str, edges: Mapping[str, float]) -> int | None:
    """What the house edge takes of initial wagers, in units to the cent; None if unknown."""
    edge = edges.get(wager)
    if edge is None:
        return None
    return round(Fraction(edge) * day.placed.get(wager, 0) / UNITS_PER_CENT) * UNITS_PER_CENT


def _in_order(day: TableDay, rules: TableRules) -> list[tuple[str, WagerTotals]]:
    """The wagers of a day as the other papers list them: the game's own before the side wagers.

    What was wagered on all spots of a wager, such as the splits of a wheel, is one line.
    """
    order = [BLACKJACK_WAGER, rules.insurance.slug, *(wager.slug for wager in rules.wagers)]
    places = {slug: place for place, slug in enumerate(order)}
    last = len(order)  # of a submission that was in force earlier on the day
    sums: dict[str, WagerTotals] = {}
    for name, totals in day.wagers.items():
        sums.setdefault(wager_of(name), WagerTotals()).add(totals)
    return sorted(sums.items(), key=lambda item: places.get(item[0], last))


def _day(day: TableDay, handle: int, win: int) -> Iterator[PaperFact]:
    yield PaperFact("Rounds settled", f"{day.rounds:,}")
    note = ", progressive payouts counted as lost" if day.jackpots else ""
    yield PaperFact("Won by the house", f"{money(win)}{note}")
    hold = f"{percent(Fraction(win, handle), 2)} of what was wagered" if handle else "no wagers"
    yield PaperFact("Hold", f"{hold}; the drop is not in the journal")
    if day.jackpots:
        paid = sum(jackpot.amount or 0 for jackpot in day.jackpots)
        words = f"{money(paid)} in {len(day.jackpots):,}"
        yield PaperFact("Progressive payouts", words)


def _inventory(day: TableDay, count: int | None) -> PaperPart:
    """What wagers did to the table inventory, from its count where one is given."""
    change = day.accounts.get(INVENTORY, 0)
    columns = (left("Table inventory", wide=True), *right("Amount"))
    by_wagers = ("Change by wagers of this day", money(change))
    by_hand: tuple[str, ...] = COUNTED
    if count is None:
        rows = (
            ("Change by wagers before, from the first record", money(day.opening)),
            by_wagers,
        )
        total = ("Change by wagers in all", money(day.opening + change))
        told, by_hand = "The count at the beginning, fills", (FIRST_COUNT, *by_hand)
    else:
        rows = ((FIRST_COUNT, money(count)), by_wagers)
        total = ("At the end, before fills and credits", money(count + change))
        told = "Fills"
    words = Words(
        f"{told}, credits, the count at the end and the drop are not in the journal: they are "
        "written here."
    )
    lines = Facts(tuple(PaperFact(name, LINE) for name in by_hand))
    return PaperPart("Inventory", (PaperTable(columns, rows, total), words, lines))


def _accounts(day: TableDay) -> PaperPart:
    """The change of every account; all together sum to zero."""
    players = sum(units for name, units in day.accounts.items() if name.startswith("player "))
    own_accounts = {
        name: units for name, units in day.accounts.items() if not name.startswith("player ")
    }
    rows = tuple(
        (_account(name), money(units)) for name, units in sorted(own_accounts.items()) if units
    )
    rows = (*rows, ("Players", money(players)))
    columns = (left("Account", wide=True), *right("Change"))
    total = ("Sum", money(sum(day.accounts.values())))
    return PaperPart("Accounts", (PaperTable(columns, rows, total),))


def _account(name: str) -> str:
    return "Jackpots due, see the meters' statement" if name == PAYABLE else plain(name)


def _jackpots(day: TableDay, rules: TableRules) -> PaperPart:
    """Every progressive payout, those with a slip of their own first."""
    rows = tuple(
        (
            slip_number(jackpot),
            str(jackpot.position),
            wager_title(rules, jackpot.wager),
            won_by(jackpot.wager, jackpot.outcome, rules),
            SOURCES.get(jackpot.source, NONE),
            NONE if jackpot.amount is None else money(jackpot.amount),
        )
        for jackpot in sorted(day.jackpots, key=needs_slip, reverse=True)
    )
    columns = (
        left("Payout"),
        left("Position"),
        left("Wager", wide=True),
        left("Won by", wide=True),
        left("Paid by"),
        *right("Amount"),
    )
    return PaperPart("Progressive payouts", (PaperTable(columns, rows),))


def meter_statement(
    meters: list[MeterDay],
    day: str,
    head: PaperHead,
    filing: Filing = FILING,
    slips: Mapping[str, Sequence[str]] = MappingProxyType({}),
    *,
    jurisdiction: str = "pa",
) -> Paper:
    """A part for each meter: its amounts, its reserve, and what the house added.

    `slips` has the numbers of the slips of each meter's awards, by its key; `jurisdiction` is that
    of the tables.
    """
    parts = [casino(filing, jurisdiction)]
    for meter in meters:
        link = meter.meter.partition("/")[0]
        rows = (
            ("At the beginning", money(meter.opening), money(meter.reserve_opening)),
            ("Contributions", money(meter.contributed), money(meter.reserved)),
            ("Seeds", money(meter.seeded), money(-meter.reserve_used)),
            ("Awards", money(-meter.paid), money(0)),
        )
        columns = (
            left(f"Wagers: {meter.wagers:,}, awards: {meter.awards:,}", wide=True),
            *right("Meter", "Reserve"),
        )
        total = ("At the end", money(meter.closing), money(meter.reserve_closing))
        blocks: tuple[PaperTable | Words, ...] = (PaperTable(columns, rows, total),)
        if meter.from_house:
            blocks += (Words(f"Beside the meter the house paid {money(meter.from_house)}."),)
        if numbers := slips.get(meter.meter):
            blocks += (Words(f"Jackpot slips of its awards: {listed(list(numbers))}."),)
        parts.append(PaperPart(f"{meter_title(meter.meter)}: {link}", blocks))
    parts.append(signatures("Signatures", SIGNERS))
    return Paper(
        name="daily-meters",
        title="Daily statement: meters",
        subtitle=f"{day}, {IN_UTC}",
        head=msgspec.structs.replace(head, table="All tables", game="progressive meters"),
        parts=tuple(parts),
    )
