"""Reads a script of cards, wagers and decisions; blank lines separate its rounds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from upcard.cards.card import in_decks, name_of, parse_card
from upcard.engine.core.commands import Command
from upcard.engine.core.questions import WITH_AMOUNT
from upcard.engine.play import every_answer
from upcard.games.roulette import LuckyNumber
from upcard.games.table_rules import TableRules
from upcard.host.scripts.steps import ScriptStep, parse_step
from upcard.money.amount import parse_dollars
from upcard.rules.user_files import SCRIPT, check_line, check_size, read_user_file
from upcard.rules.violation import BadInput
from upcard.text.words import is_number, quoted


class ScriptError(BadInput):
    """A script that cannot be read or played; one sentence with the line's number."""


class ScriptPlace(NamedTuple):
    """A position; at hybrid tables one of the terminals that share it, from 1."""

    position: int
    terminal: int = 0


class PlacedWager(msgspec.Struct, frozen=True):
    """A wager of a script, in units."""

    wager: str
    amount: int


class ScriptRound(msgspec.Struct):
    """One round of a script: the cards in dealing order, and each position's wagers and answers.

    `line` is the block's first line. `meters` and `mysteries` hold a line, a name and units: the
    amount that a meter shows, the secret value of a mystery meter. `lucky` and `pocket` are a
    wheel's results; empty or None leaves them to chance.
    """

    line: int
    cards: list[int] = []
    wagers: dict[ScriptPlace, list[PlacedWager]] = {}
    answers: dict[ScriptPlace, list[str]] = {}
    players: dict[ScriptPlace, str] = {}
    steps: list[ScriptStep] = []
    meters: list[tuple[int, str, int]] = []
    mysteries: list[tuple[int, str, int]] = []
    lucky: list[LuckyNumber] = []
    pocket: int | None = None
    magic_card: int = -1
    lucky_seat: int = 0


FORMS: Final = {
    "cards": "cards CARD [CARD …]",
    "wager": "wager POSITION NAME DOLLARS[, NAME DOLLARS …]",
    "decide": "decide POSITION ANSWER [ANSWER …]",
    "player": "player POSITION NAME",
    "step": "step NAME [PARTICULARS]",
    "meter": "meter NAME DOLLARS",
    "mystery": "mystery [NAME] DOLLARS",
    "magic-card": "magic-card CARD",
    "lucky-seat": "lucky-seat POSITION",
    "lucky": "lucky NUMBER=PAYOUT [NUMBER=PAYOUT …]",
    "spin": "spin NUMBER",
}
"""The forms of a script's lines, by the word with which each begins."""


def read_script(path: Path) -> list[ScriptRound]:
    """The rounds of a script file; raises `BadInput` if it cannot be read."""
    text = read_user_file(path, SCRIPT)
    return parse_script(text)


def parse_script(text: str) -> list[ScriptRound]:
    """The rounds of a script's text.

    Raises `ScriptError` for a line that is not of the script's language, `BeyondBounds` for a
    script or a line that is too long.
    """
    check_size(text, SCRIPT, "It")
    blocks: list[ScriptRound] = []
    open_block: ScriptRound | None = None
    for number, words in _lines(text):
        if not words:
            open_block = None
            continue
        if open_block is None:
            open_block = ScriptRound(number)
            blocks.append(open_block)
        _read_line(open_block, number, words)
    if not blocks:
        raise ScriptError("The script has no round.")
    return blocks


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each line's number and words without its comment; lines with only a comment are skipped."""
    for number, raw in enumerate(text.splitlines(), 1):
        line, hash_sign, _ = raw.partition("#")
        check_line(line, number, SCRIPT)
        words = line.split()
        if words or not hash_sign:
            yield number, words


