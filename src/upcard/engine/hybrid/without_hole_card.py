"""Hybrid Blackjack without a hole card. 58 Pa. Code § 633c.5(y)-(ee).

For each player, the community cards are the player's until all decisions are made, and then the
dealer's against this player. One sequence of cards thus gives many hands of players and dealer.
Wagers are settled with the card that decides them.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard.cards.card import ACE, rank_of
from upcard.cards.totals import total_of
from upcard.engine.core.commands import DealCard, SettleOptionalWagers, SettleRound
from upcard.engine.core.events import Event, InsuranceOffered, PlayStarted, RoundSettled
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation, card_or
from upcard.engine.hybrid.cards import card_dealt, deal_due_card, due_target, refuse_deal_card
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.hybrid.settle import (
    is_held,
    settle_hand,
    settle_insurance,
    settle_wager,
    undecided_hands,
    undecided_wagers,
)
from upcard.engine.hybrid.state import HybridState, Terminal, has_dealer_blackjack
from upcard.games.blackjack import BUST, DEALER_BLACKJACK, SURRENDER, hand_outcome, limited_share
from upcard.games.hybrid import SECTION, PlayerHands
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import winnings
from upcard.rules.violation import RuleViolation
from upcard.wagers.limits import has_limited_row

# Refusals


def _refuse_settle_optional_wagers(
    state: HybridState, _command: SettleOptionalWagers
) -> RuleViolation | None:
    if state.targets:
        return RuleViolation(f"{SECTION}(y)", "The first three cards are not all dealt.")
    return None


def _refuse_settle_round(state: HybridState, _command: SettleRound) -> RuleViolation | None:
    if state.asked:
        return RuleViolation(f"{SECTION}(z)", "There are players who have not decided.")
    if state.waiting:
        return RuleViolation(f"{SECTION}(bb)", "There are hands that are not complete.")
    return None


# The first three cards


def _settle_optional_wagers(state: HybridState, _command: SettleOptionalWagers) -> list[Event]:
    """Settle the side wagers that are not held; then Insurance or the play (z), (dd)."""
    settlements = [
        event
        for terminal in state.terminals.values()
        for offered in undecided_wagers(state, terminal)
        if not is_held(state, terminal, offered)
        for event in settle_wager(state, terminal, offered)
    ]
    ace = rank_of(state.dealer[0]) == ACE
    return [*settlements, InsuranceOffered() if ace else PlayStarted()]


# A community card


def _deal_card(state: HybridState, command: DealCard) -> list[Event]:
    event = deal_due_card(state, command)
    if event.position != COMMUNITY:
        return [event]
    after = card_dealt(state, event)
    by_terminal = (_settle_by_the_card(after, terminal) for terminal in after.terminals.values())
    return [event, *(decided_event for events in by_terminal for decided_event in events)]


def _settle_by_the_card(state: HybridState, terminal: Terminal) -> Iterator[Event]:
    """The settlements for a terminal that a community card decides (aa), (bb)."""
    player_hands = state.hands_of(terminal)
    for number, hand in undecided_hands(state, terminal):
        if hand.total > 21:
            section = f"{SECTION}(aa)(3)({'i' if hand.double else 'ii'})"
            yield settle_hand(state, terminal, number, BUST, section)
    if len(state.dealer_against(player_hands)) > 1:
        yield from _settle_by_the_second_card(state, terminal, player_hands)


def _settle_by_the_second_card(
    state: HybridState, terminal: Terminal, player_hands: PlayerHands
) -> Iterator[Event]:
    """Settle Insurance, the wagers held for the dealer's second card, and Blackjacks."""
    dealer = state.dealer_against(player_hands)
    blackjack = has_dealer_blackjack(dealer)
    section = SECTION + _paragraphs(player_hands)[int(blackjack)]
    insured = f"{SECTION}(ee)(1)" if blackjack else section
    yield from settle_insurance(state, terminal, blackjack, insured)
    for offered in undecided_wagers(state, terminal):
        if not _is_shared(state, terminal, offered):
            yield from settle_wager(state, terminal, offered)
    for number, hand in undecided_hands(state, terminal):
        if player_hands.surrendered:
            outcome = DEALER_BLACKJACK if blackjack else SURRENDER
            yield settle_hand(state, terminal, number, outcome, "58 Pa. Code § 633a.9(a)(2)(i)")
        elif blackjack or hand.blackjack:
            total = total_of(dealer)
            outcome = hand_outcome(hand.total, int(hand.blackjack), total, int(blackjack))
            yield settle_hand(state, terminal, number, outcome, section)


