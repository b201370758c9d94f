"""Accounts, sessions and limits by themselves."""

import threading
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from journal.writing import proposal
from service.accounts_in_a_file import accounts, opened
from service.floors import HASHER, PASSWORD
from upcard.host.bodies.audit_notes import AUDIT, AuditEntry
from upcard.host.bodies.record_body import decode_body
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalTampered
from upcard.rules.digest import rules_digest
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.accounts_follower import AccountsFollower
from upcard.service.access.directory_proof import ATTEMPTS
from upcard.service.access.first_accounts import FIRST, how_to_sign_in, open_first_accounts
from upcard.service.access.principal import NotSignedIn, Purpose, Role
from upcard.service.access.rates import ConcurrencyLimit, RateLimit, counted_as
from upcard.submission.compiling.text import rules_of

__all__ = ["accounts", "opened"]


def notes(opened: Journal) -> list[tuple[str, str, str]]:
    found = []
    for record in opened.records(AUDIT):
        body = decode_body(record.body)
        for note in body.notes:
            assert isinstance(note, AuditEntry)
            found.append((body.by, note.what, note.about))
    return found


def test_whoever_has_name_and_password_signs_in_and_both_ways_are_noted(
    opened: Journal, accounts: Accounts
) -> None:
    assert accounts.sign_in("ann", PASSWORD, "here").role is Role.PLAYER
    with pytest.raises(NotSignedIn):
        accounts.sign_in("ann", "wrong password", "here")
    with pytest.raises(NotSignedIn):
        accounts.sign_in("<script>", PASSWORD, "here")
    assert notes(opened) == [
        ("ada", "account opened", "ann"),
        ("ann", "signed in", "ann"),
        ("", "sign-in refused", "ann"),
        ("", "sign-in refused", "an unknown name"),
    ]
    assert verify(opened, rules_of).verified


def test_neither_passwords_nor_tokens_are_in_the_journal(
    tmp_path: Path, opened: Journal, accounts: Accounts
) -> None:
    token = accounts.add_device("shoe", Purpose.SHOE, "BJ-01", "ada")
    accounts.set_password("ann", "another horse", "ada")
    opened.close()
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in (PASSWORD, "another horse", token):
        assert secret.encode() not in files
    assert b"argon2" in files


@pytest.mark.parametrize(
    "easy", ["1234567890", "qwertyuiop", "password12", "aaaaaaaaaaaaaa", "upcard1234", "annannann1"]
)
def test_a_password_that_is_common_or_easy_to_guess_is_refused(
    accounts: Accounts, easy: str
) -> None:
    before = accounts.directory
    with pytest.raises(BadInput, match="easy to guess"):
        accounts.set_password("ann", easy, "ann")
    with pytest.raises(BadInput, match="easy to guess"):
        accounts.open("ann-too", Role.PLAYER, easy, "ada")
    assert accounts.directory == before


def test_a_password_that_takes_a_million_guesses_is_accepted(accounts: Accounts) -> None:
    """zxcvbn gives 30 million guesses, so a score of 2."""
    accounts.set_password("ann", "plum river", "ann")
    assert accounts.is_right("ann", "plum river")


def test_a_long_password_is_accepted_and_compared_whole(accounts: Accounts) -> None:
    long = "4@8({[<3!1|7$5%2" * 10
    accounts.set_password("ann", long, "ann")
    assert accounts.is_right("ann", long)
    assert not accounts.is_right("ann", long[:-1])


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_the_addresses_of_an_ipv6_network_together(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_a_token_is_its_devices_until_it_is_revoked(accounts: Accounts) -> None:
    token = accounts.add_device("shoe", Purpose.SHOE, "BJ-01", "ada")
    assert accounts.device(token).principal.tables == ("BJ-01",)
    for wrong in ("", token[:-1], token + "A"):
        with pytest.raises(NotSignedIn):
            accounts.device(wrong)
    accounts.revoke_device("shoe", "ada")
    with pytest.raises(NotSignedIn):
        accounts.device(token)


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("ann", PASSWORD, "is taken"),
        ("short", "123456789", "at least 10"),
        (" ann", PASSWORD, "no space"),
        ("", PASSWORD, "no space"),
        ("a\x00b", PASSWORD, "no name"),
    ],
)
def test_what_makes_no_account(accounts: Accounts, name: str, password: str, why: str) -> None:
    before = accounts.directory
    with pytest.raises(BadInput, match=why):
        accounts.open(name, Role.PLAYER, password, "ada")
    assert accounts.directory == before


