"""Accounts, roles, devices and tokens are in the records: a row that was changed is found."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

from host.live import INSTALLATION
from service.floors import HASHER, PASSWORD, journal
from upcard import bootstrap
from upcard.host.bodies.audit_notes import AUDIT, AuditEntry
from upcard.host.bodies.record_body import RecordBody, decode_body, encode_body
from upcard.host.records.directory import ACCOUNTS, TAKEN
from upcard.host.records.rebuild import rebuild
from upcard.host.records.signing_keys import taken_over
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.committed import CommittedRecords
from upcard.journal.copies.exporting import export_journal, import_journal
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord, JournalTampered, Proposal, Written
from upcard.service.access.accounts import Accounts
from upcard.service.access.first_accounts import open_first_accounts
from upcard.service.access.principal import NotSignedIn, Purpose, Role
from upcard.service.access.sessions import Sessions
from upcard.service.settings import Settings
from upcard.submission.compiling.text import rules_of

State = dict[str, dict[str, dict[str, Any]]]
Change = Callable[[State], object]


def settle(opened: Journal) -> Accounts:
    accounts = Accounts(opened, HASHER)
    accounts.open("ada", Role.ADMINISTRATOR, PASSWORD, "the tests")
    accounts.open("ann", Role.PLAYER, PASSWORD, "ada")
    accounts.open("dora", Role.DEALER, PASSWORD, "ada", ("BJ-01",))
    accounts.add_device("shoe", Purpose.SHOE, "BJ-01", "ada")
    accounts.close("dora", "ada")
    return accounts


def message_of(verdict: Verdict) -> str:
    assert verdict.first_difference is not None
    return verdict.first_difference.message


def verdict_on(path: Path) -> Verdict:
    with journal(str(path)) as opened:
        return verify(opened, rules_of)


def change_row(path: Path, change: Change) -> None:
    with sqlite3.connect(path) as database:
        ((row,),) = database.execute("SELECT state FROM shared WHERE name = 'accounts'")
        state = json.loads(row)
        change(state)
        new = json.dumps(state, sort_keys=True, separators=(",", ":")).encode()
        database.execute("UPDATE shared SET state = ? WHERE name = 'accounts'", (new,))
    database.close()


CHANGES: Final[dict[str, Change]] = {
    "role of ann": lambda state: state["accounts"]["ann"].update(role="administrator"),
    "tables of dora": lambda state: state["accounts"]["dora"].update(tables=["*"]),
    "closed of dora": lambda state: state["accounts"]["dora"].update(closed=False),
    "generation of dora": lambda state: state["accounts"]["dora"].update(generation=0),
    "password of ada": lambda state: state["accounts"]["ada"].update(
        password=HASHER.hash("another horse")
    ),
    "token of shoe": lambda state: state["devices"]["shoe"].update(token="0" * 64),
    "purpose of shoe": lambda state: state["devices"]["shoe"].update(purpose="keypad"),
    "ann is missing among the accounts": lambda state: state["accounts"].pop("ann"),
    "eve is among the accounts": lambda state: state["accounts"].update(
        eve={**state["accounts"]["ada"], "name": "eve"}
    ),
    "keypad is among the devices": lambda state: state["devices"].update(
        keypad=state["devices"]["shoe"]
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_row_that_was_changed_is_found_and_not_served(tmp_path: Path, what: str) -> None:
    path = tmp_path / "floor.journal"
    with journal(str(path)) as opened:
        settle(opened)
    verdict = verdict_on(path)
    assert (verdict.verified, verdict.remarks) == (True, ())
    change_row(path, CHANGES[what])
    verdict = verdict_on(path)
    assert what in message_of(verdict)
    with pytest.raises(JournalTampered, match=what):
        bootstrap.build([], str(path), Settings())


def test_a_start_reads_the_audit_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accounts, sessions, controls and who deals come from one reading."""
    monkeypatch.setenv("UPCARD_INSTALLATION_KEY", str(tmp_path / "installation.key"))
    path, read = tmp_path / "floor.journal", 0
    with journal(str(path)) as opened:
        accounts = settle(opened)
        sessions = Sessions(accounts, INSTALLATION.cookie_key, opened)
        sessions.begin(accounts.directory.accounts["ann"])
        for number in range(20):
            accounts.note(AuditEntry("signed in", "ann", f"127.0.0.{number}"), actor="ann")
        there, directory = opened.versions()[AUDIT], accounts.directory

    def counted(journal: Journal, stream: str, after: int = 0) -> Iterator[JournalRecord]:
        nonlocal read
        for link in journal.links(stream, after):
            read += stream == AUDIT
            yield link.record

    monkeypatch.setattr(CommittedRecords, "records", counted)
    server, _ = bootstrap.build([], str(path), Settings())
    server.accounts.keep_current()
    server.sessions.catch_up()
    assert [known.name for known in server.sessions.going_on()] == ["ann"]
    assert server.accounts.directory == directory
    added = server.floor.journal.versions()[AUDIT] - there
    server.floor.journal.close()
    assert added == 1, "the controls in force"
    assert read == there + 2 * added


