"""Plays rounds on a table in memory: from a script, or by robots."""

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from upcard.cards.card import names_of
from upcard.cards.shoe import FedShoe, OutOfCards, ShuffledShoe
from upcard.cards.shuffle import Bits, live_bits, seeded_bits
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.automation import Table
from upcard.engine.jackpots import next_step, pending
from upcard.engine.phases import Phase
from upcard.engine.questions import DEFAULT_ANSWERS, question
from upcard.engine.refusals import refusal
from upcard.engine.shoe_steps import full_count
from upcard.engine.state import State
from upcard.engine.steps import Automation
from upcard.games.table_rules import TableRules
from upcard.host.memory_meters import MemoryMeters, memory_meters
from upcard.host.record import round_record
from upcard.host.robots import Robot
from upcard.host.script import (
    Block,
    PlacedWager,
    ScriptError,
    Step,
    answer_command,
    check_supply,
)
from upcard.rules.violation import RuleViolation

UNTIL_CLEARED = Automation.ALL & ~Automation.CLEAR


def _automatic(command: type[c.Command]) -> Automation:
    """The automation that takes a step where a script does not."""
    if command is c.CollectProgressiveWagers:
        return Automation.COLLECT
    return Automation.FLOOR if issubclass(command, c.JackpotStep) else Automation(0)


class ScriptedTable:
    """A table whose cards, wagers and decisions a script gives.

    Steps that a script gives are taken as it gives them, those that it leaves out are automatic.
    """

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._shoe = FedShoe()
        meters = memory_meters(rules, live_bits)
        self.table = Table(rules, self._shoe, UNTIL_CLEARED, meters=meters)

    def play(self, block: Block) -> dict[str, Any]:
        """The record of a round, or of its refusal, after which the table is as before.

        Where little more than a quarter of the shoe is left, a reshuffle comes first.

        Raises `ScriptError` for a script that cannot be played: cards that run out or that
        the decks do not hold, an answer that is no answer.
        """
        check_supply(block, self._rules.decks)
        number = self.table.state.round + 1
        self._shoe.clear()
        self._shoe.feed(block.cards)
        try:
            with self.table.attempt():
                return self._play(block)
        except RuleViolation as violation:
            refused = {"section": violation.section, "message": violation.message}
            return {"round": number, "refused": refused}
        except OutOfCards:
            raise ScriptError(
                f"The cards of the round of line {block.line} run out before it is done."
            ) from None
        except ValueError as error:
            raise ScriptError(f"In the round of line {block.line}: {error}") from None

    def _play(self, block: Block) -> dict[str, Any]:
        table = self.table
        answers = {position: list(words) for position, words in block.answers.items()}
        steps = list(block.steps)
        self._set_meters(block)
        if table.state.stack.remaining < full_count(table.state) // 4:
            table.send(c.OrderReshuffle())
        self._take_steps(steps)
        for position, wagers in sorted(block.wagers.items()):
            player = block.players.get(position, "")
            for placed in sorted(wagers, key=self._place):
                table.send(c.PlaceWager(position, placed.wager, placed.amount, player))
        table.send(c.CloseBets(block.magic_card, block.lucky_seat))
        self._take_steps(steps)
        while table.state.phase is not Phase.SETTLED or pending(table.state):
            asked = question(table.state)
            if asked is None:
                self._insist(steps)
                raise OutOfCards
            mine = answers.get(asked.position, [])
            word = mine.pop(0) if mine else DEFAULT_ANSWERS[asked.kind]
            table.send(answer_command(asked.position, word))
            self._take_steps(steps)
        record = round_record(table.state, table.round_events)
        unused = [
            {"position": position, "answers": left} for position, left in answers.items() if left
        ]
        if unused:
            record["unused"] = unused
        if self._shoe.left:
            record["unused_cards"] = names_of(self._shoe.left)
        if steps:
            record["unused_steps"] = [step.name for step in steps]
        table.send(c.ClearTable())
        return record

    def _set_meters(self, block: Block) -> None:
        """What the script says that meters show and hide."""
        for name, amount in block.meters:
            self.table.meters = self._meters().showing(name, amount)
        for name, value in block.mysteries:
            self.table.meters = self._meters().hiding(name, value)

    def _meters(self) -> MemoryMeters:
        meters = self.table.meters
        if not isinstance(meters, MemoryMeters):
            raise ScriptError("No wager of this table feeds a meter.")
        return meters

    def _place(self, placed: PlacedWager) -> int:
        """The order of placing: the Blackjack wager, then companions before their wagers."""
        slugs = ["blackjack", *(offered.slug for offered in self._rules.wagers)]
        return slugs.index(placed.wager) if placed.wager in slugs else len(slugs)

    def _take_steps(self, steps: list[Step]) -> None:
        """Take the script's steps as far as the table allows; what it gives is not automatic."""
        table = self.table
        while True:
            table.automations = UNTIL_CLEARED
            for step in steps:
                table.automations &= ~_automatic(step.command)
            table.resume()
            command = self._command(steps[0]) if steps else None
            if command is None or refusal(table.state, command) is not None:
                return
            table.send(command)
            del steps[0]

    def _command(self, step: Step) -> c.Command | None:
        """The command of a step, about the first payout that waits for it; None without any."""
        if step.command is c.CollectProgressiveWagers:
            return c.CollectProgressiveWagers(step.chips)
        if not issubclass(step.command, c.JackpotStep):
            return step.command()
        waiting = pending(self.table.state)
        due = [(one, next_step(self._rules, one)) for one in waiting]
        fitting = [one for one, next_ in due if next_ and next_.command is step.command] or waiting
        return step.command(fitting[0].position, fitting[0].wager) if fitting else None

    def _insist(self, steps: list[Step]) -> None:
        """Where the table waits for a step that the script gives, its refusal is the answer."""
        command = self._command(steps[0]) if steps and _automatic(steps[0].command) else None
        if command is not None:
            self.table.send(command)


