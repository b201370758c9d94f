"""What a variation changes in the round of Blackjack where the state of the table counts.

What is a rule of the game alone (what a hand is worth, what is cited) is a hook of its
`games.variation.Variation`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from upcard.engine.blackjack.state import State
from upcard.engine.core import commands as c
from upcard.engine.core.events import HOLE, UPCARD, Event, Target
from upcard.engine.core.flow import Part
from upcard.rules.violation import RuleViolation


def _in_turn(_state: State, hands: tuple[Target, ...]) -> tuple[Target, ...]:
    """A card to each hand, the upcard, another card to each hand, the hole card (§ 633a.7(f))."""
    return (*hands, (UPCARD, 0), *hands, (HOLE, 0))


def _nobody(_state: State) -> list[int]:
    return []


def _ordinary_section(_state: State, _position: int) -> str:
    return "633a.12(a)(4)"


def _any_position(_state: State, _position: int) -> str:
    return ""


def _any_wager(_state: State, _command: c.PlaceWager, _blackjack: int) -> RuleViolation | None:
    return None


def _nothing(_state: State) -> list[Event]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """What one variation hooks into Blackjack; the defaults are Blackjack itself.

    `parts` add commands, events and steps of the variation's own. `targets` orders the cards of the
    initial deal, given the hands clockwise from the dealer's left.

    `asks_to_switch` says whether players may switch cards at all, `waiting` which positions have
    still to say whether they do, in the order of asking. `switch_section` is the short
    section under which a position is asked, `cannot_switch` why it never is, empty where it may be.

    `refuse_wager` is what else refuses a wager, given the units of the Blackjack wager at its
    position. `no_surrender` refuses every surrender. `reads_every_upcard`: the card reader is used
    whatever the upcard; `after_peek` is what follows where it shows no Blackjack.
    """

    parts: tuple[Part, ...] = ()
    targets: Callable[[State, tuple[Target, ...]], tuple[Target, ...]] = _in_turn
    asks_to_switch: bool = False
    waiting: Callable[[State], list[int]] = _nobody
    switch_section: Callable[[State, int], str] = _ordinary_section
    cannot_switch: Callable[[State, int], str] = _any_position
    refuse_wager: Callable[[State, c.PlaceWager, int], RuleViolation | None] = _any_wager
    no_surrender: RuleViolation | None = None
    reads_every_upcard: bool = False
    after_peek: Callable[[State], list[Event]] = _nothing


BASE_GAME = Hooks()
"""Blackjack hooks nothing."""
