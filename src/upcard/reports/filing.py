"""Who files a Rules Submission, for whom and when: the cover of the submission form, from a file.

Whatever a filing leaves out stands as a line to be written on, so that a form can be printed
before it is known who signs it.
"""

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, PaperTable, Words, left
from upcard.rules.violation import BadInput
from upcard.text.form_errors import form_error_in_words
from upcard.text.words import quoted

LINE: Final = "_" * 36
NOT_GIVEN: Final = "not given"
"""What stands on a paper for what neither the filing nor the submission says."""

PREPARED_BY: Final = "Prepared by"

CERTIFICATE_HOLDER: Final = "certificate holder"
HOLDERS: Final = {"wa": "operator"}
"""What a text calls who offers the game, by jurisdiction, where it is no `CERTIFICATE_HOLDER`."""


def holder_in(jurisdiction: str) -> str:
    """What the text of a jurisdiction calls who offers the game: ``certificate holder``."""
    return HOLDERS.get(jurisdiction, CERTIFICATE_HOLDER)


def signed_off(filing: "Filing", jurisdiction: str) -> PaperPart:
    """The lines of who prepares, approves and receives a filed paper."""
    approved = f"Approved for the {holder_in(jurisdiction)}"
    signers = (PREPARED_BY, approved, "Received for the regulator")
    return signatures("Signatures", signers, {PREPARED_BY: filing.preparer})


class Revision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One earlier version of a submission."""

    number: str
    date: date
    what: str


class Filing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cover of a submission form; empty texts are lines to be written on."""

    certificate_holder: str = ""
    facility: str = ""
    preparer: str = ""
    revision: str = ""
    effective: date | None = None
    history: tuple[Revision, ...] = ()
    attachments: tuple[str, ...] = ()

    @property
    def earlier(self) -> Revision | None:
        """The last revision of the history before the one that is filed."""
        earlier = [revision for revision in self.history if revision.number != self.revision]
        return max(earlier, key=lambda revision: revision.date, default=None)


def read_filing(path: Path) -> Filing:
    """The filing of a TOML file; raises `BadInput` with one sentence for a file that is none."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Filing)
    except OSError as error:
        raise BadInput(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{quoted(str(path))} is no filing: {form_error_in_words(error)}.") from None


def cover(filing: Filing, table: str, jurisdiction: str) -> PaperPart:
    """Who files what, from when on."""
    effective = filing.effective.isoformat() if filing.effective is not None else LINE
    facts = (
        PaperFact(holder_in(jurisdiction).capitalize(), filing.certificate_holder or LINE),
        PaperFact("Licensed facility", filing.facility or LINE),
        PaperFact("Table", table),
        PaperFact(PREPARED_BY, filing.preparer or LINE),
        PaperFact("Revision", filing.revision or LINE),
        PaperFact("Effective date", effective),
    )
    return PaperPart("Filing", (Facts(facts),))


def closing(
    filing: Filing, paper_names: tuple[str, ...], jurisdiction: str, missing: str = ""
) -> tuple[PaperPart, ...]:
    """The history of the revisions, the attachments and the signatures.

    `missing` says, where it is not empty, what is not attached and why.
    """
    parts = []
    if filing.history:
        columns = (left("Revision"), left("Date"), left("What changed", wide=True))
        rows = tuple(
            (revision.number, revision.date.isoformat(), revision.what)
            for revision in filing.history
        )
        parts.append(PaperPart("History of revisions", (PaperTable(columns, rows),)))
    papers = tuple(
        (str(number), name) for number, name in enumerate((*paper_names, *filing.attachments), 1)
    )
    attachments = (left("No."), left("Attachment", wide=True))
    notes = (Words(missing),) if missing else ()
    parts.append(PaperPart("Attachments", (PaperTable(attachments, papers), *notes)))
    return (*parts, signed_off(filing, jurisdiction))


def signatures(
    heading: str, signers: tuple[str, ...], names: Mapping[str, str] = MappingProxyType({})
) -> PaperPart:
    """A line for each signer, with their `names` where they are known."""
    columns = (left("", wide=True), left("Name"), left("Signature"), left("Date"))
    lines = tuple((who, names.get(who) or LINE[:20], LINE[:24], LINE[:12]) for who in signers)
    return PaperPart(heading, (PaperTable(columns, lines),))
