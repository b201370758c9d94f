"""The seats: players arrive, are permitted to wager again, and leave. §§ 633a.5(c), 633a.6."""

from typing import Final

from msgspec.structs import replace

from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import LeaveSeat, PermitEntry, SeatPlayer
from upcard.engine.core.events import EntryPermitted, Event, PlayerLeft, PlayerSeated
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyShoeTable, AnyTable
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted

# Refusals


def refuse_player(state: AnyTable, position: int, player: str) -> RuleViolation | None:
    """Why a player may not be at a position: another player's seat, or a number as a name."""
    if not player:
        return None
    if player.isdecimal() and player != str(position):
        return refusal_under(
            "633a.6(a)", f"Player {quoted(player)} has a position's number for a name."
        )
    owner = dict(state.seats).get(position, player)
    if owner != player:
        return refusal_under("633a.6(a)", f"Position {position} is {owner}'s.")
    return None


def _refuse_seat_player(state: AnyTable, command: SeatPlayer) -> RuleViolation | None:
    refused = refuse_player(state, command.position, command.player)
    box = state.boxes[command.position - 1]
    if refused is None and box is not None and command.player not in ("", box.player):
        return refusal_under(
            "633a.6(a)", f"Position {command.position} is {box.player}'s in this round."
        )
    return refused


def _refuse_permit_entry(state: AnyTable, command: PermitEntry) -> RuleViolation | None:
    if not command.player and command.position not in dict(state.seats):
        return refusal_under("633a.6(b)(1)", f"Nobody sits at position {command.position}.")
    return None


def _refuse_leave_seat(state: AnyTable, command: LeaveSeat) -> RuleViolation | None:
    if state.boxes[command.position - 1] is not None:
        return refusal_under(
            "633a.6(c)", f"Position {command.position} has wagers that are undecided."
        )
    if command.position not in dict(state.seats):
        return refusal_under("633a.6(a)", f"Nobody sits at position {command.position}.")
    return None


# Decisions


def _seat_player(_state: AnyTable, command: SeatPlayer) -> list[Event]:
    return [PlayerSeated(command.position, command.player or str(command.position))]


def _permit_entry(state: AnyTable, command: PermitEntry) -> list[Event]:
    return [EntryPermitted(command.player or state.player_at(command.position))]


def _leave_seat(_state: AnyTable, command: LeaveSeat) -> list[Event]:
    return [PlayerLeft(command.position)]


# State changes


def _player_seated(state: AnyTable, event: PlayerSeated) -> AnyTable:
    others = tuple(seat for seat in state.seats if seat[0] != event.position)
    return replace(state, seats=(*others, (event.position, event.player)))


def _player_left(state: AnyTable, event: PlayerLeft) -> AnyTable:
    seats = tuple(seat for seat in state.seats if seat[0] != event.position)
    return replace(state, seats=seats)


def _entry_permitted(state: AnyShoeTable, event: EntryPermitted) -> AnyShoeTable:
    admitted = state.admitted
    return state if admitted is None else replace(state, admitted=admitted | {event.player})


PART: Final = Part(
    name="seats",
    allowed={
        SeatPlayer: Allowed(tuple(Phase), "633a.6(a)", ""),
        PermitEntry: Allowed(tuple(Phase), "633a.6(b)(1)", ""),
        LeaveSeat: Allowed(tuple(Phase), "633a.6(a)", ""),
    },
    checks={
        SeatPlayer: _refuse_seat_player,
        PermitEntry: _refuse_permit_entry,
        LeaveSeat: _refuse_leave_seat,
    },
    handlers={SeatPlayer: _seat_player, PermitEntry: _permit_entry, LeaveSeat: _leave_seat},
    folds={
        PlayerSeated: _player_seated,
        PlayerLeft: _player_left,
        EntryPermitted: _entry_permitted,
    },
)
