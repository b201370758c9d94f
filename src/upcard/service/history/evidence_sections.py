"""The sections on which the decisions of a round rest, for a page of evidence.

A table of a house's own rules claims no State's text: a decision there cites the key of the Rules
Submission that it rests on. The page names the provision in whose place that key stands, what the
key decides, and its value; the submission itself is in the page.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import body_of
from upcard.host.tables.committing import stream_of
from upcard.journal.journal import Journal
from upcard.rules.citation import HOUSE
from upcard.rules.house import SOURCES
from upcard.rules.loader import game_rules
from upcard.submission.schema import field_of, section_of

OF_A_KEY: Final = f"{HOUSE}: "
"""How a citation of a key of the submission begins."""


class CitedSections:
    """What a page cites for the decisions at a table, and the keys among it."""

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._keys: set[str] = set()

    def section_of_command(self, provision: str) -> str:
        """The section of a command that chapter 633a bases on a provision."""
        return self._with_provision(self._rules.cite(provision), provision)

    def section_of_settlement(self, section: str, wager: str, outcome: str) -> str:
        """The section of a settlement, as its event has it."""
        rules = self._rules
        if not rules.is_house or wager != rules.game:
            return self._with_provision(section, "")
        pays = game_rules(rules.game, SOURCES[0]).pays_sections
        return self._with_provision(section, pays.get(outcome, ""))

    def _with_provision(self, section: str, provision: str) -> str:
        """A citation; that of a key with the provision in whose place it stands."""
        if not section.startswith(OF_A_KEY):
            return section
        self._keys.add(section.removeprefix(OF_A_KEY))
        return f"{section}, in place of {provision}" if provision else section

    def keys(self) -> Iterator[str]:
        """The keys that were cited, as HTML: what each decides, and the section it rests on."""
        if not self._keys:
            return
        yield "<h2>The keys of the Rules Submission that are cited</h2>"
        yield (
            "<p>The table plays by the house's own rules: no State's text is claimed for it. "
            "Where this page cites <code>submission: KEY</code>, the decision rests on the value "
            "that the Rules Submission has for that key.</p>"
        )
        yield "<div class=scroll><table><tr><th>Key<th>What it decides<th>Section</tr>"
        for key in sorted(self._keys):
            path = tuple(key.split("."))
            field = field_of(path)
            description = "A wager that the table offers." if field is None else field.description
            section = section_of(path)
            yield (
                f"<tr><td><code>{escape(key)}</code><td>{escape(description)}<td>{escape(section)}</tr>"
            )
        yield "</table></div>"


def submission_html(journal: Journal, table: str, position: int) -> Iterator[str]:
    """The Rules Submission that is in force at a record of a table, as HTML."""
    text = ""
    for record in journal.records(stream_of(table)):
        if record.position > position:
            break
        if b'"submission"' in bytes(record.body):
            text = body_of(record).submission or text
    yield f"<h2>The Rules Submission in force</h2><pre>{escape(text)}</pre>"
