"""What the house writes down beside its rounds: its Rules Submissions, and who did what here.

Notes stand in records of their own streams, in the same chain as the rounds. They hold no secret:
no password, no token and no text that a stranger chose at length.
"""

from typing import Final, TypeAlias

import msgspec

AUDIT: Final = "audit"
"""The stream of what an auditor looks for: sign-ins, refusals, changed accounts."""


class SubmissionFiled(msgspec.Struct, frozen=True, tag="SubmissionFiled"):
    """A version of a table's Rules Submission was written down; `text` is the whole file."""

    table: str
    version: int
    text: str


class SubmissionApproved(msgspec.Struct, frozen=True, tag="SubmissionApproved"):
    """A version was approved, on a date (ISO), before its use (§ 601a.2)."""

    table: str
    version: int
    on: str


class SubmissionPutInForce(msgspec.Struct, frozen=True, tag="SubmissionPutInForce"):
    """The table runs this version from now on; the one before is superseded."""

    table: str
    version: int


class Noticed(msgspec.Struct, frozen=True, tag="Noticed"):
    """Something about an account or a refusal that an auditor looks for.

    `what` is a word such as ``signed-in`` or ``refused``; `about` says of whom or what, `where`
    from which address, table or route.
    """

    what: str
    about: str = ""
    where: str = ""


RegisterNote: TypeAlias = SubmissionFiled | SubmissionApproved | SubmissionPutInForce
Note: TypeAlias = RegisterNote | Noticed
