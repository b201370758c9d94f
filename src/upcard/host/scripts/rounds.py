"""Plays rounds with robots, on a table in memory or on a journal."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from upcard.cards.shoe import CardSource, ShuffledShoe
from upcard.cards.shuffle import Bits, live_bits, seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.core.commands import ClearTable, CloseBets, Command
from upcard.engine.core.events import Event
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import question
from upcard.engine.roulette.wheel import RandomWheel, SpinSource
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import MemoryMeters, memory_meters
from upcard.host.records.games import record_of
from upcard.host.scripts.robots import Robot


class LiveTable(Protocol):
    """A table at which robots and people play, in memory or on a journal."""

    @property
    def state(self) -> AnyTable:
        """The table's present state."""

    @property
    def round_events(self) -> tuple[Event, ...]:
        """The events since the table was last cleared."""

    def send(self, command: Command) -> object:
        """Carry a command out."""

    def send_all(self, commands: Iterable[Command]) -> None:
        """Carry several commands out, or none of them."""


T_co = TypeVar("T_co", bound=LiveTable, covariant=True)


class MemoryTable(AutomatedTable[Any]):
    """A table in memory, with a shuffled shoe or a random wheel."""

    meters: MemoryMeters | None

    def __init__(self, rules: TableRules, bits: Bits) -> None:
        self._source = source_of(rules, bits)
        super().__init__(rules, self._source, UNTIL_CLEARED, meters=memory_meters(rules, bits))

    def clone(self) -> "MemoryTable":
        """A table in the same state that draws the same cards, independent of this one."""
        same: dict[int, Any] = {}  # cards and meters keep one source of random bits
        source = deepcopy(self._source, same)
        meters = self.meters
        if meters is not None:
            meters = replace(meters, bits=deepcopy(meters.bits, same))
        copy = object.__new__(MemoryTable)
        copy._source = source
        AutomatedTable.__init__(
            copy, self.state.rules, source, self.automations, self.state, meters
        )
        copy.events, copy.steps = [*self.events], [*self.steps]
        return copy


class RobotTable(Generic[T_co]):
    """A table with a robot at every position; their wagers are drawn from `bits`."""

    def __init__(self, rules: TableRules, table: T_co, bits: Bits) -> None:
        self.rules = rules
        self.table = table
        self.robots = [Robot(position, bits) for position in range(1, rules.positions + 1)]

    def play(self) -> dict[str, Any]:
        """Play a new round, or finish the one under way, and return its record."""
        table = self.table
        if table.state.phase == Phase.WAGERING:
            wagering = {position for position, _ in table.state.in_play()}
            for robot in self.robots:
                if robot.position not in wagering:
                    table.send_all(robot.wagers(self.rules))
            table.send(CloseBets())
        while (pending := question(table.state)) is not None:
            table.send(self.robots[pending.position - 1].answer(table.state, pending))
        record = self.record()
        table.send(ClearTable())
        return record

    def record(self) -> dict[str, Any]:
        """The record of the settled round, before the table is cleared."""
        return record_of(self.table.state, self.table.round_events)


def robot_table(rules: TableRules, seed: int | None = None) -> RobotTable[MemoryTable]:
    """Robots at a table in memory; the same seed plays the same rounds."""
    bits = bits_of(seed)
    return RobotTable(rules, MemoryTable(rules, bits), bits)


def source_of(rules: TableRules, bits: Bits) -> CardSource | SpinSource:
    """A random wheel for games played at one, otherwise a shuffled shoe."""
    if rules.variation.has_wheel:
        return RandomWheel(bits)
    return ShuffledShoe(rules.decks, rules.sides, bits, tens=rules.tens)


def bits_of(seed: int | None) -> Bits:
    """Random bits from a seed, or from the operating system without one."""
    return live_bits if seed is None else seeded_bits(seed)
