"""Separate duties: who files a submission neither approves it nor lets it take effect."""

from typing import Final

from upcard.host.records.register import Register, RegisterEntry
from upcard.service.access.principal import Forbidden


class SeparateDuties:
    """Whether duties are `separate` on a floor, and what follows from that."""

    def __init__(self, register: Register, *, separate: bool) -> None:
        self._register = register
        self.separate: Final = separate

    def approve(self, table: str, version: int, on: str, actor: str) -> RegisterEntry:
        """Note that a version was approved on a date (ISO).

        Raises `Forbidden` for who filed it, `BadInput` for a version that cannot be approved.
        """
        self.require_other_person(table, version, actor, "approves it")
        return self._register.approve(table, version, on, actor)

    def require_other_person(self, table: str, version: int, actor: str, duty: str) -> None:
        """Raise `Forbidden` if `actor` filed this version."""
        versions = self._register.versions(table) if self.separate else ()
        if any((entry.version, entry.filed_by) == (version, actor) for entry in versions):
            raise Forbidden(f"You filed version {version} of {table}: another person {duty}.")

    def require_approved(self, table: str, text: str, actor: str) -> None:
        """Raise `Forbidden` unless a text was filed by somebody other than `actor`, and approved.

        Parameters of meters take effect at once, at all tables that feed them.
        """
        if not self.separate:
            return
        versions = [entry for entry in self._register.versions(table) if entry.text == text]
        if not versions or not versions[-1].approved_on:
            raise Forbidden(
                f"This text is no approved version of {table}'s submission: file it, and have it "
                "approved, before meters get its parameters."
            )
        self.require_other_person(table, versions[-1].version, actor, "submits its parameters")
