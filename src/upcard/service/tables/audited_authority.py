"""Checks authority at a floor, and notes refusals in the audit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from upcard.host.bodies.audit_notes import AuditEntry
from upcard.rules.violation import RuleViolation
from upcard.service.access.accounts import Accounts
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden, Principal

MAX_WORDS: Final = 300
"""The most characters of a refusal that are noted."""


class AuditedAuthority:
    """Authorizes actions, and notes refusals; a table is named there only if it `is_served`."""

    def __init__(self, accounts: Accounts, is_served: Callable[[str], bool]) -> None:
        self._accounts, self._is_served = accounts, is_served

    def authorize(self, who: Principal, action: Action, table: str = "") -> None:
        """Raise `Forbidden` if `who` may not do it, and note the attempt in the audit."""
        with self.authorized(who, action, table):
            pass

    @contextmanager
    def authorized(self, who: Principal, action: Action, table: str = "") -> Iterator[None]:
        """Authorize the block's action; refusals of the authority or in the block are noted."""
        with self.note_refusals(who, action, table):
            authorize(who, action, table)
            yield

    @contextmanager
    def note_refusals(self, who: Principal, what: str, table: str) -> Iterator[None]:
        """Note in the audit what the block refuses."""
        try:
            yield
        except (Forbidden, RuleViolation) as refused:
            subject = f"{what} at {table}" if self._is_served(table) else what
            self._accounts.note(
                AuditEntry("refused", subject, str(refused)[:MAX_WORDS]), actor=who.name
            )
            raise
