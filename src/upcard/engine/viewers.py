"""Who sees what of a blackjack table: players, dealer, floorperson, surveillance and the sign.

Nobody sees the hole card before it is turned, a card dealt face down, the rest of the shoe, the
discard rack or a card that was removed unseen; secret values of mystery meters are not in the
state at all.
"""

from enum import StrEnum

import msgspec

from upcard.engine.due import due
from upcard.engine.questions import question
from upcard.engine.state import State
from upcard.engine.table_state import player_account
from upcard.engine.upkeep import reminders
from upcard.engine.view import TableView, view
from upcard.money.amount import format_dollars


class Role(StrEnum):
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
    order is not `open` (§ 633a.14(k)).
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


class ServiceView(msgspec.Struct, frozen=True):
    """What dealer and floor work with: whose seats, which step is due, who is offered the cut."""

    seats: dict[int, str]
    step: str | None
    cut_offers: tuple[int, ...]
    missed: tuple[tuple[int, int], ...]


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

    role: Role
    sign: SignView
    table: TableView | None = None
    own: OwnView | None = None
    service: ServiceView | None = None
    floor: FloorView | None = None


def view_for(state: State, role: Role, player: str = "") -> RoleView:
    """What a role sees; `player` is the name of the player who looks."""
    sign = _sign(state)
    if role is Role.SIGN:
        return RoleView(role=role, sign=sign)
    table = view(state, player if role is Role.PLAYER else "")
    if role is Role.PLAYER:
        return RoleView(role=role, sign=sign, table=table, own=_own(state, player))
    if role is Role.SPECTATOR:
        return RoleView(role=role, sign=sign, table=table)
    service = _service(state)
    if role is Role.DEALER:
        return RoleView(role=role, sign=sign, table=table, service=service)
    return RoleView(role=role, sign=sign, table=table, service=service, floor=_floor(state))


def _sign(state: State) -> SignView:
    rules = state.rules
    limits = {"blackjack": (format_dollars(rules.minimum), format_dollars(rules.maximum))}
    limits |= {
        offered.slug: (format_dollars(offered.minimum), format_dollars(offered.maximum))
        for offered in rules.wagers
    }
    limit = rules.aggregate_limit
    return SignView(
        rules.name,
        not state.faults.reader_failed,
        limits,
        None if limit is None else format_dollars(limit),
        state.faults.shuffler,
    )


def _own(state: State, player: str) -> OwnView:
    positions = tuple(position for position, box in state.in_play() if box.player == player)
    balance = format_dollars(state.accounts.get(player_account(player), 0))
    asked = question(state)
    if asked is None or asked.position not in positions:
        return OwnView(positions, balance, None, ())
    return OwnView(positions, balance, asked.kind, tuple(asked.answers))


def _service(state: State) -> ServiceView:
    step = due(state)
    name = None if step is None else step[1].__name__
    return ServiceView(dict(state.seats), name, state.cut_offers, state.faults.missed)


def _floor(state: State) -> FloorView:
    return FloorView(
        {account: format_dollars(amount) for account, amount in state.accounts.items()},
        tuple(
            StackView(stack.remaining, len(stack.discards), len(stack.segregated))
            for stack in state.stacks
        ),
        tuple(reminder.what for reminder in reminders(state)),
    )
