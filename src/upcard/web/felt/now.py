"""What a table page shows at one moment: the table as its visitor sees it, and what is asked."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from upcard.engine.core.questions import Question
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.viewers import RoleView
from upcard.engine.play import game_of, question_of
from upcard.service.access.principal import Principal, Role
from upcard.service.house import House
from upcard.service.tables.croupier import Clock
from upcard.service.tables.results import ResultView, results_for
from upcard.service.tables.views import view_of
from upcard.web.felt.seat import Pile
from upcard.web.felt.slip import Place, Slip

Bet = Callable[[Place], object]
"""What a click on an area does."""


class Now(NamedTuple):
    """A table at one moment. `seq` is the position of its last record.

    `asked` is the question to the visitor himself, for which the page has buttons.
    """

    who: Principal
    state: AnyTable
    seen: RoleView
    seq: int
    asked: Question | None
    clock: Clock | None
    results: tuple[ResultView, ...]
    slip: Slip

    def piles(self, position: int, lies: dict[str, int]) -> tuple[tuple[str, Pile], ...]:
        """The chips at a position: those that lie there, and those on the visitor's slip."""
        pending = {name: units for (at, name), units in self.slip.chips.items() if at == position}
        return tuple(
            (name, Pile(lies.get(name, 0), pending.get(name, 0)))
            for name in dict.fromkeys([*lies, *pending])
        )


def look(house: House, name: str, who: Principal, slip: Slip) -> Now:
    """A table as somebody sees it now."""
    host = house.floor.host(name)
    seq, state = host.position, host.state
    asked = question_of(state, who.name) if who.role is Role.PLAYER else None
    return Now(
        who,
        state,
        view_of(who, state),
        seq,
        asked,
        house.croupiers[name].clock,
        results_for(host, who),
        slip,
    )


def asked_at(state: AnyTable) -> tuple[int, int]:
    """The position and hand that the dealer asks, as everybody sees; (0, 0) for nobody."""
    asked = game_of(state.rules).flow.question(state)
    return (asked.position, asked.hand) if asked is not None else (0, 0)


class Felt(Protocol):
    """The felt of a family of games."""

    def show(self, now: Now) -> None:
        """Show the table as it is now."""
