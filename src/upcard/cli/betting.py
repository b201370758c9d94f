"""What a player may wager at the interactive table, and how the words that he types are read."""

from typing import Final

from upcard.engine import commands as c
from upcard.games.baccarat import AREAS
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars, parse_dollars

_WHEEL_EXAMPLE: Final = "17 5 red 10 split-1-2 5"


def choices(rules: TableRules) -> list[tuple[str, str]]:
    """The names of wagers, that a number may stand for too, each with limits and section."""
    placed = {offered.slug: [offered.slug] for offered in rules.wagers}
    if rules.game == "baccarat":
        placed = {slug: [one for one in AREAS if AREAS[one].wager == slug] for slug in placed}
    return [
        (name, f"{_limits(offered.minimum, offered.maximum)}  [dim]{offered.data.section}[/dim]")
        for offered in rules.wagers
        for name in placed[offered.slug]
    ]


def _limits(minimum: int, maximum: int) -> str:
    return f"${format_dollars(minimum)} to ${format_dollars(maximum)}"


def introduction(rules: TableRules) -> list[str]:
    """What the table says of itself to who sits down, a line each."""
    if rules.lightning is not None:
        return [
            "A single-zero wheel: wager on one number by its number, else by a spot's name:",
            "  split-1-2, street-1-3, corner-1-5, six-line-1-6, dozen-1, column-1, red, black, "
            "odd, even, low, high.",
        ]
    offered = choices(rules)
    lines = [f"{rules.decks} decks, {_limits(rules.minimum, rules.maximum)}."]
    if rules.game != "baccarat":
        lines[0] += " Blackjack pays 3 to 2."
    if offered:
        lines.append("Wagers:" if rules.game == "baccarat" else "Side wagers:")
    return lines + [f"  {number}  {name}, {text}" for number, (name, text) in enumerate(offered, 1)]


def example(rules: TableRules) -> str:
    """How wagers may be written."""
    if rules.lightning is not None:
        return _WHEEL_EXAMPLE
    names = [name for name, _ in choices(rules)]
    if rules.game == "baccarat":
        return f"{names[0]} 15"
    return f"15 {names[0]} 5" if names else "15"


def smallest(rules: TableRules, seat: int) -> list[c.Command]:
    """The wager of who only presses Enter."""
    if rules.lightning is None and rules.game != "baccarat":
        return [c.PlaceWager(seat, "blackjack", rules.minimum)]
    offered, name = rules.wagers[0], "red"
    if rules.lightning is None:
        name = choices(rules)[0][0]
    else:
        offered = next(one for one in rules.wagers if one.slug == "even-chance")
    return [c.PlaceWager(seat, name, offered.minimum)]


def wagers(rules: TableRules, seat: int, words: list[str]) -> list[c.Command]:
    """``15 lucky-ladies 5`` or ``15 1 5`` at Blackjack, whose own wager comes first.

    ``baccarat-player 15`` or ``1 15`` at Baccarat; at a wheel a number is a straight wager. Raises
    ``ValueError`` with one sentence for what cannot be read.
    """
    if rules.lightning is not None or rules.game == "baccarat":
        if len(words) % 2:
            raise ValueError("Write the name of each wager and its amount.")
        return _named(rules, seat, words)
    if len(words) % 2 == 0:
        raise ValueError("Write the Blackjack wager, then a side wager and its amount each.")
    blackjack = c.PlaceWager(seat, "blackjack", parse_dollars(words[0]))
    return [blackjack, *_named(rules, seat, words[1:])]


def _named(rules: TableRules, seat: int, words: list[str]) -> list[c.Command]:
    names = [name for name, _ in choices(rules)]
    placed: list[c.Command] = []
    for word, amount in zip(words[::2], words[1::2], strict=True):
        name = word
        if word.isdecimal() and rules.lightning is not None:
            name = f"straight-{int(word)}"
        elif word.isdecimal() and 1 <= int(word) <= len(names):
            name = names[int(word) - 1]
        placed.append(c.PlaceWager(seat, name, parse_dollars(amount)))
    return placed
