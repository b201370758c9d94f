"""``upcard penalty``: the civil penalties of crane operators, 49 Pa. Code § 43b.28."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text import schemas

if TYPE_CHECKING:
    from datetime import date

    from upcard.penalties.schedule import Offense, Schedule, Violation

FORMAL_ACTION: Final = "formal action"


def penalty(
    violation: Annotated[
        str | None,
        typer.Argument(help="A violation, by its name or number.", show_default=False),
    ] = None,
    offense: Annotated[
        int | None, typer.Option(help="Which offense of this kind it is; the first unless said.")
    ] = None,
    months: Annotated[
        str | None,
        typer.Option(help="How long the license had lapsed; part of a month counts as one."),
    ] = None,
    injury: Annotated[
        bool, typer.Option("--injury", help="Bodily injury or property damage was involved.")
    ] = False,
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="The schedule of a date such as 2024-06-29.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the schedule of civil penalties for crane operators, or answer for one violation."""
    from upcard.cli.output import parse_date
    from upcard.penalties.schedule import schedule
    from upcard.rules.loader import RULEBOOK_DATE

    day = parse_date(as_of) if as_of is not None else RULEBOOK_DATE
    if violation is not None:
        provision = schedule(day).find(violation)
        answer = _answer(provision, 1 if offense is None else offense, months, harm=injury)
        _show_answer(provision, {"as_of": day, **answer}, as_json=as_json)
    elif offense is not None or months is not None or injury:
        raise BadInput("Name the violation to answer for; `upcard penalty` lists them.")
    else:
        _show_schedule(schedule(day), day, as_json=as_json)


def _answer(
    violation: "Violation", offense: int, months: str | None, *, harm: bool
) -> dict[str, Any]:
    from upcard.money.amount import format_dollars
    from upcard.penalties.assess import assess, months_begun, refusal

    counted_months = months_begun(months) if months is not None else None
    question = {
        "violation": violation.slug,
        "offense": offense,
        "months": counted_months,
        "injury": harm,
    }
    if reason := refusal(violation, harm=harm):
        return {**question, "refused": {"section": reason.section, "message": reason.message}}
    assessment = assess(violation, offense, counted_months, harm=harm)
    return {
        **question,
        "action": "formal-action" if assessment.penalty is None else "civil-penalty",
        "penalty": None if assessment.penalty is None else format_dollars(assessment.penalty),
        "reason": assessment.reason,
        "section": assessment.section,
    }


def _show_answer(violation: "Violation", answer: dict[str, Any], *, as_json: bool) -> None:
    """Print the answer; ends the command with status 1 where a citation is refused."""
    from upcard.cli.output import console, print_document

    reason = answer.get("refused")
    if as_json:
        print_document(schemas.PENALTY, answer)
    else:
        if reason:
            line = reason["message"]
        elif answer["penalty"] is None:
            line = f"Formal action: {answer['reason']}."
        else:
            line = f"Civil penalty of {_printed_amount(answer['penalty'])}: {answer['reason']}."
        out = console()
        out.print(f"[bold]{violation.slug}[/bold]  {violation.title}")
        out.print(f"  {line}")
        out.print(f"  [dim]{violation.cited}[/dim]", soft_wrap=True)
    if reason:
        raise typer.Exit(1)


def _show_schedule(schedule: "Schedule", when: "date", *, as_json: bool) -> None:
    from upcard.cli.output import console, print_document, print_table

    if as_json:
        form = {
            "as_of": when,
            "title": schedule.title,
            "section": schedule.section,
            "effective": schedule.effective,
            "violations": [_violation(violation) for violation in schedule.violation],
        }
        print_document(schemas.PENALTIES, form)
        return
    from rich.table import Column, Table

    offenses = max(len(violation.offense) for violation in schedule.violation)
    columns = [f"Offense {number}" for number in range(1, offenses + 1)]
    name = Column("Violation", no_wrap=True)
    table = Table("No.", name, "About", *columns)
    for number, violation in enumerate(schedule.violation, start=1):
        cells = [_words(offense) for offense in violation.offense]
        cells += [FORMAL_ACTION] * (offenses - len(cells))
        mark = "*" if violation.harmless_only else ""
        table.add_row(f"{number}{mark}", violation.slug, violation.title, *cells)
    out = console()
    out.print(f"{schedule.title}: civil penalties, {schedule.section}, from {schedule.effective}.")
    print_table(out, table)
    out.print(f"Later offenses: {FORMAL_ACTION}. Part of a month counts as a month.")
    out.print(
        "* No citation where bodily injury or property damage was involved: formal prosecution."
    )


def _violation(violation: "Violation") -> dict[str, Any]:
    return {
        "violation": violation.slug,
        "title": violation.title,
        "section": violation.cited,
        "statute": f"63 P.S. {violation.statute}" if violation.statute else None,
        "regulation": f"49 Pa. Code {violation.regulation}",
        "harmless_only": violation.harmless_only,
        "offenses": [
            {
                "offense": number,
                "amount": _dollars(offense.amount),
                "up_to_months": offense.up_to_months or None,
                "at_most": _dollars(offense.at_most),
            }
            for number, offense in enumerate(violation.offense, start=1)
        ],
        "later": "formal-action",
    }


def _dollars(text: str) -> str | None:
    from upcard.money.amount import format_dollars, parse_dollars

    return format_dollars(parse_dollars(text)) if text else None


def _printed_amount(amount: str) -> str:
    """An amount as the schedule prints it: $1,000."""
    from upcard.money.amount import parse_dollars
    from upcard.money.odds import FixedAmount

    return str(FixedAmount(parse_dollars(amount)))


def _words(offense: "Offense") -> str:
    if not offense.monthly:
        return offense.amount
    return (
        f"{offense.amount} a month, at most {offense.at_most}; "
        f"over {offense.up_to_months} months {FORMAL_ACTION}"
    )
