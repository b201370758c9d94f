"""Decides who may do what, for all pages and routes.

The table below lists every action, `command_senders` every command; what is in none is allowed to
nobody.
"""

from enum import StrEnum
from typing import Final

from upcard.engine.core.commands import Command, PlaceWager, SeatPlayer, name_of
from upcard.engine.core.senders import Sender
from upcard.engine.core.steps import DueCommand
from upcard.engine.core.table_state import AnyTable
from upcard.service.access.command_senders import chance_in, commands_for, commands_of
from upcard.service.access.named_persons import section_naming_person, waiting_step
from upcard.service.access.principal import OF_PERSONS, Forbidden, Principal, Purpose, Role


class Action(StrEnum):
    """What a page or a route does, apart from sending a command to a table."""

    SEE_TABLE = "see a table"
    SEE_METERS = "see the meters"
    SEE_ODDS = "see odds"
    SIMULATE = "run a simulation"
    SEE_OWN_ROUNDS = "see your own rounds"
    SEE_JACKPOTS = "see the jackpots of a table"
    SEE_ROUNDS = "see every round of a table"
    SEE_FLOOR = "see the drop and win of the floor"
    SEE_SUBMISSIONS = "see Rules Submissions"
    SEE_AUDIT = "see the audit"
    VERIFY_JOURNAL = "verify the journal"
    EXPORT_JOURNAL = "export the journal"
    TAKE_EVIDENCE = "take the evidence of a round"
    SET_AUTOMATION = "choose which of the dealer's steps are automatic"
    FILE_SUBMISSION = "file a Rules Submission"
    APPROVE_SUBMISSION = "note an approval"
    PUT_IN_FORCE = "put a Rules Submission in force"
    SUBMIT_PARAMETERS = "give linked meters new parameters"
    KEEP_ACCOUNTS = "manage accounts and devices"
    SIGN_IN_AT_DEVICE = "sign in at a device"
    KEEP_OWN_ACCOUNT = "manage your own account"
    SEE_MONEY = "see a player's game account"
    KEEP_MONEY = "take deposits and pay withdrawals"
    CONFIRM_MONEY = "confirm a deposit or withdrawal"
    LIMIT_PLAYER = "limit a player's game account"
    LIMIT_OWN_PLAY = "limit your own play"


_PEOPLE: Final = frozenset(Role) - {Role.DEVICE}
_READERS: Final = frozenset(
    {Role.FLOORPERSON, Role.SURVEILLANCE, Role.REGULATOR, Role.MANAGER, Role.ADMINISTRATOR}
)
_OVERSIGHT: Final = frozenset({Role.SURVEILLANCE, Role.REGULATOR, Role.MANAGER, Role.ADMINISTRATOR})

ACTIONS: Final[dict[Action, frozenset[Role]]] = {
    Action.SEE_TABLE: frozenset(Role),
    Action.SEE_METERS: frozenset(Role),
    Action.SEE_ODDS: _PEOPLE,
    Action.SIMULATE: _PEOPLE,
    Action.SEE_OWN_ROUNDS: frozenset({Role.PLAYER}),
    Action.SEE_JACKPOTS: _READERS | {Role.DEALER},
    Action.SEE_ROUNDS: _READERS | {Role.DEALER},
    Action.SEE_FLOOR: _READERS,
    Action.SEE_SUBMISSIONS: _READERS,
    Action.SEE_AUDIT: _OVERSIGHT - {Role.MANAGER},
    Action.VERIFY_JOURNAL: _OVERSIGHT,
    Action.EXPORT_JOURNAL: _OVERSIGHT,
    Action.TAKE_EVIDENCE: _OVERSIGHT,
    Action.SET_AUTOMATION: frozenset({Role.DEALER, Role.FLOORPERSON}),
    Action.FILE_SUBMISSION: frozenset({Role.MANAGER}),
    Action.APPROVE_SUBMISSION: frozenset({Role.MANAGER}),
    Action.PUT_IN_FORCE: frozenset({Role.MANAGER}),
    Action.SUBMIT_PARAMETERS: frozenset({Role.MANAGER}),
    Action.KEEP_ACCOUNTS: frozenset({Role.ADMINISTRATOR}),
    Action.SIGN_IN_AT_DEVICE: frozenset({Role.PLAYER, Role.DEALER, Role.FLOORPERSON}),
    Action.KEEP_OWN_ACCOUNT: _PEOPLE,
    Action.SEE_MONEY: _READERS | {Role.PLAYER, Role.CASHIER},
    Action.KEEP_MONEY: frozenset({Role.CASHIER}),
    Action.CONFIRM_MONEY: frozenset({Role.CASHIER, Role.MANAGER}),
    Action.LIMIT_PLAYER: frozenset({Role.FLOORPERSON, Role.MANAGER}),
    Action.LIMIT_OWN_PLAY: frozenset({Role.PLAYER}),
}
"""The roles that may do each action; dealers and devices only at their own tables.

Players see only their own game accounts (`authorize_money`).
"""


