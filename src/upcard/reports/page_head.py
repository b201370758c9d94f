"""The head and foot of every page: the table, its rules, how it is filed, and what made it."""

from upcard import __version__
from upcard.games.table_rules import TableRules
from upcard.reports.filing import Filing
from upcard.reports.names import Language, language
from upcard.reports.rendering.figures import JURISDICTIONS
from upcard.reports.rendering.paper import PaperHead
from upcard.rules.digest import rules_digest


def page_head(
    rules: TableRules, digest: str, filing: Filing, wording: Language | None = None
) -> PaperHead:
    """The head of a table's papers in the words of a language, English unless given.

    `digest` is that of the submission by which the paper is filed, empty for a paper of none. What
    the filing leaves out is said to be not given.
    """
    words = wording or language()
    place = words.title(rules.jurisdiction, JURISDICTIONS[rules.jurisdiction])
    phrase = "house_rules_of" if rules.is_house else "rules_of"
    return PaperHead(
        table=rules.name,
        game=words.title(rules.game, rules.game_data.title),
        rules=words.say(phrase, place=place, date=rules.as_of.isoformat()),
        page=words.phrases["page"],
        made_by=words.say("made_by", version=__version__, digest=rules_digest()),
        filed=_filed(digest, filing, words) if digest else "",
        author=filing.preparer,
    )


def _filed(digest: str, filing: Filing, words: Language) -> str:
    effective = words.say("date_not_given")
    if filing.effective is not None:
        effective = filing.effective.isoformat()
    revision = filing.revision or words.say("not_given")
    return words.say("filed", revision=revision, date=effective, digest=digest)
