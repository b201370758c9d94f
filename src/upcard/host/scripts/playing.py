"""Plays the rounds of a script on a table in memory."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from upcard.cards.card import names_of
from upcard.cards.shoe import FedShoe, OutOfCards
from upcard.cards.shuffle import live_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    LeaveSeat,
    OrderReshuffle,
    PermitEntry,
    PlaceWager,
    SeatPlayer,
    Shuffle,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.table_state import ShoeState
from upcard.engine.irregular.commands import with_any_card
from upcard.engine.jackpots.commands import CollectProgressiveWagers, JackpotStep
from upcard.engine.jackpots.provisions import next_step
from upcard.engine.jackpots.steps import pending
from upcard.engine.play import countdown, game_of, question, refusal
from upcard.engine.roulette.wheel import FedWheel, RandomWheel
from upcard.engine.shoe.decide import full_count
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import MemoryMeters, memory_meters
from upcard.host.records.games import record_of
from upcard.host.scripts.answering import answer_to_any, terminal_name, unused_answers
from upcard.host.scripts.script import (
    PlacedWager,
    ScriptError,
    ScriptPlace,
    ScriptRound,
    answer_command,
    check_supply,
)
from upcard.host.scripts.steps import Counted, ScriptStep
from upcard.rules.violation import RuleViolation


def _automatic(command: type[Command]) -> Automation:
    """The automation that takes a step which the script leaves out."""
    if command is CollectProgressiveWagers:
        return Automation.COLLECT
    return Automation.FLOOR if issubclass(command, JackpotStep) else Automation(0)


class ScriptedTable:
    """A table whose cards, spins, wagers and decisions come from a script.

    Steps that the script gives are taken when it says; those that it leaves out are automatic.
    Rounds have the numbers of the script's blocks. Each is dealt from its own full shoe: a card
    that an earlier block used is available again.
    """

    def __init__(self, rules: TableRules) -> None:
        self._rules = rules
        self._shoe, self._wheel = FedShoe(), FedWheel(RandomWheel(live_bits))
        source = self._wheel if rules.variation.has_wheel else self._shoe
        meters = memory_meters(rules, live_bits)
        self.table: AutomatedTable[Any] = AutomatedTable(
            rules, source, Automation(0), meters=meters
        )
        self.table.interrupt = self._step_now
        self._rounds = 0
        self._steps: list[ScriptStep] = []
        self._players: dict[ScriptPlace, str] = {}
        self._miscounts: list[dict[str, Any]] = []
        self._counts: dict[Counted, int] = {}

    def play(self, block: ScriptRound) -> dict[str, Any]:
        """Play a round and return its record; a refused round returns ``refused`` instead.

        A refused round leaves the table unchanged. If less than a quarter of the shoe is left,
        the cards are reshuffled first.

        Raises `ScriptError` for a round that cannot be played: cards that run out or that the
        decks do not hold, or a word that is not an answer.
        """
        check_supply(block, self._rules)
        self._rounds += 1
        self._steps, self._players = list(block.steps), block.players
        self._miscounts = []
        self._shoe.clear()
        self._shoe.feed(block.cards)
        self._wheel.feed(block.lucky, block.pocket)
        try:
            with self.table.attempt():
                return {**self._play(block), "round": self._rounds}
        except RuleViolation as violation:
            refusal_record = {"section": violation.section, "message": violation.message}
            return {"round": self._rounds, "refused": refusal_record}
        except OutOfCards:
            raise ScriptError(
                f"The cards of the round of line {block.line} run out before it is done."
            ) from None
        except ScriptError:
            raise
        except ValueError as error:
            raise ScriptError(f"In the round of line {block.line}: {error}") from None

    def _play(self, block: ScriptRound) -> dict[str, Any]:
        table = self.table
        answers = {place: list(words) for place, words in block.answers.items()}
        self._counts = {"cards": 0, "answers": 0}
        self._set_meters(block)
        self._change_players(block)
        self._open(block)
        for place, wagers in sorted(block.wagers.items()):
            player = block.players.get(place, terminal_name(place))
            for wager in sorted(wagers, key=self._order):
                table.send(PlaceWager(place.position, wager.wager, wager.amount, player))
        table.send(CloseBets(block.magic_card, block.lucky_seat))
        while refusal(table.state, ClearTable()) is not None:
            answer = self._answer(block, answers)
            if answer is None:
                raise self._standstill()
            self._counts["answers"] += 1
            table.send(answer)
        record = record_of(table.state, table.round_events)
        if "shoe" in record:
            record["full_shoe"] = True  # earlier blocks do not use up cards
        if self._miscounts:
            record["miscounts"] = self._miscounts
        unused = [unused_answers(block, place, rest) for place, rest in answers.items() if rest]
        if unused:
            record["unused"] = unused
        if self._shoe.left:
            record["unused_cards"] = names_of(self._shoe.left)
        table.send(ClearTable())
        if self._steps:
            record["unused_steps"] = [step.name for step in self._steps]
        return record

    def _change_players(self, block: ScriptRound) -> None:
        """Let players leave at positions for which the round names another player.

        Raises `ScriptError` for a player, an answer or a step at a position that does not exist.
        """
        seated = {place.position: player for place, player in block.players.items()}
        commands = game_of(self._rules).commands
        steps = [step.command for step in block.steps if type(step.command) in commands]
        stepped = [getattr(command, "position", None) or 0 for command in steps]
        for position in (*seated, *(place.position for place in block.answers), *stepped):
            if position > self._rules.positions and SeatPlayer not in commands:
                message = (
                    f"There is no position {position}; this table has {self._rules.positions}."
                )
                raise ScriptError(f"In the round of line {block.line}: {message}")
            if position > self._rules.positions:
                self.table.send(SeatPlayer(position, seated.get(position, "")))
        for position, sitting in self.table.state.seats:
            if block.players.get(ScriptPlace(position), sitting) != sitting:
                self.table.send(LeaveSeat(position))

    def _open(self, block: ScriptRound) -> None:
        """Take the steps until wagers can be placed; raises `RuleViolation` for an unknown step."""
        table, commands = self.table, game_of(self._rules).commands
        for step in block.steps:
            if type(step.command) not in commands:
                violation = refusal(table.state, step.command)
                assert violation is not None, "what a game does not know it refuses"
                raise violation
        table.resume()
        if table.state.phase == Phase.WASHING:  # the players are waited for (§§ 633a.4, 633a.5(g))
            for place in sorted(block.wagers):
                table.send(SeatPlayer(place.position, block.players.get(place, "")))
        if table.state.phase == Phase.SHUFFLING:  # still waiting: raise the refusal of the shuffle
            table.take_step(Shuffle)
        self._reshuffle()

    def _reshuffle(self) -> None:
        state = self.table.state
        if isinstance(state, ShoeState) and state.stack.remaining < full_count(state) // 4:
            self.table.send(OrderReshuffle())

    def _set_meters(self, block: ScriptRound) -> None:
        """Set the amounts and the secret values of meters that the script gives."""
        for line, name, amount in block.meters:
            with _errors_on_line(line):
                self.table.meters = self._meters().with_amount(name, amount)
        for line, name, value in block.mysteries:
            with _errors_on_line(line):
                self.table.meters = self._meters().with_secret(name, value)

    def _meters(self) -> MemoryMeters:
        meters = self.table.meters
        if not isinstance(meters, MemoryMeters):
            raise ScriptError("No wager of this table feeds a meter.")
        return meters

    def _answer(self, block: ScriptRound, answers: dict[ScriptPlace, list[str]]) -> Command | None:
        """The next answer, or the default answer without one; None if nothing is asked."""
        state = self.table.state
        running = countdown(state)
        if running is not None:
            return answer_to_any(state, block.players, answers) or running.ends
        pending = question(state)
        if pending is None:
            return None
        scripted = answers.get(ScriptPlace(pending.position), [])
        if not scripted:
            return pending.unanswered
        return answer_command(self._rules, pending.position, scripted.pop(0))

    def _order(self, wager: PlacedWager) -> int:
        """The sort key of wagers: the Blackjack wager first, then the order of the rules."""
        slugs = [BLACKJACK_WAGER, *(offered.slug for offered in self._rules.wagers)]
        return slugs.index(wager.wager) if wager.wager in slugs else len(slugs)

    def _step_now(self) -> Command | None:
        """The script's next step, if its time has come; steps of the script are not automatic."""
        table = self.table
        table.automations = UNTIL_CLEARED
        for step in self._steps:
            table.automations &= ~_automatic(type(step.command))
        command = self._next_step()
        while command is not None and self._is_miscount(command):
            command = self._next_step()
        if command is None or refusal(table.state, with_any_card(command)) is not None:
            return None
        del self._steps[0]
        return command

    def _is_miscount(self, command: Command) -> bool:
        """Record a wrong count of value chips that a later step counts again (§ 633c.2(f))."""
        counts = [step for step in self._steps if isinstance(step.command, type(command))]
        if not isinstance(command, CollectProgressiveWagers) or len(counts) == 1:
            return False
        violation = refusal(self.table.state, command)
        if violation is None or self.table.state.phase != Phase.COLLECTING:
            return False
        del self._steps[0]
        reason = {"section": violation.section, "message": violation.message}
        self._miscounts.append({"chips": command.chips, **reason})
        return True

    def _next_step(self) -> Command | None:
        """The command of the script's next step; None if its time has not come."""
        if not self._steps:
            return None
        step = self._steps[0]
        self._counts["cards"] = self._shoe.drawn
        if not step.is_time(self.table.state, self._counts):
            return None
        if isinstance(step.command, JackpotStep) and not step.command.position:
            return self._first_payout(step.command)
        if isinstance(step.command, PermitEntry) and not step.command.player:
            return PermitEntry(step.command.position, self._enters(step.command.position))
        return step.command

    def _enters(self, position: int) -> str:
        """The player who begins to wager at a position: named by the round, or seated there."""
        seated: dict[int, str] = dict(self.table.state.seats)
        return self._players.get(ScriptPlace(position)) or seated.get(position, str(position))

    def _first_payout(self, step: JackpotStep) -> Command | None:
        """The step for the first payout that waits for it; None if no payout is pending."""
        state = self.table.state
        payouts = pending(state)
        due = [(payout, next_step(self._rules, payout)) for payout in payouts]
        fitting = [
            payout for payout, next_ in due if next_ and next_.command is type(step)
        ] or payouts
        return type(step)(fitting[0].position, fitting[0].wager) if fitting else None

    def _standstill(self) -> Exception:
        """The error for a table that cannot continue: it waits for a step, a repair or a card."""
        state = self.table.state
        violation = None
        awaited = [step.name for step in self._steps if _automatic(type(step.command))]
        if awaited:
            command = self._next_step()
            violation = refusal(state, command) if command is not None else None
            return violation or ValueError(f"the table waits for the step {awaited[0]}.")
        if state.faults.reader_failed:
            violation = refusal(state, ClearTable())
        return violation or OutOfCards()


@contextmanager
def _errors_on_line(line: int) -> Iterator[None]:
    """Turn a ``ValueError`` of the block into a `ScriptError` with the script's line."""
    try:
        yield
    except ValueError as error:
        raise ScriptError(f"Line {line}: {error}") from None