def _read_line(block: ScriptRound, number: int, words: list[str]) -> None:
    try:
        match words:
            case ["cards", *cards] if cards:
                block.cards += [parse_card(card) for card in cards]
            case ["wager", place, *rest] if rest:
                wagers = [_wager(text) for text in " ".join(rest).split(",")]
                block.wagers.setdefault(_place(place), []).extend(wagers)
            case ["decide", place, *answers] if answers:
                block.answers.setdefault(_place(place), []).extend(answers)
            case ["player", place, player]:
                block.players[_place(place)] = player
            case ["magic-card", card]:
                block.magic_card = parse_card(card)
            case ["lucky-seat", position]:
                block.lucky_seat = _position(position)
            case ["meter", name, amount]:
                block.meters.append((number, name, parse_dollars(amount)))
            case ["mystery", *name, amount] if len(name) <= 1:
                block.mysteries.append((number, "".join(name), parse_dollars(amount)))
            case ["spin", pocket]:
                block.pocket = _number(pocket)
            case ["lucky", *numbers] if numbers:
                block.lucky += [_lucky(text) for text in numbers]
            case ["step", *step] if step:
                block.steps.append(parse_step(step))
            case _:
                raise ValueError(
                    f"{quoted(' '.join(words))} is not a line of a script; {_right(words[0])}."
                )
    except ValueError as error:
        raise ScriptError(f"Line {number}: {error}") from None


def _right(word: str) -> str:
    """The part of an error message that says how a line that begins with `word` is written."""
    if word in FORMS:
        return f"it is written {FORMS[word]}"
    return f"a line begins with {', '.join(FORMS)}"


def _place(text: str) -> ScriptPlace:
    """Parse a position such as `2`, or a terminal such as `2.1`."""
    position, point, terminal = text.partition(".")
    return ScriptPlace(_position(position), _position(terminal) if point else 0)


def _position(text: str) -> int:
    if not is_number(text) or int(text) == 0:
        raise ValueError(f"{quoted(text)} is not a position; positions count from 1.")
    return int(text)


def _number(text: str) -> int:
    if not is_number(text):
        raise ValueError(f"{quoted(text)} is not a number of the wheel.")
    return int(text)


def _lucky(text: str) -> LuckyNumber:
    """Parse a Lucky Number and its payout to 1, such as `17=299`."""
    number, equals, payout = text.partition("=")
    if not equals or not is_number(payout):
        raise ValueError(f"{quoted(text)} is not a Lucky Number with its payout, such as 17=299.")
    return LuckyNumber(_number(number), int(payout))


def _wager(text: str) -> PlacedWager:
    words = text.split()
    if len(words) != 2:
        raise ValueError(f"{quoted(text.strip())} is not a wager; write its name and an amount.")
    return PlacedWager(words[0], parse_dollars(words[1]))


def split_answer(answer: str) -> tuple[str, int | None]:
    """Split an answer such as `double=10` into its word and its amount (units, None without)."""
    word, equals, text = answer.partition("=")
    if equals and word not in WITH_AMOUNT:
        raise ValueError(f"{quoted(answer)} takes no amount.")
    return word, parse_dollars(text) if equals else None


def answer_command(rules: TableRules, position: int, answer: str) -> Command:
    """The command of an answer; raises ``ValueError`` for a word that is not an answer."""
    word, amount = split_answer(answer)
    answers = every_answer(rules, position, amount)
    if word not in answers:
        raise ValueError(f"{quoted(answer)} is not an answer; there are {', '.join(answers)}.")
    return answers[word]


def check_supply(block: ScriptRound, rules: TableRules) -> None:
    """Raise `ScriptError` for a round that the table cannot play.

    It names terminals or a wheel that the table does not have, cards at a wheel, or more copies
    of a card than the decks hold.
    """
    decks = rules.decks
    if not rules.variation.has_terminals and any(
        place.terminal for place in (*block.wagers, *block.answers, *block.players)
    ):
        raise ScriptError(f"The round of line {block.line} is not played at terminals.")
    if not rules.variation.has_wheel and (block.lucky or block.pocket is not None):
        raise ScriptError(f"The round of line {block.line} is not played at a wheel.")
    if rules.variation.has_wheel and block.cards:
        raise ScriptError(f"The round of line {block.line} is played without cards.")
    for card in set(block.cards):
        if not rules.is_dealt(card):
            raise ScriptError(
                f"The round of line {block.line} has a card {name_of(card)}, which the decks of "
                f"{rules.name} do not have."
            )
        if block.cards.count(card) > decks:
            copies = block.cards.count(card)
            raise ScriptError(
                f"The round of line {block.line} has {copies} cards {name_of(card)}, "
                f"more than there are in {in_decks(decks)}."
            )
