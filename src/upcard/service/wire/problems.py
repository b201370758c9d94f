"""Refusals as JSON: one sentence, with the section if a rule is the reason."""

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError
from starlette.types import Receive, Scope, Send

from upcard.journal.port import JournalError, KeyReused, VersionConflict
from upcard.rules.violation import BadInput, RuleViolation, UnknownName
from upcard.service.access.principal import Forbidden, NotSignedIn
from upcard.service.access.rates import TooMany
from upcard.service.computing.computations import ComputationCancelled
from upcard.service.tables.other_workers import NoSuchTable
from upcard.text.words import shortened


class HttpProblem(BaseModel):
    """Why something was refused."""

    message: str
    section: str | None = None


STATUSES: Final[dict[type[Exception], int]] = {
    NotSignedIn: 401,
    Forbidden: 403,
    NoSuchTable: 404,
    UnknownName: 404,
    KeyReused: 409,
    VersionConflict: 409,
    ComputationCancelled: 409,
    RuleViolation: 409,
    BadInput: 422,
    TooMany: 429,
    JournalError: 503,
}
"""The HTTP status of each exception; a subclass has its nearest base's."""

_SAYS: Final = {
    401: "Nobody is signed in.",
    403: "You may not do that.",
    404: "It was not found.",
    409: "A rule forbids it, another request came first, or it was cancelled.",
    413: "The request is too long.",
    422: "The request cannot be read.",
    429: "Too many requests.",
    503: "The journal is not available: nothing has changed.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of a route's refusals, by status."""
    return {status: {"model": HttpProblem, "description": _SAYS[status]} for status in statuses}


REFUSALS: Final = problems(401, 403, 404, 413, 422, 429, 503)
"""The refusals of every route that needs a principal."""

CHANGES: Final = {**REFUSALS, **problems(409)}
"""The refusals of a route that changes something."""


def status_of(error: Exception) -> int:
    """The HTTP status of an exception."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def add_problems(app: FastAPI) -> None:
    """Make the application answer exceptions with their sentence and status."""
    for kind, status in STATUSES.items():
        app.add_exception_handler(kind, _handler(status))
    app.add_exception_handler(RequestValidationError, _invalid)


def problem_of(error: Exception) -> HttpProblem:
    """What an exception says, as every refusal says it."""
    if isinstance(error, RuleViolation | Forbidden):
        return HttpProblem(message=shortened(error.message), section=error.section or None)
    return HttpProblem(message=shortened(str(error)))


def first_error(error: ValidationError | RequestValidationError, *where: str) -> str:
    """The first error of a body that cannot be read; `where` stands before its place."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in (*where, *first["loc"]))
    return shortened(f"{place}: {first['msg']}.")


def _handler(status: int) -> Any:
    def handle(_: Request, error: Exception) -> JSONResponse:
        return _answer(status, problem_of(error))

    return handle


def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return _answer(422, HttpProblem(message=first_error(error)))


async def no_such_path(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer an unknown path of the API in JSON instead of a page."""
    problem = HttpProblem(message="The API has no such path.")
    await _answer(404, problem)(scope, receive, send)


def _answer(status: int, problem: HttpProblem) -> JSONResponse:
    return JSONResponse(problem.model_dump(), status)
