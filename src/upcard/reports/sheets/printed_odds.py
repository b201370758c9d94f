"""What wagers pay, in English: in one line each for the layout, by rows for the submission form."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from upcard.games.offered_wager import OfferedWager
from upcard.reports.award_words import award_in_words
from upcard.reports.names import Language, language, row_name
from upcard.reports.rendering.figures import dollars
from upcard.reports.sheets.sign import (
    PaidRow,
    bonus_condition,
    bonus_rows,
    envy_heading,
    game_rows,
    odds_sections,
    printed_awards,
)
from upcard.reports.source import PaperSource


class WagerRows(NamedTuple):
    """What a wager pays: its title, its rows with their odds, and the section of these."""

    title: str
    rows: list[str]
    section: str


def odds_in_short(source: PaperSource) -> Iterator[PaidRow]:
    """The payouts of each wager in one line, in English: its title, its rows, its section."""
    for title, rows, section in odds_by_rows(source):
        yield PaidRow(title, "; ".join(rows), section)


def odds_by_rows(source: PaperSource) -> Iterator[WagerRows]:
    """Like `odds_in_short`, row by row."""
    wording, table = language(), source.table
    game = [_in_short(row.name, row.odds) for row in game_rows(table, wording)]
    if game:
        yield WagerRows(wording.say("blackjack"), game, odds_sections(table))
    game_wagers = (table.insurance,) if table.has_blackjack_wager else ()
    for offered in (*game_wagers, *table.wagers):
        printed = list(_printed_rows(offered, on_layout=True))
        rows = [
            _in_short(row, ", ".join(odds for _, odds in alike))
            for row, alike in groupby(printed, key=itemgetter(0))
        ]
        if [row for row, _ in printed] == [wording.rows["win"]]:
            rows = [_unbroken(odds) for _, odds in printed]
        if offered.bonuses:
            rows.append(_bonuses_in_short(offered, wording))
        if offered.envy:
            rows.append(_envy_in_short(offered, wording))
        if rows:
            section = table.cite(offered.paytable.data.section)
            yield WagerRows(source.short(offered.data.title), rows, section)


def paid_by_the_game(source: PaperSource) -> Iterator[PaidRow]:
    """What every table of the game pays: each row with its wager, its odds and its section."""
    wording, table = language(), source.table
    for paid in game_rows(table, wording):
        name = f"{wording.say('blackjack')}: {paid.name.partition(':')[0]}"
        yield paid._replace(name=name)
    if table.has_blackjack_wager:
        section = table.cite(table.insurance.paytable.data.section)
        for row, odds in _printed_rows(table.insurance):
            yield PaidRow(f"{table.insurance.data.title}: {row}", odds, section)


def paid_rows(offered: OfferedWager) -> Iterator[PaidRow]:
    """Each row that a wager pays, with its odds and its section: bonuses behind the paytable."""
    wording, section = language(), offered.paytable.data.section
    for row, odds in _printed_rows(offered):
        yield PaidRow(f"Pays: {row}", odds, section)
    for bonus in offered.bonuses:
        name, _, condition = bonus_condition(offered, wording).partition(": ")
        yield PaidRow(name, condition, bonus.section)
        for row, odds in bonus_rows(offered, bonus, wording):
            yield PaidRow(f"{name}: {row.partition(':')[0]}", odds, bonus.section)
    if offered.envy:
        name, _, recipient = envy_heading(offered, wording).partition(": ")
        yield PaidRow(name, recipient, offered.envy_section)
        for row, units in offered.envy.items():
            paid_to = f"{name}: {row_name(offered.slug, row, offered.reading)}"
            yield PaidRow(paid_to, dollars(units), offered.envy_section)


def _printed_rows(offered: OfferedWager, *, on_layout: bool = False) -> Iterator[tuple[str, str]]:
    """The printed rows of a wager, with all that each pays; with shorter names `on_layout`."""
    wording = language()
    for row, award in printed_awards(offered).items():
        name = wording.row_on_layout(offered.slug, row, offered.reading).partition(":")[0]
        yield (
            name if on_layout else row_name(offered.slug, row, offered.reading),
            award_in_words(award, wording),
        )


def _bonuses_in_short(offered: OfferedWager, wording: Language) -> str:
    """The additional payouts behind their condition: ``Cash bonus (the player …): …``."""
    name, _, condition = bonus_condition(offered, wording).partition(": ")
    paid = [row for bonus in offered.bonuses for row in bonus_rows(offered, bonus, wording)]
    rows = ", ".join(_in_short(row, odds).replace(": ", " ") for row, odds in paid)
    return f"{name} ({condition}): {rows}" if condition else f"{name}: {rows}"


def _envy_in_short(offered: OfferedWager, wording: Language) -> str:
    """The envy bonuses behind whom they are paid: ``Envy bonus (to …): Royal flush $1,000``."""
    name, _, recipient = envy_heading(offered, wording).partition(": ")
    rows = [
        f"{row_name(offered.slug, row, offered.reading)} {dollars(units)}"
        for row, units in offered.envy.items()
    ]
    return f"{name} ({recipient}): {', '.join(rows)}"


def _in_short(row: str, odds: str) -> str:
    """A row without its explanation, and odds that no line breaks: ``Even money: 1 to 1``."""
    return f"{row.partition(':')[0]}: {_unbroken(odds)}"


def _unbroken(odds: str) -> str:
    """Odds that no line breaks."""
    return odds.replace(" to ", "\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}")