def test_passwords_are_hashed_by_argon2_where_nothing_else_is_asked_for(opened: Journal) -> None:
    accounts = Accounts(opened)
    assert accounts.open("bob", Role.PLAYER, PASSWORD, "ada").password.startswith("$argon2id$")
    assert accounts.sign_in("bob", PASSWORD, "here").name == "bob"


def test_a_stored_password_that_is_no_hash_fits_nothing(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PasswordHasher, "hash", lambda *_: "no hash")
    accounts.open("bob", Role.PLAYER, PASSWORD, "ada")
    with pytest.raises(NotSignedIn, match="is wrong"):
        accounts.sign_in("bob", PASSWORD, "here")


def test_the_first_record_holds_all_entries_and_later_ones_what_they_change(
    opened: Journal, accounts: Accounts
) -> None:
    accounts.open("bob", Role.DEALER, PASSWORD, "ada", ("BJ-01",))
    accounts.close("ann", "ada")
    held = [decode_body(record.body).entries for record in opened.records(AUDIT)]
    assert [[entry.name for entry in entries] for entries in held] == [["ann"], ["bob"], ["ann"]]


def test_a_state_that_the_audit_does_not_give_is_refused_after_some_readings(
    opened: Journal, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record may come between two readings: only a difference that stays is tampering."""
    shared, readings = opened.shared, []

    def stale(name: str) -> bytes | None:
        readings.append(name)
        return b"{}" if len(readings) < wrong else shared(name)

    monkeypatch.setattr(opened, "shared", stale)
    wrong = ATTEMPTS
    assert set(Accounts(opened, HASHER).directory.accounts) == {"ann"}
    assert len(readings) == ATTEMPTS
    readings.clear()
    wrong = ATTEMPTS + 1
    with pytest.raises(JournalTampered):
        assert Accounts(opened, HASHER).directory
    assert len(readings) == ATTEMPTS
    assert accounts.sign_in("ann", PASSWORD, "here").name == "ann"


def test_two_processes_keep_the_same_accounts(opened: Journal, accounts: Accounts) -> None:
    other = Accounts(opened, HASHER)
    other.open("bob", Role.DEALER, PASSWORD, "ada", ("BJ-01",))
    accounts.open("cy", Role.PLAYER, PASSWORD, "ada")
    assert set(other.directory.accounts) == set(accounts.directory.accounts) == {"ann", "bob", "cy"}


def test_accounts_that_change_while_they_are_read_are_not_remembered(
    opened: Journal, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A closed account would stay open to this process until the next change."""
    accounts.keep_current()
    reads, shared = [], opened.shared
    later = threading.Thread(target=accounts.read_again)

    def slow(name: str) -> bytes | None:
        held = shared(name)
        reads.append(name)
        if len(reads) == 1:
            Accounts(opened, HASHER).close("ann", "ada")
            later.start()
        return held

    monkeypatch.setattr(opened, "shared", slow)
    accounts.read_again()
    later.join()
    assert accounts.directory.accounts["ann"].closed
    before = len(reads)
    assert accounts.directory.accounts["ann"].closed
    assert len(reads) == before, "what did not change is remembered"


def test_the_password_of_a_closed_account_opens_nothing(accounts: Accounts) -> None:
    assert accounts.is_right("ann", PASSWORD)
    assert not accounts.is_right("ann", "wrong password")
    assert not accounts.is_right("nobody", PASSWORD)
    accounts.close("ann", "ada")
    assert not accounts.is_right("ann", PASSWORD)
    with pytest.raises(NotSignedIn, match="name or the password"):
        accounts.sign_in("ann", PASSWORD, "here")


def test_what_is_held_is_counted_until_all_of_it_is_given_back() -> None:
    held = ConcurrencyLimit(2)
    assert [held.take_place("ann") for _ in range(3)] == [True, True, False]
    assert held.take_place("bob")
    held.release("ann")
    assert [held.take_place("ann") for _ in range(2)] == [True, False], "one is held still"
    held.release("ann")
    held.release("ann")
    assert [held.take_place("ann") for _ in range(3)] == [True, True, False]


def test_accounts_that_another_process_keeps_are_read_as_the_audit_grows() -> None:
    kept = open_journal("memory:", rules=rules_digest())
    grew = threading.Event()
    home = AccountsFollower(kept, grew.set)
    home.start()
    try:
        kept.append(proposal("table/1", 0))
        Accounts(kept, HASHER).open("bob", Role.PLAYER, PASSWORD, "ada")
        assert grew.wait(10)
    finally:
        home.stop()


def test_only_the_process_that_keeps_the_accounts_changes_them(
    opened: Journal, accounts: Accounts
) -> None:
    other = open_journal("memory:", rules=rules_digest())
    worker = Accounts(other, HASHER, home=opened)
    with pytest.raises(BadInput, match="first worker of the floor keeps the accounts"):
        worker.close("ann", "ada")
    assert not accounts.directory.accounts["ann"].closed
    worker.note(AuditEntry("signed in", "ann", "here"), actor="ann")
    assert notes(other) == [("ann", "signed in", "ann")]
    other.close()


def test_a_limit_counts_each_name_and_forgets_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("upcard.service.access.rates.time.monotonic", lambda: now)
    limit = RateLimit(2, 10)
    assert [limit.allows("ann") for _ in range(3)] == [True, True, False]
    assert limit.allows("bob")
    now = 110.0
    assert limit.allows("ann")


def test_a_limit_does_not_remember_names_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("upcard.service.access.rates.time.monotonic", lambda: now)
    monkeypatch.setattr("upcard.service.access.rates.MAX_NAMES", 10)
    limit = RateLimit(2, 10)
    for number in range(10):
        limit.allows(f"stranger {number}")
    now = 200.0
    for number in range(3):
        limit.allows(f"guest {number}")
    assert len(limit._recent) < 10


def test_a_limit_holds_for_a_name_while_expired_ones_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr("upcard.service.access.rates.time.monotonic", lambda: now)
    monkeypatch.setattr("upcard.service.access.rates.MAX_NAMES", 2)
    limit = RateLimit(1, 10)
    assert limit.allows("expired")
    now = 105.0
    assert limit.allows("ann")
    now = 112.0
    assert limit.allows("bob"), "more names than are kept: the expired one is dropped"
    assert not limit.allows("ann")


def test_the_first_start_opens_an_account_for_each_role_and_no_later_one_does(
    opened: Journal,
) -> None:
    accounts = Accounts(opened, HASHER)
    passwords = open_first_accounts(accounts)
    assert {accounts.sign_in(name, passwords[name], "").role for name in FIRST} == set(Role) - {
        Role.DEVICE
    }
    assert all(passwords[name] in "\n".join(how_to_sign_in(passwords)) for name in FIRST)
    assert {len(password) for password in passwords.values()} == {16}, "12 bytes in Base64"
    tables = {name: accounts.directory.accounts[name].tables for name in FIRST}
    assert {name for name, own in tables.items() if own} == {"dealer"}, "at whichever table"
    assert open_first_accounts(accounts) == {}


def test_the_last_administrator_stays(accounts: Accounts) -> None:
    accounts.open("ada", Role.ADMINISTRATOR, PASSWORD, "ada")
    with pytest.raises(BadInput, match="last administrator"):
        accounts.close("ada", "ada")
    accounts.open("eve", Role.ADMINISTRATOR, PASSWORD, "ada")
    accounts.close("ada", "ada")
    with pytest.raises(BadInput, match="last administrator"):
        accounts.close("eve", "eve")
