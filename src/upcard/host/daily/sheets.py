"""The papers of a day: the statement of a table, that of the meters, and jackpot slips."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from upcard.engine.core import jackpot_events as j
from upcard.engine.core.table_state import INVENTORY
from upcard.engine.jackpots.steps import MYSTERY_OUTCOME
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.daily.heading import FILING, casino, head_of
from upcard.host.daily.meter_day import MeterDay
from upcard.host.daily.table_day import STEPS, PaidJackpot, TableDay, WagerTotals
from upcard.progressives.ledger import PAYABLE
from upcard.reports.award_words import award_in_words
from upcard.reports.filing import LINE, NOT_GIVEN, Filing, signatures
from upcard.reports.names import card_in_words, language, row_name, short_title
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
from upcard.reports.sheets.sign import printed_awards
from upcard.rules.loader import all_mysteries, all_wagers
from upcard.text.words import listed

NONE: Final = "–"

SIGNERS: Final = ("Prepared by", "Checked by")
"""Who signs a statement."""

SOURCES: Final[dict[str, str]] = {
    "table-inventory": "the table inventory",
    "jackpot-slip": "a jackpot slip",
    "game-account": "the player's game account",
}
"""What a payout is paid by, in words."""

PAID_AT_ONCE: Final = ("table-inventory", "game-account")
"""The sources of payouts that need no papers and no attendant (§ 633c.2(h)(4))."""


def _file(table: str) -> str:
    """A table's name as a part of a file's."""
    return re.sub(r"[^A-Za-z0-9-]+", "_", table)


def table_statement(day: TableDay, rules: TableRules, filing: Filing = FILING) -> Paper:
    """Rounds, hold, wagers by kind, inventory, accounts, and the jackpots of a table's day."""
    rows, sums = [], [0, 0, 0]
    for wager, totals in _in_order(day, rules):
        won = totals.wagered - totals.paid
        figures = (totals.count, totals.wagered, totals.paid)
        sums = [before + figure for before, figure in zip(sums, figures, strict=True)]
        amounts = (money(totals.wagered), money(totals.paid), money(won))
        rows.append((_title(rules, wager), f"{totals.count:,}", *amounts))
    columns = (left("Wager", wide=True), *right("Decided", "Wagered", "Paid", "Won by the house"))
    total = ("Total", f"{sums[0]:,}", money(sums[1]), money(sums[2]), money(sums[1] - sums[2]))
    parts = [
        casino(filing),
        PaperPart("Day", (Facts(tuple(_day(day, sums[1], sums[1] - sums[2]))),)),
        PaperPart("Wagers", (PaperTable(columns, tuple(rows), total),)),
        _inventory(day),
        _accounts(day),
    ]
    if day.jackpots:
        parts.append(_jackpots(day, rules))
    parts.append(signatures("Signatures", SIGNERS))
    return Paper(
        name=f"daily-{_file(rules.name)}",
        title=f"Daily statement: {rules.name}",
        subtitle=f"{day.day.isoformat()}, from midnight to midnight UTC, from the journal",
        head=head_of(rules, day.submission, filing),
        parts=tuple(parts),
    )


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


def _day(day: TableDay, wagered: int, won: int) -> Iterator[PaperFact]:
    yield PaperFact("Rounds settled", f"{day.rounds:,}")
    counted = ", progressive payouts counted as lost" if day.jackpots else ""
    yield PaperFact("Won by the house", f"{money(won)}{counted}")
    hold = f"{percent(Fraction(won, wagered), 2)} of what was wagered" if wagered else "no wagers"
    yield PaperFact("Hold", f"{hold}; the drop is not in the journal")
    if day.jackpots:
        paid = sum(jackpot.amount or 0 for jackpot in day.jackpots)
        words = f"{money(paid)} in {len(day.jackpots):,}"
        yield PaperFact("Progressive payouts", words)


def _title(rules: TableRules, wager: str) -> str:
    offered = rules.offered(wager)
    if wager == BLACKJACK_WAGER:
        return language().say("blackjack")
    if offered is None:
        return plain(wager)
    return short_title(offered.data.title, rules.game_data.title)


