"""The interactive table: you at one seat, robots at the others."""

from typing import Any, Final

from upcard.cli.output import console, plain
from upcard.cli.screen import print_accounts, print_record, print_settlements, print_view
from upcard.engine import commands as c
from upcard.engine.phases import Phase
from upcard.engine.questions import Question, candidates, question
from upcard.engine.view import view
from upcard.games.table_rules import TableRules
from upcard.host.robots import Robot
from upcard.host.rounds import LiveTable, RobotTable
from upcard.money.amount import format_dollars, parse_dollars
from upcard.rules.violation import RuleViolation

KEYS: Final = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "insurance": "i",
    "even-money": "e",
    "no-insurance": "n",
    "press": "p",
    "take": "t",
    "refuse-card": "x",
    "take-card": "t",
    "dead-hand": "d",
}
ASKED: Final = {
    "insurance": "The dealer shows an ace.",
    "press": "Add the winnings to your Blackjack wager?",
    "missed-card": "The dealer missed your hand.",
    "decision": "Your hand.",
}


class Left(Exception):
    """The player leaves the table."""


def play(table: RobotTable[LiveTable], seat: int) -> None:
    """Play rounds until the player leaves; one that is under way is finished first."""
    out = console()
    rules = table.rules
    others = [robot for robot in table.robots[:4] if robot.position != seat]
    _welcome(rules, seat)
    last: list[c.Command] = []
    try:
        while True:
            if table.table.state.phase is Phase.WAGERING:
                last = _bet(table, seat, last)
                _robots_bet(table, others)
                table.table.send(c.CloseBets())
            _play_round(table, seat)
            record = table.record()
            print_record(record, seat)
            table.table.send(c.ClearTable())
    except (Left, EOFError, KeyboardInterrupt):
        out.print()
        if table.table.state.in_play():
            out.print("The round stays unfinished; its wagers count as given.")
        if table.table.state.round:
            print_accounts(table.table.state)
        out.print("Good-bye.")


def _welcome(rules: TableRules, seat: int) -> None:
    out = console()
    low, high = format_dollars(rules.minimum), format_dollars(rules.maximum)
    out.print(f"\n[bold]{plain(rules.name)}[/bold]: {rules.decks} decks, ${low} to ${high}.")
    out.print(f"You sit at seat {seat}; robots sit beside you. Blackjack pays 3 to 2.")
    if rules.wagers:
        out.print("Side wagers:")
        for number, offered in enumerate(rules.wagers, 1):
            limits = f"${format_dollars(offered.minimum)} to ${format_dollars(offered.maximum)}"
            out.print(f"  {number}  {offered.slug}, {limits}  [dim]{offered.data.section}[/dim]")


def _robots_bet(table: RobotTable[LiveTable], robots: list[Robot]) -> None:
    for robot in robots:
        table.table.send_all(robot.wagers(table.rules))


def _bet(table: RobotTable[LiveTable], seat: int, last: list[c.Command]) -> list[c.Command]:
    """Ask for wagers until the table takes them."""
    out = console()
    again = "Enter the same again" if last else "Enter the minimum"
    example = f"15 {table.rules.wagers[0].slug} 5" if table.rules.wagers else "15"
    while True:
        out.print(f"\nYour wagers, such as [bold]{example}[/bold]; {again}; q leaves.")
        words = input("wager> ").split()
        if words in (["q"], ["quit"]):
            raise Left
        try:
            placed = _wagers(table.rules, seat, words) if words else last
            placed = placed or [c.PlaceWager(seat, "blackjack", table.rules.minimum)]
            table.table.send_all(placed)
        except RuleViolation as refused:
            _say_refused(refused)
        except ValueError as error:
            out.print(f"[yellow]{plain(error)}[/yellow]")
        else:
            return placed


def _wagers(rules: TableRules, seat: int, words: list[str]) -> list[c.Command]:
    """``15 lucky-ladies 5`` or ``15 1 5``: the Blackjack wager, then names or numbers."""
    if len(words) % 2 == 0:
        raise ValueError("Write the Blackjack wager, then a side wager and its amount each.")
    placed: list[c.Command] = [c.PlaceWager(seat, "blackjack", parse_dollars(words[0]))]
    for name, amount in zip(words[1::2], words[2::2], strict=True):
        slug = name
        if name.isdecimal() and 1 <= int(name) <= len(rules.wagers):
            slug = rules.wagers[int(name) - 1].slug
        placed.append(c.PlaceWager(seat, slug, parse_dollars(amount)))
    return placed


def _play_round(table: RobotTable[LiveTable], seat: int) -> None:
    told = 0
    while (asked := question(table.table.state)) is not None:
        if asked.position != seat:
            robot = table.robots[asked.position - 1]
            table.table.send(robot.answer(table.table.state, asked))
            continue
        settled = _settled(table, seat)
        print_view(view(table.table.state), seat)
        print_settlements(settled[told:])
        told = len(settled)
        _ask(table, asked)


def _settled(table: RobotTable[LiveTable], seat: int) -> list[dict[str, Any]]:
    """What has been settled at a seat in this round."""
    return [line for line in table.record()["settlements"] if line["position"] == seat]


def _ask(table: RobotTable[LiveTable], asked: Question) -> None:
    """Ask until the table takes an answer; a refusal says why."""
    out = console()
    hand = f" (hand {asked.hand})" if asked.hand > 1 else ""
    choices = "  ".join(f"[bold]{KEYS[word]}[/bold] {word}" for word in asked.answers)
    everything = {KEYS[word]: word for word in candidates(asked.kind, asked.position)}
    while True:
        out.print(f"{ASKED[asked.kind]}{hand}  {choices}  [bold]q[/bold] leave")
        words = input("> ").split()
        if words in (["q"], ["quit"]):
            raise Left
        try:
            table.table.send(_command(asked, everything, words))
        except RuleViolation as refused:
            _say_refused(refused)
        except ValueError as error:
            out.print(f"[yellow]{plain(error)}[/yellow]")
        else:
            return


def _command(asked: Question, everything: dict[str, str], words: list[str]) -> c.Command:
    """The command of a key or word, with an amount where one is given (``d 10``)."""
    word = everything.get(words[0].lower(), words[0].lower()) if words else ""
    every = candidates(asked.kind, asked.position)
    if word not in every or len(words) > 2:
        keys = " ".join(KEYS[one] for one in asked.answers)
        raise ValueError(f"Answer with one of these keys: {keys}.")
    command = every[word]
    if len(words) == 1:
        return command
    amount = parse_dollars(words[1])
    match command:
        case c.DoubleDown(position):
            return c.DoubleDown(position, amount)
        case c.Insure(position):
            return c.Insure(position, amount)
        case c.Press(position):
            return c.Press(position, amount)
    raise ValueError(f"{word!r} takes no amount.")


def _say_refused(refused: RuleViolation) -> None:
    message = (
        f"[yellow]Refused: {plain(refused.message)}[/yellow]  [dim]{plain(refused.section)}[/dim]"
    )
    console().print(message, soft_wrap=True)
