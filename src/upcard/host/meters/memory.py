"""The progressive meters of one table, in memory, for scripts and robots without a journal."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from upcard.cards.shuffle import Bits
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.host.meters.bridge import meters_of, settle_meters
from upcard.host.meters.opening import join_meters
from upcard.money.amount import printed_dollars
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, draw, refuse_value
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted


class MemoryMeters(msgspec.Struct, frozen=True):
    """The meters that a table feeds, by stream, and the mystery values in force.

    Mystery values are drawn from `bits`.
    """

    table: str
    meters: dict[str, MeterState]
    secrets: dict[str, Secret]
    bits: Bits

    def after_events(
        self, state: AnyTable, events: Sequence[Event]
    ) -> tuple["MemoryMeters", Sequence[Command]]:
        """The meters after a command's events, and the commands that give the table its awards."""
        secrets = dict(self.secrets)

        def values(stream: str) -> Iterator[Secret]:
            while stream in secrets:
                yield secrets[stream]
                secrets[stream] = _draw_secret(
                    self.meters[stream].rules, self.bits, secrets[stream]
                )

        settlement = settle_meters(self.meters, self.table, state, events, values)
        return replace(self, meters=settlement.meters, secrets=secrets), settlement.commands

    def with_amount(self, name: str, amount: int) -> "MemoryMeters":
        """A copy in which the named meter holds `amount` units.

        Raises ``ValueError`` for a name that is not one meter of this table, `RuleViolation` for
        an amount above the meter's limit.
        """
        stream = self._find(name, list(self.meters))
        rules = self.meters[stream].rules
        if rules.limit and amount > rules.limit:
            most, shown = printed_dollars(rules.limit), printed_dollars(amount)
            raise RuleViolation(
                rules.section,
                f"The limit of the meter {rules.name} is {most}; it cannot show {shown}.",
            )
        meter = replace(self.meters[stream], amount=amount)
        return replace(self, meters={**self.meters, stream: meter})

    def with_secret(self, name: str, value: int) -> "MemoryMeters":
        """A copy in which the named mystery meter has this secret value, in units.

        The name may be "" if there is only one mystery meter. Raises ``ValueError`` for a name
        that is not one, `RuleViolation` for a value outside the meter's configured range.
        """
        stream = self._find(name, list(self.secrets))
        violation = refuse_value(self.meters[stream].rules, value)
        if violation is not None:
            raise violation
        secret = replace(self.secrets[stream], value=value)
        return replace(self, secrets={**self.secrets, stream: secret})

    def _find(self, name: str, among: list[str]) -> str:
        """The stream of the meter with this name; the wager may be left out of a unique name."""
        names = {stream: self.meters[stream].rules.name for stream in among}
        matching = [
            key for key, full in names.items() if name in ("", full, full.rpartition("/")[2])
        ]
        if len(matching) == 1:
            return matching[0]
        if not name and names:
            raise ValueError(f"Name the meter; there are {' and '.join(names.values())}.")
        name_list = ", ".join(names.values()) or "none"
        raise ValueError(f"{quoted(name)} is not one meter of this table; there is {name_list}.")


def memory_meters(rules: TableRules, bits: Bits) -> MemoryMeters | None:
    """The meters of a table at their seeds; None if no wager feeds one."""
    secrets: dict[str, Secret] = {}

    def start(meter: MeterRules) -> str:
        if not meter.maximum:
            return ""
        secrets[meter.stream] = _draw_secret(meter, bits)
        return secrets[meter.stream].commitment

    meters, _ = join_meters({}, start, rules.name, meters_of(rules), ())
    return MemoryMeters(rules.name, meters, secrets, bits) if meters else None


def _draw_secret(rules: MeterRules, bits: Bits, before: Secret | None = None) -> Secret:
    """A new mystery value; its number, counted from 1, serves as its commitment."""
    number = 1 if before is None else int(before.commitment) + 1
    return Secret(str(number), draw(rules, bits))
