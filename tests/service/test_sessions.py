"""Sessions by themselves: begun and ended in the records, so that all processes agree."""

import time

import pytest
from msgspec.structs import replace

from service.accounts_in_a_file import accounts, opened
from service.floors import HASHER, PASSWORD, journal
from upcard.host.bodies.audit_notes import AUDIT, SessionsUsed
from upcard.host.bodies.record_body import decode_body
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.rules.violation import UnknownName
from upcard.service.access.accounts import Accounts
from upcard.service.access.lifetimes import Lifetimes
from upcard.service.access.principal import NotSignedIn, Role
from upcard.service.access.session_book import SessionBook
from upcard.service.access.sessions import PendingDuty, Sessions
from upcard.submission.compiling.text import rules_of

__all__ = ["accounts", "opened"]

KEY = bytes(range(32))
HOUR = 3600
LASTS = Lifetimes(longest=12 * HOUR, idle=HOUR // 2)


class Clock:
    """A clock that stands where a test sets it."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def begun(of: Sessions, accounts: Accounts, name: str = "ann") -> str:
    return of.begin(accounts.directory.accounts[name], "here")


def ended(of: Sessions, cookie: str) -> bool:
    try:
        of.read(cookie)
    except NotSignedIn:
        return True
    return False


def test_a_session_goes_on_until_its_account_says_otherwise(
    opened: Journal, accounts: Accounts
) -> None:
    of = Sessions(accounts, KEY, opened)
    cookie = begun(of, accounts)
    assert of.read(cookie).principal.name == "ann"
    accounts.set_password("ann", "another horse", "ada")
    with pytest.raises(NotSignedIn, match="ended"):
        of.read(cookie)
    later = begun(of, accounts)
    accounts.set_role("ann", Role.DEALER, "ada")
    with pytest.raises(NotSignedIn, match="ended"):
        of.read(later)
    last = begun(of, accounts)
    assert of.read(last).principal.role is Role.DEALER
    accounts.close("ann", "ada")
    with pytest.raises(NotSignedIn, match="ended"):
        of.read(last)


def test_a_session_that_ended_stays_so_in_every_process_and_after_a_restart(
    opened: Journal, accounts: Accounts
) -> None:
    """A cookie that was copied is worth nothing after its person signed out."""
    one, other = (Sessions(Accounts(opened, HASHER), KEY, opened) for _ in range(2))
    cookie, kept = begun(one, accounts), begun(one, accounts)
    assert ended(other, cookie), "not read yet"
    other.catch_up()
    assert other.read(cookie) == one.read(cookie)
    one.end_sessions([one.read(cookie).id], "ann", "signed out")
    other.catch_up()
    restarted = Sessions(Accounts(opened, HASHER), KEY, opened)
    restarted.catch_up()
    for each in (one, other, restarted):
        assert ended(each, cookie)
        assert [known.id for known in each.going_on("ann")] == [each.read(kept).id]
        with pytest.raises(UnknownName):
            each.owner("no such session")
    assert verify(opened, rules_of).verified


def test_records_that_somebody_else_reads_give_the_same_sessions(
    opened: Journal, accounts: Accounts
) -> None:
    """A start reads the audit once for all; a record out of its turn is read later."""
    of = Sessions(accounts, KEY, opened)
    ids = {of.read(begun(of, accounts)).id for _ in range(3)}
    records = list(opened.records(AUDIT))
    given, late = SessionBook(opened), SessionBook(opened)
    for record in records:
        given.read_record(record)
    for record in records[1:]:
        late.read_record(record)
    assert {known.id for known in given} == ids
    assert not list(late)
    late.read()
    assert {known.id for known in late} == ids


def test_neither_id_nor_csrf_token_of_a_record_opens_anything(
    opened: Journal, accounts: Accounts
) -> None:
    of = Sessions(accounts, KEY, opened)
    session = of.read(begun(of, accounts))
    forged = Sessions(accounts, bytes(32), opened)._signer.dumps([session.id])
    for cookie in (session.id, str(forged)):
        with pytest.raises(NotSignedIn):
            of.read(cookie)
    records = b"".join(bytes(record.body) for record in opened.records("audit"))
    assert session.id.encode() in records
    assert session.csrf.encode() not in records


def test_a_cookie_is_worth_nothing_when_tampered_with_or_made_elsewhere(
    opened: Journal, accounts: Accounts
) -> None:
    of = Sessions(accounts, KEY, opened)
    cookie = begun(of, accounts)
    middle = len(cookie) // 4
    other = "B" if cookie[middle] == "A" else "A"
    altered = cookie[:middle] + other + cookie[middle + 1 :]
    with journal() as elsewhere:
        neighbours = Accounts(elsewhere, HASHER)
        neighbours.open("ann", Role.PLAYER, PASSWORD, "ada")
        foreign = begun(Sessions(neighbours, KEY, elsewhere), neighbours)  # one key for all
    for wrong in ("", "x", altered, cookie[:-2], foreign):
        with pytest.raises(NotSignedIn, match="Sign in first"):
            of.read(wrong)


@pytest.mark.parametrize("content", [None, "ann, 0", ["ann", 0], 7])
def test_a_signed_cookie_of_another_form_is_no_session(
    opened: Journal, accounts: Accounts, content: object
) -> None:
    """An installation's own signature does not say that this version wrote the cookie."""
    of = Sessions(accounts, KEY, opened)
    with pytest.raises(NotSignedIn, match="Sign in first"):
        of.read(str(of._signer.dumps(content)))


def test_a_session_of_an_account_that_the_journal_does_not_have_has_ended(
    opened: Journal, accounts: Accounts
) -> None:
    """A journal that was restored from an earlier copy has its name and lacks later accounts."""
    of = Sessions(accounts, KEY, opened)
    cookie = of.begin(replace(accounts.directory.accounts["ann"], name="bob"))
    with pytest.raises(NotSignedIn, match="ended"):
        of.read(cookie)


def test_a_session_ends_in_any_case_after_its_time(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    of = Sessions(accounts, KEY, opened, LASTS, (), clock)
    cookie = begun(of, accounts)
    for _ in range(47):
        clock.now += HOUR // 4
        of.read(cookie, acts=True)
    clock.now += HOUR // 4
    assert ended(of, cookie)
    of.sweep()
    assert not list(of.book), "nothing is kept of it"


def test_a_session_that_nobody_uses_ends_and_looking_is_no_use(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    of = Sessions(accounts, KEY, opened, LASTS, (), clock)
    used, left = begun(of, accounts), begun(of, accounts)
    for _ in range(29):
        clock.now += 60
        of.read(used, acts=True)
        of.read(left)
    clock.now += 62
    of.read(used)
    with pytest.raises(NotSignedIn, match="not used for 30 minutes"):
        of.read(left)
    clock.now += 600
    of.read(used, acts=True)
    of.sweep()
    elsewhere = Sessions(Accounts(opened, HASHER), KEY, opened, LASTS, (), clock)
    elsewhere.catch_up()
    assert [known.id for known in elsewhere.going_on()] == [of.read(used).id]
    assert {known.ended for known in elsewhere.book} == {"", "not used for 30 minutes"}


def test_a_use_in_one_process_keeps_the_session_in_another(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    one, other = (Sessions(accounts, KEY, opened, LASTS, (), clock) for _ in range(2))
    cookie = begun(one, accounts)
    other.catch_up()
    for _ in range(8):
        clock.now += 601
        other.read(cookie, acts=True)
        other.sweep()
        one.catch_up()
        one.sweep()
    assert one.read(cookie).id == other.read(cookie).id
    notes = opened.head("audit").position
    clock.now += 60
    other.read(cookie, acts=True)
    other.sweep()
    assert opened.head("audit").position == notes, "a use is noted at intervals"


def test_a_person_owes_a_password_of_their_own_and_then_a_second_factor(
    opened: Journal, accounts: Accounts
) -> None:
    of = Sessions(accounts, KEY, opened, with_factor={Role.MANAGER})
    accounts.open("max", Role.MANAGER, PASSWORD, "ada", must_change=True)
    assert of.duty_of(accounts.directory.accounts["ann"]) is PendingDuty.NOTHING
    assert of.read(begun(of, accounts, "max")).owes is PendingDuty.PASSWORD
    accounts.set_password("max", "another horse", "max")
    assert of.read(begun(of, accounts, "max")).owes is PendingDuty.SECOND_FACTOR
    accounts.set_password("max", "a third horse", "ada")
    assert of.read(begun(of, accounts, "max")).owes is PendingDuty.PASSWORD


def test_a_session_lasts_twelve_hours_where_nothing_else_is_set(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    of = Sessions(accounts, KEY, opened, clock=clock)
    begun(of, accounts)
    (known,) = of.book
    assert known.until == int(clock.now) + 12 * HOUR
    clock.now = known.until - 1
    of.touch(known.id)
    assert of.owner(known.id) == "ann"
    clock.now = known.until
    with pytest.raises(UnknownName, match="no such session"):
        of.owner(known.id)


def test_a_caller_is_told_when_a_session_ends_and_when_it_is_forgotten(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    of = Sessions(accounts, KEY, opened, LASTS, (), clock)
    session = of.read(begun(of, accounts)).id
    counted = [of.book.endings]
    of.end_sessions([session, session, "no such session"], "ann", "signed out")
    counted.append(of.book.endings)
    position = opened.head("audit").position
    of.end_sessions([session], "ann", "signed out")
    assert opened.head("audit").position == position, "it ended once"
    clock.now += 12 * HOUR
    of.sweep()
    counted.append(of.book.endings)
    assert counted == sorted(set(counted))
    assert of.book.get(session) is None


def test_only_uses_of_sessions_that_can_end_by_them_are_noted(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    for lifetimes, noted in ((LASTS, 1), (Lifetimes(longest=12 * HOUR, idle=0), 0)):
        of = Sessions(accounts, KEY, opened, lifetimes, (), clock)
        kept, left = begun(of, accounts), begun(of, accounts)
        of.end_sessions([of.read(left).id], "ann", "signed out")
        before = opened.head("audit").position
        of.note_uses(all_=True)
        assert opened.head("audit").position == before, "nobody has used them"
        clock.now = max(known.noted for known in of.book) + 1
        for known in of.book:
            of.touch(known.id)
        of.note_uses()
        assert opened.head("audit").position == before, "seconds are not worth a record"
        of.note_uses(all_=True)
        assert opened.head("audit").position == before + noted
        if noted:
            (note,) = decode_body(opened.record("audit", before + 1).body).notes
            assert isinstance(note, SessionsUsed)
            assert note.used == {of.read(kept).id: int(clock.now)}
        clock.now += 24 * HOUR


def test_a_session_that_ended_unused_says_for_how_many_minutes(
    opened: Journal, accounts: Accounts, clock: Clock
) -> None:
    of = Sessions(accounts, KEY, opened, Lifetimes(longest=48 * HOUR, idle=24 * HOUR), (), clock)
    cookie = begun(of, accounts)
    clock.now += 24 * HOUR + 60
    with pytest.raises(NotSignedIn, match="ended, not used for 1440 minutes"):
        of.read(cookie)
