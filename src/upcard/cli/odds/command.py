"""``upcard odds``: exact odds as a table, as CSV or as JSON."""

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import typer

from upcard.cli.odds.options import (
    Amount,
    AsCsv,
    AsOf,
    Chart,
    Compare,
    Decks,
    Every,
    Exposed,
    Jurisdiction,
    LeftInShoe,
    Meters,
    PaytableId,
    Plot,
    Prizes,
    Readings,
    Removal,
    Rounds,
    Slug,
    Submitted,
    ThirdCard,
    Without,
)
from upcard.cli.output import refuse_two_forms
from upcard.cli.submissions import AsJson, complying_rules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from upcard.cards.composition import Shoe
    from upcard.library.dollars import Dollars
    from upcard.library.odds import Odds
    from upcard.library.rules import Rules
    from upcard.library.tabular.records import Records

TEXT: Final = "text"


def odds(
    wager: Slug = None,
    *,
    jurisdiction: Jurisdiction = None,
    paytable: PaytableId = None,
    decks: Decks = None,
    meter: Meters = None,
    prize: Prizes = None,
    amount: Amount = None,
    as_of: AsOf = None,
    reading: Readings = None,
    third_card: ThirdCard = "",
    submission: Submitted = None,
    every: Every = False,
    compare: Compare = False,
    plot: Plot = None,
    chart: Chart = None,
    rounds: Rounds = 1_000,
    exposure: Exposed = False,
    without: Without = None,
    left: LeftInShoe = None,
    removal: Removal = False,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """Exact odds of a wager: every legal paytable and number of decks, unless narrowed down."""
    readings = _readings(reading)
    reading_name = "" if submission is not None else str(readings.get("reading", ""))
    selecting = _selecting_options(jurisdiction, paytable, decks, as_of, reading, third_card)
    _refuse(wager, selecting, every=every, submitted=submission is not None)
    refuse_two_forms(as_csv=as_csv, as_json=as_json)
    if chart is not None and plot is None:
        raise BadInput("--chart needs --plot FILE.")
    other_answer = _other_answer(compare=compare, exposure=exposure, removal=removal)
    from upcard.library.odds import odds as exact_odds

    rules = None if submission is None else complying_rules(submission, as_json=as_json)
    with _without_collection():
        answers = exact_odds(
            wager,
            rules=rules,
            jurisdiction=jurisdiction,
            paytable=paytable,
            decks=decks,
            as_of=day_of(as_of),
            meters=amounts_by_name(meter),
            prizes=_prizes_by_row(prize),
            amount=_amount(amount),
            readings=readings,
            third_card=third_card,
            shoe=_shoe(left, without, decks, rules),
        )
    if wager is None:
        _report_left_out(answers, rules, jurisdiction, day_of(as_of))
    if plot is not None:
        from upcard.cli.odds import plot as odds_plot

        odds_plot.write([answer.record for answer in answers], plot, chart, rounds)
    _print(answers, reading_name, other_answer, as_csv=as_csv, as_json=as_json)


def _other_answer(**request: bool) -> str:
    """What is shown instead of the odds, if anything; ``BadInput`` for more than one answer."""
    names = [name for name, is_requested in request.items() if is_requested]
    if len(names) > 1:
        raise BadInput(f"Use only one of {', '.join(f'--{name}' for name in request)}.")
    return names[0] if names else ""


def _print(
    answers: "Records[Odds]", reading: str, shown: str, *, as_csv: bool, as_json: bool
) -> None:
    """Print the odds, or what is `shown` instead of them."""
    records = [answer.record for answer in answers]
    if shown == "removal":
        from upcard.cli.odds import removal

        removal.print_effects(answers, as_csv=as_csv, as_json=as_json)
    elif shown == "exposure":
        from upcard.cli.odds import exposure as of_exposure
        from upcard.library.exposure import exposures
        from upcard.library.exposure_choices import known_of

        known_records = known_of(records)
        of_exposure.report_left_out(records, known_records)
        of_exposure.print_exposures(exposures(known_records), as_csv=as_csv, as_json=as_json)
    elif as_json or as_csv:
        from upcard.cli.odds import data

        if shown == "compare":
            (data.print_ranking_json if as_json else data.print_ranking_csv)(records)
        else:
            (data.print_json if as_json else data.print_csv)(records)
    else:
        from upcard.cli.odds import forms

        if shown == "compare":
            forms.print_ranking(records)
        else:
            forms.print_tables(records, reading)


def _report_left_out(
    answers: "Records[Odds]", rules: "Rules | None", jurisdiction: str | None, day: "date"
) -> None:
    """Name wagers without odds on standard error, so that none is left out silently."""
    from upcard.exact import record, table

    if rules is not None:
        answered = {answer.record.title for answer in answers}
        titles = [title for title in table.unpriced_titles(rules.table) if title not in answered]
    else:
        titles = [*record.fees(jurisdiction, day), *record.unpriced_titles(jurisdiction, day)]
    if titles:
        typer.echo(f"Left out, without odds: {'; '.join(titles)}.", err=True)


def _shoe(
    left: str | None, without: str | None, decks: int | None, rules: "Rules | None"
) -> "Shoe | None":
    """The shoe that --shoe and --without describe; None where all its cards are there."""
    from upcard.cards.composition import Shoe, full_shoe, shoe_of_text

    if left is None and without is None:
        return None
    if rules is not None:
        decks = rules.table.decks
    if left is None and decks is None:
        raise BadInput("--without takes cards out of a shoe: give its --decks.")
    if left is not None:
        shoe = shoe_of_text(left, decks)
    elif rules is not None:
        shoe = Shoe(rules.table.decks, rules.table.composition)
    else:
        shoe = full_shoe(decks or 1)
    return shoe if without is None else shoe.without(without)


@contextmanager
def _without_collection() -> "Iterator[None]":
    """Suspend garbage collection: records have no reference cycles, and this saves a tenth."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _selecting_options(
    jurisdiction: str | None,
    paytable: str | None,
    decks: int | None,
    as_of: str | None,
    reading: list[str] | None,
    third_card: str,
) -> list[str]:
    """The given options that select among records; ``BadInput`` for an unknown third card."""
    if third_card not in ("", "draw", "upcard"):
        raise BadInput(f"{quoted(third_card)} is not a third card; there are draw and upcard.")
    options = {
        "--jurisdiction": jurisdiction,
        "--paytable": paytable,
        "--decks": decks,
        "--as-of": as_of,
        "--reading": [text for text in reading or [] if text != TEXT] or None,
        "--third-card": third_card or None,
    }
    return [name for name, value in options.items() if value is not None]


def _refuse(wager: str | None, selecting: list[str], *, every: bool, submitted: bool) -> None:
    """Raise ``BadInput`` for options that exclude each other."""
    if submitted and (every or selecting):
        other = "--all" if every else selecting[0]
        raise BadInput(f"--submission says what the table offers: it goes without {other}.")
    if every and (wager is not None or "--paytable" in selecting):
        raise BadInput("--all takes no wager and no --paytable.")
    if not every and not submitted and wager is None:
        raise BadInput("Name a wager, such as lucky-ladies, or use --all.")


def _readings(texts: list[str] | None) -> "dict[str, str | bool]":
    """Readings by key, from KEY=VALUE; a VALUE alone has the key ``reading``."""
    from upcard.rules.readings import parse_reading

    return dict(parse_reading(text) for text in texts or [])


def amounts_by_name(texts: list[str] | None) -> dict[str, "Dollars"]:
    """Amounts by name, from NAME=DOLLARS; the name is empty for DOLLARS alone."""
    pairs = [text.rpartition("=") for text in texts or []]
    return {name: dollars for name, _, dollars in pairs}


def _prizes_by_row(texts: list[str] | None) -> dict[str, "Dollars"]:
    """Prizes by row; ``BadInput`` for one that names no row."""
    for text in texts or []:
        if "=" not in text:
            raise BadInput(f"{quoted(text)} names no row; write ROW=DOLLARS.")
    return amounts_by_name(texts)


def _amount(text: str | None) -> str | None:
    from upcard.money.amount import parse_dollars

    if text is not None and parse_dollars(text) == 0:
        raise BadInput("A wager of $0 loses nothing; ask for an amount above it.")
    return text


def day_of(text: str | None) -> "date":
    """The date of an option; that of the rulebook without one."""
    from upcard.cli.output import parse_date
    from upcard.rules.loader import RULEBOOK_DATE

    return RULEBOOK_DATE if text is None else parse_date(text)
