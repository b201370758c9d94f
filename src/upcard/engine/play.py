"""The front door of the engine: one set of functions for the tables of every game.

A family of games comes in by its `Game`. The game of a table is that of its rules; variations of
Blackjack are played by the family's own functions.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from upcard.engine.baccarat import flow as baccarat
from upcard.engine.baccarat import state as baccarat_state
from upcard.engine.baccarat.view import view as baccarat_view
from upcard.engine.blackjack import decide as blackjack
from upcard.engine.blackjack.due import due as blackjack_due
from upcard.engine.blackjack.evolve import evolve as blackjack_evolve
from upcard.engine.blackjack.refusals import PHASES_OF
from upcard.engine.blackjack.refusals import refusal as blackjack_refusal
from upcard.engine.blackjack.state import State
from upcard.engine.blackjack.state import new_table as new_blackjack
from upcard.engine.blackjack.view import view as blackjack_view
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import PA
from upcard.engine.core.dealer import Dealer, ShoeDealer
from upcard.engine.core.flow import Flow
from upcard.engine.core.questions import Question
from upcard.engine.core.questions import question as blackjack_question
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.viewers import (
    Role,
    RoleView,
    View,
    floor_view,
    own_view,
    service_view,
    sign_view,
)
from upcard.engine.hybrid import state as hybrid_state
from upcard.engine.hybrid.flow import FLOWS as HYBRID_FLOWS
from upcard.engine.hybrid.questions import question_of as hybrid_question_of
from upcard.engine.hybrid.view import layout_view, terminal_view
from upcard.engine.roulette import flow as roulette
from upcard.engine.roulette import state as roulette_state
from upcard.engine.roulette.dealer import WheelDealer
from upcard.engine.roulette.view import view as roulette_view
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """The functions of a family of games; `dealer` makes one of a source of cards or a wheel.

    `sections` are the provisions under which the commands of its tables come.
    """

    state: type[S]
    sections: Mapping[type[c.Command], str]
    new_table: Callable[[TableRules], S]
    refusal: Callable[[S, c.Command], RuleViolation | None]
    decide: Callable[[S, c.Command], list[e.Event]]
    evolve: Callable[[S, e.Event], S]
    due: Callable[[S, Automation], Step | None]
    question: Callable[[S], Question | None]
    question_of: Callable[[S, str], Question | None]
    view: Callable[[S, str], View]
    dealer: Callable[[Any], Dealer]

    @property
    def commands(self) -> Set[type[c.Command]]:
        """The commands that its tables know at all."""
        return self.sections.keys()


def _at_his_positions(
    question: Callable[[S], Question | None],
) -> Callable[[S, str], Question | None]:
    """What a player is asked at a table whose positions are one player's each."""

    def question_of(state: S, player: str) -> Question | None:
        asked = question(state)
        mine = {position for position, box in state.in_play() if box.player == player}
        return asked if asked is not None and asked.position in mine else None

    return question_of


def _of_flow(
    flow: Flow[S],
    state: type[S],
    new_table: Callable[[TableRules], S],
    view: Callable[[S, str], View],
    dealer: Callable[[Any], Dealer],
    question_of: Callable[[S, str], Question | None] | None = None,
) -> Game[S]:
    def due(table: S, taking: Automation) -> Step | None:
        step = flow.due(table)
        return step if step is not None and step[0] in taking else None

    return Game(
        state=state,
        sections={kind: section for kind, (_, section, _) in flow.allowed.items()},
        new_table=new_table,
        refusal=flow.refusal,
        decide=flow.decide,
        evolve=flow.evolve,
        due=due,
        question=flow.question,
        question_of=_at_his_positions(flow.question) if question_of is None else question_of,
        view=view,
        dealer=dealer,
    )


def _hybrid_view(state: hybrid_state.HybridState, player: str) -> View:
    """A player's terminal; the layout for those without a wager."""
    return terminal_view(state, player) if player in state.terminals else layout_view(state)


