"""The odds panel of the lab: one paytable with its charts, and its rank among the others."""

import asyncio
from typing import Final

from msgspec.structs import replace
from nicegui import ui

from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.reports.names import reading_in_words
from upcard.reports.rendering.figures import plain
from upcard.service.access.authority import Action
from upcard.service.computing.lab import WonAfter, won_after
from upcard.service.computing.odds_query import (
    OddsFound,
    OddsQuery,
    meters_of,
    printed_pays,
    reading_of,
    records_for,
    wagers,
)
from upcard.text.words import unbroken
from upcard.web.background_work import PageComputation
from upcard.web.elements import busy, caption, chart
from upcard.web.filtered_select import FilteredSelect
from upcard.web.lab import charts
from upcard.web.lab.own_pays import OwnPays
from upcard.web.lab.record import (
    PAR_SHEET,
    RANKS,
    choices_of,
    no_sheet,
    outcomes,
    rank,
    record_figures,
)
from upcard.web.money import dollars
from upcard.web.shell import explain, showing_refusals
from upcard.web.visitor import Visitor

FIRST_WAGER = "pa/perfect-pairs"
ROUNDS = 1_000
MAX_ROUNDS = 100_000
LOOK_SECONDS = 2.0
"""Seconds between readings of the floor's meters."""

INDUSTRY: Final = "The industry's way is how casinos commonly pay it, whatever the text says."
"""The reading that some passages have in addition to the text's own."""

OWN_SHEET = (
    f"A paytable of your own has its {PAR_SHEET} with a table whose Rules Submission offers it."
)

MAX_LINES = 40
"""The most paytables in one chart."""