def authorize(who: Principal, action: Action, table: str = "") -> None:
    """Raise `Forbidden` if `who` may not do the action (at `table`, if it is given)."""
    if who.role not in ACTIONS[action]:
        raise Forbidden(f"{_in_words(who)} may not {action}.")
    if table and who.role in (Role.DEALER, Role.DEVICE) and not who.works_at(table):
        if action is Action.SEE_TABLE and who.role is Role.DEALER:
            return
        raise Forbidden(f"{who.name} does not work at table {table}.")


def authorize_money(who: Principal, action: Action, account: str) -> None:
    """Raise `Forbidden` if `who` may not do the action with this game account."""
    authorize(who, action)
    if who.role is Role.PLAYER and who.name != account:
        raise Forbidden("Players see only their own game accounts.")


def authorize_command(
    who: Principal, command: Command, state: AnyTable, *, fed: bool = False
) -> None:
    """Raise `Forbidden` if `who` may not send a command to a table in this state.

    Only devices may give cards and numbers, and only if the table is `fed`. A device of
    `OF_PERSONS` may send what both it and the person who is signed in at it may send.
    """
    kind = type(command)
    if kind not in commands_of(who.role, who.purpose):
        raise Forbidden(
            f"{_in_words(who)} may not send {name_of(kind)}.",
            section_naming_person(state, command),
        )
    if who.role in (Role.DEALER, Role.DEVICE):
        _require_at_table(who, state)
    if who.role is Role.PLAYER:
        _own_position(who, command, state)
    chance = chance_in(kind)
    names_chance = any(getattr(command, field) != none for field, none in chance)
    if names_chance and who.purpose not in (Purpose.SHOE, Purpose.WHEEL):
        raise Forbidden("Cards and numbers come from the shoe and the wheel.")
    drawn = kind.sender is Sender.CHANCE
    if who.purpose in (Purpose.SHOE, Purpose.WHEEL) and drawn and not fed:
        raise Forbidden(f"Table {state.rules.name} gets its cards and numbers from the house.")
    if who.purpose is Purpose.BET_SENSOR:
        assert isinstance(command, PlaceWager)
        offered = state.rules.offered(command.wager)
        if offered is None or not offered.has_meter:
            raise Forbidden("A bet sensor places only progressive wagers.")
    if who.purpose in OF_PERSONS:
        authorize_command(who.signed_in, command, state, fed=fed)


def authorize_step(who: Principal, step: DueCommand, state: AnyTable) -> None:
    """Raise `Forbidden` if `who` may not take a step that is due at a table.

    At a device of `OF_PERSONS` the person who is signed in has to be allowed to, too.
    """
    permitted = commands_of(who.role, who.purpose)
    if step not in permitted | (commands_for(Sender.CHANCE) if _deals(who) else frozenset()):
        section = section_naming_person(state, waiting_step(state, step) or step)
        raise Forbidden(f"{_in_words(who)} may not take the step {name_of(step)}.", section)
    if who.role not in _AT_ANY_TABLE:
        _require_at_table(who, state)
    if who.purpose in OF_PERSONS:
        authorize_step(who.signed_in, step, state)


def _require_at_table(who: Principal, state: AnyTable) -> None:
    """Raise `Forbidden` if `who` does not work at a table."""
    if not who.works_at(state.rules.name):
        raise Forbidden(f"{who.name} does not work at table {state.rules.name}.")


_AT_ANY_TABLE: Final = (Role.FLOORPERSON, Role.MANAGER)
"""The roles that may take steps at any table."""


def _deals(who: Principal) -> bool:
    """Whether `who` may take the dealer's steps."""
    return who.role in (Role.DEALER, Role.FLOORPERSON) or who.purpose is Purpose.KEYPAD


def _own_position(who: Principal, command: Command, state: AnyTable) -> None:
    """Raise `Forbidden` for a command in another player's name or at another player's position."""
    if getattr(command, "player", who.name) != who.name:
        raise Forbidden("Players act only for themselves.")
    position: int | None = getattr(command, "position", None)
    if position is None:
        return
    if not position:
        raise Forbidden("Position 0 is the dealer's.")
    players = {box.player for place, box in state.in_play() if place == position}
    players = players or {player for seat, player in state.seats if seat == position}
    if players and who.name not in players and not _shares_positions(command, state):
        raise Forbidden(f"Position {position} is another player's.")


def _shares_positions(command: Command, state: AnyTable) -> bool:
    """Whether several players may use a position, each at their own terminal (§ 633c.5)."""
    shared: bool = state.rules.variation.has_terminals
    return shared and isinstance(command, SeatPlayer | PlaceWager)


def _in_words(who: Principal) -> str:
    """The role or purpose with its article, such as "A dealer"."""
    name = with_article(who.role if who.purpose is None else who.purpose.replace("-", " "))
    return f"{name[0].upper()}{name[1:]}"


def with_article(role: str) -> str:
    """A role with its article, such as "a dealer"."""
    return f"{'an' if role[0] in 'aeiou' else 'a'} {role}"


def those_who_may(command: type[Command]) -> str:
    """The people who may send such commands, such as "a dealer or a floorperson"."""
    roles = [role for role in Role if role is not Role.DEVICE]
    return " or ".join(with_article(role) for role in roles if command in commands_of(role, None))
