"""The choices of an environment of Blackjack: rules, bets, side wagers, the dealing of a shoe."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Final, Literal, TypeAlias, get_args

from upcard.compiled.environments.fields import DECISIONS
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.library.arguments.checks import check_rules
from upcard.library.counting import Count, count_of
from upcard.library.rules import Rules, blackjack
from upcard.rules.violation import BadInput
from upcard.simulation.games.family import penetration_of
from upcard.text.words import listed, quoted
from upcard.wagers.limits import least_amount, refuse_amount

Observation: TypeAlias = Literal["hand", "count", "composition", "cards"]
Episode: TypeAlias = Literal["round", "shoe"]
Illegal: TypeAlias = Literal["raise", "stand"]

PLAY_ACTIONS: Final = (
    *("stand", "hit", "double", "split", "surrender"),
    *("insurance", "even-money", "decline"),
)
"""The actions before the bets; `decline` refuses Insurance, or surrender before the peek."""

HAND_FIELDS: Final = ("decision", "total", "soft", "pair", "upcard", "cards", "hand", "hands")
"""The numbers of a hand's observation: an index into DECISIONS; the total; 1 if soft; the pair's
value (0: none, 1: aces … 10); the upcard's (0: none); the cards of the hand; its number (0: not of
a split); the hands of the player."""

HAND_SIZES: Final = (len(DECISIONS), 32, 2, 11, 11, 23, 17, 17)

MAX_BETS: Final = 200
"""The most actions of a bet: bets times sets of side wagers."""


@dataclass(frozen=True)
class Choices:
    """The choices of an environment; see `choices_of`."""

    rules: Rules
    bets: tuple[int, ...]
    side_wagers: tuple[str, ...]
    observation: Observation
    episode: Episode
    penetration: float | None
    illegal: Illegal
    count: Count

    @property
    def tags(self) -> tuple[int, ...]:
        """The tag of each value in the running count, in parts of a point."""
        return tuple(self.count.system.by_value)

    @property
    def table(self) -> TableRules:
        """The rules of the table."""
        return self.rules.table

    @property
    def is_betting(self) -> bool:
        """Whether the bet is a decision."""
        return bool(self.bets)

    @property
    def cover(self) -> int:
        """The number of cards in front of the cover card."""
        return round((self.penetration or 1.0) * self.table.shoe_size)

    @cached_property
    def placed(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """By the number of a bet: its units of the smallest wager, and its side wagers."""
        if not self.is_betting:
            return ((1, self.side_wagers),)
        sets = [
            tuple(name for name, placed in zip(self.side_wagers, is_placed, strict=True) if placed)
            for is_placed in product((False, True), repeat=len(self.side_wagers))
        ]
        return tuple((units, names) for units in self.bets for names in sets)

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The name of each action, such as ``hit``, ``bet 2`` or ``bet 1 lucky-ladies``."""
        if not self.is_betting:
            return PLAY_ACTIONS
        bets = (" ".join((f"bet {units}", *names)) for units, names in self.placed)
        return (*PLAY_ACTIONS, *bets)

    def amounts(self, number: int) -> dict[str, int]:
        """The wagers of a bet by their names, in money."""
        units, names = self.placed[number]
        amounts = {"blackjack": units * self.table.minimum}
        return amounts | {name: self.side_amount(name, units) for name in names}

    def offered(self, name: str) -> OfferedWager:
        """A side wager of the table."""
        return self.table.wager(name)

    def side_amount(self, name: str, units: int = 1) -> int:
        """The smallest amount of a side wager with a Blackjack wager, in money."""
        offered = self.offered(name)
        return least_amount(offered.data, offered.minimum, units * self.table.minimum)


def choices_of(  # noqa: PLR0913 - the choices of an environment
    rules: Rules | None = None,
    *,
    bets: Sequence[int] = (),
    side_wagers: Sequence[str] = (),
    observation: Observation = "hand",
    episode: Episode = "round",
    penetration: float | None = None,
    illegal: Illegal = "stand",
    count: str | Count = "hi-lo",
    **house: Any,
) -> Choices:
    """The choices of an environment.

    Without `rules`, those of `upcard.blackjack` with `house` as its keywords. `bets` are the
    choices of the first decision, in units of the smallest wager; without them the smallest bet and
    all `side_wagers` are placed. With them each side wager may be placed or left out. Raises
    `BadInput` for an invalid choice, `DoesNotComply` for rules or wagers that do not comply.
    """
    if rules is not None and house:
        raise BadInput(f"Give either rules or rules of a house, not both: {listed([*house])}.")
    offered_rules = blackjack(**house) if rules is None else rules
    check_rules(offered_rules)
    for name, value, kind in (
        ("observation", observation, Observation),
        ("episode", episode, Episode),
        ("illegal", illegal, Illegal),
    ):
        if value not in get_args(kind):
            raise BadInput(f"{name} is one of {listed([*get_args(kind)])}, not {quoted(value)}.")
    names = tuple(map(str, side_wagers))
    chosen_rules = offered_rules.with_wagers(*names)
    table = _known_game(chosen_rules).table
    cover = penetration_of(table, penetration, fresh=not table.has_cover_card)
    choices = Choices(
        chosen_rules,
        _bets(table, bets),
        names,
        observation,
        episode,
        cover,
        illegal,
        _by_value(count),
    )
    if len(choices.placed) > MAX_BETS:
        raise BadInput(f"A bet has at most {MAX_BETS} actions, not {len(choices.placed)}.")
    for name in names:
        violation = refuse_amount(
            choices.offered(name).data, choices.side_amount(name), table.minimum
        )
        if violation is not None:
            raise violation
    return choices


def _by_value(name: str | Count) -> Count:
    """A count whose tags an environment can add up: it counts the cards seen by their values."""
    count = count_of(name)
    if count.system.cards:
        raise BadInput(
            f"An environment counts cards by their values: {count.system.title} has tags of single "
            "cards."
        )
    return count


def _known_game(rules: Rules) -> Rules:
    table = rules.table
    if not table.has_blackjack_wager or table.blackjack_areas > 1 or table.variation.spare_cards:
        raise BadInput(
            f"upcard/Blackjack-v0 plays one hand of Blackjack, not {table.game}: "
            "use upcard.envs.table_v0."
        )
    if table.sides > 1:
        raise BadInput("upcard/Blackjack-v0 deals from one shoe, not from a double shoe.")
    return rules


def _bets(table: TableRules, bets: Sequence[int]) -> tuple[int, ...]:
    units = tuple(int(bet) for bet in bets)
    most = table.maximum // table.minimum
    is_whole = units == tuple(bets) and all(1 <= bet <= most for bet in units)
    if not is_whole or len(set(units)) < len(units):
        raise BadInput(
            f"Bets are different whole numbers from 1 to {most}, in units of the smallest wager, "
            f"not {quoted(list(bets))}."
        )
    return units
