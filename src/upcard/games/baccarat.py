"""Baccarat: point counts and the third-card rules. 58 Pa. Code ch. 631a, no source text."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar, Final

import msgspec

from upcard.cards.card import TEN
from upcard.cards.kernel import kernel
from upcard.games.variation import Variation
from upcard.rules.loader import all_wagers
from upcard.wagers.facts import OF_BACCARAT

GAME: Final = "baccarat"

NOBODY: Final = 0
PLAYER: Final = 1
BANKER: Final = 2
"""Whose card or hand it is."""

NO_CARD: Final = -1
"""The points of the third card where the Player's Hand has none."""

MAX_CARDS: Final = 6
"""The most cards of a round: three for each hand."""


class BaccaratRules(Variation, frozen=True):
    """The rules of a baccarat table; the certificate holder has no choices."""

    has_blackjack_wager: ClassVar[bool] = False
    facts: ClassVar[frozenset[str]] = OF_BACCARAT

    def explained(self) -> Iterator[str]:
        """How a round is won and who draws, in sentences for the players."""
        yield "Winner: the hand nearer to 9; an ace counts 1, tens and face cards 0."
        yield "A tie: wagers on the Player's Hand and the Banker's Hand are returned."
        yield "Natural: 8 or 9 with two cards ends the round."
        points = [count for count in range(8) if player_draws(count)]
        yield f"Player's Hand: draws on 0 to {points[-1]}, stands on more."
        alone = [count for count in range(8) if banker_draws(count, NO_CARD)]
        yield f"Banker's Hand: draws on 0 to {alone[-1]} where the Player's Hand has two cards."
        drawn_to = {
            banker: [third for third in range(10) if banker_draws(banker, third)]
            for banker in range(8)
        }
        always = [banker for banker, thirds in drawn_to.items() if len(thirds) == 10]
        some = [
            _to_some(banker, thirds) for banker, thirds in drawn_to.items() if 0 < len(thirds) < 10
        ]
        by_third = "; ".join([f"on 0 to {always[-1]}", *some])
        yield f"After a third card of the Player's Hand: the Banker's Hand draws {by_third}."


def _to_some(banker: int, thirds: list[int]) -> str:
    """How a Banker's Hand draws to some third cards of the other: ``on 6 to a 6 through 7``."""
    missing_points = sorted(set(range(10)) - set(thirds))
    if len(missing_points) == 1:
        return f"on {banker} except to {_a(missing_points[0])}"
    return f"on {banker} to {_a(thirds[0])} through {thirds[-1]}"


def _a(count: int) -> str:
    return f"an {count}" if count == 8 else f"a {count}"


class BettingArea(msgspec.Struct, frozen=True):
    """An area of the layout: its wager, and the hand that decides it."""

    wager: str
    hand: int = NOBODY


ON_THE_PLAYER: Final = "baccarat-player"
ON_THE_BANKER: Final = "baccarat-banker"
"""The game's own wagers on the two hands."""

_HANDS: Final = {"player": PLAYER, "banker": BANKER}


@cache
def betting_areas() -> Mapping[str, BettingArea]:
    """The areas of each position by the names under which wagers are placed (§ 631b.7(a), (b)).

    They are in the order of the sections. A wager whose data name no areas has one area, under its
    own name.
    """
    by_name: dict[str, BettingArea] = {}
    for rules in all_wagers():
        data = rules.data
        if GAME in data.games:
            areas = {
                name: BettingArea(data.slug, _HANDS[hand]) for name, hand in data.areas.items()
            }
            by_name |= areas or {data.slug: BettingArea(data.slug)}
    return by_name


@kernel
def points(card: int) -> int:
    """Point value of a card: an ace is 1, tens and face cards are 0."""
    rank = card >> 2
    return rank + 1 if rank < TEN else 0


@kernel
def is_natural(player: int, banker: int) -> int:
    """1 when either hand's two cards total 8 or 9: no further card is drawn."""
    return 1 if player >= 8 or banker >= 8 else 0


@kernel
def player_draws(player: int) -> int:
    """1 when the Player's Hand takes a third card: on 0 to 5."""
    return 1 if player <= 5 else 0


@kernel
def banker_draws(banker: int, third: int) -> int:
    """1 when the Banker's Hand takes a third card.

    `third` is the point value of the player's third card, -1 where the player stood.
    """
    if third < 0:
        return 1 if banker <= 5 else 0
    if banker <= 2:
        return 1
    if banker == 3:
        return 1 if third != 8 else 0
    if banker == 4:
        return 1 if 2 <= third <= 7 else 0
    if banker == 5:
        return 1 if 4 <= third <= 7 else 0
    return 1 if banker == 6 and 6 <= third <= 7 else 0


@kernel
def third_card_due(player: int, banker: int, third: int) -> int:
    """Whose third card is dealt next: `PLAYER`, `BANKER` or `NOBODY`.

    `player` and `banker` are the point counts of the initial two cards; `third` is the point
    value of the player's third card, -1 while there is none.
    """
    if is_natural(player, banker) == 1:
        return NOBODY
    if third < 0 and player_draws(player) == 1:
        return PLAYER
    return BANKER if banker_draws(banker, third) == 1 else NOBODY


def point_count(cards: Sequence[int]) -> int:
    """Point Count of a hand, 0 to 9: the last digit of the sum of its points."""
    return sum(points(card) for card in cards) % 10
