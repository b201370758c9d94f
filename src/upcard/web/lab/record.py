"""Shows a record of the odds in the lab: its figures, its outcomes, its rank among others."""

from typing import Final
from urllib.parse import quote, urlencode

from nicegui import ui

from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord, break_even_dollars
from upcard.money.amount import printed_dollars
from upcard.reports.rendering.figures import one_in, percent, plain, probability, whole
from upcard.reports.wager_source import wager_source
from upcard.rules.violation import BadInput
from upcard.text.words import unbroken, with_minus
from upcard.wagers.own.pays import OWN
from upcard.web.elements import caption, chart, columns, figures
from upcard.web.lab import charts
from upcard.web.money import estimate

RANKS = columns(
    ("rank", "Rank", "right"),
    ("paytable", "Paytable", "left"),
    ("decks", "Decks", "right"),
    ("edge", "House edge", "right"),
    ("hit", "Hits", "right"),
    ("here", "Place", "left"),
)


def rank(place: int, record: ParRecord, own_record: ParRecord) -> dict[str, object]:
    """A row of the ranking; the row of the `own_record` record is marked."""
    return {
        "rank": place,
        "paytable": charts.line_of(record),
        "decks": record.decks or "–",
        "edge": with_minus(f"{charts.percent_edge(record):.4f} %"),
        "hit": percent(record.hit_frequency, 2),
        "here": "shown" if record == own_record else "",
    }


def choices_of(record: ParRecord) -> str:
    """The choices that a record rests on in addition to its paytable, in words."""
    words = [
        f"{plain(name)}: {value if isinstance(value, str) else 'yes' if value else 'no'}"
        for name, value in record.choices.items()
    ]
    return ", ".join(words)


def no_sheet(record: ParRecord) -> str:
    """Why a record has no PAR sheet of its own; "" where it has one."""
    try:
        wager_source(record)
    except BadInput as problem:
        return str(problem)
    return ""


READ_AS: Final = {
    "to-1": "pays are “to 1”: the wager comes back besides",
    "for-1": "pays are “for 1”: the wager is in them",
}
"""What a paytable's numbers include, by convention."""


PAR_SHEET: Final = "PAR sheet (probability accounting report)"
"""What a PAR sheet is called where a page first names it."""


def record_figures(record: ParRecord, without_sheet: str) -> None:
    """Show a record's figures, its title, and its PAR sheet or why there is none."""
    caveat = "no meter and no bonus counted" if record.shares or record.bonuses else ""
    facts = [
        ("House edge", percent(record.house_edge), caveat),
        ("Return", percent(record.fixed_return), READ_AS[record.convention]),
        (
            "Hits",
            percent(record.hit_frequency, 2),
            f"1 in {one_in(1 / record.hit_frequency if record.hit_frequency else None)}",
        ),
        ("Deviation", f"{record.standard_deviation:.4f}", "of a unit wagered"),
    ]
    if record.house_edge_at_meter is not None:
        facts.insert(1, ("At this meter", percent(record.house_edge_at_meter), "house edge"))
    for name, amount in break_even_dollars(record).items():
        facts.append(("Break-even", estimate(amount), plain(name)))
    if record.printed_house_edge is not None:
        facts.append(("As printed", percent(record.printed_house_edge, 2), "by the state"))
    figures(facts)
    with ui.row().classes("items-center"):
        own = "a paytable of your own"
        paytable = own if record.paytable == OWN else f"paytable {record.paytable}"
        ui.label(f"{record.title}, {paytable}, {in_decks(record.decks)}")
        ui.label(unbroken(record.section)).classes("uc-section")
        if not without_sheet:
            ui.label(f"{PAR_SHEET}:")
            for form in ("pdf", "html"):
                link = ui.link(form.upper(), par_sheet(record, form))
                link.props(f'download aria-label="PAR sheet ({form.upper()})"')
    if without_sheet:
        ui.label(without_sheet).classes("uc-small uc-quiet")


def par_sheet(record: ParRecord, form: str) -> str:
    """The URL of a record's PAR sheet."""
    query = {"jurisdiction": record.jurisdiction, "paytable": record.paytable, "form": form}
    if record.decks:
        query["decks"] = str(record.decks)
    for name, value in record.choices.items():
        query[name] = str(value).lower()
    return f"/api/odds/{quote(record.wager)}/par-sheet?{urlencode(query)}"


def outcomes(record: ParRecord) -> None:
    """Show every outcome as a chart and as a table."""
    with ui.element("section").classes("uc-panel"):
        caption("Outcomes")
        chart(charts.outcomes(record))
        with ui.element("div").classes("uc-scroll"):
            ui.table(columns=OUTCOMES, rows=_rows(record), row_key="outcome").classes(
                "uc-table w-full"
            ).props('dense flat aria-label="Outcomes"')
        if record.bonuses:
            for bonus in record.bonuses:
                adds = percent(bonus.won.returns)
                option, won = plain(bonus.option), plain(bonus.won.outcome).lower()
                ui.label(f"{option}, {won}: pays {bonus.won.pays}, adds {adds}").classes("uc-small")
        ui.label(f"For a wager of {printed_dollars(record.wager_units)}.").classes("uc-quiet")


OUTCOMES = columns(
    ("outcome", "Outcome", "left"),
    ("pays", "Pays", "left"),
    ("combinations", "Combinations", "right"),
    ("probability", "Probability", "right"),
    ("one_in", "1 in", "right"),
    ("adds", "Adds", "right"),
)


def _rows(record: ParRecord) -> list[dict[str, object]]:
    return [
        {
            "outcome": plain(row.outcome),
            "pays": row.pays or "–",
            "combinations": whole(row.combinations),
            "probability": probability(row.probability),
            "one_in": one_in(row.one_in),
            "adds": percent(row.returns),
        }
        for row in record.outcomes
    ]
