"""Routes of the floor as a whole: meters, jackpots, submissions, parameters, the journal."""

from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated, BinaryIO, cast

import msgspec
from fastapi import APIRouter, Request
from fastapi import Path as InPath
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from upcard.host.records.register import RegisterEntry
from upcard.host.verification.verify import verify
from upcard.journal.copies.exporting import sign_export, write_streams
from upcard.journal.journal import Journal
from upcard.journal.port import ChainHead
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.api.computing import compute, read_apart
from upcard.service.api.dependencies import Here, Who
from upcard.service.computing.submission_check import Checked, check_text
from upcard.service.tables.jackpots import waiting_at
from upcard.service.wire.exact import Day, Number, RequestBody
from upcard.service.wire.problems import CHANGES, REFUSALS
from upcard.text.json_object import Json

router = APIRouter(prefix="/api", tags=["floor"])

CHUNK = 1 << 16


Version = Annotated[Number, InPath(ge=1, le=2**31)]


class Text(RequestBody):
    """The text of a Rules Submission, as the file has it."""

    text: Annotated[str, Field(max_length=100_000)]


class Approval(RequestBody):
    """The date on which a version was approved."""

    on: Day


class EntryOut(BaseModel):
    """A version of a table's submission; times in microseconds since the epoch, 0 for not yet."""

    table: str
    version: int
    status: str
    filed_by: str
    filed_at: int
    approved_by: str
    approved_on: str
    in_force_from: int
    superseded_at: int
    scheduled_by: str
    scheduled_at: int
    text: str


@router.get("/meters", responses={**REFUSALS})
def meters(who: Who, server: Here) -> list[Json]:
    """Every meter of the floor."""
    server.floor.authority.authorize(who, Action.SEE_METERS)
    return [msgspec.to_builtins(meter) for meter in server.floor.board.meters()]


@router.get("/jackpots", responses={**REFUSALS})
def jackpots(who: Who, server: Here) -> list[Json]:
    """The jackpots that wait for a step, at every table that one may see them at."""
    server.floor.authority.authorize(who, Action.SEE_JACKPOTS)
    above = server.floor.two_persons_above
    return [
        msgspec.to_builtins(payout)
        for table in server.floor.shown_tables
        if who.role is not Role.DEALER or who.works_at(table)
        for payout in waiting_at(server.floor.state(table), above)
    ]


@router.get("/submissions", responses={**REFUSALS})
def submissions(who: Who, server: Here) -> list[EntryOut]:
    """Every version of every table's submission."""
    server.floor.authority.authorize(who, Action.SEE_SUBMISSIONS)
    return [
        _entry(version)
        for versions in server.floor.register.entries.values()
        for version in versions
    ]


@router.post("/submissions/check", responses={**CHANGES})
async def check_submission(body: Text, who: Who, request: Request) -> Checked:
    """What `upcard check` says of a text; nothing is filed."""
    return await compute(request, who, Action.SEE_SUBMISSIONS, check_text, body.text)


@router.post("/submissions", status_code=201, responses={**CHANGES})
def file_submission(body: Text, who: Who, server: Here) -> EntryOut:
    """File a new version; one that does not comply is refused."""
    with server.floor.authority.authorized(who, Action.FILE_SUBMISSION):
        return _entry(server.floor.file(body.text, who.name))


@router.post("/submissions/{table}/{version}/approval", responses={**CHANGES})
def approve(table: str, version: Version, body: Approval, who: Who, server: Here) -> EntryOut:
    """Note the date on which a version was approved."""
    with server.floor.authority.authorized(who, Action.APPROVE_SUBMISSION, table):
        return _entry(server.floor.duties.approve(table, version, body.on.isoformat(), who.name))


@router.post("/submissions/{table}/{version}/force", status_code=204, responses={**CHANGES})
def put_in_force(
    table: str,
    version: Version,
    who: Who,
    server: Here,
    after_round: bool = False,
) -> None:
    """Let the table go on with an approved version, between two rounds.

    In the middle of a round it is refused, or with `after_round` takes force when the round ends.
    """
    with server.floor.authority.authorized(who, Action.PUT_IN_FORCE, table):
        server.floor.put_in_force(table, version, who.name, after_round=after_round)


@router.delete("/submissions/{table}/{version}/force", status_code=204, responses={**CHANGES})
def withdraw(table: str, version: Version, who: Who, server: Here) -> None:
    """Withdraw a version that waits for the end of a round."""
    with server.floor.authority.authorized(who, Action.PUT_IN_FORCE, table):
        server.floor.register.withdraw(table, version, who.name)


@router.post("/parameters", status_code=204, responses={**CHANGES})
def parameters(body: Text, who: Who, server: Here) -> None:
    """Give linked meters the parameters of a submission, for all tables that feed them."""
    with server.floor.authority.authorized(who, Action.SUBMIT_PARAMETERS):
        server.floor.submit_parameters(body.text, who.name)


@router.post("/journal/verification", responses={**CHANGES})
async def verification(who: Who, server: Here, request: Request) -> Json:
    """Verify the journal, as `upcard verify --json` does, in another process if one can read it."""
    work = verify, server.floor.rules_of
    verdict = await read_apart(request, who, Action.VERIFY_JOURNAL, *work)
    result: Json = msgspec.to_builtins(verdict)
    return result


@router.get(
    "/journal/export",
    response_class=StreamingResponse,
    responses={**REFUSALS, 200: {"content": {"application/x-ndjson": {}}}},
)
async def export(who: Who, server: Here, request: Request) -> StreamingResponse:
    """The journal as one canonical file, signed by this installation."""
    file = NamedTemporaryFile()  # noqa: SIM115 - the response closes it
    try:
        heads = await read_apart(request, who, Action.EXPORT_JOURNAL, write_export, file.name)
    except BaseException:
        file.close()
        raise
    file.seek(0, SEEK_END)
    sign_export(heads, cast(BinaryIO, file), server.signing_key)
    file.seek(0)

    def chunks() -> Iterator[bytes]:
        with file:
            while chunk := file.read(CHUNK):
                yield chunk

    name = f'attachment; filename="{server.floor.journal.header.journal}.export"'
    return StreamingResponse(
        chunks(), media_type="application/x-ndjson", headers={"Content-Disposition": name}
    )


def write_export(journal: Journal, path: str) -> dict[str, ChainHead]:
    """Write an export into a file, but for its last line: the server alone has the key."""
    with Path(path).open("wb") as file:
        return write_streams(journal, file)


def _entry(entry: RegisterEntry) -> EntryOut:
    return EntryOut(status=entry.status, **msgspec.structs.asdict(entry))
