"""Notes in the journal beside the rounds: the register of Rules Submissions, and the audit.

Notes have streams of their own. They hold no secret: no password, no token, and no long text that
an unknown client chose.
"""

from typing import Any, Final, TypeAlias

import msgspec

AUDIT: Final = "audit"
"""The audit's stream: sign-ins, refusals, changes of accounts and devices."""


class SubmissionFiled(msgspec.Struct, frozen=True, tag="SubmissionFiled"):
    """A version of a table's Rules Submission was filed; `text` is the whole file."""

    table: str
    version: int
    text: str


class SubmissionApproved(msgspec.Struct, frozen=True, tag="SubmissionApproved"):
    """A version was approved before its use, on a date (ISO) (§ 601a.2)."""

    table: str
    version: int
    on: str


class SubmissionPutInForce(msgspec.Struct, frozen=True, tag="SubmissionPutInForce"):
    """The table uses this version from now on; the previous one is superseded."""

    table: str
    version: int


class Noticed(msgspec.Struct, frozen=True, tag="Noticed"):
    """An entry of the audit, about an account, a device or a refusal.

    `what` names the kind of entry, such as ``signed in`` or ``refused``. `about` names whom or
    what it concerns, `where` the address, table or section.
    """

    what: str
    about: str = ""
    where: str = ""


class DirectoryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an account or a device stands from a record on; `kind` is ``accounts`` or ``devices``.

    `hashed` has SHA-256 (hex) of what is secret, such as the hash of a password.
    """

    kind: str
    name: str
    values: dict[str, Any] = {}
    hashed: dict[str, str] = {}


RegisterNote: TypeAlias = SubmissionFiled | SubmissionApproved | SubmissionPutInForce
Note: TypeAlias = RegisterNote | Noticed
