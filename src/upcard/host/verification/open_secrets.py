"""Checks the secret values of mystery meters while a journal is verified."""

from collections.abc import Iterator, Mapping

from upcard.host.bodies.record_body import MeterStep, RecordBody
from upcard.host.bodies.sealed import SealedSecret
from upcard.host.seals.sealing import open_revealed
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.record_seals import ItemNumbers, RecordSeals, missing_revelation
from upcard.progressives.events import MysteryHit
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, refuse_value


class OpenSecrets:
    """The secret values in force, by the streams of their meters."""

    def __init__(self) -> None:
        self._secrets: dict[str, SealedSecret] = {}
        self._numbers = ItemNumbers()

    def open_meter(self, seals: RecordSeals, rules: MeterRules) -> str:
        """The commitment with which a meter opens, "" without a mystery."""
        if not rules.maximum:
            return ""
        return self._next_secret(seals, rules.stream).commitment

    def secret_of(self, stream: str) -> SealedSecret | None:
        """The sealed value in force, None for a meter without a mystery."""
        return self._secrets.get(stream)

    def values(
        self, seals: RecordSeals, meters: Mapping[str, MeterState], stream: str
    ) -> Iterator[Secret]:
        """The value in force, if the record reveals it, then those that it sealed."""
        rules = meters[stream].rules
        while (seal := self._secrets.get(stream)) is not None:
            revealed = seals.revelation_of(seal)
            value = rules.maximum  # an upper bound while the value is not revealed
            if revealed is not None:
                value = _require_allowed(rules, seal.item, int(open_revealed(seal, revealed)))
            yield Secret(seal.commitment, value)
            if revealed is None:
                raise missing_revelation(seal)
            del seals.revealed[seal.item]
            self._next_secret(seals, stream)

    def replace_voided(
        self, seals: RecordSeals, body: RecordBody
    ) -> Iterator[tuple[str, str, str]]:
        """The streams whose secrets the record voids, by whom, and the new commitments."""
        streams = {seal.item: stream for stream, seal in self._secrets.items()}
        for voided in body.voided:
            stream = streams.get(voided.item)
            if stream is not None:
                seals.end_item(voided.item)
                yield stream, voided.by, self._next_secret(seals, stream).commitment

    def _next_secret(self, seals: RecordSeals, stream: str) -> SealedSecret:
        for seal in seals.new:
            if seal.item.startswith(f"{stream}/secret/"):
                self._numbers.take_up(seals, seal)
                self._secrets[stream] = seal
                return seal
        raise Mismatch(f"No new value of {stream} was sealed.")


def require_hits_in_time(meters: Mapping[str, MeterState], steps: tuple[MeterStep, ...]) -> None:
    """Raise `Mismatch` for a mystery meter that passed its value without being hit."""
    for step in steps:
        hits = [event for event in step.events if isinstance(event, MysteryHit)]
        if not hits or hits[0].secret == meters[step.stream].rules.maximum:
            continue  # not hit, or the value is the maximum: a meter above it is hit at once
        if meters[step.stream].amount > hits[0].secret:
            raise Mismatch(f"{step.stream} stood above its secret value before it was hit.")


def _require_allowed(rules: MeterRules, item: str, value: int) -> int:
    """The mystery value; raises `Mismatch` if the meter's configuration does not allow it."""
    if refuse_value(rules, value) is not None:
        raise Mismatch(f"{item} is not a whole cent between the minimum and the maximum.")
    return value
