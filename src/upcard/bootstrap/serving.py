"""Serves a floor from one process: what it says at its start, how it answers, how it ends."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from upcard.bootstrap.address import Address
from upcard.bootstrap.building import application, build

if TYPE_CHECKING:
    from fastapi import FastAPI
    from uvicorn import Config

    from upcard.service.process import StopRequest
    from upcard.service.settings import Settings
    from upcard.service.table_server import TableServer

CLOSING_SECONDS: Final = 3
"""Seconds that open connections get to finish when the server stops."""


def serve_on(
    listening: socket.socket,
    address: Address,
    texts: Sequence[str],
    database: str,
    settings: "Settings",
    say: Callable[[str], None],
    ending: "StopRequest",
) -> None:
    """Serve a floor of one process on a socket that is already listening; `say` prints a line."""
    import uvicorn
    from msgspec.structs import replace

    from upcard.journal.opening import without_password
    from upcard.service.process import (
        freeze_present_objects,
        log_to_stderr,
        shorten_thread_turns,
    )

    port = listening.getsockname()[1]
    owner = f"{socket.gethostname()}:{port}"  # a restart on the same port gets its tables at once
    server, passwords = build(texts, database, replace(settings, owner=owner))
    with closed_in_order(server):
        for line in first_words(server, texts, passwords):
            say(line)
        tables = ", ".join(server.floor.leases.assigned)
        url = f"{address.scheme}://{address.host}:{port}/"
        say(f"{tables} on {url} — journal {without_password(database)}")
        log_to_stderr()
        serving = configuration(application(server), address)
        freeze_present_objects()
        shorten_thread_turns()
        with ending.at_once():
            have_a_reader_ready(server, texts)
            uvicorn.Server(serving).run(sockets=[listening])


def have_a_reader_ready(server: "TableServer", texts: Sequence[str]) -> None:
    """Start the process that reads the journal at length, before somebody waits for it.

    Not once a signal has asked for the end: the process would ignore that signal as well.
    """
    from upcard.service.computing.reading import begin_reading

    server.computations.have_one_ready(begin_reading, server.settings.journal_at, tuple(texts))


@contextmanager
def closed_in_order(server: "TableServer") -> Iterator[None]:
    """Release the tables and close the journal when the block ends, however it ends."""
    from upcard.service.computing.computations import end_idle

    try:
        yield
    finally:
        server.floor.close()
        end_idle()
        server.floor.journal.close()


def configuration(app: "FastAPI", address: Address) -> "Config":
    """How uvicorn serves an application."""
    import uvicorn

    from upcard.service.slow_requests import PatientProtocol

    tls = address.tls
    return uvicorn.Config(
        cast("Any", app),
        log_config=None,
        http=PatientProtocol,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        server_header=False,
        ws_per_message_deflate=False,  # frames are short: compression costs more than it saves
        ssl_context_factory=None if tls is None else lambda *_: tls,
        proxy_headers=bool(address.proxies),  # else anybody could name any address
        forwarded_allow_ips=list(address.proxies),
    )


def first_words(
    server: "TableServer", texts: Sequence[str], passwords: dict[str, str]
) -> Iterator[str]:
    """The sentences that are printed when a floor starts."""
    from upcard.service.access.first_accounts import how_to_sign_in

    yield from _superseded_lines(server, texts)
    yield from how_to_sign_in(passwords) if passwords else ()
    if server.settings.demonstration:
        yield "This is a demonstration: its sign-in page lets you enter as any user."
    yield from server.troubles


def _superseded_lines(server: "TableServer", texts: Sequence[str]) -> Iterator[str]:
    """A line for each submission that is not the version in force at its table."""
    floor = server.floor
    for text in texts:
        running = floor.register.running(floor.rules_of(text).name)
        if running is not None and running.text != text:
            yield (
                f"{running.table} runs version {running.version} of its Rules Submission, which is "
                "not the file named here: a manager files, approves and puts that in force."
            )
