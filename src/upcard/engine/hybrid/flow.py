"""The flows of the two hybrid games, composed of parts. 58 Pa. Code § 633c.5."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.core.flow import Flow
from upcard.engine.core.money import money
from upcard.engine.core.parts import Check
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.hybrid import cards, settle, shoe, upkeep, with_hole_card, without_hole_card
from upcard.engine.hybrid.decisions import decisions
from upcard.engine.hybrid.questions import PART as QUESTIONS
from upcard.engine.hybrid.questions import question
from upcard.engine.hybrid.state import HybridState
from upcard.engine.hybrid.wagers import WAGERS, insurance
from upcard.games.hybrid import SECTION, WITH_HOLE_CARD, WITHOUT_HOLE_CARD

_COMMON: Final = (upkeep.PART, shoe.PART, money(), WAGERS, cards.PART, settle.PART, QUESTIONS)


def _asks(state: HybridState, _refusal: Check) -> PlayerQuestion | None:
    return question(state)


HOLE_CARD_FLOW: Final[Flow[HybridState]] = Flow.of(
    *_COMMON,
    insurance("(o)"),
    decisions("(p)(2)"),
    with_hole_card.PART,
    title="Hybrid Blackjack",
    section=f"{SECTION}(l)",
    asks=_asks,
)

NO_HOLE_CARD_FLOW: Final[Flow[HybridState]] = Flow.of(
    *_COMMON,
    insurance("(z)"),
    decisions("(z)"),
    without_hole_card.PART,
    title="Hybrid Blackjack without a hole card",
    section=f"{SECTION}(y)",
    asks=_asks,
)

FLOWS: Final[Mapping[str, Flow[HybridState]]] = {
    WITH_HOLE_CARD: HOLE_CARD_FLOW,
    WITHOUT_HOLE_CARD: NO_HOLE_CARD_FLOW,
}
"""The flow of each game, by its identifier."""