BLACKJACK: Final[Game[State]] = Game(
    state=State,
    sections={kind: PA + section for kind, (_, section, _) in PHASES_OF.items()},
    new_table=new_blackjack,
    refusal=blackjack_refusal,
    decide=blackjack.decide,
    evolve=blackjack_evolve,
    due=blackjack_due,
    question=blackjack_question,
    question_of=_at_his_positions(blackjack_question),
    view=blackjack_view,
    dealer=ShoeDealer,
)

OTHERS: Final[Mapping[str, Game[Any]]] = {
    "baccarat": _of_flow(
        baccarat.FLOW,
        baccarat_state.BaccaratState,
        baccarat_state.new_table,
        baccarat_view,
        ShoeDealer,
    ),
    "lightning-roulette": _of_flow(
        roulette.FLOW,
        roulette_state.RouletteState,
        roulette_state.new_table,
        roulette_view,
        WheelDealer,
    ),
    **{
        name: _of_flow(
            flow,
            hybrid_state.HybridState,
            hybrid_state.new_table,
            _hybrid_view,
            ShoeDealer,
            hybrid_question_of,
        )
        for name, flow in HYBRID_FLOWS.items()
    },
}
"""The games that are not Blackjack or a variation of it, by their identifiers."""


def game_of(rules: TableRules) -> Game[Any]:
    """The functions of a table's game."""
    return OTHERS.get(rules.game, BLACKJACK)


def new_table(rules: TableRules) -> AnyTable:
    """A table that has just opened."""
    state: AnyTable = game_of(rules).new_table(rules)
    return state


def refusal(state: AnyTable, command: c.Command) -> RuleViolation | None:
    """Why a command may not be carried out now, or None when it may."""
    return game_of(state.rules).refusal(state, command)


def decide(state: AnyTable, command: c.Command) -> list[e.Event]:
    """The events that follow from a command, in order.

    Raises `RuleViolation`, with its section, for a command that is refused.
    """
    return game_of(state.rules).decide(state, command)


def evolve(state: S, event: e.Event) -> S:
    """The state after an event. An event that was decided always applies."""
    after: S = game_of(state.rules).evolve(state, event)
    return after


def apply(state: S, command: c.Command) -> tuple[S, list[e.Event]]:
    """Decide and fold: the state after a command, and its events."""
    game = game_of(state.rules)
    events = game.decide(state, command)
    for event in events:
        state = game.evolve(state, event)
    return state, events


def due(state: AnyTable, taking: Automation = Automation.ALL) -> Step | None:
    """The next step that no player takes and the automation that takes it, of those in `taking`.

    None while players are asked.
    """
    return game_of(state.rules).due(state, taking)


def question(state: AnyTable) -> Question | None:
    """What a player is asked next; None when nobody is."""
    return game_of(state.rules).question(state)


def question_of(state: AnyTable, player: str) -> Question | None:
    """What a player is asked now; None when it is nothing, or another's turn."""
    return game_of(state.rules).question_of(state, player)


def view(state: AnyTable, player: str = "") -> View:
    """What a player may see; without a player, anyone standing at the table."""
    return game_of(state.rules).view(state, player)


def view_for(state: AnyTable, role: Role, player: str = "") -> RoleView:
    """What a role sees; `player` is the name of the player who looks."""
    sign = sign_view(state)
    if role is Role.SIGN:
        return RoleView(role=role, sign=sign)
    if role is Role.PLAYER:
        own = own_view(state, player, question_of(state, player))
        return RoleView(role=role, sign=sign, table=view(state, player), own=own)
    table = view(state)
    if role is Role.SPECTATOR:
        return RoleView(role=role, sign=sign, table=table)
    service = service_view(state, due(state))
    floor = None if role is Role.DEALER else floor_view(state)
    return RoleView(role=role, sign=sign, table=table, service=service, floor=floor)
