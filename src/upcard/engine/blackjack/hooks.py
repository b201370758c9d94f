"""The hooks by which a variation changes the round of Blackjack, given the state of the table.

Hooks that need no state (outcomes, odds, citations) are those of `games.variation.Variation`.
They are found by the name of the variation's module in the game's rule data: a module of
`engine.variations`, or the ``engine.py`` of a variation from outside, defines `HOOKS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import PlaceWager
from upcard.engine.core.events import HOLE, UPCARD, Event, Target
from upcard.engine.core.parts import Part
from upcard.rules.game_modules import exported_part, module_of
from upcard.rules.violation import RuleViolation

_UPCARD: Final = (UPCARD, 0)
_HOLE: Final = (HOLE, 0)


def _in_turn(_state: BlackjackState, hands: tuple[Target, ...]) -> tuple[Target, ...]:
    """A card to each hand, the upcard, another card to each hand, the hole card (§ 633a.7(f))."""
    return (*hands, _UPCARD, *hands, _HOLE)


def _nobody(_state: BlackjackState) -> list[int]:
    return []


def _ordinary_section(_state: BlackjackState, _position: int) -> str:
    return "633a.12(a)(4)"


def _any_position(_state: BlackjackState, _position: int) -> str:
    return ""


def _nothing(_state: BlackjackState) -> list[Event]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """The hooks of one variation; the defaults are those of Blackjack itself.

    `parts` add commands, events and steps of the variation. `targets` returns the destinations of
    the initial cards in order, given the hands clockwise from the dealer's left.

    `asks_to_switch` is true where players may switch cards. `waiting` returns the positions that
    have not answered, in the order of asking. `switch_section` returns the section, in short, under
    which a position is asked, `cannot_switch` the reason why it is never asked, "" where it is.

    `refuse_wager` is a further check of a wager, given the units of the Blackjack wager at its
    position. `no_surrender` is the refusal of every surrender, or None. `reads_every_upcard` is
    true where the card reader is used with every upcard; `after_peek` returns the events that
    follow where it shows no Blackjack.
    """

    parts: tuple[Part, ...] = ()
    targets: Callable[[BlackjackState, tuple[Target, ...]], tuple[Target, ...]] = _in_turn
    asks_to_switch: bool = False
    waiting: Callable[[BlackjackState], list[int]] = _nobody
    switch_section: Callable[[BlackjackState, int], str] = _ordinary_section
    cannot_switch: Callable[[BlackjackState, int], str] = _any_position
    refuse_wager: Callable[[BlackjackState, PlaceWager, int], RuleViolation | None] | None = None
    no_surrender: RuleViolation | None = None
    reads_every_upcard: bool = False
    after_peek: Callable[[BlackjackState], list[Event]] = _nothing


BASE_GAME = Hooks()
"""The hooks of Blackjack itself, which change nothing."""


@cache
def variation_hooks(game: str) -> Hooks:
    """The hooks of a game; those of Blackjack itself change nothing."""
    module = module_of("engine.variations", game)
    return BASE_GAME if module is None else exported_part(module, "HOOKS", Hooks)


def hooks_of(state: BlackjackState) -> Hooks:
    """The hooks of a table's game."""
    return variation_hooks(state.rules.game)
