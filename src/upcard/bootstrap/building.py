"""Makes the table server of a database, and the application with its API and pages."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from upcard.host.bodies.audit_notes import Note
    from upcard.service.settings import Settings
    from upcard.service.table_server import TableServer


def build(
    submissions: Sequence[str],
    database: str,
    settings: "Settings",
    *,
    home: str | None = None,
    beside: Mapping[str, str] | None = None,
) -> tuple["TableServer", dict[str, str]]:
    """A floor on a database with its tables open, and the passwords made at a first start.

    Where a floor has several files, `home` is the file with the accounts, for every worker but the
    first; the first also shows the tables `beside` its own, by name with their files.
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
    from upcard.service.demonstration import PAYS_PLAY_MONEY, PLAY_MONEY, ROBOTS
    from upcard.service.journal_address import journal_address
    from upcard.service.startup_notes import notes_before_start
    from upcard.service.table_server import TableServer
    from upcard.submission.compiling.text import rules_of

    files = sorted(set((beside or {}).values()))
    journal = open_journal(database, rules=rules_digest(), beside=files)
    try:
        attach_archive(database, journal)
        check_reach(database, journal)
        house = None if home is None else open_journal(home, rules="", writable=False)
        address = journal_address(database, files)
        with_checkpoint = replace(
            settings, checkpoint=checkpoint_file(database, journal), journal_at=address
        )
        installation = open_installation()
        server = TableServer(journal, installation, rules_of, with_checkpoint, home=house)
        readers = (server.accounts.read_record, server.sessions.book.read_record)
        notes = notes_before_start(journal, *readers, home=house)
        passwords, demonstrates = {}, settings.demonstration
        if house is None:
            server.accounts.take_over("upcard serve", partial(taken_over, journal, installation))
            passwords = open_first_accounts(server.accounts, must_change=not demonstrates)
        for change in key_changes(journal, installation, notes):
            server.accounts.note(change, actor="upcard serve")
        if demonstrates and house is None:
            server.money_desk.give_play_money(PLAY_MONEY, PAYS_PLAY_MONEY)
        _open(server, submissions, ROBOTS if demonstrates else {}, notes, beside or {})
    except BaseException:
        journal.close()
        raise
    return server, passwords


def _open(
    server: "TableServer",
    submissions: Sequence[str],
    robots: Mapping[str, Mapping[int, str]],
    notes: "Sequence[Note]",
    beside: Mapping[str, str],
) -> None:
    """Open the tables of a floor whose audit has these notes; an error releases the tables."""
    server.floor.leases.start()  # the leases have to last while the other tables are opened
    try:
        server.open(submissions, "upcard serve", robots, notes=notes)
        server.note_controls("upcard serve", notes)
        server.show_beside(beside)
    except BaseException:
        server.floor.close()
        raise


def application(server: "TableServer") -> "FastAPI":
    """The application of a floor: API and pages."""
    from upcard.service.api.app import create_app
    from upcard.web import add_pages

    app = create_app(server)
    add_pages(app, server)
    return app
