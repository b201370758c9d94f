"""Plays rounds on a table in memory from a script."""

from typing import Any, Final

from upcard.cards.card import names_of
from upcard.cards.shoe import FedShoe, OutOfCards
from upcard.cards.shuffle import live_bits
from upcard.engine import commands as c
from upcard.engine.automation import Table
from upcard.engine.commands_irregular import with_any_card
from upcard.engine.hybrid.commands import EndCountdown
from upcard.engine.hybrid.questions import candidates, question_of
from upcard.engine.hybrid.state import HybridState
from upcard.engine.jackpots import next_step, pending
from upcard.engine.play import question, refusal
from upcard.engine.questions import DEFAULT_ANSWERS
from upcard.engine.roulette.wheel import FedWheel, RandomWheel
from upcard.engine.shoe_steps import full_count
from upcard.engine.state import State
from upcard.engine.steps import Automation
from upcard.engine.table_state import ShoeState
from upcard.games.table_rules import TableRules
from upcard.host.memory_meters import MemoryMeters, memory_meters
from upcard.host.records import record_of
from upcard.host.script import (
    Block,
    Place,
    PlacedWager,
    ScriptError,
    Step,
    answer_command,
    check_supply,
    split_answer,
)
from upcard.rules.violation import RuleViolation

UNTIL_CLEARED: Final = Automation.ALL & ~Automation.CLEAR


def _automatic(command: type[c.Command]) -> Automation:
    """The automation that takes a step where a script does not."""
    if command is c.CollectProgressiveWagers:
        return Automation.COLLECT
    return Automation.FLOOR if issubclass(command, c.JackpotStep) else Automation(0)


class ScriptedTable:
    """A table whose cards, spins, wagers and decisions a script gives.

    Steps that a script gives are taken as it gives them, those that it leaves out are automatic.
    """

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._shoe, self._wheel = FedShoe(), FedWheel(RandomWheel(live_bits))
        source = self._shoe if rules.lightning is None else self._wheel
        meters = memory_meters(rules, live_bits)
        self.table: Table[Any] = Table(rules, source, UNTIL_CLEARED, meters=meters)

    def play(self, block: Block) -> dict[str, Any]:
        """The record of a round, or of its refusal, after which the table is as before.

        Where little more than a quarter of the shoe is left, a reshuffle comes first.

        Raises `ScriptError` for a script that cannot be played: cards that run out or that
        the decks do not hold, an answer that is no answer.
        """
        check_supply(block, self._rules)
        number = self.table.state.round + 1
        self._shoe.clear()
        self._shoe.feed(block.cards)
        self._wheel.feed(block.lucky, block.pocket)
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
        answers = {place: list(words) for place, words in block.answers.items()}
        steps = list(block.steps)
        self._set_meters(block)
        self._reshuffle()
        self._take_steps(steps)
        for place, wagers in sorted(block.wagers.items()):
            player = block.players.get(place, _terminal(place))
            for placed in sorted(wagers, key=self._order):
                table.send(c.PlaceWager(place.position, placed.wager, placed.amount, player))
        table.send(c.CloseBets(block.magic_card, block.lucky_seat))
        self._take_steps(steps)
        while refusal(table.state, c.ClearTable()) is not None:
            answer = self._answer(block, answers)
            if answer is None:
                self._insist(steps)
                raise OutOfCards
            table.send(answer)
            self._take_steps(steps)
        record = record_of(table.state, table.round_events)
        unused = [_unused(place, left) for place, left in answers.items() if left]
        if unused:
            record["unused"] = unused
        if self._shoe.left:
            record["unused_cards"] = names_of(self._shoe.left)
        if steps:
            record["unused_steps"] = [step.name for step in steps]
        table.send(c.ClearTable())
        return record

    def _reshuffle(self) -> None:
        state = self.table.state
        if isinstance(state, ShoeState) and state.stack.remaining < full_count(state) // 4:
            self.table.send(c.OrderReshuffle())

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

    def _answer(self, block: Block, answers: dict[Place, list[str]]) -> c.Command | None:
        """The next answer, that of silence where the script has none; None to no question."""
        state = self.table.state
        if isinstance(state, HybridState):
            return _terminals_answer(state, block.players, answers)
        asked = question(state)
        if asked is None:
            return None
        mine = answers.get(Place(asked.position), [])
        return answer_command(asked.position, mine.pop(0) if mine else DEFAULT_ANSWERS[asked.kind])

    def _order(self, placed: PlacedWager) -> int:
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
            if command is None or refusal(table.state, with_any_card(command)) is not None:
                return
            table.send(command)
            del steps[0]

    def _command(self, step: Step) -> c.Command | None:
        """The command of a step, about the first payout that waits for it; None without any."""
        if step.command is c.CollectProgressiveWagers:
            return c.CollectProgressiveWagers(step.chips)
        if not issubclass(step.command, c.JackpotStep):
            return step.command()
        state = self.table.state
        waiting = pending(state) if isinstance(state, State) else []
        due = [(one, next_step(self._rules, one)) for one in waiting]
        fitting = [one for one, next_ in due if next_ and next_.command is step.command] or waiting
        return step.command(fitting[0].position, fitting[0].wager) if fitting else None

    def _insist(self, steps: list[Step]) -> None:
        """Where the table waits for a step that the script gives, its refusal is the answer."""
        command = self._command(steps[0]) if steps and _automatic(steps[0].command) else None
        if command is not None:
            self.table.send(command)


def _terminal(place: Place) -> str:
    """The name of a terminal's player who is not named; of a position the table knows it."""
    return f"{place.position}.{place.terminal}" if place.terminal else ""


def _terminals_answer(
    state: HybridState, players: dict[Place, str], answers: dict[Place, list[str]]
) -> c.Command | None:
    """The answer of the first terminal that has one; the clock runs out for the silent ones."""
    for place, words in answers.items():
        player = players.get(place) or _terminal(place) or str(place.position)
        asked = question_of(state, player)
        if asked is not None and words:
            word, amount = split_answer(words.pop(0))
            known = candidates(asked.kind, player, amount)
            if word not in known:
                raise ValueError(f"{word!r} is not an answer; there are {', '.join(known)}.")
            return known[word]
    return EndCountdown() if state.asked else None


def _unused(place: Place, answers: list[str]) -> dict[str, Any]:
    terminal = {"terminal": place.terminal} if place.terminal else {}
    return {"position": place.position, **terminal, "answers": answers}