class LiveTable(Protocol):
    """A table that robots and people play at, in memory or on a journal."""

    @property
    def state(self) -> State:
        """The table now."""

    @property
    def round_events(self) -> tuple[e.Event, ...]:
        """What happened since the table was last cleared."""

    def send(self, command: c.Command) -> object:
        """Carry a command out."""

    def send_all(self, commands: Iterable[c.Command]) -> None:
        """Carry several commands out, or none of them."""


T = TypeVar("T", bound=LiveTable, covariant=True)


class MemoryTable(Table):
    """A shuffled table in memory that keeps only the events of its round."""

    def __init__(self, rules: TableRules, bits: Bits) -> None:
        shoe = ShuffledShoe(rules.decks, rules.sides, bits)
        super().__init__(rules, shoe, UNTIL_CLEARED, meters=memory_meters(rules, bits))

    def send(self, command: c.Command) -> list[e.Event]:
        """Carry a command out, then every automatic step that follows; the new events."""
        if isinstance(command, c.PlaceWager) and not self.state.in_play():
            self.forget()
        return super().send(command)


class RobotTable(Generic[T]):
    """A table at which robots sit at every position; `bits` decide what they do."""

    def __init__(self, rules: TableRules, table: T, bits: Bits) -> None:
        self.rules = rules
        self.table = table
        self.robots = [Robot(position, bits) for position in range(1, rules.positions + 1)]

    def play(self) -> dict[str, Any]:
        """The record of one round: a new one, or the one that is under way."""
        table = self.table
        if table.state.phase is Phase.WAGERING:
            for robot in self.robots:
                if table.state.boxes[robot.position - 1] is None:
                    table.send_all(robot.wagers(self.rules))
            table.send(c.CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(self.robots[asked.position - 1].answer(table.state, asked))
        record = self.record()
        table.send(c.ClearTable())
        return record

    def record(self) -> dict[str, Any]:
        """The record of the round that lies settled on the table."""
        return round_record(self.table.state, self.table.round_events)


def robot_table(rules: TableRules, seed: int | None = None) -> RobotTable[MemoryTable]:
    """Robots at a table in memory; a seed repeats it."""
    bits = bits_of(seed)
    return RobotTable(rules, MemoryTable(rules, bits), bits)


def bits_of(seed: int | None) -> Bits:
    """The bits of a seed; without one those of the operating system."""
    return live_bits if seed is None else seeded_bits(seed)
