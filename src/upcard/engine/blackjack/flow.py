"""The flows of Blackjack and its variations, composed of parts. 58 Pa. Code ch. 633a."""

from functools import cache, partial
from typing import Final

from upcard.engine.blackjack.cards import PART as CARDS
from upcard.engine.blackjack.decisions import PART as DECISIONS
from upcard.engine.blackjack.early_surrender import PART as EARLY_SURRENDER
from upcard.engine.blackjack.hooks import variation_hooks
from upcard.engine.blackjack.insurance import PART as INSURANCE
from upcard.engine.blackjack.press import PART as PRESS
from upcard.engine.blackjack.progressive_wagers import PART as PROGRESSIVE_WAGERS
from upcard.engine.blackjack.questions import question, questions_by_phase
from upcard.engine.blackjack.round import PART as ROUND
from upcard.engine.blackjack.shoe import PART as BLACKJACK_SHOE
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.blackjack.wagers import PART as WAGERS
from upcard.engine.core.citing import PA, cite_events
from upcard.engine.core.events import Event
from upcard.engine.core.flow import Flow
from upcard.engine.core.money import money
from upcard.engine.core.parts import Part
from upcard.engine.core.seats import PART as SEATS
from upcard.engine.irregular.part import PART as IRREGULAR
from upcard.engine.jackpots.part import PART as JACKPOTS
from upcard.engine.shoe.part import PART as SHOE
from upcard.engine.shoe.upkeep import PART as UPKEEP
from upcard.engine.variations.from_the_hand import PART as FROM_THE_HAND
from upcard.engine.variations.switching import PART as SWITCHING
from upcard.rules.violation import RuleViolation


def _cite_refusal(state: BlackjackState, violation: RuleViolation) -> RuleViolation:
    if not state.rules.cites_own_chapter:
        return violation
    return RuleViolation(state.rules.cite(violation.section), violation.message)


def _cite_events(state: BlackjackState, events: list[Event]) -> list[Event]:
    return cite_events(state.rules, events) if state.rules.variation.cites_own_chapter else events


CITATIONS: Final = Part(
    name="citations",
    cite_refusal=_cite_refusal,
    revise_events=_cite_events,
    applies_to=lambda rules: rules.cites_own_chapter,
)
"""Replaces citations for games that are regulated elsewhere than in chapter 633a."""

PARTS: Final = (
    SHOE,
    BLACKJACK_SHOE,
    UPKEEP,
    SEATS,
    money(),
    WAGERS,
    PROGRESSIVE_WAGERS,
    JACKPOTS,
    FROM_THE_HAND,
    CARDS,
    SWITCHING,
    PRESS,
    INSURANCE,
    EARLY_SURRENDER,
    DECISIONS,
    ROUND,
    IRREGULAR,
    CITATIONS,
)
"""The parts of Blackjack and of every variation."""


@cache
def flow_of(game: str) -> Flow[BlackjackState]:
    """The flow of Blackjack or of a variation, including the variation's own parts."""
    parts = (*PARTS, *variation_hooks(game).parts)
    return Flow.of(
        *parts,
        title="Blackjack",
        section=f"{PA}633a.7",
        positions=f"{PA}633a.2(a)",
        asks=partial(question, questions_by_phase(parts)),
    )


FLOW: Final[Flow[BlackjackState]] = flow_of("blackjack")
