"""Reads a script of cards, wagers and decisions: blocks are rounds, parted by blank lines."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from upcard.cards.card import name_of, parse_card
from upcard.engine import commands as c
from upcard.money.amount import parse_dollars
from upcard.rules.violation import BadInput


class ScriptError(BadInput):
    """A line that is not of the script's language; one sentence with the line's number."""


class PlacedWager(msgspec.Struct, frozen=True):
    """A wager of a script, in units."""

    wager: str
    amount: int


class Step(msgspec.Struct, frozen=True):
    """A step of dealer or floor; `chips` where collected value chips were counted."""

    name: str
    command: type[c.Command]
    chips: int | None = None


class Block(msgspec.Struct):
    """One round: cards in the order in which they reach a hand, and what each position does.

    `meters` and `mysteries` are names and units: what meters show, and hide.
    """

    line: int
    cards: list[int] = []
    wagers: dict[int, list[PlacedWager]] = {}
    answers: dict[int, list[str]] = {}
    players: dict[int, str] = {}
    steps: list[Step] = []
    meters: list[tuple[str, int]] = []
    mysteries: list[tuple[str, int]] = []
    magic_card: int = -1
    lucky_seat: int = 0


STEPS: Final[dict[str, type[c.Command]]] = {
    "replace-dealer": c.ReplaceDealer,
    "order-reshuffle": c.OrderReshuffle,
    "show-cover-card": c.ShowCoverCard,
    "collect-progressive-wagers": c.CollectProgressiveWagers,
    "verify-hand": c.VerifyHand,
    "confirm-light": c.ConfirmLight,
    "validate-jackpot": c.ValidateJackpot,
    "pay-jackpot": c.PayJackpot,
    "complete-papers": c.CompletePapers,
}
"""The dealer's and floor's steps that a script may give, by name."""


def read_script(path: Path) -> list[Block]:
    """The rounds of a script file; ``ValueError`` with one sentence when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ScriptError(f"There is no file {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"{path} cannot be read: {error}.") from None
    return parse_script(text)


def parse_script(text: str) -> list[Block]:
    """The rounds of a script."""
    blocks: list[Block] = []
    open_block: Block | None = None
    for number, words in _lines(text):
        if not words:
            open_block = None
            continue
        if open_block is None:
            open_block = Block(number)
            blocks.append(open_block)
        _read_line(open_block, number, words)
    if not blocks:
        raise ScriptError("The script has no round.")
    return blocks


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line without its comment; a line that only comments parts no rounds."""
    for number, raw in enumerate(text.splitlines(), 1):
        line, hash_sign, _ = raw.partition("#")
        words = line.split()
        if words or not hash_sign:
            yield number, words


def _read_line(block: Block, number: int, words: list[str]) -> None:
    try:
        match words:
            case ["cards", *cards] if cards:
                block.cards += [parse_card(card) for card in cards]
            case ["wager", position, *rest] if rest:
                placed = [_wager(text) for text in " ".join(rest).split(",")]
                block.wagers.setdefault(_position(position), []).extend(placed)
            case ["decide", position, *answers] if answers:
                block.answers.setdefault(_position(position), []).extend(answers)
            case ["player", position, player]:
                block.players[_position(position)] = player
            case ["magic-card", card]:
                block.magic_card = parse_card(card)
            case ["lucky-seat", position]:
                block.lucky_seat = _position(position)
            case ["meter", name, amount]:
                block.meters.append((name, parse_dollars(amount)))
            case ["mystery", *name, amount] if len(name) <= 1:
                block.mysteries.append(("".join(name), parse_dollars(amount)))
            case ["step", step]:
                block.steps.append(_step(step))
            case _:
                raise ValueError(
                    f"{' '.join(words)!r} is not a line of a script; a line begins with cards, "
                    "wager, decide, player, step, magic-card, lucky-seat, meter or mystery."
                )
    except ValueError as error:
        raise ScriptError(f"Line {number}: {error}") from None


def _position(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ValueError(f"{text!r} is not a position; positions count from 1.")
    return int(text)


def _step(text: str) -> Step:
    """A step; the collected value chips may be counted, as in `collect-progressive-wagers=3`."""
    name, equals, chips = text.partition("=")
    if name not in STEPS:
        raise ValueError(f"{name!r} is not a step; there are {', '.join(STEPS)}.")
    kind = STEPS[name]
    if not equals:
        return Step(name, kind)
    if kind is not c.CollectProgressiveWagers or not chips.isdecimal():
        raise ValueError(f"{text!r} is not a step; only collected chips are counted.")
    return Step(name, kind, int(chips))


def _wager(text: str) -> PlacedWager:
    words = text.split()
    if len(words) != 2:
        raise ValueError(f"{text.strip()!r} is not a wager; write its name and an amount.")
    return PlacedWager(words[0], parse_dollars(words[1]))


ANSWERS: Final = (
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "insurance",
    "no-insurance",
    "even-money",
    "press",
    "take",
)


def answer_command(position: int, answer: str) -> c.Command:
    """The command that an answer means; ``ValueError`` for a word that is none."""
    word, equals, text = answer.partition("=")
    amount = parse_dollars(text) if equals else None
    if equals and word not in ("double", "insurance", "press"):
        raise ValueError(f"{answer!r} takes no amount.")
    match word:
        case "double":
            return c.DoubleDown(position, amount)
        case "insurance":
            return c.Insure(position, amount)
        case "press":
            return c.Press(position, amount)
    plain: dict[str, c.Command] = {
        "hit": c.Hit(position),
        "stand": c.Stand(position),
        "split": c.SplitPair(position),
        "surrender": c.Surrender(position),
        "no-insurance": c.DeclineInsurance(position),
        "even-money": c.TakeEvenMoney(position),
        "take": c.TakeWinnings(position),
    }
    if word not in plain:
        raise ValueError(f"{answer!r} is not an answer; there are {', '.join(ANSWERS)}.")
    return plain[word]


def check_supply(block: Block, decks: int) -> None:
    """Raise `ScriptError` when a round asks for more copies of a card than the decks hold."""
    for card in set(block.cards):
        if block.cards.count(card) > decks:
            copies = block.cards.count(card)
            raise ScriptError(
                f"The round of line {block.line} has {copies} cards {name_of(card)}, "
                f"more than {decks} decks hold."
            )
