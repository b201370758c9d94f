"""The public functions of the engine, for the tables of every game.

Each function looks up the `Game` of a table's rules and delegates to it. Blackjack and its
variations differ only in their flows.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Generic, TypeVar

from upcard.engine.baccarat import state as baccarat_state
from upcard.engine.baccarat.flow import FLOW as BACCARAT_FLOW
from upcard.engine.baccarat.view import view as baccarat_view
from upcard.engine.blackjack.dealer import BlackjackShoeDealer
from upcard.engine.blackjack.flow import flow_of
from upcard.engine.blackjack.questions import asked_hand as blackjack_asked_hand
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.blackjack.state import new_table as new_blackjack
from upcard.engine.blackjack.view import lies_face_down as blackjack_face_down
from upcard.engine.blackjack.view import view as blackjack_view
from upcard.engine.core.commands import Command
from upcard.engine.core.dealer import Dealer
from upcard.engine.core.events import Event
from upcard.engine.core.flow import Flow
from upcard.engine.core.parts import Check
from upcard.engine.core.questions import AskedHand, Countdown, PlayerQuestion
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.view import View
from upcard.engine.hybrid import questions as hybrid_questions
from upcard.engine.hybrid import state as hybrid_state
from upcard.engine.hybrid.flow import FLOWS as HYBRID_FLOWS
from upcard.engine.hybrid.view import lies_face_down as hybrid_face_down
from upcard.engine.hybrid.view import view as hybrid_view
from upcard.engine.roulette import state as roulette_state
from upcard.engine.roulette.dealer import WheelDealer
from upcard.engine.roulette.flow import FLOW as ROULETTE_FLOW
from upcard.engine.roulette.view import view as roulette_view
from upcard.engine.shoe.dealer import ShoeDealer
from upcard.games import baccarat, roulette
from upcard.games.table_rules import TableRules
from upcard.rules.loader import all_games, house_games
from upcard.rules.violation import RuleViolation

S = TypeVar("S", bound=AnyTable)


def _no_decisions(state: AnyTable, _question: PlayerQuestion) -> AskedHand:
    raise AssertionError(f"nobody decides on a hand of {state.rules.game}")


def _no_countdown(_state: AnyTable) -> Countdown | None:
    return None


def _nothing_face_down(_state: AnyTable, _position: int, _hand: int) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """A game: its flow, and the functions that differ between games.

    `dealer` makes a table's dealer from a source of cards or a wheel and the game's `refusal`.
    `asked_hand` returns the hand that a decision is about, where players decide. `asks` returns the
    question of a player and `countdown` the clock that runs for all who are asked, for games whose
    positions several players share. `lies_face_down` says whether the cards that were dealt
    face down to a position's hand, or to a destination of the dealer, still lie so.
    """

    flow: Flow[S]
    state: type[S]
    new_table: Callable[[TableRules], S]
    view: Callable[[S, str], View]
    dealer: Callable[[Any, Check], Dealer] = ShoeDealer
    asked_hand: Callable[[S, PlayerQuestion], AskedHand] = _no_decisions
    asks: Callable[[S, str], PlayerQuestion | None] | None = None
    countdown: Callable[[S], Countdown | None] = _no_countdown
    lies_face_down: Callable[[S, int, int], bool] = _nothing_face_down

    @property
    def commands(self) -> Set[type[Command]]:
        """The kinds of commands that exist in the game."""
        return self.flow.allowed.keys()

    @property
    def sections(self) -> Mapping[type[Command], str]:
        """The provision of each kind of command in the game."""
        return {kind: rule.section for kind, rule in self.flow.allowed.items()}

    def question_of(self, state: S, player: str) -> PlayerQuestion | None:
        """The question that a player is asked now, or None."""
        if self.asks is not None:
            return self.asks(state, player)
        positions = {position for position, box in state.in_play() if box.player == player}
        pending = self.flow.question(state) if positions else None
        return pending if pending is not None and pending.position in positions else None


@cache
def _blackjack(game: str) -> Game[BlackjackState]:
    """Blackjack, or a variation of it."""
    return Game(
        flow=flow_of(game),
        state=BlackjackState,
        new_table=new_blackjack,
        view=blackjack_view,
        dealer=BlackjackShoeDealer,
        asked_hand=blackjack_asked_hand,
        lies_face_down=blackjack_face_down,
    )


OTHER_GAMES: Final[Mapping[str, Game[Any]]] = {
    baccarat.GAME: Game(
        flow=BACCARAT_FLOW,
        state=baccarat_state.BaccaratState,
        new_table=baccarat_state.new_table,
        view=baccarat_view,
    ),
    roulette.GAME: Game(
        flow=ROULETTE_FLOW,
        state=roulette_state.RouletteState,
        new_table=roulette_state.new_table,
        view=roulette_view,
        dealer=WheelDealer,
    ),
    **{
        name: Game(
            flow=flow,
            state=hybrid_state.HybridState,
            new_table=hybrid_state.new_table,
            view=hybrid_view,
            asked_hand=hybrid_questions.asked_hand,
            asks=hybrid_questions.question_of,
            countdown=hybrid_questions.countdown,
            lies_face_down=hybrid_face_down,
        )
        for name, flow in HYBRID_FLOWS.items()
    },
}
"""The games that are not Blackjack or a variation of it, by their identifiers."""


def game_of(rules: TableRules) -> Game[Any]:
    """The game that a table's rules name."""
    return OTHER_GAMES.get(rules.game) or _blackjack(rules.game)


