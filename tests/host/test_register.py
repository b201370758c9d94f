"""The register of Rules Submissions: versions, approvals, what is in force, on every reading."""

from pathlib import Path

import pytest

from upcard.host.bodies.audit_notes import AUDIT, AuditEntry, SubmissionFiled, SubmissionPutInForce
from upcard.host.bodies.record_body import RecordBody, encode_body
from upcard.host.records.register import REGISTER, Register, with_note
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import Proposal, Written
from upcard.rules.digest import rules_digest
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of

FIRST = '[table]\nname = "BJ-07"\n'
SECOND = '[table]\nname = "BJ-07"\nminimum = 25\n'


def journal(place: str = "memory:") -> Journal:
    return open_journal(place, rules=rules_digest())


def test_a_version_is_filed_approved_put_in_force_and_superseded() -> None:
    register = Register(journal())
    register.file("BJ-07", FIRST, "manager")
    register.approve("BJ-07", 1, "2024-07-01", "board")
    assert register.put_in_force("BJ-07", 1, "manager").status == "in force"
    register.file("BJ-07", SECOND, "manager")
    register.approve("BJ-07", 2, "2024-08-01", "board")
    register.put_in_force("BJ-07", 2, "manager")
    assert [entry.status for entry in register.versions("BJ-07")] == ["superseded", "in force"]
    running = register.running("BJ-07")
    assert running is not None
    assert (running.version, running.text, running.approved_on) == (2, SECOND, "2024-08-01")


def test_a_scheduled_version_is_on_every_reading_until_it_is_in_force() -> None:
    kept = journal()
    register = Register(kept)
    for text in (FIRST, SECOND):
        version = register.file("BJ-07", text, "manager").version
        register.approve("BJ-07", version, "2024-07-01", "board")
    register.put_in_force("BJ-07", 1, "manager")
    register.schedule("BJ-07", 2, "max")
    again = Register(kept)
    assert [version.status for version in again.versions("BJ-07")] == ["in force", "scheduled"]
    assert again.versions("BJ-07")[1].scheduled_by == "max"
    again.put_in_force("BJ-07", 2, "max")
    assert [version.status for version in register.versions("BJ-07")] == ["superseded", "in force"]


def test_the_same_text_is_the_same_version() -> None:
    register = Register(journal())
    assert register.file("BJ-07", FIRST, "a").version == 1
    assert register.file("BJ-07", FIRST, "b").version == 1
    assert len(register.versions("BJ-07")) == 1


def test_what_is_not_approved_is_not_put_in_force() -> None:
    register = Register(journal())
    register.file("BJ-07", FIRST, "manager")
    with pytest.raises(RuleViolation, match="is filed") as refused:
        register.put_in_force("BJ-07", 1, "manager")
    assert refused.value.section == "58 Pa. Code § 601a.2"
    with pytest.raises(BadInput, match="no version 2"):
        register.approve("BJ-07", 2, "2024-07-01", "board")
    register.approve("BJ-07", 1, "2024-07-01", "board")
    with pytest.raises(BadInput, match="approved already"):
        register.approve("BJ-07", 1, "2024-07-02", "board")


@pytest.mark.parametrize("version", [-1, 0, 2])
def test_only_versions_that_were_filed_are_approved(version: int) -> None:
    register = Register(journal())
    register.file("BJ-07", FIRST, "manager")
    with pytest.raises(BadInput, match=f"BJ-07 has no version {version} of its submission"):
        register.approve("BJ-07", version, "2024-07-01", "board")


def test_versions_are_filed_in_their_order() -> None:
    entries = with_note({}, SubmissionFiled("BJ-07", 1, FIRST), "manager", 5)
    for version in (1, 3):
        with pytest.raises(BadInput, match="The next version of BJ-07 is 2"):
            with_note(entries, SubmissionFiled("BJ-07", version, SECOND), "manager", 6)
    (entry,) = entries["BJ-07"]
    assert (entry.status, entry.filed_at, entry.in_force_from, entry.scheduled_at) == (
        "filed",
        5,
        0,
        0,
    )


def test_two_processes_keep_one_register(tmp_path: Path) -> None:
    shared = journal(str(tmp_path / "floor.journal"))
    one, other = Register(shared), Register(shared)
    one.file("BJ-07", FIRST, "one")
    other.file("BJ-07", SECOND, "other")
    assert one.entries == other.entries
    assert [entry.filed_by for entry in one.versions("BJ-07")] == ["one", "other"]
    assert verify(shared, rules_of).verified


@pytest.mark.parametrize("step", ["approve", "put_in_force"])
def test_what_another_process_puts_in_force_meanwhile_is_in_force_here(
    monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    shared = journal()
    one, other = Register(shared), Register(shared)
    original = getattr(one, step)

    def late(*arguments: object) -> object:
        other.first_in_force("BJ-07", FIRST, "other")
        return original(*arguments)

    monkeypatch.setattr(one, step, late)
    entry = one.first_in_force("BJ-07", FIRST, "one")
    assert (entry.status, entry.version, entry.filed_by) == ("in force", 1, "one")
    assert one.versions("BJ-07") == (entry,)


@pytest.mark.parametrize(
    ("stream", "note"),
    [
        (REGISTER, SubmissionPutInForce("BJ-07", 1)),
        (REGISTER, AuditEntry("signed-in", "manager")),
        (AUDIT, SubmissionPutInForce("BJ-07", 1)),
        ("table/BJ-07", AuditEntry("signed-in", "manager")),
    ],
)
def test_verification_finds_a_note_that_may_not_stand(
    stream: str, note: SubmissionPutInForce | AuditEntry
) -> None:
    forged = journal()
    body = RecordBody(by="nobody", notes=(note,))
    forged.append(Proposal(stream, 0, lambda _: Written(encode_body(body), body.event_count)))
    found = verify(forged, rules_of)
    assert not found.verified
    assert found.first_difference is not None
    assert found.first_difference.stream == stream
