"""The smallest table that offers a wager: what the PAR sheet of a wager by itself is made from."""

from collections.abc import Iterator
from typing import Final

from upcard.exact.par import ParRecord
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.reports.source import PaperSource, source_of
from upcard.rules.loader import wager_rules
from upcard.rules.schema import WagerRules
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.offered.meters import specified
from upcard.submission.read import SubmissionDocument, parse

TABLE: Final = "Any table"


def wager_source(record: ParRecord) -> PaperSource:
    """The table that a record's sheet is made from.

    Raises `BadInput` for a mystery meter, and where this submission does not comply.
    """
    if record.note:
        raise BadInput(f"{record.title} is no wager of its own: its sheet is one of a table.")
    rules = wager_rules(record.wager, record.jurisdiction)
    problem = ""
    for game in rules.data.games:
        document = parse("\n".join(_submission(record, rules, game)))
        submission, findings = check(document)
        wrong = [finding for finding in findings if finding.severity == "error"]
        if submission is not None and not wrong:
            # No file: nobody files the sheet of a wager by itself.
            return source_of(SubmissionDocument(document.data), submission)
        problem = problem or f"{wrong[0].message} ({wrong[0].section})"
    raise BadInput(f"A Rules Submission has to say more for this sheet: {problem}")


def _submission(record: ParRecord, rules: WagerRules, game: str) -> Iterator[str]:
    """The lines of a submission that offers the wager, and the wagers and choices that it needs."""
    data = rules.data
    yield "[table]"
    yield f'name = "{TABLE}"'
    yield f'jurisdiction = "{record.jurisdiction}"'
    yield f'game = "{game}"'
    if record.decks:
        yield f"decks = {record.decks}"
    yield from (f"{key} = true" for key in data.table_needs)
    for slug in (*data.needs, *data.offered_with):
        yield f"[wagers.{slug}]"
    if record.wager == INSURANCE_WAGER:
        return  # every table offers it
    yield f"[wagers.{record.wager}]"
    yield f'paytable = "{record.paytable}"'
    tables = [table for table in rules.paytables if table.id == record.paytable]
    yield from (f'{key} = "{value}"' for key, value in specified(data, tables[0]).items())
    for key in (*data.forms, *data.readings):
        if key in record.choices:
            value = record.choices[key]
            yield (
                f"{key} = {str(value).lower()}" if isinstance(value, bool) else f'{key} = "{value}"'
            )
