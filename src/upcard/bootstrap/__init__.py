"""Makes the table server of settings: installation, journal, `TableServer`, API and pages."""

import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from errno import EADDRINUSE
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from upcard.rules.user_files import SUBMISSION, read_user_file
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from ssl import SSLContext

    from fastapi import FastAPI
    from uvicorn import Config

    from upcard.service.process import StopRequest
    from upcard.service.settings import Settings
    from upcard.service.table_server import TableServer

FILE: Final = "floor.journal"
DEMONSTRATION: Final = "demonstration.journal"
CLOSING: Final = 3
"""Seconds that open connections get to finish when the server stops."""


class Address(NamedTuple):
    """Where a server listens, and how; `proxies` are addresses or networks of reverse proxies."""

    host: str
    port: int
    tls: "SSLContext | None" = None
    proxies: tuple[str, ...] = ()

    @property
    def scheme(self) -> str:
        """The scheme of its pages' addresses."""
        return "http" if self.tls is None else "https"


def data_folder() -> Path:
    """The folder of this user's journals, used unless a database is named."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "upcard"


def build(
    submissions: Sequence[str],
    database: str,
    settings: "Settings",
    *,
    home: str | None = None,
    beside: Mapping[str, str] | None = None,
) -> tuple["TableServer", dict[str, str]]:
    """A floor on a database with its tables open, and the passwords made at a first start.

    Of a floor on several files, a worker that is not the first one has the `home` file with the
    accounts; the first one shows the tables `beside` its own, whose files are given by name.
    """
    from functools import partial

    from msgspec.structs import replace

    from upcard.host.records.archives import attach_archive
    from upcard.host.records.checkpoints import check_reach, checkpoint_file
    from upcard.host.records.signing_keys import key_changes, taken_over
    from upcard.host.seals.installation import open_installation
    from upcard.journal.opening import open_journal
    from upcard.rules.digest import rules_digest
    from upcard.service.access.first_accounts import open_first_accounts
    from upcard.service.computing.reading import journal_place
    from upcard.service.demonstration import PLAY_MONEY, ROBOTS
    from upcard.service.table_server import TableServer
    from upcard.submission.compiling.text import rules_of

    files = sorted(set((beside or {}).values()))
    journal = open_journal(database, rules=rules_digest(), beside=files)
    try:
        attach_archive(database, journal)
        check_reach(database, journal)
        house = None if home is None else open_journal(home, rules="", writable=False)
        at = journal_place(database, files)
        kept = replace(settings, checkpoint=checkpoint_file(database, journal), journal_at=at)
        installation = open_installation()
        server = TableServer(journal, installation, rules_of, kept, home=house)
        passwords, demonstrates = {}, settings.demonstration
        if house is None:
            server.accounts.take_over("upcard serve", partial(taken_over, journal, installation))
            passwords = open_first_accounts(server.accounts, must_change=not demonstrates)
        for change in key_changes(journal, installation):
            server.accounts.note(change, by="upcard serve")
        if demonstrates and house is None:
            server.money_desk.give_play_money(PLAY_MONEY, "the demonstration")
        robots = ROBOTS if demonstrates else {}
        server.floor.tenure.start()  # the leases have to last while the other tables are opened
        try:
            server.open(submissions, "upcard serve", robots)
            server.note_controls("upcard serve")
            server.show_beside(beside or {})
        except BaseException:
            server.floor.close()
            raise
    except BaseException:
        journal.close()
        raise
    return server, passwords


def application(server: "TableServer") -> "FastAPI":
    """The application of a floor: API and pages."""
    from upcard.service.api.app import create_app
    from upcard.web import add_pages

    app = create_app(server)
    add_pages(app, server)
    return app


def serve(
    submissions: Sequence[Path],
    database: str | None,
    address: Address,
    settings: "Settings",
    say: Callable[[str], None],
    workers: int = 1,
) -> None:
    """Serve until SIGTERM or SIGINT (Ctrl-C); `say` prints a line.

    With several `workers`, tables are spread over so many processes, each with a file of its own.

    Raises `BadInput` for a submission or database that cannot be opened, or an address that cannot
    be listened on.
    """
    from upcard.journal.opening import SERVERS
    from upcard.service.api.app import LOOPBACK
    from upcard.service.demonstration import served as demonstrated
    from upcard.service.process import ending_in_order
    from upcard.service.workers.plan import files

    if settings.demonstration and address.host not in LOOPBACK:
        raise BadInput(
            "The demonstration lets anybody enter as any user, so it listens only on 127.0.0.1: "
            "name a Rules Submission to serve other machines."
        )
    texts = [_submission(path) for path in submissions] or demonstrated()
    place = database or _default(settings)
    with _listen(address.host, address.port) as listening, ending_in_order() as ending:
        if workers > 1:
            from upcard.bootstrap.workers import Workers

            floor = Workers(texts, place, address, settings, workers)
            with ending.at_once():
                floor.serve(listening, say)
            return
        if place != "memory:" and not place.startswith(SERVERS):
            files(place, 1)  # refuses a floor with more files, whose tables would begin anew here
        _serve_on(listening, address, texts, place, settings, say, ending)


def _serve_on(
    listening: socket.socket,
    address: Address,
    texts: Sequence[str],
    place: str,
    settings: "Settings",
    say: Callable[[str], None],
    ending: "StopRequest",
) -> None:
    """Serve on a socket that is already listening."""
    import uvicorn
    from msgspec.structs import replace

    from upcard.journal.opening import without_password
    from upcard.service.process import keep_what_the_start_made, log_to_stderr

    port = listening.getsockname()[1]
    owner = f"{socket.gethostname()}:{port}"  # a restart on the same port gets its tables at once
    server, passwords = build(texts, place, replace(settings, owner=owner))
    with closed_in_order(server):
        for line in first_words(server, texts, passwords):
            say(line)
        tables = ", ".join(server.floor.tenure.assigned)
        url = f"{address.scheme}://{address.host}:{port}/"
        say(f"{tables} on {url} — journal {without_password(place)}")
        log_to_stderr()
        serving = configuration(application(server), address)
        keep_what_the_start_made()
        with ending.at_once():
            have_a_reader_ready(server, texts)
            uvicorn.Server(serving).run(sockets=[listening])


def have_a_reader_ready(server: "TableServer", texts: Sequence[str]) -> None:
    """Start the process that reads the journal at length, before somebody waits for it.

    Not once a signal has asked for the end: the process would ignore that signal as well.
    """
    from upcard.service.computing.reading import begin_reading

    server.workshop.have_one_ready(begin_reading, server.settings.journal_at, tuple(texts))


@contextmanager
def closed_in_order(server: "TableServer") -> Iterator[None]:
    """Release the tables and close the journal when the block ends, however it ends."""
    try:
        yield
    finally:
        server.floor.close()
        server.floor.journal.close()


def configuration(app: "FastAPI", address: Address) -> "Config":
    """How uvicorn serves an application."""
    import uvicorn

    from upcard.service.half_sent import PatientProtocol

    tls = address.tls
    return uvicorn.Config(
        cast("Any", app),
        log_config=None,
        http=PatientProtocol,
        timeout_graceful_shutdown=CLOSING,
        server_header=False,
        ws_per_message_deflate=False,  # frames are short: compression costs more than it saves
        ssl_context_factory=None if tls is None else lambda *_: tls,
        proxy_headers=bool(address.proxies),  # else anybody could name any address
        forwarded_allow_ips=list(address.proxies),
    )


def first_words(
    server: "TableServer", texts: Sequence[str], passwords: dict[str, str]
) -> Iterator[str]:
    """What is said when a floor starts."""
    from upcard.service.access.first_accounts import how_to_sign_in

    yield from _superseded(server, texts)
    yield from how_to_sign_in(passwords) if passwords else ()
    if server.settings.demonstration:
        yield "This is a demonstration: its sign-in page lets you enter as any user."
    yield from server.troubles


def _submission(path: Path) -> str:
    """The text of a file; raises `BadInput`, with the file's name, if it does not comply."""
    from upcard.submission.compiling.text import rules_of

    text = read_user_file(path, SUBMISSION)
    try:
        rules_of(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return text


def _default(settings: "Settings") -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / (DEMONSTRATION if settings.demonstration else FILE))


def _superseded(server: "TableServer", texts: Sequence[str]) -> Iterator[str]:
    """A line for each submission that is not the version in force at its table."""
    floor = server.floor
    for text in texts:
        running = floor.register.running(floor.rules_of(text).name)
        if running is not None and running.text != text:
            yield (
                f"{running.table} runs version {running.version} of its Rules Submission, which is "
                "not the file named here: a manager files, approves and puts that in force."
            )


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `BadInput` if the address cannot be used."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = addresses[0]
        with ExitStack() as unless_it_listens:
            listening = unless_it_listens.enter_context(socket.socket(family, kind, protocol))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen()
            unless_it_listens.pop_all()
    except OSError as error:
        reason = f"{error.strerror}."
        if error.errno == EADDRINUSE:
            reason = "another program does. Name another port (--port, or UPCARD_PORT)."
        raise BadInput(f"Cannot listen on {host}:{port}: {reason}") from None
    return listening
