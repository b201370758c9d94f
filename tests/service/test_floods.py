"""A flood of refusals by one person is counted in the audit, not listed."""

from service.floors import HASHER, OWN, PASSWORD, floor, journal
from upcard.host.bodies.audit_notes import AUDIT, AuditEntry, RepeatedEntries
from upcard.host.bodies.record_body import decode_body
from upcard.host.verification.verify import verify
from upcard.service.access import floods
from upcard.service.access.accounts import Accounts
from upcard.service.access.floods import Floods
from upcard.service.access.principal import Role
from upcard.submission.compiling.text import rules_of


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(number: int) -> AuditEntry:
    return AuditEntry("refused", f"attempt {number}", "section")


def test_one_record_has_the_count_of_what_was_not_listed() -> None:
    clock = Clock()
    with journal() as opened:
        accounts = Accounts(opened, HASHER)
        accounts._floods = Floods(clock)
        for number in range(600):
            accounts.note(refused(number), actor="ann")
        accounts.note(refused(0), actor="bob")
        accounts.open("eve", Role.PLAYER, PASSWORD, "ann")
        accounts.note_floods()
        assert opened.head(AUDIT).position == floods.LISTED + 2, "the period is not over"
        clock.now += floods.PERIOD_SECONDS
        accounts.note_floods()
        accounts.note_floods()
        last = decode_body(opened.record(AUDIT, opened.head(AUDIT).position).body)
        assert opened.head(AUDIT).position == floods.LISTED + 3
        assert (last.by, last.notes) == (
            "ann",
            (RepeatedEntries("refused", "attempt 599", "section", 600 - floods.LISTED),),
        )
        accounts.note(refused(1), actor="ann")
        assert opened.head(AUDIT).position == floods.LISTED + 4, "a new period lists again"
        assert verify(opened, rules_of).verified


def test_a_flood_over_http_is_counted_when_the_server_ends() -> None:
    with floor() as served:
        for _ in range(60):
            served.client_of("ann").get("/api/audit")
        served.client_of("ann").get(f"/api/tables/{OWN}")
        served.server.accounts.note_floods(all_=True)
        told = served.audit()
        assert told.count(("ann", "refused", "see the audit")) == floods.LISTED
        assert ("ann", "refused, 40 times more", "see the audit") in told
