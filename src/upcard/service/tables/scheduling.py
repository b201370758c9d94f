"""Versions of submissions that wait for the end of a round."""

from collections.abc import Callable
from typing import TypeAlias

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.host.records.register import Register, RegisterEntry, scheduled_version
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.accounts import Accounts
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden

PutInForce: TypeAlias = Callable[..., RegisterEntry]
"""`Floor.put_in_force`."""


def put_scheduled(
    register: Register, accounts: Accounts, table: str, put_in_force: PutInForce
) -> None:
    """Put the version in force that waits at a table without a round under way, if one waits.

    The person who scheduled a version must still be allowed to. A version that is refused is not
    tried again: the register and the audit say why.
    """
    entry = scheduled_version(register.last_read.get(table, ()))
    if entry is None:
        return
    try:
        _require_permitted(accounts, entry.scheduled_by, table)
        put_in_force(table, entry.version, entry.scheduled_by, after_round=True)
    except (RuleViolation, BadInput, Forbidden) as refused:
        register.withdraw(table, entry.version, entry.scheduled_by, str(refused))
        subject = f"{table}, version {entry.version}"
        notice = AuditEntry("version not put in force", subject, str(refused))
        accounts.note(notice, actor=entry.scheduled_by)


def _require_permitted(accounts: Accounts, name: str, table: str) -> None:
    """Raise `Forbidden` if a person may no longer put a version in force."""
    account = accounts.directory.accounts.get(name)
    if account is None or account.closed:
        raise Forbidden(f"{name} has no account any more.")
    authorize(account.principal, Action.PUT_IN_FORCE, table)