def known_flows() -> tuple[Flow[Any], ...]:
    """The flows of all games: of the rulebook, of houses, and of variations from outside."""
    games = dict.fromkeys(data.slug for data in (*all_games(), *house_games()))
    return tuple((OTHER_GAMES.get(game) or _blackjack(game)).flow for game in games)


def new_table(rules: TableRules) -> AnyTable:
    """A table that has just opened."""
    state: AnyTable = game_of(rules).new_table(rules)
    return state


def refusal(state: AnyTable, command: Command) -> RuleViolation | None:
    """Why a command may not be carried out now, or None when it may."""
    return game_of(state.rules).flow.refusal(state, command)


def decide(state: AnyTable, command: Command) -> list[Event]:
    """The events that follow from a command, in order.

    Raises `RuleViolation`, with its section, for a command that is refused.
    """
    return game_of(state.rules).flow.decide(state, command)


def evolve(state: S, event: Event) -> S:
    """The state after an event. An event that was decided always applies."""
    after: S = game_of(state.rules).flow.evolve(state, event)
    return after


def apply(state: S, command: Command) -> tuple[S, list[Event]]:
    """Decide a command and apply its events: the state after them, and the events.

    Raises `RuleViolation`, with its section, for a command that is refused.
    """
    flow: Flow[S] = game_of(state.rules).flow
    return flow.apply(state, command)


def due(state: AnyTable, taking: Automation = Automation.ALL) -> Step | None:
    """The next step of dealer or floor, with its automation, of the automations in `taking`.

    None while players are asked.
    """
    return game_of(state.rules).flow.due(state, taking)


def question(state: AnyTable) -> PlayerQuestion | None:
    """The next question to any player; None when no player is asked."""
    return game_of(state.rules).flow.question(state)


def question_of(state: AnyTable, player: str) -> PlayerQuestion | None:
    """The question that a player is asked now; None when it is another player's turn."""
    return game_of(state.rules).question_of(state, player)


def asked_hand(state: AnyTable, pending: PlayerQuestion) -> AskedHand:
    """The hand that a player decides on; `pending` is a question of the kind "decision"."""
    return game_of(state.rules).asked_hand(state, pending)


def countdown(state: AnyTable) -> Countdown | None:
    """The clock that runs for all who are asked at the same time; None where none runs."""
    return game_of(state.rules).countdown(state)


def every_answer(rules: TableRules, position: int, amount: int | None = None) -> dict[str, Command]:
    """Every answer to any question of a position, by its word; no two kinds share a word."""
    return {
        word: command
        for kind in game_of(rules).flow.questions.values()
        for word, command in kind.answers(position, amount).items()
    }
