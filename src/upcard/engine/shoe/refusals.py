"""Refusals of steps with the shoe. 58 Pa. Code §§ 633a.5, 633a.7(c)-(e), 633a.14(f)."""

from collections.abc import Mapping
from typing import Final

from upcard.cards.card import DECK_SIZE, name_of
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import (
    BurnCard,
    Command,
    CutCards,
    DeclineCut,
    InsertCoverCard,
    OrderReshuffle,
    ReplaceDealer,
    Shuffle,
)
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.parts import Check
from upcard.engine.core.table_state import AnyShoeTable
from upcard.engine.shoe.decide import MINIMUM_CUT, full_count, next_side
from upcard.games.dealing import Dealing
from upcard.rules.violation import RuleViolation


def _refuse_shuffle(state: AnyShoeTable, command: Shuffle) -> RuleViolation | None:
    if command.side != next_side(state):
        return refusal_under("633a.3(c)", f"Side {next_side(state)} is to be shuffled next.")
    return refuse_shuffler(state)


def refuse_shuffler(state: AnyShoeTable) -> RuleViolation | None:
    """Why the cards cannot be shuffled while the shuffling device is out of order, or None.

    Once the device is covered or bears a sign, the cards are shuffled by hand, unless the way of
    dealing needs the device.
    """
    shuffler, dealing = state.faults.shuffler, state.rules.dealing
    if shuffler is Shuffler.WORKING:
        return None
    if dealing is Dealing.FROM_THE_HAND:
        return refusal_under(
            "633a.12(b)(2)", "Dealing from the hand needs a shuffling device that works."
        )
    if dealing is Dealing.CONTINUOUS_SHUFFLER:
        return refusal_under("633a.14(m)", "The device that deals and reshuffles is out of order.")
    if shuffler is Shuffler.OUT_OF_ORDER:
        return refusal_under(
            "633a.14(m)",
            "The shuffling device is out of order: it is covered, or bears a sign, before another "
            "way is used.",
        )
    return None


def _refuse_decline_cut(state: AnyShoeTable, command: DeclineCut) -> RuleViolation | None:
    if state.cut_offers[:1] != (command.position,):
        return refusal_under("633a.5(c)", f"The cut is not offered to position {command.position}.")
    return None


def _refuse_cut_cards(state: AnyShoeTable, command: CutCards) -> RuleViolation | None:
    offered = state.cut_offers[0] if state.cut_offers else 0
    if command.position != offered:
        who = f"position {offered}" if offered else "nobody: the dealer cuts"
        return refusal_under("633a.5(c)", f"The cut is offered to {who}.")
    if not MINIMUM_CUT <= command.depth <= full_count(state) - MINIMUM_CUT:
        return refusal_under(
            "633a.5(d)", "The cover card goes at least ten cards from the top or the bottom."
        )
    return None


def _refuse_insert_cover_card(
    state: AnyShoeTable, command: InsertCoverCard
) -> RuleViolation | None:
    cards = full_count(state)
    if command.from_bottom >= cards:
        return refusal_under("633a.5(d)", f"The stack has {cards} cards.")
    if command.from_bottom * 4 < cards:
        return refusal_under(
            "633a.5(d)", "The cover card goes at least a quarter of the stack from the bottom."
        )
    return None


def _refuse_order_reshuffle(state: AnyShoeTable, _command: OrderReshuffle) -> RuleViolation | None:
    if state.in_play():
        return refusal_under("633a.5(f)", "Wagers are on the layout: the round comes first.")
    return None


def _refuse_replace_dealer(state: AnyShoeTable, _command: ReplaceDealer) -> RuleViolation | None:
    if state.stack.remaining < 2:
        return refusal_under("633a.14(f)", "There is no card left to remove.")
    return None


def _refuse_burn_card(state: AnyShoeTable, command: BurnCard) -> RuleViolation | None:
    if state.stack.remaining == 0:
        return refusal_under("633a.14(f)", "The shoe is empty: the discards have to be reshuffled.")
    return refuse_card(state, command.card, -1)


def refuse_card(state: AnyShoeTable, card: int, lowest: int) -> RuleViolation | None:
    """Why a number is not a card of a deck, or None; `lowest` is -1 where -1 (unknown) may be."""
    if state.rules.is_dealt(card) or card == lowest == -1:
        return None
    if 0 <= card < DECK_SIZE:
        return refusal_under("633a.3(a)", f"{name_of(card)} is no card of decks without tens.")
    return refusal_under("633a.3(a)", f"{card} is no card of a deck.")


CHECKS: Final[Mapping[type[Command], Check]] = {
    Shuffle: _refuse_shuffle,
    DeclineCut: _refuse_decline_cut,
    CutCards: _refuse_cut_cards,
    InsertCoverCard: _refuse_insert_cover_card,
    OrderReshuffle: _refuse_order_reshuffle,
    ReplaceDealer: _refuse_replace_dealer,
    BurnCard: _refuse_burn_card,
}