def test_a_state_that_was_deleted_opens_no_first_accounts(tmp_path: Path) -> None:
    path = tmp_path / "floor.journal"
    with journal(str(path)) as opened:
        settle(opened)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM shared")
    database.close()
    assert "is missing" in message_of(verdict_on(path))
    with pytest.raises(JournalTampered, match="ada is missing"):
        bootstrap.build([], str(path), Settings())


def test_a_row_that_is_changed_while_it_is_used_lets_nobody_in(tmp_path: Path) -> None:
    path = tmp_path / "floor.journal"
    with journal(str(path)) as opened:
        accounts = settle(opened)
        assert accounts.sign_in("ann", PASSWORD, "here").role is Role.PLAYER
        change_row(path, CHANGES["role of ann"])
        with pytest.raises(JournalTampered, match="role of ann"):
            accounts.sign_in("ann", PASSWORD, "here")


def test_neither_hash_nor_password_is_in_a_record() -> None:
    with journal() as opened:
        accounts = settle(opened)
        hashed = accounts.directory.accounts["ann"].password
        records = [bytes(record.body) for record in opened.records(AUDIT)]
    assert b'"role":"player"' in b"".join(records)
    for secret in (hashed, PASSWORD):
        assert secret.encode() not in b"".join(records)


def test_a_record_that_does_not_say_what_it_changes_is_found() -> None:
    with journal() as opened:
        settle(opened)
        state = opened.shared(ACCOUNTS)
        assert state is not None
        former(opened, json.loads(state), "tables assigned", "ann")
        assert "does not say how" in message_of(verify(opened, rules_of))


# Journals of a version whose records held no accounts


def former(opened: Journal, state: State, what: str, about: str, where: str = "") -> None:
    """Change the state as that version did: the record only notes that something changed."""
    body = RecordBody(by="the tests", notes=(AuditEntry(what, about, where),))
    written = Written(encode_body(body), body.event_count, {ACCOUNTS: encode(state)})
    version = opened.head(AUDIT).position
    opened.append(Proposal(AUDIT, version, lambda _: written, (ACCOUNTS,)))


def account(name: str, role: str) -> dict[str, Any]:
    kept = {"name": name, "role": role, "password": HASHER.hash(PASSWORD)}
    return {**kept, "closed": False, "generation": 0, "tables": []}


def taken(opened: Journal, accounts: Accounts) -> None:
    accounts.take_over("upcard serve", lambda entries: taken_over(opened, INSTALLATION, entries))


def test_the_first_start_writes_what_is_there_signed() -> None:
    with journal() as opened:
        state: State = {"accounts": {"ann": account("ann", "player")}, "devices": {}}
        former(opened, state, "account opened", "ann", "player")
        (remark,) = verify(opened, rules_of).remarks
        assert "No record holds accounts" in remark.message
        accounts = Accounts(opened, HASHER)
        taken(opened, accounts)
        last = decode_body(opened.record(AUDIT, opened.head(AUDIT).position).body)
        (note,) = last.notes
        assert isinstance(note, AuditEntry)
        public_key = INSTALLATION.public_key.public_bytes_raw().hex()
        assert (last.by, note.what, note.about) == ("upcard serve", TAKEN, public_key)
        assert [entry.values["role"] for entry in last.entries] == ["player"]
        taken(opened, accounts)  # once is enough
        assert opened.head(AUDIT).position == 2
        assert accounts.sign_in("ann", PASSWORD, "here").role is Role.PLAYER
        verdict = verify(opened, rules_of)
        assert (verdict.verified, verdict.remarks) == (True, ())


def test_a_role_that_the_audit_noted_otherwise_is_not_taken_over() -> None:
    with journal() as opened:
        state: State = {"accounts": {"ann": account("ann", "administrator")}, "devices": {}}
        former(opened, state, "account opened", "ann", "player")
        with pytest.raises(JournalTampered, match="ann is administrator; the audit noted player"):
            taken(opened, Accounts(opened, HASHER))


# Imports


def test_an_import_has_the_accounts_without_their_passwords() -> None:
    file = BytesIO()
    with journal() as opened:
        settle(opened)
        export_journal(opened, file, INSTALLATION.signing_key)
    file.seek(0)
    with journal() as opened:
        import_journal(opened, file)
        rebuild(opened)
        accounts = Accounts(opened, HASHER)
        assert accounts.directory.accounts["dora"].closed
        with pytest.raises(NotSignedIn):
            accounts.sign_in("ada", PASSWORD, "here")
        verdict = verify(opened, rules_of)
        assert verdict.verified
        assert "passwords of ada, ann, dora" in verdict.remarks[0].message
        passwords = open_first_accounts(accounts)
        assert set(passwords) == {"ada"}
        assert accounts.sign_in("ada", passwords["ada"], "here").role is Role.ADMINISTRATOR
        assert verify(opened, rules_of).verified