def _inventory(day: TableDay) -> PaperPart:
    """The table inventory at the day's beginning and end, as far as a journal has it."""
    change = day.accounts.get(INVENTORY, 0)
    rows = (("At the beginning", money(day.opening)), ("Change by wagers", money(change)))
    columns = (left("Table inventory", wide=True), *right("Amount"))
    total = ("At the end", money(day.opening + change))
    words = Words(
        "The inventory counts as zero at the table's first record. What was in the tray then, "
        "fills, credits and counts of chips are not in the journal."
    )
    return PaperPart("Inventory", (PaperTable(columns, rows, total), words))


def _accounts(day: TableDay) -> PaperPart:
    """The change of every account; all together sum to zero."""
    players = sum(units for name, units in day.accounts.items() if name.startswith("player "))
    kept = {name: units for name, units in day.accounts.items() if not name.startswith("player ")}
    rows = tuple((_account(name), money(units)) for name, units in sorted(kept.items()) if units)
    rows = (*rows, ("Players", money(players)))
    columns = (left("Account", wide=True), *right("Change"))
    total = ("Sum", money(sum(day.accounts.values())))
    return PaperPart("Accounts", (PaperTable(columns, rows, total),))


def _account(name: str) -> str:
    return "Progressive payouts, see the meters' statement" if name == PAYABLE else plain(name)


def _hand(wager: str, outcome: str, rules: TableRules) -> str:
    """What won: a row of the paytable, or the title of the mystery meter."""
    offered = rules.offered(wager)
    if outcome != MYSTERY_OUTCOME or offered is None or offered.mystery is None:
        return row_name(wager, outcome)
    return _meter(offered.mystery.key)


def _odds(paid: PaidJackpot, rules: TableRules) -> str:
    """What the row pays, as the table's paytable has it; of an envy bonus whose hand won it."""
    offered = rules.offered(paid.wager)
    if offered is None:
        return NOT_GIVEN
    if paid.outcome == MYSTERY_OUTCOME:
        return "what the meter shows"
    if paid.envy_of:
        return f"an envy bonus, for the hand of position {paid.envy_of}"
    award = printed_awards(offered).get(paid.outcome)
    return award_in_words(award, language()) if award else NOT_GIVEN


def _jackpots(day: TableDay, rules: TableRules) -> PaperPart:
    rows = tuple(
        (
            f"{jackpot.round}-{jackpot.number}",
            str(jackpot.position),
            _hand(jackpot.wager, jackpot.outcome, rules),
            SOURCES.get(jackpot.source, NONE),
            NONE if jackpot.amount is None else money(jackpot.amount),
        )
        for jackpot in day.jackpots
    )
    columns = (
        left("Slip"),
        left("Position"),
        left("Won by", wide=True),
        left("Paid by"),
        *right("Amount"),
    )
    return PaperPart("Progressive payouts", (PaperTable(columns, rows),))


def _sections(paid: PaidJackpot, rules: TableRules) -> dict[str, str]:
    """The provision of each step of a payout, by the step's words; none where none is printed."""
    offered = rules.offered(paid.wager)
    if offered is None:
        return {}
    mystery = paid.outcome == MYSTERY_OUTCOME
    data = (mystery and offered.mystery_jackpot) or offered.data.jackpot
    if data is None:
        return {}
    sections: dict[type[j.JackpotEvent], str] = {
        j.HandVerified: data.verify,
        j.LightConfirmed: data.light,
        j.JackpotValidated: data.validate,
        j.JackpotPaid: data.pay,
        j.PapersCompleted: data.pay,
    }
    return {STEPS[kind]: section for kind, section in sections.items() if section}


def _cards(paid: PaidJackpot) -> Iterator[PaperFact]:
    """The cards that were dealt, from which the hand can be verified; none of a mystery meter."""
    if paid.cards:
        of = f"position {paid.envy_of}'s" if paid.envy_of else "the player's"
        yield PaperFact("Cards", f"{of}: {_listed(paid.cards)}")
        yield PaperFact("Dealer's cards", _listed(paid.dealers))


