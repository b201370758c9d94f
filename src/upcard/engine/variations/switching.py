"""Switching cards: who is asked, why it is refused, what follows, what it changes.

58 Pa. Code §§ 633a.12(a), 633c.4.
"""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import value_of
from upcard.cards.totals import is_blackjack
from upcard.engine.blackjack.state import Box, Hand, State
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import wrong
from upcard.engine.core.events import Target
from upcard.engine.core.flow import Part
from upcard.engine.core.phases import Phase
from upcard.engine.variations import events as s
from upcard.games.switch_hands import ANTE, STEP
from upcard.rules.violation import RuleViolation


def spare_targets(state: State) -> tuple[Target, ...]:
    """The switch hands cards: one to each position with an ante, then another (§ 633c.4(d))."""
    once = tuple((position, 0) for position, box in state.in_play() if ANTE in box.wagers)
    return once * 2 if state.rules.switch_hands is not None else ()


def waiting(state: State) -> list[int]:
    """The positions that have still to say whether they switch, in the order of asking.

    Clockwise at Blackjack Switch (§§ 633a.7(i), 633a.12(a)(4)), counterclockwise for Switch Hands
    (§ 633c.4(f)).
    """
    rules = state.rules
    if rules.switch is not None:
        return [position for position, box in state.in_play() if box.switched is None]
    if rules.switch_hands is None:
        return []
    return [
        position for position, box in state.from_the_right() if box.spare and box.switched is None
    ]


def comes_first(state: State) -> bool:
    """Whether the switch comes before the optional wagers are settled (§ 633c.4(g), (m))."""
    rules = state.rules.switch_hands
    return rules is not None and not rules.premium


# Why it is refused


def _untimely(
    state: State, command: c.SwitchCards | c.KeepCards, refused: RuleViolation
) -> RuleViolation:
    return wrong(_section_of_switch(state, command.position), refused.message)


def _section_of_switch(state: State, position: int) -> str:
    """Where it stands when a position switches; that without an ante it does not (§ 633c.4(k))."""
    if state.rules.switch_hands is None:
        return "633a.12(a)(4)"
    return "633c.4(k)" if _plays_blackjack_alone(state, position) else "633c.4(f)"


def _plays_blackjack_alone(state: State, position: int) -> bool:
    """Whether a position at Blackjack Premium has placed no ante: those are collected early (l)."""
    rules = state.rules.switch_hands
    antes = {
        position
        for position, box in state.in_play()
        if ANTE in box.wagers or box.spare or box.switched is not None
    }
    return rules is not None and rules.premium and position not in antes


def _switch(state: State, command: c.SwitchCards | c.KeepCards) -> RuleViolation | None:
    (first, *_) = waiting(state)
    position = command.position
    if position == first:
        return None
    section = _section_of_switch(state, position)
    if _plays_blackjack_alone(state, position):
        return wrong(section, f"Position {position} has no switch hands ante to switch with.")
    return wrong(section, f"Position {first} is asked now, not {position}.")


def refuse_step(state: State, command: c.PlaceWager, blackjack: int) -> RuleViolation | None:
    """Why a Blackjack wager of so many units does not go with an ante (§ 633c.4(b))."""
    rules = state.rules.switch_hands
    if rules is None or blackjack % STEP == 0:
        return None
    if command.wager == ANTE or not rules.premium:
        return wrong("633c.4(b)", "A Blackjack wager with an ante is placed in $5 increments.")
    return None


# What follows


def _switch_cards(state: State, command: c.SwitchCards) -> list[e.Event]:
    box = state.box(command.position)
    gone = box.hands[0].cards if box.spare else ()
    return [s.CardsSwitched(command.position, gone), *_last(state)]


def _keep_cards(state: State, command: c.KeepCards) -> list[e.Event]:
    return [s.CardsKept(command.position, state.box(command.position).spare), *_last(state)]


def _last(state: State) -> list[e.Event]:
    return [s.SwitchClosed()] if len(waiting(state)) == 1 else []


# What it changes


def _with_box(state: State, position: int, box: Box, discarded: tuple[int, ...]) -> State:
    state = replace(state, boxes=state.with_box(position, box))
    if not discarded:
        return state
    stack = state.stack
    stack = replace(stack, discards=(*stack.discards, *discarded))
    return replace(state, stacks=state.with_stack(stack))


def _switched(state: State, event: s.CardsSwitched) -> State:
    """The two hands exchange their second cards, or the face-down cards become the hand.

    Wagers that are settled afterwards look at the hand that is played (§ 633c.4(g)).
    """
    box = state.box(event.position)
    if box.spare:
        hand = _with_cards(box.hands[0], box.spare)
        initial = box.spare if comes_first(state) else box.initial
        box = replace(box, hands=(hand,), spare=(), initial=initial, switched=True)
    else:
        one, two = box.hands
        pairs = ((one.cards[0], two.cards[1]), (two.cards[0], one.cards[1]))
        hands = (_made(one, pairs[0]), _made(two, pairs[1]))
        box = replace(box, hands=hands, switched=True)
    return _with_box(state, event.position, box, event.discarded)


def _made(hand: Hand, cards: tuple[int, ...]) -> Hand:
    """A hand made by switching: an ace and a ten are 21, and take no further card."""
    return replace(_with_cards(hand, cards), switched=True, done=is_blackjack(*cards) == 1)


def _with_cards(hand: Hand, cards: tuple[int, ...]) -> Hand:
    pips = sum(value_of(card) for card in cards)
    return replace(hand, cards=cards, pips=pips, aces=sum(card < 4 for card in cards))


def _kept(state: State, event: s.CardsKept) -> State:
    box = replace(state.box(event.position), spare=(), switched=False)
    return _with_box(state, event.position, box, event.discarded)


PART: Final = Part(
    name="switching",
    phases={
        (Phase.DEALING, s.SwitchOffered): Phase.SWITCHING,
        (Phase.SWITCHING, s.SwitchClosed): Phase.DEALING,
    },
    allowed={
        c.SwitchCards: ((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
        c.KeepCards: ((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
    },
    checks={c.SwitchCards: _switch, c.KeepCards: _switch},
    handlers={c.SwitchCards: _switch_cards, c.KeepCards: _keep_cards},
    folds={s.CardsSwitched: _switched, s.CardsKept: _kept},
    untimely={c.SwitchCards: _untimely, c.KeepCards: _untimely},
)
