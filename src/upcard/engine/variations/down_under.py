"""Down Under Blackjack: the card reader shows the range of the hole card. 58 Pa. Code ch. 685a."""

from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.hooks import Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.events import Event, HoleCardTurned
from upcard.engine.core.parts import Part
from upcard.games.blackjack import two_large
from upcard.games.down_under import LIGHTS, DownUnderRules, light_of


class HoleCardLit(Event, frozen=True, tag="HoleCardLit"):
    """The card reader showed the light for the range of the hole card."""

    light: str


def _after_peek(state: BlackjackState) -> list[Event]:
    """The light of the card reader; by the vendor's rule, two large cards are turned."""
    rules = state.rules.variation
    assert isinstance(rules, DownUnderRules)
    upcard, hole = state.dealer
    lit = HoleCardLit(LIGHTS[light_of(hole)])
    exposed = rules.exposes_large and two_large(upcard, hole) == 1
    return [lit, HoleCardTurned()] if exposed else [lit]


def _hole_card_lit(state: BlackjackState, event: HoleCardLit) -> BlackjackState:
    return replace(state, light=event.light)


PART: Final = Part(name="down under", folds={HoleCardLit: _hole_card_lit})

HOOKS: Final = Hooks(parts=(PART,), reads_every_upcard=True, after_peek=_after_peek)