class OddsPanel:
    """The exact odds of a wager, paytable, decks and meters that the visitor chooses."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._query = OddsQuery(FIRST_WAGER)
        self._rounds = ROUNDS
        self._records_found: OddsFound | None = None
        self._drawn_record: ParRecord | None = None
        self._records = PageComputation(visitor, Action.SEE_ODDS)
        self._results = PageComputation(visitor, Action.SEE_ODDS)
        self._meter_fields: dict[str, ui.input] = {}
        self._build()

    def _build(self) -> None:
        with ui.row().classes("uc-choices w-full items-end"):
            self._wager = FilteredSelect(
                wagers(), label="Wager", value=FIRST_WAGER, on_change=self._other_wager
            ).classes("uc-wide")
            self._paytable = ui.select([], label="Paytable", on_change=self._other_record)
            self._decks = ui.select([], label="Decks", on_change=self._other_record)
            self._choice = ui.select([], label="Choice", on_change=self._other_record)
            self._reading = ui.select({}, label="Reading", on_change=self._change_reading)
            for hidden in (self._choice, self._reading):
                hidden.set_visibility(False)
        self._about = ui.label().classes("uc-small uc-quiet")
        self._about.set_visibility(False)
        self._meters = ui.row().classes("uc-choices w-full items-end")
        self._own = OwnPays(self._other_pays)
        self._record_area = ui.element("div").classes("uc-lab w-full")

    async def start(self) -> None:
        """Show the first wager, once the page is loaded."""
        await self._other_wager()

    # The query

    async def _other_wager(self) -> None:
        if self._wager.value is None:
            return
        self._query = OddsQuery(self._wager.value)
        self._own.offer({})
        self._ask_reading()
        self._meters.clear()  # another wager's: what is written there now would be lost
        self._meter_fields.clear()
        await self._look()
        self._ask_meters()

    def _ask_reading(self) -> None:
        """Offer the readings of a passage that can be read in several ways, and say which."""
        passage = reading_of(self._wager.value)
        options = (
            {}
            if passage is None
            else {str(value): reading_in_words(str(value)) for value in passage.values}
        )
        self._reading.set_options(options, value=next(iter(options), None))
        for field in (self._reading, self._about):
            field.set_visibility(passage is not None)
        if passage is not None:
            trade = INDUSTRY if "industry" in passage.values else ""
            words = f"The text is open to readings: {passage.about} {passage.section}. {trade}"
            self._about.set_text(unbroken(words.strip()))

    async def _change_reading(self) -> None:
        reading = self._reading.value
        if reading is not None and reading != self._query.reading:
            self._query = replace(self._query, reading=reading)
            await self._look()

    async def _look(self) -> None:
        """Compute the records of the query, and show the one that fits the choices best."""
        self._records_found = self._drawn_record = None
        self._record_area.clear()
        with self._record_area:
            busy("Counting every combination …")
        query, odds_found = self._query, None
        with showing_refusals():
            odds_found = await self._records.ask(records_for, query)
        if query != self._query or self._record_area.is_deleted:  # a new query, or a closed page
            return
        if odds_found is None:
            self._record_area.clear()
            return
        self._offer(odds_found)
        self._records_found = odds_found
        await self._show()

    def _offer(self, odds: OddsFound) -> None:
        """Offer the paytables, decks and choices of the records; keeps chosen values that fit."""
        paytables = list(dict.fromkeys(record.paytable for record in odds.records))
        decks = {record.decks: in_decks(record.decks) for record in odds.records if record.decks}
        choices = [line for line in dict.fromkeys(map(choices_of, odds.records)) if line]
        offered_decks = decks if self._decks.value in decks else {6: ""} if 6 in decks else decks
        for select, options, first in (
            (self._paytable, paytables, paytables[0]),
            (self._decks, decks, next(iter(offered_decks), None)),
            (self._choice, choices, choices[0] if choices else None),
        ):
            value = select.value if select.value in options else first
            select.set_options(options, value=value)
            select.set_visibility(len(options) > 1)

    async def _other_record(self) -> None:
        if self._records_found is not None:
            await self._show()

    async def _other_pays(self) -> None:
        if self._own.pays != self._query.pays:
            self._query = replace(self._query, pays=self._own.pays)
            await self._look()

    def _ask_meters(self) -> None:
        self._meters.clear()
        self._meter_fields.clear()
        with self._meters:
            for name in meters_of(self._records_found.records) if self._records_found else ():
                field = ui.input(f"{plain(name or 'meter')} shows, dollars", placeholder="seed")
                field.props("inputmode=decimal clearable debounce=500")
                field.on_value_change(lambda event, own=name: self._other_meter(own, event.value))
                self._meter_fields[name] = field
                self._live(name, field)
        self._show_meters()

    def _live(self, name: str, field: ui.input) -> None:
        """Offer what each meter of the floor shows now."""
        board, wager = self._visitor.server.floor.board, self._query.wager.partition("/")[2]

        def amounts() -> dict[str, tuple[str, str]]:
            return {
                meter.stream: (meter.amount, ", ".join(meter.tables))
                for meter in board.last_read
                if meter.wager == wager and meter.name.partition("/")[2] == name
            }

        for stream in amounts():
            words = ui.button(on_click=lambda own=stream: field.set_value(amounts()[own][0]))
            words.props("no-caps flat dense").bind_visibility_from(field, "visible")

            def look(own: str = stream, shown: ui.button = words) -> None:
                amount, tables = amounts()[own]
                shown.set_text(f"Use what {tables} shows now: {dollars(amount)}")

            ui.timer(LOOK_SECONDS, look)

    def _show_meters(self) -> None:
        """Show the fields of the meters that the record has."""
        meters = meters_of([self._drawn_record]) if self._drawn_record else ()
        for name, field in self._meter_fields.items():
            field.set_visibility(name in meters)

    async def _other_meter(self, name: str, amount: str | None) -> None:
        with showing_refusals():
            self._query = self._query.with_meter(name, amount or "")
            await self._look()

    # The record

    def _record(self, odds: OddsFound) -> ParRecord:
        """The record that fits the choices, or the first that fits most of them."""

        def fits(record: ParRecord) -> tuple[bool, bool, bool]:
            return (
                record.paytable == self._paytable.value,
                record.decks == self._decks.value,
                choices_of(record) == self._choice.value,
            )

        return max(odds.records, key=fits)

    async def _show(self) -> None:
        odds_found = self._records_found
        assert odds_found is not None, "something was found"
        record = self._record(odds_found)
        if record == self._drawn_record:  # set_options fires a change for each field
            return
        self._drawn_record, result = record, None
        if self._query.pays:
            without_sheet = OWN_SHEET
        else:
            self._own.offer(printed_pays(self._query.wager, record.paytable))
            without_sheet = await asyncio.to_thread(no_sheet, record)
        if not record.note:
            with showing_refusals():
                result = await self._results.ask(won_after, record, self._rounds, charts.BARS)
        if (
            record != self._drawn_record or self._record_area.is_deleted
        ):  # another record was chosen meanwhile
            return
        self._show_meters()
        self._record_area.clear()
        with self._record_area:
            record_figures(record, without_sheet)
            if record.note:
                explain(record.note, record.section)
            with ui.element("div").classes("uc-halves"):
                outcomes(record)
                self._among(odds_found, record)
            with ui.element("div").classes("uc-halves"):
                for name in record.break_even_meters:
                    with ui.element("section").classes("uc-panel"):
                        caption(f"House edge by the {name or 'meter'}")
                        chart(charts.meter(record, name))
                if result is not None:
                    self._result(record, result)

    def _result(self, record: ParRecord, distribution: WonAfter) -> None:
        async def show_other_rounds(event: object) -> None:
            rounds = getattr(event, "value", None)
            if rounds and 1 <= rounds <= MAX_ROUNDS:
                self._rounds = int(rounds)
                with showing_refusals():
                    drawn = await self._results.ask(won_after, record, int(rounds), charts.BARS)
                    if drawn is not None:
                        drawing.set_content(charts.result(drawn))

        with ui.element("section").classes("uc-panel"):
            with ui.row().classes("w-full items-center justify-between"):
                caption("Won after a number of rounds")
                rounds = ui.number("Rounds", value=self._rounds, min=1, max=MAX_ROUNDS)
                rounds.props("dense debounce=400").on_value_change(show_other_rounds)
            drawing = chart(charts.result(distribution))

    def _among(self, odds: OddsFound, record: ParRecord) -> None:
        """Show the record among all paytables and decks of its wager: a chart and a ranking."""
        ranked = sorted(
            (ranked_record for ranked_record in odds.records if not ranked_record.note),
            key=charts.percent_edge,
        )
        if len(ranked) < 2:
            return
        with ui.element("section").classes("uc-panel"):
            caption(f"Among all {len(ranked)} paytables and decks")
            lines = len({charts.line_of(ranked_record) for ranked_record in ranked})
            if lines <= MAX_LINES:
                chart(charts.edges(ranked, record))
            table = ui.table(
                columns=RANKS,
                rows=[
                    rank(place, ranked_record, record)
                    for place, ranked_record in enumerate(ranked, 1)
                ],
                row_key="rank",
                pagination={"rowsPerPage": 8, "page": 1 + ranked.index(record) // 8},
            )
            table.classes("uc-table uc-ranks w-full").props('dense flat aria-label="Ranks"')
            table.on("rowClick", lambda event: self._choose(ranked[event.args[1]["rank"] - 1]))

    def _choose(self, record: ParRecord) -> None:
        self._paytable.set_value(record.paytable)
        if record.decks:
            self._decks.set_value(record.decks)
        if choices_of(record):
            self._choice.set_value(choices_of(record))
