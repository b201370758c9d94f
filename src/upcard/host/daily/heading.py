"""The heading of the papers of a day: the certificate holder, and the submission in force."""

from typing import Final

from upcard.games.table_rules import TableRules
from upcard.reports.filing import NOT_GIVEN, Filing, holder_in
from upcard.reports.page_head import page_head
from upcard.reports.rendering.paper import Facts, PaperFact, PaperHead, PaperPart
from upcard.submission.read import text_digest

FILING: Final = Filing()
"""That of a day without one: what it would say is not given."""


def head_of(rules: TableRules, submission: str = "", filing: Filing = FILING) -> PaperHead:
    """The head of a table's papers, which name the `submission` in force by its text.

    A journal has no filing: without one revision and effective date are not given.
    """
    return page_head(rules, text_digest(submission) if submission else "", filing)


def casino(filing: Filing, jurisdiction: str) -> PaperPart:
    """Whose paper it is; a journal has no names of casinos, so they come from a filing."""
    facts = (
        PaperFact(holder_in(jurisdiction).capitalize(), filing.certificate_holder or NOT_GIVEN),
        PaperFact("Licensed facility", filing.facility or NOT_GIVEN),
    )
    return PaperPart("Casino", (Facts(facts),))
