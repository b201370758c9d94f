"""The papers of a day: the statement of a table, that of the meters, and jackpot slips."""

import re
from typing import Final

from upcard import __version__
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.host.daily.meter_day import MeterDay
from upcard.host.daily.table_day import STEPS, PaidJackpot, TableDay
from upcard.reports.filing import LINE
from upcard.reports.names import language, row_name
from upcard.reports.rendering.figures import JURISDICTIONS, money, plain
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
from upcard.rules.digest import rules_digest

NONE: Final = "–"
SIGNING: Final = "58 Pa. Code § 633c.2(h)"


def head_of(rules: TableRules) -> PaperHead:
    """The head of a table's papers."""
    return PaperHead(
        table=rules.name,
        game=rules.game_data.title,
        jurisdiction=JURISDICTIONS[rules.jurisdiction],
        as_of=rules.as_of.isoformat(),
        made_by=f"upcard {__version__}, rule data sha256 {rules_digest()}",
    )


def _file(table: str) -> str:
    """A table's name as a part of a file's."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", table)


def table_statement(found: TableDay, rules: TableRules) -> Paper:
    """Rounds, wagers by kind, changes of the accounts, and the jackpots of a table's day."""
    rows, sums = [], [0, 0, 0]
    for wager, totals in found.wagers.items():
        won = totals.wagered - totals.paid
        figures = (totals.count, totals.wagered, totals.paid)
        sums = [before + one for before, one in zip(sums, figures, strict=True)]
        amounts = (money(totals.wagered), money(totals.paid), money(won))
        rows.append((_title(rules, wager), f"{totals.count:,}", *amounts))
    columns = (left("Wager", wide=True), *right("Decided", "Wagered", "Paid", "Won by the house"))
    total = ("Total", f"{sums[0]:,}", money(sums[1]), money(sums[2]), money(sums[1] - sums[2]))
    parts = [
        PaperPart("Day", (Facts((PaperFact("Rounds settled", f"{found.rounds:,}"),)),)),
        PaperPart("Wagers", (PaperTable(columns, tuple(rows), total),)),
        _accounts(found),
    ]
    if found.jackpots:
        parts.append(_jackpots(found))
    return Paper(
        name=f"daily-{_file(rules.name)}",
        title=f"Daily statement: {rules.name}",
        subtitle=f"{found.day.isoformat()}, from midnight to midnight UTC, from the journal",
        head=head_of(rules),
        parts=tuple(parts),
    )


def _title(rules: TableRules, wager: str) -> str:
    offered = rules.offered(wager)
    if wager == BLACKJACK_WAGER:
        return language().say("blackjack")
    return plain(wager) if offered is None else offered.data.title


def _accounts(found: TableDay) -> PaperPart:
    """The change of every account; all together sum to zero."""
    players = sum(units for name, units in found.accounts.items() if name.startswith("player "))
    kept = {name: units for name, units in found.accounts.items() if not name.startswith("player ")}
    rows = tuple((plain(name), money(units)) for name, units in sorted(kept.items()) if units)
    rows = (*rows, ("Players", money(players)))
    columns = (left("Account", wide=True), *right("Change"))
    total = ("Sum", money(sum(found.accounts.values())))
    return PaperPart("Accounts", (PaperTable(columns, rows, total),))


def _jackpots(found: TableDay) -> PaperPart:
    rows = tuple(
        (
            f"{one.round}-{one.number}",
            str(one.position),
            row_name(one.wager, one.outcome),
            plain(one.source) or NONE,
            NONE if one.amount is None else money(one.amount),
        )
        for one in found.jackpots
    )
    columns = (
        left("Slip"),
        left("Position"),
        left("Hand", wide=True),
        left("Paid from"),
        *right("Amount"),
    )
    return PaperPart("Progressive payouts", (PaperTable(columns, rows),))


def jackpot_slip(paid: PaidJackpot, rules: TableRules) -> Paper:
    """The paper of one payout: what was won, from what it was paid, and who signed each step."""
    signed = {step.step: step for step in paid.steps}
    done = list(STEPS.values())[-1] in signed
    missing = ("not required", NONE) if done else (LINE[:16], LINE[:16])
    rows = []
    for name in STEPS.values():
        step = signed.get(name)
        rows.append(
            (name, *missing)
            if step is None
            else (name, step.by or "the system", step.at.strftime("%Y-%m-%d %H:%M:%S"))
        )
    facts = (
        PaperFact("Slip", f"{paid.table}, round {paid.round:,}, payout {paid.number}"),
        PaperFact("Position", str(paid.position)),
        PaperFact("Player", paid.player or LINE),
        PaperFact("Wager", _title(rules, paid.wager)),
        PaperFact("Winning hand", row_name(paid.wager, paid.outcome)),
        PaperFact("Amount", LINE if paid.amount is None else money(paid.amount)),
        PaperFact("Paid from", plain(paid.source) or LINE),
    )
    columns = (left("Step", wide=True), left("By"), left("At (UTC)"))
    papers = PaperTable(
        (left("", wide=True), left("Signature"), left("Date")),
        tuple((who, LINE[:24], LINE[:12]) for who in ("Player", "Attendant", "Floorperson")),
    )
    words = Words("Steps and names are those of the journal; they cannot be changed here.")
    return Paper(
        name=f"jackpot-{_file(paid.table)}-{paid.round}-{paid.number}",
        title="Jackpot slip",
        subtitle=f"{paid.table}, round {paid.round:,}, payout {paid.number}",
        head=head_of(rules),
        parts=(
            PaperPart("Payout", (Facts(facts),)),
            PaperPart("Signed", (PaperTable(columns, tuple(rows)), words), rules.cite(SIGNING)),
            PaperPart("Hand pay", (papers,)),
        ),
    )


def meter_statement(found: list[MeterDay], day: str, head: PaperHead) -> Paper:
    """A part for each meter: its amounts, its reserve, and what the house added."""
    parts = []
    for one in found:
        columns = (left("", wide=True), *right("Meter", "Reserve"))
        rows = (
            ("At the beginning", money(one.opening), money(one.reserve_opening)),
            ("Contributions", money(one.contributed), money(one.reserved)),
            ("Seeds", money(one.seeded), money(-one.reserve_used)),
            ("Awards", money(-one.paid), money(0)),
        )
        total = ("At the end", money(one.closing), money(one.reserve_closing))
        facts = (
            PaperFact("Wagers", f"{one.wagers:,}"),
            PaperFact("Awards", f"{one.awards:,}"),
            PaperFact("Paid by the house", money(one.from_house)),
        )
        blocks = (PaperTable(columns, rows, total), Facts(facts))
        parts.append(PaperPart(one.meter, blocks))
    return Paper(
        name="daily-meters",
        title="Daily statement: meters",
        subtitle=f"{day}, from midnight to midnight UTC, from the journal",
        head=head,
        parts=tuple(parts),
    )
