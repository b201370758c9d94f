"""What the papers of a day begin with: whose they are, and the submission in force."""

from typing import Final

from upcard import __version__
from upcard.games.table_rules import TableRules
from upcard.reports.filing import NOT_GIVEN, Filing, filed
from upcard.reports.rendering.figures import JURISDICTIONS
from upcard.reports.rendering.paper import Facts, PaperFact, PaperHead, PaperPart
from upcard.rules.digest import rules_digest
from upcard.submission.read import text_digest

FILING: Final = Filing()
"""That of a day without one: what it would say is not given."""


def head_of(rules: TableRules, submission: str = "", filing: Filing = FILING) -> PaperHead:
    """The head of a table's papers, which name the `submission` in force by its text.

    A journal has no filing: without one revision and effective date are not given.
    """
    return PaperHead(
        table=rules.name,
        game=rules.game_data.title,
        jurisdiction=JURISDICTIONS[rules.jurisdiction],
        as_of=rules.as_of.isoformat(),
        made_by=f"upcard {__version__}, rule data sha256 {rules_digest()}",
        filed=filed(text_digest(submission), filing) if submission else "",
    )


def casino(filing: Filing) -> PaperPart:
    """Whose paper it is; a journal has no names of casinos, so they come from a filing."""
    facts = (
        PaperFact("Certificate holder", filing.certificate_holder or NOT_GIVEN),
        PaperFact("Licensed facility", filing.facility or NOT_GIVEN),
    )
    return PaperPart("Casino", (Facts(facts),))
