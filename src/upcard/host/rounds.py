"""Plays rounds on a table in memory: from a script, or by robots."""

from typing import Any

from upcard.cards.card import names_of
from upcard.cards.shoe import FedShoe, OutOfCards, ShuffledShoe
from upcard.cards.shuffle import Bits, live_bits, seeded_bits
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.automation import Automation, Table
from upcard.engine.phases import Phase
from upcard.engine.questions import DEFAULT_ANSWERS, question
from upcard.engine.refusals import refusal
from upcard.engine.shoe_steps import full_count
from upcard.games.table_rules import TableRules
from upcard.host.record import round_record
from upcard.host.robots import Robot
from upcard.host.script import (
    STEPS,
    Block,
    PlacedWager,
    ScriptError,
    answer_command,
    check_supply,
)
from upcard.rules.violation import RuleViolation

UNTIL_CLEARED = Automation.ALL & ~Automation.CLEAR


class ScriptedTable:
    """A table whose cards, wagers and decisions a script gives."""

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._shoe = FedShoe()
        self.table = Table(rules, self._shoe, UNTIL_CLEARED)

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
        if table.state.stack.remaining < full_count(table.state) // 4:
            table.send(c.OrderReshuffle())
        self._take_steps(steps)
        for position, wagers in sorted(block.wagers.items()):
            player = block.players.get(position, "")
            for placed in sorted(wagers, key=self._place):
                table.send(c.PlaceWager(position, placed.wager, placed.amount, player))
        table.send(c.CloseBets(block.magic_card, block.lucky_seat))
        while table.state.phase is not Phase.SETTLED:
            self._take_steps(steps)
            asked = question(table.state)
            if asked is None:
                raise OutOfCards
            mine = answers.get(asked.position, [])
            word = mine.pop(0) if mine else DEFAULT_ANSWERS[asked.kind]
            table.send(answer_command(asked.position, word))
        record = round_record(table.state, _of_round(table))
        unused = [
            {"position": position, "answers": left} for position, left in answers.items() if left
        ]
        if unused:
            record["unused"] = unused
        if self._shoe.left:
            record["unused_cards"] = names_of(self._shoe.left)
        if steps:
            record["unused_steps"] = steps
        table.send(c.ClearTable())
        return record

    def _place(self, placed: PlacedWager) -> int:
        """The order of placing: the Blackjack wager, then companions before their wagers."""
        slugs = ["blackjack", *(offered.slug for offered in self._rules.wagers)]
        return slugs.index(placed.wager) if placed.wager in slugs else len(slugs)

    def _take_steps(self, steps: list[str]) -> None:
        while steps and refusal(self.table.state, STEPS[steps[0]]()) is None:
            self.table.send(STEPS[steps.pop(0)]())


class RobotTable:
    """A table at which robots sit at every position."""

    def __init__(self, rules: TableRules, seed: int | None = None) -> None:
        bits: Bits = live_bits if seed is None else seeded_bits(seed)
        self.rules = rules
        self.table = Table(rules, ShuffledShoe(rules.decks, rules.sides, bits), UNTIL_CLEARED)
        self.robots = [Robot(position, bits) for position in range(1, rules.positions + 1)]

    def play(self) -> dict[str, Any]:
        """The record of one round."""
        table = self.table
        for robot in self.robots:
            table.send_all(robot.wagers(self.rules))
        table.send(c.CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(self.robots[asked.position - 1].answer(table.state, asked))
        record = self.record()
        table.send(c.ClearTable())
        return record

    def record(self) -> dict[str, Any]:
        """The record of the round that lies settled on the table."""
        return round_record(self.table.state, _of_round(self.table))


def _of_round(table: Table) -> list[e.Event]:
    """The events since the table was last cleared."""
    events = table.events
    start = len(events)
    while start and not isinstance(events[start - 1], e.TableCleared):
        start -= 1
    return events[start:]
