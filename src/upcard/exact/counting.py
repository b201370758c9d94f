"""Chooses the method that counts a wager's outcomes: first cards, dealer's hand, or full play."""

import inspect
from typing import Final

import msgspec

from upcard.cards.composition import Composition
from upcard.exact import baccarat, dealer, first_cards, wheel
from upcard.exact.order import refuse_order
from upcard.exact.play import playing_out
from upcard.exact.play.basic import RULES
from upcard.games.baccarat import GAME as BACCARAT
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.roulette import LightningRules
from upcard.rules.schema import WagerData
from upcard.rules.violation import BadInput
from upcard.wagers.facts import FACTS
from upcard.wagers.kit import WagerRule

EXACT: Final = "exact"
UNDER_STRATEGY: Final = "exact-under-strategy"

MIN_FIRST: Final = 4
MIN_PLAYED: Final = 28
"""The fewest cards in a shoe: for the initial four cards, and for two hands that are played."""


class OutcomeCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How often each outcome occurs, over one common total, and the method that counted it."""

    combinations: dict[str, int]
    method: str = EXACT
    strategy: str = ""
    standard_error: float | None = None


def is_counted(data: WagerData, wager: WagerRule) -> bool:
    """Whether there is a method that counts the wager's outcomes.

    There is none for classifiers that use facts which are not in `wagers.facts`.
    """
    if not set(inspect.signature(wager.classify).parameters) <= FACTS:
        return False
    if first_cards.decides(wager) or wheel.is_spun(wager):
        return True
    if _is_baccarat(data):
        return baccarat.decides(wager)
    return dealer.decides(wager) or playing_out.is_played_out(wager)


def count_outcomes(
    data: WagerData,
    wager: WagerRule,
    decks: int,
    *,
    lightning: LightningRules | None = None,
    play: BlackjackRules = RULES,
    left: Composition | None = None,
) -> OutcomeCounts:
    """Count the outcomes of a wager for which `is_counted` is true.

    `lightning` has the weights of the Lucky Numbers (§ 617b.3); without it no Lucky Number is
    counted. `play` are the rules under which hands are played. `left` are the cards that are left,
    if they are not whole decks. Raises `BadInput` where these are too few, or not counted, and
    `RulebookError` for a classifier whose answer depends on the order of a hand's two cards.
    """
    refuse_order(wager.slug, wager.classify)
    if left is not None:
        _check_cards(wager, left)
    if first_cards.decides(wager):
        return OutcomeCounts(combinations=first_cards.counts(wager, decks, left))
    if wheel.is_spun(wager):
        return OutcomeCounts(combinations=wheel.counts(wager, lightning))
    if _is_baccarat(data):
        return OutcomeCounts(combinations=baccarat.counts(wager, decks, left))
    if dealer.decides(wager):
        soft = play.hits_soft_17
        return OutcomeCounts(combinations=dealer.counts(wager, decks, left, hits_soft_17=soft))
    return OutcomeCounts(
        combinations=playing_out.play_out_counts(wager, decks, play, left),
        method=UNDER_STRATEGY,
        strategy=playing_out.strategy_name(wager, play),
    )


def _check_cards(wager: WagerRule, left: Composition) -> None:
    """Raise `BadInput` for a wager at the wheel, and for fewer cards than a round may need."""
    if wheel.is_spun(wager):
        raise BadInput(f"{wager.slug} is played without cards: it has no shoe.")
    least = MIN_FIRST if first_cards.decides(wager) else MIN_PLAYED
    if sum(left) < least:
        raise BadInput(f"These odds need {least} cards in the shoe; it has {sum(left)}.")


def _is_baccarat(data: WagerData) -> bool:
    """Whether the wager is offered at baccarat, so that the finished hands are baccarat hands."""
    return BACCARAT in data.games
