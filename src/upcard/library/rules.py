"""`upcard.load`: the rules of a table, from a Rules Submission that complies."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from upcard.games.table_rules import TableRules
from upcard.rules.user_files import SUBMISSION, read_user_file
from upcard.submission.check import Finding, check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse
from upcard.text.errors import UpcardError

if TYPE_CHECKING:
    from upcard.library.wagers import Wager

SCHEMA: Final = "upcard/rules/1"


class DoesNotComply(UpcardError):
    """A Rules Submission that does not comply. `findings` has every finding, errors first."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = sorted(findings, key=lambda finding: finding.severity != "error")
        first = self.findings[0]
        more = sum(finding.severity == "error" for finding in findings) - 1
        others = f" (and {more} more)" if more else ""
        super().__init__(
            f"The submission does not comply: {first.field}: {first.message} ({first.section})"
            f"{others}"
        )
        self.section = first.section


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of one table, checked: what every function of the library takes as `rules`.

    `text` is the Rules Submission (TOML); `table` what it compiles to.
    """

    text: str
    table: TableRules

    def with_wagers(self, *wagers: "str | Wager") -> "Rules":
        """These rules with further side wagers offered, by name or as objects of `upcard.wager`.

        Each has the defaults of a Rules Submission: the first paytable for the table's decks, and
        the limits of the table. One that is offered already stays as it is. Raises `DoesNotComply`
        for a wager that may not be offered at this table.
        """
        there = {offered.slug for offered in self.table.wagers}
        slugs = [slug for slug in dict.fromkeys(map(str, wagers)) if slug not in there]
        added = "".join(f"\n[wagers.{json.dumps(slug)}]\n" for slug in slugs)
        return rules_of_text(self.text + added) if added else self

    def to_dict(self) -> dict[str, Any]:
        """The submission as data, with its schema."""
        return {"schema": SCHEMA, **parse(self.text).data}

    def __repr__(self) -> str:
        table = self.table
        wagers = ", ".join(offered.slug for offered in table.wagers) or "none"
        return (
            f"{table.name}: {table.game} ({table.jurisdiction}), {table.decks} decks, "
            f"{table.positions} positions; side wagers: {wagers}"
        )


def load(path: str | Path) -> Rules:
    """The rules of a Rules Submission's file.

    Raises `DoesNotComply` with its findings, and `BadInput` for a file that cannot be read.
    """
    return rules_of_text(read_user_file(Path(path), SUBMISSION))


def rules_of_text(text: str) -> Rules:
    """The rules of a Rules Submission's text; raises as `load` does."""
    submission, findings = check(parse(text))
    if submission is None or any(finding.severity == "error" for finding in findings):
        raise DoesNotComply(findings)
    return Rules(text, compile_table(submission))
