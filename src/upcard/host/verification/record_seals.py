"""The sealed items of the record that is verified: what it seals, reveals, voids and uses up."""

from upcard.host.bodies.record_body import RecordBody
from upcard.host.bodies.sealed import RevealedSecret, SealedSecret
from upcard.host.verification.mismatch import Mismatch


class RecordSeals:
    """What one record says of sealed items, less what was accounted for so far.

    `new` are the items that it seals and that nothing has taken up yet; `revealed` those that it
    reveals and that nothing has opened yet, by item.
    """

    def __init__(self, body: RecordBody) -> None:
        self.new = list(body.sealed)
        self.revealed = {secret.item: secret for secret in body.revealed}
        if len(self.revealed) != len(body.revealed):
            raise Mismatch("A sealed item was revealed twice.")
        self._voided = {item.item for item in body.voided}
        self._ended: set[str] = set()

    def revelation_of(self, seal: SealedSecret) -> RevealedSecret | None:
        """The key of a sealed item, None where the record does not reveal it."""
        return self.revealed.get(seal.item)

    def is_voided(self, item: str) -> bool:
        """Whether the record voids an item."""
        return item in self._voided

    def end_item(self, item: str) -> None:
        """Note that an item that was in force came to its end, or was rightly voided."""
        self._ended.add(item)

    def require_ended(self, item: str) -> None:
        """Raise `Mismatch` for an item that was revealed while it was still in use."""
        if item not in self._ended:
            raise Mismatch(f"{item} was revealed before it came to its end.")

    def require_all_used(self) -> None:
        """Raise `Mismatch` for an item voided but not in force, and for one sealed but not used."""
        for item in sorted(self._voided - self._ended):
            raise Mismatch(f"{item} was given up and is not in force.")
        if self.new:
            raise Mismatch(f"{self.new[0].item} was sealed for nothing.")


class ItemNumbers:
    """The numbers of the items sealed so far, by kind: they are consecutive, from 1."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def take_up(self, seals: RecordSeals, seal: SealedSecret) -> None:
        """Take up an item that a record seals; raises `Mismatch` if its number is not the next."""
        seals.new.remove(seal)
        kind, _, number = seal.item.rpartition("/")
        self._last[kind] = self._last.get(kind, 0) + 1
        if number != str(self._last[kind]):
            raise Mismatch(f"{seal.item} is not number {self._last[kind]} of its kind.")


def missing_revelation(seal: SealedSecret) -> Mismatch:
    """The error for an item that came to its end in a record that does not reveal it."""
    return Mismatch(f"{seal.item} came to its end and was not revealed.")
