"""Explains dealers' steps: the name, a sentence and the provision of each, for training."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.baccarat.state import due_target as due_at_baccarat
from upcard.engine.blackjack.deal import due_target, must_draw
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import PA
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    OrderReshuffle,
    PermitEntry,
    ReplaceDealer,
    name_of,
)
from upcard.engine.core.events import DRAW, HOLE, UPCARD, Target
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.cards import due_target as due_at_terminals
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.hybrid.state import HybridState
from upcard.engine.irregular.commands import CallHandDead, TakeMissedCard, with_any_card
from upcard.engine.irregular.decide import missed_section
from upcard.engine.jackpots.commands import ReturnProgressiveWager
from upcard.engine.play import game_of, refusal
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    OrderRecut,
    ReceiveDecks,
    SpreadIdleCards,
)
from upcard.games.table_rules import TableRules
from upcard.rules.citation import told_at_table
from upcard.service.access.authority import authorize_command
from upcard.service.access.principal import Forbidden, Principal
from upcard.text.words import first_line


class OfferedStep(msgspec.Struct, frozen=True):
    """A command that may be sent, in words; `refused` says why not now."""

    name: str
    words: str
    section: str
    command: dict[str, Any]
    refused: str = ""
    step: str = ""


DEALT: Final = {
    "dealing": "58 Pa. Code § 633a.7(f)",
    "playing": "58 Pa. Code § 633a.7(k)",
    "drawing": "58 Pa. Code § 633a.7(m)",
}
"""The provision on dealing a card at Blackjack, by phase: initial cards, hits, dealer's draws."""

_UPKEEP: Final = (
    ReplaceDealer,
    OrderReshuffle,
    OrderRecut,
    ReceiveDecks,
    SpreadIdleCards,
    InspectCardReader,
)
"""The commands of upkeep that the procedure never makes due by itself."""


AT_A_WHEEL: Final[Mapping[type[Command], str]] = {
    CloseBets: "No more bets before the Lucky Numbers are drawn.",
    ClearTable: "The layout is cleared for the next round.",
}
"""Steps of all games whose sentences speak of cards, as they are at a wheel."""


HANDS: Final[Mapping[int, str]] = {
    UPCARD: "the dealer, face up",
    HOLE: "the dealer, face down",
    DRAW: "the dealer",
    COMMUNITY: "the community cards",
    PLAYERS_HAND: "the Player's Hand",
    BANKERS_HAND: "the Banker's Hand",
}
"""The recipients of cards that are not dealt to a position."""


class StepExplanation(NamedTuple):
    """A step in words: its name, a sentence on what is done, the provision."""

    kind: type[Command]
    name: str
    sentence: str
    section: str


class OfferedCommand(NamedTuple):
    """A command that a visitor may send, in words, and why it is refused now ("" if it is not)."""

    command: Command
    step: StepExplanation
    refused: str


def explain_step(
    state: AnyTable, kind: type[Command], position: int | None = None
) -> StepExplanation:
    """Explain a step at a table in its current state, for a `position` where it has one."""
    words = name_of(kind).replace("-", " ").capitalize()
    name = f"{words}, position {position}" if position else words
    sentence = AT_A_WHEEL.get(kind) if state.rules.variation.has_wheel else None
    if kind is DealCard and (target := _due_card(state)) is not None:
        sentence = f"The next card goes to {_hand_in_words(state, target)}{_side_in_words(state)}."
    return StepExplanation(kind, name, sentence or _sentence(kind), _section(state, kind))


def upkeep(state: AnyTable) -> Iterator[Command]:
    """The commands of upkeep, permitted entries, and returned progressive wagers."""
    yield from (kind() for kind in _UPKEEP)
    if state.admitted is not None:
        for position, player in state.seats:
            if player not in state.admitted:
                yield PermitEntry(position, player)
    if state.phase is Phase.COLLECTING:
        for position, box in state.in_play():
            for slug in box.wagers:
                offered = state.rules.offered(slug)
                if offered is not None and offered.has_meter:
                    yield ReturnProgressiveWager(position, slug)


def sendable(
    who: Principal, state: AnyTable, commands: Iterable[Command]
) -> Iterator[OfferedCommand]:
    """The commands of the game that `who` may send here, each with why it is refused now."""
    sections = game_of(state.rules).sections
    for command in commands:
        if type(command) in sections and may_send(who, state, command):
            refused = refusal(state, with_any_card(command))
            step = explain_step(state, type(command), getattr(command, "position", None))
            yield OfferedCommand(command, step, "" if refused is None else refused.message)


def may_send(who: Principal, state: AnyTable, command: Command) -> bool:
    """Whether `who` may send a command to this table."""
    try:
        authorize_command(who, command, state)
    except Forbidden:
        return False
    return True


def _section(state: AnyTable, kind: type[Command]) -> str:
    rules: TableRules = state.rules
    if kind in (TakeMissedCard, CallHandDead) and isinstance(state, BlackjackState):
        return told_at_table(f"{PA}{missed_section(state)}")
    if kind is DealCard and rules.has_blackjack_wager and not rules.variation.has_terminals:
        return told_at_table(rules.cite(DEALT.get(state.phase, DEALT["dealing"])))
    return told_at_table(rules.cite(game_of(rules).sections.get(kind, "")))


def _due_card(state: AnyTable) -> Target | None:
    """The destination of the next card, or None when no card is due."""
    match state:
        case BaccaratState():
            return due_at_baccarat(state)
        case HybridState():
            return due_at_terminals(state)
        case BlackjackState():
            return due_target(state) or ((DRAW, 0) if must_draw(state) else None)
        case _:
            return None


def _hand_in_words(state: AnyTable, target: Target) -> str:
    """The destination of a card: a position, with its hand where it has several, or the dealer."""
    position, hand = target
    if position in HANDS:
        return HANDS[position]
    box = state.box(position) if isinstance(state, BlackjackState) else None
    several = box is not None and len(box.hands) > 1
    return f"position {position}, hand {hand}" if several else f"position {position}"


def _side_in_words(state: AnyTable) -> str:
    """The side of a double shoe from which the round is dealt; "" where there is one side."""
    if not isinstance(state, BlackjackState) or state.rules.sides == 1:
        return ""
    return f", from side {state.side + 1} of the shoe"


def _sentence(kind: type[Command]) -> str:
    """The first line of the command's docstring, up to its sections."""
    return re.sub(r" \((?:§|[a-z]\)).*\.$", ".", first_line(kind))