def _listed(cards: Sequence[int]) -> str:
    return listed([card_in_words(card) if card >= 0 else "a card not turned" for card in cards])


def _signed_steps(paid: PaidJackpot, rules: TableRules) -> PaperTable:
    """Each step with who did it and when; a line for what is still to be signed."""
    signed, sections = {step.step: step for step in paid.steps}, _sections(paid, rules)
    done = list(STEPS.values())[-1] in signed or paid.source in PAID_AT_ONCE
    rows = []
    for name in STEPS.values():
        step = signed.get(name)
        if step is not None:
            by, at = step.by or "the system", step.at.strftime("%Y-%m-%d %H:%M:%S")
            rows.append((name, by, at, sections.get(name, "")))
        elif done:
            rows.append((name, "not required", NONE, ""))
        else:
            rows.append((name, LINE[:16], LINE[:16], sections.get(name, "")))
    columns = (left("Step", wide=True), left("By"), left("At (UTC)"), left("Section"))
    return PaperTable(columns, tuple(rows))


def jackpot_slip(paid: PaidJackpot, rules: TableRules, filing: Filing = FILING) -> Paper:
    """The paper of one payout: what was won, from what it was paid, and who signed each step.

    The `rules` are those of the submission that was in force. A payout that needs no papers has
    lines to sign for who keeps the slip.
    """
    facts = (
        PaperFact("Slip", f"{paid.table}, round {paid.round:,}, payout {paid.number}"),
        PaperFact("Position", str(paid.position)),
        PaperFact("Player", paid.player or LINE),
        PaperFact("Wager", _title(rules, paid.wager)),
        PaperFact("Stake", money(paid.wagered) if paid.wagered else "none"),
        PaperFact("Won by", _hand(paid.wager, paid.outcome, rules)),
        *_cards(paid),
        PaperFact("Pays", _odds(paid, rules)),
        PaperFact("Amount", LINE if paid.amount is None else money(paid.amount)),
        PaperFact("Paid by", SOURCES.get(paid.source, LINE)),
    )
    words = Words("Steps and names are those of the journal; they cannot be changed here.")
    at_once = paid.source in PAID_AT_ONCE
    signed = signatures("Hand pay", ("Player", "Attendant", "Floorperson"))
    return Paper(
        name=f"jackpot-{_file(paid.table)}-{paid.round}-{paid.number}",
        title="Jackpot slip",
        subtitle=f"{paid.table}, round {paid.round:,}, payout {paid.number}",
        head=head_of(rules, paid.submission, filing),
        parts=(
            casino(filing),
            PaperPart("Payout", (Facts(facts),)),
            PaperPart("Signed", (_signed_steps(paid, rules), words)),
            signatures("Signatures", SIGNERS) if at_once else signed,
        ),
    )


def _meter(key: str) -> str:
    """A meter in words: ``Jackpot Party, Mega meter``; its key is link, wager, short name."""
    wager, _, short = key.partition("/")[2].partition("/")
    titles = {wager_rules.data.slug: wager_rules.data.title for wager_rules in all_wagers()}
    titles |= {mystery.slug: mystery.title for mystery in all_mysteries()}
    title = titles.get(wager, plain(wager))
    return f"{title}, {plain(short)} meter" if short else f"{title} meter"


def meter_statement(
    meters: list[MeterDay], day: str, head: PaperHead, filing: Filing = FILING
) -> Paper:
    """A part for each meter: its amounts, its reserve, and what the house added."""
    parts = [casino(filing)]
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
        parts.append(PaperPart(f"{_meter(meter.meter)}: {link}", blocks))
    parts.append(signatures("Signatures", SIGNERS))
    return Paper(
        name="daily-meters",
        title="Daily statement: meters",
        subtitle=f"{day}, from midnight to midnight UTC, from the journal",
        head=msgspec.structs.replace(head, table="All tables", game="progressive meters"),
        parts=tuple(parts),
    )
