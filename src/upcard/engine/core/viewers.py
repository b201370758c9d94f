"""Who sees what of a table: players, dealer, floorperson, surveillance and the sign.

What lies on the table, or on a player's terminal, is each game's to say (`view`). Here stands what
a role sees besides. Nobody sees the hole card before it is turned, a card dealt face down, the
rest of the shoe, the discard rack or a card that was removed unseen; secret values of mystery
meters, and Lucky Numbers before the wagers close, are not in the state at all.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from upcard.engine.baccarat.view import BaccaratView
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.questions import Question
from upcard.engine.core.steps import Step
from upcard.engine.core.table_state import AnyTable, ShoeState, player_account
from upcard.engine.hybrid.view import LayoutView, TerminalView
from upcard.engine.irregular.condition import NO_FAULTS, Faults
from upcard.engine.roulette.view import RouletteView
from upcard.engine.shoe.upkeep import reminders
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.money.amount import format_dollars

View: TypeAlias = TableView | BaccaratView | RouletteView | LayoutView | TerminalView
"""A table as somebody sees it."""


class Viewer(StrEnum):
    """Who looks at a table; a spectator sees what another player sees."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SURVEILLANCE = "surveillance"
    SIGN = "sign"


class SignView(msgspec.Struct, frozen=True):
    """What the sign at a table says: limits in dollars of each wager that is offered.

    `payout_limit` is the aggregate limit (§ 633a.2(b)(16)). A table whose card reader is out of
    order is not `open` (§ 633a.14(k)). `shuffler` is "" at a wheel.
    """

    table: str
    open: bool
    limits: dict[str, tuple[str, str]]
    payout_limit: str | None
    shuffler: str


class OwnView(msgspec.Struct, frozen=True):
    """A player's own: where he plays, dollars won or lost, and what he is asked."""

    positions: tuple[int, ...]
    balance: str
    asked: str | None
    answers: tuple[str, ...]


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is: the question that the dealer asks, and its permitted answers.

    `hand` counts from 1; it is 0 where the question is not about one hand.
    """

    position: int
    player: str
    hand: int
    asked: str
    answers: tuple[str, ...]


class ServiceView(msgspec.Struct, frozen=True):
    """What dealer and floor work with: whose seats, which step is due, who is offered the cut.

    `turn` is None where no player is asked, and where players answer on terminals of their own
    (§ 633c.5(c)).
    """

    seats: dict[int, str]
    step: str | None
    cut_offers: tuple[int, ...]
    missed: tuple[tuple[int, int], ...]
    turn: TurnView | None


class StackView(msgspec.Struct, frozen=True):
    """How many cards of a side lie where; none of them is seen."""

    in_shoe: int
    in_rack: int
    segregated: int


class FloorView(msgspec.Struct, frozen=True):
    """What the floor answers for: the table's accounts in dollars, its cards, what is due."""

    accounts: dict[str, str]
    stacks: tuple[StackView, ...]
    reminders: tuple[str, ...]


class RoleView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one role sees it; None is what this role does not see."""

    role: Viewer
    sign: SignView
    table: View | None = None
    own: OwnView | None = None
    service: ServiceView | None = None
    floor: FloorView | None = None


def sign_view(state: AnyTable) -> SignView:
    """What the sign of a table says."""
    rules, faults = state.rules, _faults(state)
    offered = {wager.slug: (wager.minimum, wager.maximum) for wager in rules.wagers}
    if rules.has_blackjack_wager:
        offered = {BLACKJACK_WAGER: (rules.minimum, rules.maximum), **offered}
    limit = rules.aggregate_limit
    return SignView(
        rules.name,
        not faults.reader_failed,
        {
            name: (format_dollars(low), format_dollars(high))
            for name, (low, high) in offered.items()
        },
        None if limit is None else format_dollars(limit),
        faults.shuffler if isinstance(state, ShoeState) else "",
    )


def own_view(state: AnyTable, player: str, asked: Question | None) -> OwnView:
    """What is a player's alone; `asked` is the question to him."""
    positions = tuple(position for position, box in state.in_play() if box.player == player)
    balance = format_dollars(state.accounts.get(player_account(player), 0))
    if asked is None:
        return OwnView(positions, balance, None, ())
    return OwnView(positions, balance, asked.kind, tuple(asked.answers))


def service_view(state: AnyTable, step: Step | None, asked: Question | None) -> ServiceView:
    """What dealer and floor work with; `step` is the next that no player takes.

    `asked` is the next question to any player.
    """
    offers = state.cut_offers if isinstance(state, ShoeState) else ()
    name = None if step is None else step[1].__name__
    turn = None if state.rules.variation.has_terminals else _turn(state, asked)
    return ServiceView(dict(state.seats), name, offers, _faults(state).missed, turn)


def _turn(state: AnyTable, asked: Question | None) -> TurnView | None:
    if asked is None:
        return None
    box = dict(state.in_play()).get(asked.position)
    player = "" if box is None else box.player
    return TurnView(asked.position, player, asked.hand, asked.kind, tuple(asked.answers))


def floor_view(state: AnyTable) -> FloorView:
    """What the floor answers for."""
    accounts = {account: format_dollars(units) for account, units in state.accounts.items()}
    if not isinstance(state, ShoeState):
        return FloorView(accounts, (), ())
    stacks = tuple(
        StackView(stack.remaining, len(stack.discards), len(stack.segregated))
        for stack in state.stacks
    )
    return FloorView(accounts, stacks, tuple(reminder.what for reminder in reminders(state)))


def _faults(state: AnyTable) -> Faults:
    return state.faults if isinstance(state, ShoeState) else NO_FAULTS
