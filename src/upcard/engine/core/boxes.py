"""Wagers at tables whose positions have wagers and no hands: baccarat and roulette.

58 Pa. Code chs. 617a and 631a, outside the source texts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from upcard.engine.core.commands import PlaceWager, SeatPlayer
from upcard.engine.core.events import Event, PlayerSeated, WagerPlaced, WagerSettled
from upcard.engine.core.limits import refuse_side_amount
from upcard.engine.core.parts import Check, Fold, citing
from upcard.engine.core.seats import PART as SEATS
from upcard.engine.core.table_state import AnyTable, WagerBox
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted
from upcard.wagers.kit import LOSE

Find: TypeAlias = Callable[[TableRules, str], OfferedWager | RuleViolation]
"""Returns the wager that a table offers under a name, or the refusal where it offers none."""

# Refusals


def refuse_wager(section: str, find: Find) -> Check:
    """The check of `PlaceWager`; `section` is cited, `find` looks up a wager by its name."""
    seat = citing(section, SEATS.checks[SeatPlayer])

    def refuse_place_wager(state: AnyTable, command: PlaceWager) -> RuleViolation | None:
        offered = find(state.rules, command.wager)
        if isinstance(offered, RuleViolation):
            return offered
        box = state.boxes[command.position - 1]
        if box is not None and command.wager in box.wagers:
            title = command.wager.replace("-", " ")
            return RuleViolation(section, f"The {title} wager is placed already.")
        return seat(state, SeatPlayer(command.position, command.player)) or refuse_side_amount(
            state, offered, command.amount
        )

    return refuse_place_wager


def find_offered(rules: TableRules, slug: str) -> OfferedWager | RuleViolation:
    """The wager of a slug, or the refusal where the table does not offer it."""
    return rules.offered(slug) or refuse_unoffered(slug)


def refuse_unoffered(slug: str) -> RuleViolation:
    """The refusal of a wager that the table does not offer."""
    message = f"This table does not offer the wager {quoted(slug)}."
    return RuleViolation(f"submission: wagers.{slug}", message)


# Decisions


def place_wager(state: AnyTable, command: PlaceWager) -> list[Event]:
    """The events of a wager; a player without a seat is seated first."""
    player = command.player or state.player_at(command.position)
    event = WagerPlaced(command.position, command.wager, command.amount, player)
    if (command.position, player) in state.seats:
        return [event]
    return [PlayerSeated(command.position, player), event]


def settlement_of(
    position: int, name: str, box: WagerBox, offered: OfferedWager, index: int, section: str = ""
) -> WagerSettled:
    """The settlement of a wager by the index of its outcome.

    A win cites `section`, or its paytable where `section` is empty. A loss cites the provision
    under which the wager is collected.
    """
    outcome, wagered = offered.wager.outcomes[index], box.wagers[name]
    cited = section or offered.paytable.data.section
    cited = offered.data.collects if outcome == LOSE else cited
    return WagerSettled(
        position=position,
        hand=0,
        wager=name,
        outcome=outcome,
        wagered=wagered,
        paid=offered.paid(index, wagered),
        section=cited,
        player=box.player,
    )


def collect_then_pay(decided: Iterable[WagerSettled]) -> Iterator[WagerSettled]:
    """Losing wagers in the given order, then all others in the given order (§ 631b.7(c))."""
    rows = list(decided)
    yield from (row for row in rows if row.outcome == LOSE)
    yield from (row for row in rows if row.outcome != LOSE)


# State changes


def _wager_placed(state: AnyTable, event: WagerPlaced) -> AnyTable:
    box = state.boxes[event.position - 1] or WagerBox(event.player)
    box = replace(box, wagers={**box.wagers, event.wager: event.amount})
    return replace(state, boxes=state.with_box(event.position, box))


def _wager_settled(state: AnyTable, event: WagerSettled) -> AnyTable:
    box = state.boxes[event.position - 1]
    assert box is not None
    box = replace(box, outcomes={**box.outcomes, event.wager: event.outcome})
    return replace(state, boxes=state.with_box(event.position, box))


BOX_FOLDS: Final[Mapping[type[Event], Fold]] = {
    WagerPlaced: _wager_placed,
    WagerSettled: _wager_settled,
}