def _paragraphs(player_hands: PlayerHands) -> tuple[str, str]:
    """The paragraphs for a player where the dealer's second card makes no Blackjack, or makes one.

    They differ for a player's Blackjack, for a hand that stood on two cards, and for other hands.
    """
    if player_hands.hands[0].blackjack:
        return "(aa)(1)(ii)", "(aa)(1)(i)"
    if player_hands.taken == 0 and not player_hands.surrendered:
        return "(aa)(2)(ii)", "(aa)(2)(i)"
    return "(bb)(2)", "(bb)(1)"


# The end of the round


def _settle_round(state: HybridState, _command: SettleRound) -> list[Event]:
    settlements = (_settle_terminal(state, terminal) for terminal in state.terminals.values())
    hands = [event for events in settlements for event in events]
    return [*hands, *_settle_shared_rows(state), RoundSettled()]


def _settle_terminal(state: HybridState, terminal: Terminal) -> Iterator[Event]:
    """Settle the undecided hands of a terminal against the dealer's hand (cc)."""
    dealer = total_of(state.dealer_against(state.hands_of(terminal)))
    for number, hand in undecided_hands(state, terminal):
        outcome = hand_outcome(hand.total, 0, dealer, 0)
        yield settle_hand(state, terminal, number, outcome, f"{SECTION}(cc)")


# The limit of a payout to all winners (§ 633a.13(o))


def _is_shared(state: HybridState, terminal: Terminal, offered: OfferedWager) -> bool:
    """Whether a wager may win a limited top row, paid once all its winners are known."""
    if state.rules.aggregate_limit is None or not has_limited_row(offered.data):
        return False
    return has_dealer_blackjack(state.dealer_against(state.hands_of(terminal)))


def _settle_shared_rows(state: HybridState) -> Iterator[Event]:
    """Settle the limited top rows; each wins at most its share of the limit, in whole cents."""
    limit = state.rules.aggregate_limit
    rows = [
        (terminal, offered)
        for terminal in state.terminals.values()
        for offered in undecided_wagers(state, terminal)
    ]
    if not rows or limit is None:
        return
    stakes = [terminal.wagers[offered.slug] for terminal, offered in rows]
    winners = [
        (stake, winnings(offered.awards[-1], stake))
        for stake, (_, offered) in zip(stakes, rows, strict=True)
    ]
    for stake, (terminal, offered) in zip(stakes, rows, strict=True):
        share = limited_share(limit, stake, winners)
        for event in settle_wager(state, terminal, offered):
            most = event.paid if share is None else stake + share
            yield replace(event, paid=min(event.paid, most))


PART: Final = Part(
    name="no hole card",
    phases={
        (Phase.INSURING, PlayStarted): Phase.PLAYING,
        (Phase.PLAYING, RoundSettled): Phase.SETTLED,
    },
    allowed={
        DealCard: Allowed(
            (Phase.DEALING, Phase.PLAYING, Phase.DRAWING),
            f"{SECTION}(y)",
            "No card is due now.",
        ),
        SettleOptionalWagers: Allowed(
            (Phase.DEALING,),
            f"{SECTION}(dd)",
            "This comes right after the initial cards.",
        ),
        SettleRound: Allowed(
            (Phase.PLAYING,),
            f"{SECTION}(cc)",
            "Wagers are settled when all cards are dealt.",
        ),
    },
    checks={
        DealCard: refuse_deal_card,
        SettleOptionalWagers: _refuse_settle_optional_wagers,
        SettleRound: _refuse_settle_round,
    },
    handlers={
        DealCard: _deal_card,
        SettleOptionalWagers: _settle_optional_wagers,
        SettleRound: _settle_round,
    },
    steps={
        Phase.DEALING: card_or(due_target, (Automation.SETTLE, SettleOptionalWagers)),
        Phase.PLAYING: card_or(due_target, (Automation.SETTLE, SettleRound)),
    },
)
