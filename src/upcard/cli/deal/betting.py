"""The wagers of a player at the interactive table: what may be wagered, and parsing input."""

from collections.abc import Iterator
from typing import Final

from upcard.cards.card import in_decks
from upcard.engine.core.commands import PlaceWager
from upcard.games.baccarat import betting_areas
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.roulette import EXAMPLE_SPOTS, SPOTS
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars, parse_dollars, printed_dollars
from upcard.text.words import is_number
from upcard.wagers.limits import least_amount

_WHEEL_EXAMPLE: Final = "17 5 red 10 split-1-2 5"


def choices(rules: TableRules) -> list[tuple[str, str]]:
    """The names of wagers, each with limits and section; a player may type its number instead."""
    names_of = {offered.slug: [offered.slug] for offered in rules.wagers}
    if not rules.has_blackjack_wager and not rules.variation.has_wheel:
        names = betting_areas()
        names_of = {
            slug: [name for name in names if names[name].wager == slug] for slug in names_of
        }
    return [
        (name, f"{_amounts(offered)}  [dim]{rules.cite(offered.data.section)}[/dim]")
        for offered in rules.wagers
        for name in names_of[offered.slug]
    ]


def _amounts(offered: OfferedWager) -> str:
    """The permitted amounts in words, and whether the wager is mandatory."""
    limits = offered.data.limits
    if limits is not None and limits.part_of_blackjack:
        part, _, whole = limits.part_of_blackjack.partition("/")
        words = f"${part} for every ${whole} of the Blackjack wager"
    elif offered.amounts:
        words = " or ".join(printed_dollars(amount) for amount in offered.amounts)
    else:
        words = _limits(offered.minimum, offered.maximum)
    return f"{words}, mandatory" if offered.mandatory else words


def _limits(minimum: int, maximum: int) -> str:
    return f"{printed_dollars(minimum)} to {printed_dollars(maximum)}"


def introduction(rules: TableRules) -> list[str]:
    """The lines that introduce the table to a player: cards or wheel, limits, wagers."""
    if rules.variation.has_wheel:
        return [
            f"A single-zero wheel, {_limits(rules.minimum, rules.maximum)}.",
            "Wager on one number by its number, else by a spot's name: "
            f"{', '.join(EXAMPLE_SPOTS[1:])}.",
        ]
    offered = choices(rules)
    lines = [f"{in_decks(rules.decks)}, {_limits(rules.minimum, rules.maximum)}."]
    if rules.has_blackjack_wager:
        lines[0] += f" Blackjack pays {rules.blackjack_odds}."
    if offered:
        lines.append("Side wagers:" if rules.has_blackjack_wager else "Wagers:")
    return lines + [f"  {number}  {name}, {text}" for number, (name, text) in enumerate(offered, 1)]


def example(rules: TableRules) -> str:
    """An example of input for wagers."""
    if rules.variation.has_wheel:
        return _WHEEL_EXAMPLE
    if not rules.has_blackjack_wager:
        return f"{choices(rules)[0][0]} 15"
    if not rules.wagers:
        return "15"
    first = rules.wagers[0]
    least = least_amount(first.data, max(first.minimum, parse_dollars(5)), parse_dollars(15))
    amount = min(first.amounts, default=least)
    return f"15 {first.slug} {format_dollars(amount).removesuffix('.00')}"


def smallest(rules: TableRules, seat: int) -> list[PlaceWager]:
    """The wagers placed on an empty line: the game's own at its minimum, and mandatory ones."""
    if rules.has_blackjack_wager:
        return list(_with_mandatory(rules, [PlaceWager(seat, BLACKJACK_WAGER, rules.minimum)]))
    offered = rules.wagers[0]
    name = "red"
    if not rules.variation.has_wheel:
        name = choices(rules)[0][0]
    else:
        offered = next(offered for offered in rules.wagers if offered.slug == SPOTS[name].wager)
    return [PlaceWager(seat, name, offered.minimum)]


def wagers(rules: TableRules, seat: int, words: list[str]) -> list[PlaceWager]:
    """The commands for wagers typed as ``15 lucky-ladies 5`` or ``15 1 5`` at Blackjack.

    At Baccarat ``baccarat-player 15`` or ``1 15``; at a wheel a number is a straight wager. Raises
    ``ValueError`` with one sentence for words that cannot be read.
    """
    if not rules.has_blackjack_wager:
        if len(words) % 2:
            raise ValueError("Write the name of each wager and its amount.")
        return _parse_wagers(rules, seat, words)
    if len(words) % 2 == 0:
        raise ValueError("Write the Blackjack wager, then a side wager and its amount each.")
    blackjack = PlaceWager(seat, BLACKJACK_WAGER, parse_dollars(words[0]))
    return list(_with_mandatory(rules, [blackjack, *_parse_wagers(rules, seat, words[1:])]))


def _with_mandatory(rules: TableRules, commands: list[PlaceWager]) -> Iterator[PlaceWager]:
    """The wagers, and each mandatory wager that is missing, at its minimum."""
    yield from commands
    blackjack = commands[0]
    wagered = {command.wager for command in commands}
    for offered in rules.wagers:
        if offered.mandatory and offered.slug not in wagered:
            amount = least_amount(offered.data, offered.minimum, blackjack.amount)
            yield PlaceWager(blackjack.position, offered.slug, amount)


def _parse_wagers(rules: TableRules, seat: int, words: list[str]) -> list[PlaceWager]:
    names = [name for name, _ in choices(rules)]
    commands: list[PlaceWager] = []
    for word, amount in zip(words[::2], words[1::2], strict=True):
        name = word
        if is_number(word) and rules.variation.has_wheel:
            name = f"straight-{int(word)}"
        elif is_number(word) and 1 <= int(word) <= len(names):
            name = names[int(word) - 1]
        commands.append(PlaceWager(seat, name, parse_dollars(amount)))
    return commands
