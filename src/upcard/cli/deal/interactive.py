"""The interactive table: the player at one seat, robots at the others."""

from typing import Any

from msgspec.structs import replace

from upcard.cli.deal.betting import example, introduction, smallest, wagers
from upcard.cli.deal.screen import (
    print_accounts,
    print_record,
    print_settlements,
    print_terminal,
    print_view,
)
from upcard.cli.output import console, plain
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.commands import ClearTable, CloseBets, Command, PlaceWager
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import WITH_AMOUNT, PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.questions import TerminalQuestion
from upcard.engine.hybrid.view import TerminalView
from upcard.engine.play import question
from upcard.engine.views import view
from upcard.games.table_rules import TableRules
from upcard.host.keys import keys_of
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import LiveTable, RobotTable
from upcard.money.amount import parse_dollars
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted


class LeaveRequested(Exception):
    """Raised when the player types ``q`` to leave the table."""


def play(table: RobotTable[LiveTable], seat: int) -> None:
    """Play rounds until the player leaves; finishes a round that is under way first."""
    out = console()
    rules = table.rules
    robots = [robot for robot in table.robots[:4] if robot.position != seat]
    _print_welcome(rules, seat)
    last: list[PlaceWager] = []
    try:
        while True:
            if table.table.state.phase == Phase.WAGERING:
                last = _bet(table, seat, last)
                _robots_bet(table, robots)
                table.table.send(CloseBets())
            _play_round(table, seat)
            record = table.record()
            print_record(record, seat)
            table.table.send(ClearTable())
    except (LeaveRequested, EOFError, KeyboardInterrupt):
        out.print()
        if table.table.state.has_wagers:
            out.print("The round stays unfinished; its wagers stay on the layout.")
        if table.table.state.round:
            print_accounts(table.table.state)
        out.print("Good-bye.")


def _print_welcome(rules: TableRules, seat: int) -> None:
    out = console()
    first, *paragraphs = introduction(rules)
    out.print(f"\n[bold]{plain(rules.name)}[/bold]: {first}")
    out.print(f"You sit at seat {seat}; robots sit beside you.")
    for line in paragraphs:
        out.print(line)


def _robots_bet(table: RobotTable[LiveTable], robots: list[Robot]) -> None:
    for robot in robots:
        table.table.send_all(robot.wagers(table.rules))


def _bet(table: RobotTable[LiveTable], seat: int, last: list[PlaceWager]) -> list[PlaceWager]:
    """Ask for wagers until the table accepts them; returns them."""
    out = console()
    prompt = "Enter the same again" if last else "Enter the minimum"
    while True:
        out.print(
            f"\nYour wagers, such as [bold]{example(table.rules)}[/bold]; {prompt}; q leaves."
        )
        words = input("wager> ").split()
        if words in (["q"], ["quit"]):
            raise LeaveRequested
        try:
            commands = wagers(table.rules, seat, words) if words else last
            commands = commands or smallest(table.rules, seat)
            table.table.send_all(commands)
        except RuleViolation as refused:
            _say_refused(refused)
        except ValueError as error:
            out.print(f"[yellow]{plain(error)}[/yellow]")
        else:
            return commands


def _play_round(table: RobotTable[LiveTable], seat: int) -> None:
    number_shown = 0
    while (pending := question(table.table.state)) is not None:
        if pending.position != seat:
            robot = table.robots[pending.position - 1]
            table.table.send(robot.answer(table.table.state, pending))
            continue
        settlements = _settlements_of(table, seat)
        _show(table.table.state, pending)
        print_settlements(settlements[number_shown:])
        number_shown = len(settlements)
        _ask(table, pending)


def _show(state: AnyTable, pending: PlayerQuestion) -> None:
    """Print the table as the player who is asked sees it; at a hybrid table, their terminal."""
    player = state.player_at(pending.position)
    table_view = view(state, pending.player if isinstance(pending, TerminalQuestion) else player)
    if isinstance(table_view, TerminalView):
        print_terminal(table_view)
    elif isinstance(table_view, TableView):
        print_view(table_view, pending.position)


def _settlements_of(table: RobotTable[LiveTable], seat: int) -> list[dict[str, Any]]:
    """The settlements at a seat so far in this round."""
    return [line for line in table.record()["settlements"] if line["position"] == seat]


def _ask(table: RobotTable[LiveTable], pending: PlayerQuestion) -> None:
    """Ask until the table accepts an answer; prints why one is refused."""
    out = console()
    hand = f" (hand {pending.hand})" if pending.hand > 1 else ""
    answers = pending.every()
    keys = keys_of(answers)
    choices = "  ".join(f"[bold]{keys[word]}[/bold] {word}" for word in pending.answers)
    while True:
        out.print(f"{pending.asks.words}{hand}  {choices}  [bold]q[/bold] leave")
        words = input("> ").split()
        if words in (["q"], ["quit"]):
            raise LeaveRequested
        try:
            table.table.send(_command(pending, answers, words))
        except RuleViolation as refused:
            _say_refused(refused)
        except ValueError as error:
            out.print(f"[yellow]{plain(error)}[/yellow]")
        else:
            return


def _command(pending: PlayerQuestion, every: dict[str, Command], words: list[str]) -> Command:
    """The command of a key or word, with an amount where one is given (``d 10``)."""
    keys = keys_of(every)
    words_by_key = {key: word for word, key in keys.items()}
    word = words_by_key.get(words[0].lower(), words[0].lower()) if words else ""
    if word not in every or len(words) > 2:
        key_list = " ".join(keys[answer] for answer in pending.answers)
        raise ValueError(f"Answer with one of these keys: {key_list}.")
    command = every[word]
    if len(words) == 1:
        return command
    if word not in WITH_AMOUNT:
        raise ValueError(f"{quoted(word)} takes no amount.")
    return replace(command, amount=parse_dollars(words[1]))


def _say_refused(violation: RuleViolation) -> None:
    message, section = plain(violation.message), plain(violation.section)
    console().print(f"[yellow]Refused: {message}[/yellow]  [dim]{section}[/dim]", soft_wrap=True)
