"""The data of a table page at one moment: the visitor's view, and the question to them."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import game_of, question_of
from upcard.engine.views import RoleView
from upcard.service.access.principal import Principal, Role
from upcard.service.table_server import TableServer
from upcard.service.tables.pace import Clock
from upcard.service.tables.results import ResultView, results_for
from upcard.service.tables.views import view_of
from upcard.web.felt.seat import Pile
from upcard.web.felt.slip import Place, Slip

Bet = Callable[[Place], object]
"""Called when an area is clicked, with its place."""


class Now(NamedTuple):
    """A table at one moment. `seq` is the position of its last record in the journal.

    `asked` is the question to the visitor, for which the page shows buttons.
    """

    who: Principal
    state: AnyTable
    seen: RoleView
    seq: int
    asked: PlayerQuestion | None
    clock: Clock | None
    results: tuple[ResultView, ...]
    slip: Slip

    def piles(self, position: int, placed: dict[str, int]) -> tuple[tuple[str, Pile], ...]:
        """The chips at a position by area, in units: those `placed`, and those on the slip."""
        pending = {name: units for (at, name), units in self.slip.chips.items() if at == position}
        return tuple(
            (name, Pile(placed.get(name, 0), pending.get(name, 0)))
            for name in dict.fromkeys([*placed, *pending])
        )


def look(server: TableServer, name: str, who: Principal, slip: Slip) -> Now:
    """The current state of a table as `who` may see it."""
    host = server.floor.host(name)
    seq, state = host.position, host.state
    asked = question_of(state, who.name) if who.role is Role.PLAYER else None
    return Now(
        who,
        state,
        view_of(who, state),
        seq,
        asked,
        server.croupiers[name].clock,
        results_for(host, who),
        slip,
    )


def asked_at(state: AnyTable) -> tuple[int, int]:
    """The position and hand that the dealer asks, visible to everybody; (0, 0) for none."""
    asked = game_of(state.rules).flow.question(state)
    return (asked.position, asked.hand) if asked is not None else (0, 0)


class Felt(Protocol):
    """The felt of a family of games."""

    def show(self, now: Now) -> None:
        """Updates the felt to the table's current state."""
