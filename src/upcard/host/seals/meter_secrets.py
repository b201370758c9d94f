"""The secret values of mystery meters: draws, seals, opens and reveals them for a record."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from upcard.cards.shuffle import Bits
from upcard.host.bodies.sealed import RevealedSecret, SealedSecret
from upcard.host.seals.sealing import Vault
from upcard.journal.codec import read_state
from upcard.journal.journal import Journal
from upcard.journal.port import States
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, draw


class SecretMeter(msgspec.Struct, frozen=True):
    """A meter as the journal's shared state holds it: its state and its sealed secret."""

    state: MeterState
    sealed: SealedSecret | None = None


def holdings_in(states: States) -> dict[str, SecretMeter]:
    """The meters among a journal's shared states, by stream."""
    return {
        name: read_state(name, text, SecretMeter)
        for name, text in states.items()
        if text is not None
    }


class MeterSecrets:
    """The secrets of the meters that one record changes.

    `in_force` holds the current sealed value by stream (None without a mystery); `sealed` and
    `revealed` collect what the record seals and reveals.
    """

    def __init__(self, vault: Vault, bits: Bits, holdings: Mapping[str, SecretMeter]) -> None:
        self._vault, self._bits = vault, bits
        self._rules = {stream: holding.state.rules for stream, holding in holdings.items()}
        self.in_force = {stream: holding.sealed for stream, holding in holdings.items()}
        self.sealed: list[SealedSecret] = []
        self.revealed: list[RevealedSecret] = []

    def start(self, rules: MeterRules) -> str:
        """Seal the first value of a meter that opens; its commitment, "" without a mystery."""
        self._rules[rules.stream] = rules
        self.in_force[rules.stream] = None
        return self._seal(rules.stream, 1).commitment if rules.maximum else ""

    def lost_streams(self) -> list[str]:
        """The streams of meters whose secret this installation cannot open."""
        holdings = self.in_force.items()
        return [
            stream for stream, holding in holdings if holding and not self._vault.opens(holding)
        ]

    def changes_range(self, rules: MeterRules) -> bool:
        """Whether these rules change a mystery meter's range; later values are drawn from it."""
        before = self._rules[rules.stream]
        self._rules[rules.stream] = rules
        ranges = ((terms.reseed, terms.maximum) for terms in (before, rules))
        return rules.maximum > 0 and len(set(ranges)) > 1

    def void(self, stream: str, amount: int) -> tuple[str, str]:
        """Seal a new value above `amount`; the replaced item's name and the new commitment."""
        before = self.in_force[stream]
        assert before is not None
        return before.item, self._seal(stream, _number(before) + 1, amount).commitment

    def secrets(self, stream: str) -> Iterator[Secret]:
        """The value in force, then new ones; each is revealed when the next is asked for."""
        while (sealed := self.in_force[stream]) is not None:
            yield Secret(sealed.commitment, int(self._vault.open(sealed)))
            self.revealed.append(self._vault.reveal(sealed))
            self._seal(stream, _number(sealed) + 1)

    def _seal(self, stream: str, number: int, amount: int = 0) -> SealedSecret:
        value = draw(self._rules[stream], self._bits, amount)
        sealed = self._vault.seal(f"{stream}/secret/{number}", str(value).encode())
        self.in_force[stream] = sealed
        self.sealed.append(sealed)
        return sealed


def lost_secrets(journal: Journal, vault: Vault, meters: Iterable[MeterRules]) -> bool:
    """Whether any of these meters has a secret that this installation cannot open."""
    states = {rules.stream: journal.shared(rules.stream) for rules in meters}
    sealed = (holding.sealed for holding in holdings_in(states).values())
    return any(commitment is not None and not vault.opens(commitment) for commitment in sealed)


def _number(seal: SealedSecret) -> int:
    """The number of values sealed for this meter so far, from the item's name."""
    return int(seal.item.rpartition("/")[2])
