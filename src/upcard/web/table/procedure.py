"""What a dealer's step is and which provision orders it: for training dealers in the procedure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from upcard.engine.blackjack.state import State
from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.irregular import commands as ci
from upcard.engine.play import game_of, refusal
from upcard.engine.shoe import upkeep_commands as cu
from upcard.games.table_rules import TableRules
from upcard.service.access.authority import authorize_command
from upcard.service.access.principal import Forbidden, Principal

DEALT: Final = {
    "dealing": "58 Pa. Code § 633a.7(f)",
    "playing": "58 Pa. Code § 633a.7(k)",
    "drawing": "58 Pa. Code § 633a.7(m)",
}
"""Who gets a card of a Blackjack table, by phase: everybody, who asked for it, the dealer."""

_IRREGULAR: Final[tuple[type[c.Command], ...]] = (
    *ci.HOUSE_COMMANDS,
    c.ReturnWagers,
)
"""What § 633a.14 knows, in its order."""

_UPKEEP: Final = (
    c.ReplaceDealer,
    c.OrderReshuffle,
    cu.OrderRecut,
    cu.ReceiveDecks,
    cu.SpreadIdleCards,
    cu.InspectCardReader,
)
"""What keeps a table fit for play and is due by itself at no time."""


class Explained(NamedTuple):
    """A step in words: what it is called, what is done, under which provision."""

    kind: type[c.Command]
    name: str
    sentence: str
    section: str


class Offered(NamedTuple):
    """A command that somebody may send, in words, and what refuses it now."""

    command: c.Command
    step: Explained
    refused: str


def explained(state: AnyTable, kind: type[c.Command], position: int | None = None) -> Explained:
    """A step at a table as it stands, at a position where it is about one."""
    words = c.name_of(kind).replace("-", " ").capitalize()
    name = f"{words}, position {position}" if position else words
    return Explained(kind, name, _sentence(kind), _section(state, kind))


def irregularities(_state: AnyTable) -> Iterator[c.Command]:
    """What may be reported when something goes wrong (§ 633a.14)."""
    yield from (kind() for kind in _IRREGULAR)


def upkeep(state: AnyTable) -> Iterator[c.Command]:
    """What keeps a table fit for play, and what the floor permits or returns."""
    yield from (kind() for kind in _UPKEEP)
    if isinstance(state, ShoeState) and state.admitted is not None:
        for position, player in state.seats:
            if player not in state.admitted:
                yield c.PermitEntry(position, player)
    if isinstance(state, State) and state.phase is Phase.COLLECTING:
        for position, box in state.in_play():
            for slug in box.wagers:
                offered = state.rules.offered(slug)
                if offered is not None and offered.has_meter:
                    yield c.ReturnProgressiveWager(position, slug)


def may_be_needed(
    who: Principal, state: AnyTable, commands: Iterable[c.Command]
) -> Iterator[Offered]:
    """Those of some commands that somebody may send at this table, with what refuses them now."""
    known = game_of(state.rules).sections
    for command in commands:
        if type(command) in known and may_send(who, state, command):
            refused = refusal(state, ci.with_any_card(command))
            step = explained(state, type(command), getattr(command, "position", None))
            yield Offered(command, step, "" if refused is None else refused.message)


def may_send(who: Principal, state: AnyTable, command: c.Command) -> bool:
    """Whether somebody may send a command to this table."""
    try:
        authorize_command(who, command, state)
    except Forbidden:
        return False
    return True


def _section(state: AnyTable, kind: type[c.Command]) -> str:
    rules: TableRules = state.rules
    if kind is c.DealCard and rules.has_blackjack_wager and not rules.variation.has_terminals:
        return rules.cite(DEALT.get(state.phase, DEALT["dealing"]))
    return rules.cite(game_of(rules).sections.get(kind, ""))


def _sentence(kind: type[c.Command]) -> str:
    """What the command's own documentation says of it, without its sections."""
    said = (kind.__doc__ or "").strip().split("\n")[0]
    return re.sub(r" \((?:§|[a-z]\)).*\)\.$", ".", said)
