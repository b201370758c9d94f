"""The players' decisions at their terminals, or by the countdown clock. § 633c.5(p)-(r), (z).

All players decide at the same time, before each community card.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from upcard.cards.card import is_ten_or_ace
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.events import DecisionMade, Event
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.hybrid.commands import Decide, EndCountdown
from upcard.engine.hybrid.events import CountdownEnded
from upcard.engine.hybrid.settle import settle_hand
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.engine.hybrid.wagers import close_insurance, find_terminal
from upcard.games.blackjack import SURRENDER, may_split
from upcard.games.hybrid import SECTION, HybridRules, PlayedHand, PlayerHands
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted

# Refusals


def refuse_decide(state: HybridState, command: Decide) -> RuleViolation | None:
    """Why a player's decision is refused, or None."""
    terminal = find_terminal(state, command.player)
    if isinstance(terminal, RuleViolation):
        return terminal
    player_hands = state.hands_of(terminal)
    if player_hands.hands[0].blackjack:
        return RuleViolation(state.cite("(r)(1)", "(aa)(1)"), "A Blackjack takes no decision.")
    if not player_hands.asked:
        return RuleViolation(
            state.cite("(p)(2)", "(z)"),
            f"Player {quoted(command.player)} is not asked for a decision now.",
        )
    check = _DECISION_CHECKS.get(command.decision)
    return check(state, terminal, player_hands, command.amount) if check is not None else None


def _refuse_hit(
    state: HybridState, _terminal: Terminal, player_hands: PlayerHands, _amount: int | None
) -> RuleViolation | None:
    return _refuse_split_aces_card(state, player_hands.hands[player_hands.asked - 1])


def _refuse_split_aces_card(state: HybridState, hand: PlayedHand) -> RuleViolation | None:
    """Why a hand of split aces takes no further card, or None."""
    if state.rules.blackjack.one_card_on_split_aces and hand.split_aces:
        return refusal_under("633a.11(c)", "Split aces take one card each at this table.")
    return None


def _refuse_double(
    state: HybridState, terminal: Terminal, player_hands: PlayerHands, amount: int | None
) -> RuleViolation | None:
    hand = player_hands.hands[player_hands.asked - 1]
    if len(hand.cards) != 2:
        return refusal_under(
            "633a.10(a)", "A double down is made on the first two cards of a hand."
        )
    one_card = _refuse_split_aces_card(state, hand)
    if one_card is not None or amount is None:
        return one_card
    if amount > terminal.blackjack:
        most = printed_dollars(terminal.blackjack)
        return refusal_under(
            "633a.10(a)", f"A double down may not exceed the original Blackjack wager of {most}."
        )
    return refuse_chips(state, amount)


def _split_refusal(
    state: HybridState, _terminal: Terminal, player_hands: PlayerHands, _amount: int | None
) -> RuleViolation | None:
    hand, splits, rules = (
        player_hands.hands[player_hands.asked - 1],
        len(player_hands.hands) - 1,
        state.rules,
    )
    if len(hand.cards) != 2 or may_split(*hand.cards) == 0:
        return refusal_under("633a.11(a)", "Only two cards of equal value may be split.")
    if splits and not state.has_hole_card:
        return RuleViolation(f"{SECTION}(z)", "A pair is split once, for a total of two hands.")
    if splits > rules.blackjack.resplits:
        most = rules.blackjack.resplits + 2
        return refusal_under(
            "633a.11(c)", f"Pairs are split into {most} hands at most at this table."
        )
    if hand.split_aces and not rules.blackjack.resplit_aces:
        return refusal_under("633a.11(c)", "Split aces may not be split again at this table.")
    return None


def _refuse_surrender(
    state: HybridState, terminal: Terminal, _player_hands: PlayerHands, _amount: int | None
) -> RuleViolation | None:
    if state.has_hole_card:
        return RuleViolation(f"{SECTION}(p)(2)", "No surrender is offered at this table.")
    if terminal.decisions:
        return refusal_under("633a.9(a)", "Surrender comes first, on the initial two cards.")
    return None


_Refuse: TypeAlias = Callable[
    [HybridState, Terminal, PlayerHands, int | None], RuleViolation | None
]

_DECISION_CHECKS: Final[Mapping[str, _Refuse]] = {
    "hit": _refuse_hit,
    "double": _refuse_double,
    "split": _split_refusal,
    "surrender": _refuse_surrender,
}


def _refuse_end_countdown(state: HybridState, _command: EndCountdown) -> RuleViolation | None:
    if state.asked:
        return None
    return RuleViolation(state.cite("(p)(2)", "(z)"), "No player is asked for anything now.")


# Decisions


def decide(state: HybridState, command: Decide) -> list[Event]:
    """The events of a player's decision that is not refused."""
    terminal = state.terminals[command.player]
    amount = 0
    if command.decision == "double":
        amount = terminal.blackjack if command.amount is None else command.amount
    elif command.decision == "split":
        amount = terminal.blackjack
    number = state.hands_of(terminal).asked
    place = (terminal.position, number, command.decision)
    decision = DecisionMade(*place, amount, terminal.player)
    if command.decision == "surrender" and is_ten_or_ace(state.dealer[0]) == 0:
        section = "58 Pa. Code § 633a.9(a)(1)"
        return [decision, settle_hand(state, terminal, number, SURRENDER, section)]
    return [decision]


def _end_countdown(state: HybridState, _command: EndCountdown) -> list[Event]:
    if state.phase is Phase.INSURING:
        return [CountdownEnded(), *close_insurance(state)]
    events: list[Event] = [CountdownEnded()]
    for terminal in state.terminals.values():
        events += _default_decisions(state, terminal)
    return events


def _default_decisions(state: HybridState, terminal: Terminal) -> Iterator[DecisionMade]:
    """The decisions for a player who took no action: stand, or hit on the house's `hit_totals`."""
    rules = state.rules.variation
    assert isinstance(rules, HybridRules)
    player_hands = state.hands_of(terminal)
    while player_hands.asked:
        hand = player_hands.hands[player_hands.asked - 1]
        hits = hand.total in rules.hit_totals and _refuse_split_aces_card(state, hand) is None
        word = "hit" if hits else "stand"
        yield DecisionMade(terminal.position, player_hands.asked, word, 0, terminal.player)
        terminal = replace(terminal, decisions=(*terminal.decisions, word))
        player_hands = state.hands_of(terminal)


# State changes


def _decision_made(state: HybridState, event: DecisionMade) -> HybridState:
    terminal = state.terminals[event.player]
    doubles = (event.amount,) if event.decision == "double" else ()
    return state.with_terminal(
        replace(
            terminal,
            decisions=(*terminal.decisions, event.decision),
            doubles=(*terminal.doubles, *doubles),
        )
    )


def decisions(subsection: str) -> Part:
    """The part of the players' decisions, for a game that asks for them under `subsection`."""
    section = SECTION + subsection
    return Part(
        name="hybrid decisions",
        allowed={
            Decide: Allowed((Phase.PLAYING,), section, "No decisions are asked for now."),
            EndCountdown: Allowed(
                (Phase.INSURING, Phase.PLAYING),
                section,
                "The countdown clock runs while players are asked.",
            ),
        },
        checks={Decide: refuse_decide, EndCountdown: _refuse_end_countdown},
        handlers={Decide: decide, EndCountdown: _end_countdown},
        folds={DecisionMade: _decision_made},
    )
