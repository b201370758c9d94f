"""The paper on what changes between two versions of a submission, for a cover letter."""

from collections.abc import Iterator
from typing import Final

from upcard.analysis.difference import Change, Diff, Value, edge_text
from upcard.analysis.meters.together import winners
from upcard.analysis.pace import HOURS
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.choice_words import choice_in_words, text_in_words
from upcard.reports.filing import LINE, NOT_GIVEN, cover, signed_off
from upcard.reports.par.largest_win import blackjack_win, whole_table
from upcard.reports.par.method_part import method_part
from upcard.reports.rendering.figures import dollars
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.sheets.printed_odds import paid_rows
from upcard.reports.source import PaperSource
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import SubmissionDocument
from upcard.text.words import in_dollars, listed

NONE: Final = "–"


def diff_sheet(before: SubmissionDocument, after: PaperSource, diff: Diff) -> Paper:
    """Every choice that differs with its section, and the effect on edge and hold of each wager.

    `before` is the submission that `after` replaces: the paper names both by their digests.
    """
    rates = " and ".join(f"{rate:g}" for rate in dict.fromkeys(diff.rounds_per_hour))
    former = _compiled(before)
    parts = [
        cover(after.filing, after.table.name, after.table.jurisdiction),
        _versions(before, after),
    ]
    parts += [PaperPart("What changes", (_changes(diff.changes, after.table),))]
    parts += _payouts(former, after)
    if diff.effects:
        played = " and plays the best way" if after.is_blackjack else ""
        held = Words(
            "Dollars an hour of one position that places the smallest wager in each round"
            f"{played}, at {rates} rounds an hour. {diff.counted}".rstrip()
            + _shared(after)
        )
        parts.append(PaperPart("Effect on edge and hold", (_effects(diff), held)))
        parts.append(_together(diff))
    elif diff.changes:
        words = "None: every house edge is as before, and so is what the smallest wagers hold."
        parts.append(PaperPart("Effect on edge and hold", (Words(words),)))
    if former is not None:
        parts.append(_exposure(former, after.table))
    reading = "as the sections are worded, unless a change says otherwise"
    parts.append(method_part(reading, "exact", ""))
    parts.append(signed_off(after.filing, after.table.jurisdiction))
    return Paper(
        name="changes",
        title="Changes",
        subtitle=_subtitle(diff),
        head=after.head,
        parts=tuple(parts),
    )


def _versions(before: SubmissionDocument, after: PaperSource) -> PaperPart:
    """Which files are compared: revision, date and SHA-256 of each.

    A revision that the filing does not name is a line to be written on.
    """
    filing, earlier = after.filing, after.filing.earlier
    revisions = (
        (earlier.number, earlier.date) if earlier is not None else ("", None),
        (filing.revision, filing.effective),
    )
    facts = []
    for name, (number, day), digest in zip(
        ("Before", "After"), revisions, (before.digest, after.document.digest), strict=True
    ):
        words = f"{number}, {day.isoformat()}" if number and day is not None else number or LINE
        facts.append(PaperFact(f"{name}, revision and date", words))
        facts.append(PaperFact(f"{name}, SHA-256", digest or NOT_GIVEN))
    return PaperPart("The two submissions", (Facts(tuple(facts)),))


def _subtitle(diff: Diff) -> str:
    if diff.before == diff.after:
        return f"Two versions of {diff.after}"
    return f"From {diff.before} to {diff.after}"


def _changes(changes: list[Change], table: TableRules) -> PaperTable | Words:
    if not changes:
        return Words("Nothing changes: every choice in force is the same.")
    columns = tuple(left(name, wide=True) for name in ("Choice", "Before", "After", "Section"))
    rows = tuple(
        (
            choice_in_words(change.field, change.summary, table),
            _value(change.field, change.before),
            _value(change.field, change.after),
            change.section,
        )
        for change in changes
    )
    return PaperTable(columns, rows)


def _compiled(before: SubmissionDocument) -> TableRules | None:
    """The table of the submission that is replaced; None for one that is not readable."""
    submission, _ = check(before)
    return None if submission is None else compile_table(submission)


def _shared(source: PaperSource) -> str:
    """The wagers whose meter all positions win together, which the edges count; else empty."""
    wagers, positions = source.table.wagers, source.table.positions
    shared = [wager for wager in wagers if wager.meters and winners(wager, positions) > 1]
    if not shared:
        return ""
    titles = listed([source.short(wager.data.title) for wager in shared])
    return f" Players at every position share the meter of {titles}."


def _exposure(former: TableRules, table: TableRules) -> PaperPart:
    """What the table may lose in one round, before and after."""
    both = (former, table)
    rows = [("Worst round of the table", *(dollars(whole_table(rules)) for rules in both))]
    if table.has_blackjack_wager:
        wins = (dollars(blackjack_win(rules)) for rules in both)
        rows.insert(0, ("Largest win of one position's Blackjack wagers", *wins))
    columns = (left("At most", wide=True), *right("Before", "After"))
    return PaperPart("Effect on the maximum exposure", (PaperTable(columns, tuple(rows)),))


def _payouts(former: TableRules | None, after: PaperSource) -> Iterator[PaperPart]:
    """What each wager pays that pays otherwise than before, row by row; new wagers too."""
    columns = (left("Row", wide=True), *right("Before", "After"))
    for offered in after.table.wagers:
        old = former.offered(offered.slug) if former is not None else None
        paid = {} if old is None else _paid(old)
        pays = _paid(offered)
        if paid == pays:
            continue
        names = dict.fromkeys((*pays, *paid))
        rows = tuple((row, paid.get(row, NONE), pays.get(row, NONE)) for row in names)
        title, section = after.short(offered.data.title), offered.paytable.data.section
        yield PaperPart(f"{title}: what it pays", (PaperTable(columns, rows),), section)


def _paid(offered: OfferedWager) -> dict[str, str]:
    """What a wager pays, by its rows; the conditions of bonuses are not payouts."""
    return {row.removeprefix("Pays: "): odds for row, odds, _ in paid_rows(offered) if ": " in row}


def _value(field: str, text: str | None) -> str:
    return "not offered" if text is None else text_in_words(field, text)


def _effects(diff: Diff) -> PaperTable:
    columns = (
        left("Wager", wide=True),
        *right("Edge before", "Edge after", "Hold before", "Hold after"),
    )
    rows = tuple(
        (
            effect.title,
            edge_text(effect.before),
            edge_text(effect.after),
            _hold(effect.before),
            _hold(effect.after),
        )
        for effect in diff.effects
    )
    return PaperTable(columns, rows)


def _together(diff: Diff) -> PaperPart:
    """What all wagers together hold of a position and of the table, before and after."""
    earlier, now = diff.positions
    seats = f"{now} positions" if earlier == now else f"{earlier}, then {now} positions"
    counts = {"One position, an hour": (1, 1)}
    counts[f"{seats}, a day of {HOURS} hours"] = (HOURS * earlier, HOURS * now)
    rows = []
    for name, times in counts.items():
        # In whole cents, so that the change is the difference of what is printed.
        old, new = (round(100 * time * held) for time, held in zip(times, diff.hold, strict=True))
        rows.append((name, *(in_dollars(cents / 100) for cents in (old, new, new - old))))
    columns = (
        left("All wagers together", wide=True),
        *right("Hold before", "Hold after", "Change"),
    )
    return PaperPart("Effect on the table", (PaperTable(columns, tuple(rows)),))


def _hold(value: Value | None) -> str:
    return NONE if value is None or value.hold is None else in_dollars(value.hold)
