"""The views of a table by role: players, dealer, floorperson, surveillance and the sign.

Each game says what of a table, or of a player's terminal, is seen (`view`). This module says what
each role sees besides. Nobody sees the hole card before it is turned, a card dealt face down, the
rest of the shoe, the discard rack or a card that was removed unseen. Secret values of mystery
meters, and Lucky Numbers before the wagers close, are not in the state.
"""

from enum import StrEnum
from functools import cached_property

import msgspec

from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.table_state import AnyTable, player_account
from upcard.engine.core.view import View
from upcard.engine.play import due, game_of, question, question_of
from upcard.engine.shoe.reminders import reminders
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars


class Viewer(StrEnum):
    """The viewers of a table; a spectator sees what another player sees."""

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


class MoneyView(msgspec.Struct, frozen=True):
    """What a player has at a table to which players bring money from game accounts, in dollars.

    `may_wager` has the smallest and the largest amount that each wager may still be, by the wager's
    name; one for which the money is not enough is left out.
    """

    at_table: str
    may_wager: dict[str, tuple[str, str]]


class OwnView(msgspec.Struct, frozen=True):
    """A player's own: their positions, dollars won or lost, and what they are asked.

    `money` is None at a table that takes chips; elsewhere `balance` is what the player has there.
    """

    positions: tuple[int, ...]
    balance: str
    asked: str | None
    answers: tuple[str, ...]
    money: MoneyView | None = None


class TurnView(msgspec.Struct, frozen=True):
    """Whose turn it is: the question that the dealer asks.

    `hand` counts from 1; it is 0 where the question is not about one hand. The permitted answers
    are left out: they would tell of cards that lie face down before the player.
    """

    position: int
    player: str
    hand: int
    asked: str


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


def view(state: AnyTable, player: str = "") -> View:
    """What a player sees lie there; without a name, what anyone standing at the table sees."""
    return game_of(state.rules).view(state, player)


def view_for(state: AnyTable, role: Viewer, player: str = "") -> RoleView:
    """The view of a role; `player` is the player's name, for the role of a player."""
    return Views(state).of(role, player)


class Views:
    """The views of a table in one state; what several roles see is built once."""

    def __init__(self, state: AnyTable) -> None:
        self._state = state

    def of(self, role: Viewer, player: str = "") -> RoleView:
        """The view of a role; `player` is the player's name, for the role of a player."""
        state = self._state
        match role:
            case Viewer.SIGN:
                return RoleView(role=role, sign=self._sign)
            case Viewer.PLAYER:
                table, own = view(state, player), own_view(state, player)
                return RoleView(role=role, sign=self._sign, table=table, own=own)
            case Viewer.SPECTATOR:
                return RoleView(role=role, sign=self._sign, table=self._table)
        return RoleView(
            role=role,
            sign=self._sign,
            table=self._table,
            service=self._service,
            floor=None if role is Viewer.DEALER else self._floor,
        )

    @cached_property
    def _table(self) -> View:
        return view(self._state)

    @cached_property
    def _sign(self) -> SignView:
        return sign_view(self._state)

    @cached_property
    def _service(self) -> ServiceView:
        return service_view(self._state)

    @cached_property
    def _floor(self) -> FloorView:
        return floor_view(self._state)


def sign_view(state: AnyTable) -> SignView:
    """What the sign of a table says."""
    rules = state.rules
    offered = _limits(rules)
    limit = rules.aggregate_limit
    return SignView(
        rules.name,
        not state.faults.reader_failed,
        {
            name: (format_dollars(low), format_dollars(high))
            for name, (low, high) in offered.items()
        },
        None if limit is None else format_dollars(limit),
        state.faults.shuffler if state.stacks else "",
    )


def _limits(rules: TableRules) -> dict[str, tuple[int, int]]:
    """The smallest and the largest amount of each wager in units, by its name."""
    offered = {wager.slug: (wager.minimum, wager.maximum) for wager in rules.wagers}
    if rules.has_blackjack_wager:
        offered = {BLACKJACK_WAGER: (rules.minimum, rules.maximum), **offered}
    return offered


def money_view(state: AnyTable, player: str) -> MoneyView | None:
    """What a player has at the table, and what each wager may still be; None with chips."""
    rules = state.rules
    if not rules.bring_money:
        return None
    has = state.money_of(player)
    may: dict[str, tuple[str, str]] = {}
    for name, (low, high) in _limits(rules).items():
        areas = rules.blackjack_areas if name == BLACKJACK_WAGER else 1
        most = min(high, has // areas)
        most -= most % rules.smallest_chip
        if most >= low:
            may[name] = (format_dollars(low), format_dollars(most))
    return MoneyView(format_dollars(has), may)


def own_view(state: AnyTable, player: str) -> OwnView:
    """What only the player sees."""
    money = money_view(state, player)
    positions = tuple(position for position, box in state.in_play() if box.player == player)
    balance = format_dollars(state.accounts.get(player_account(player), 0))
    pending = question_of(state, player)
    if pending is None:
        return OwnView(positions, balance, None, (), money)
    return OwnView(positions, balance, pending.kind, tuple(pending.answers), money)


def service_view(state: AnyTable) -> ServiceView:
    """What dealer and floor work with."""
    step = due(state)
    name = None if step is None else step[1].__name__
    turn = None if state.rules.variation.has_terminals else _turn(state, question(state))
    return ServiceView(dict(state.seats), name, state.cut_offers, state.faults.missed, turn)


def _turn(state: AnyTable, pending: PlayerQuestion | None) -> TurnView | None:
    if pending is None:
        return None
    box = dict(state.in_play()).get(pending.position)
    player = "" if box is None else box.player
    return TurnView(pending.position, player, pending.hand, pending.kind)


def floor_view(state: AnyTable) -> FloorView:
    """What the floor answers for."""
    return FloorView(
        {account: format_dollars(units) for account, units in state.accounts.items()},
        tuple(
            StackView(stack.remaining, len(stack.discards), len(stack.segregated))
            for stack in state.stacks
        ),
        tuple(reminder.what for reminder in reminders(state)),
    )
