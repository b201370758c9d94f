"""Notes in the journal apart from the rounds: the register of Rules Submissions, and the audit.

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


class SubmissionScheduled(msgspec.Struct, frozen=True, tag="SubmissionScheduled"):
    """A version takes force once the table's round is over, in place of one that waited before."""

    table: str
    version: int


class SubmissionWithdrawn(msgspec.Struct, frozen=True, tag="SubmissionWithdrawn"):
    """A scheduled version does not take force: somebody withdrew it, or `why` says the reason."""

    table: str
    version: int
    why: str = ""


class AuditEntry(msgspec.Struct, frozen=True, tag="Noticed"):
    """An entry of the audit, about an account, a device or a refusal.

    `what` names the kind of entry, such as ``signed in`` or ``refused``. `about` names whom or
    what it concerns, `where` the address, table or section.
    """

    what: str
    about: str = ""
    where: str = ""


class SessionBegun(msgspec.Struct, frozen=True, tag="SessionBegun"):
    """A person signed in: their session, which ends at `until` at the latest.

    `session` is the id that the signed cookie names; without its signature it opens nothing.
    `generation` is that of the account, `until` in seconds since the epoch, `where` the address.
    """

    session: str
    name: str
    generation: int
    until: int
    where: str = ""


class SessionEnded(msgspec.Struct, frozen=True, tag="SessionEnded"):
    """A session of a person ended: they signed out, it was revoked, or nobody used it."""

    session: str
    name: str
    why: str


class SessionsUsed(msgspec.Struct, frozen=True, tag="SessionsUsed"):
    """When sessions were used last, by id, in seconds since the epoch; noted at intervals."""

    used: dict[str, int]


class RepeatedEntries(msgspec.Struct, frozen=True, tag="Repeated"):
    """Notices of one person that came too often to be listed: how many, in place of each.

    `what` is that of the notices, `about` and `where` those of the last one.
    """

    what: str
    about: str
    where: str
    times: int


class ControlsInForce(msgspec.Struct, frozen=True, tag="ControlsInForce"):
    """The controls of the floor that hold from this record on.

    A payout of `two_persons_above` units or more takes two people; None: none does. With
    `separate_duties`, its filer neither approves a submission nor puts it in force. The roles of
    `second_factor` sign in with a second factor.
    """

    two_persons_above: int | None
    separate_duties: bool
    second_factor: tuple[str, ...]


class DirectoryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an account or a device stands from a record on; `kind` is ``accounts`` or ``devices``.

    `hashed` has SHA-256 (hex) of what is secret, such as the hash of a password.
    """

    kind: str
    name: str
    values: dict[str, Any] = {}
    hashed: dict[str, str] = {}


RegisterNote: TypeAlias = (
    SubmissionFiled
    | SubmissionApproved
    | SubmissionPutInForce
    | SubmissionScheduled
    | SubmissionWithdrawn
)
SessionNote: TypeAlias = SessionBegun | SessionEnded | SessionsUsed
AuditNote: TypeAlias = AuditEntry | RepeatedEntries | ControlsInForce | SessionNote
Note: TypeAlias = RegisterNote | AuditNote
