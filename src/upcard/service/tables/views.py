"""The view of a table that each principal gets."""

from collections.abc import Sequence
from typing import Any

import msgspec

from upcard.engine.core.table_state import AnyTable
from upcard.engine.views import RoleView, Viewer, Views, view_for
from upcard.games.table_rules import TableRules
from upcard.service.access.principal import Principal, Purpose, Role

_VIEWERS = {
    Role.PLAYER: Viewer.PLAYER,
    Role.CASHIER: Viewer.SPECTATOR,
    Role.FLOORPERSON: Viewer.FLOORPERSON,
    Role.SURVEILLANCE: Viewer.SURVEILLANCE,
    Role.REGULATOR: Viewer.SURVEILLANCE,
    Role.MANAGER: Viewer.SURVEILLANCE,
    Role.ADMINISTRATOR: Viewer.SURVEILLANCE,
}


def viewer_of(who: Principal, table: str) -> Viewer:
    """How a principal views a table; dealers are spectators at other dealers' tables."""
    if who.role is Role.DEALER:
        return Viewer.DEALER if who.works_at(table) else Viewer.SPECTATOR
    if who.role is Role.DEVICE:
        return Viewer.SIGN if who.purpose in (Purpose.SIGN, Purpose.BET_SENSOR) else Viewer.DEALER
    return _VIEWERS[who.role]


class TableViews:
    """Views as JSON, built once for all who see the same; any thread may call it."""

    def __init__(self) -> None:
        self._cache: dict[
            str, tuple[AnyTable, Views, dict[tuple[Viewer, str], dict[str, Any]]]
        ] = {}

    def view_as_json(self, who: Principal, state: AnyTable) -> dict[str, Any]:
        """The table as `who` sees it, as JSON."""
        name = state.rules.name
        cached = self._cache.get(name)
        if cached is None or cached[0] is not state:
            cached = self._cache[name] = (state, Views(state), {})
        _, views, as_json = cached
        viewer = viewer_of(who, name)
        key = (viewer, who.name if viewer is Viewer.PLAYER else "")
        if key not in as_json:
            as_json[key] = msgspec.to_builtins(views.of(*key), str_keys=True)
        return as_json[key]


def view_of(who: Principal, state: AnyTable) -> RoleView:
    """The table as `who` sees it."""
    return view_for(state, viewer_of(who, state.rules.name), who.name)


def may_see_player(who: Principal, rules: TableRules, player: str) -> bool:
    """Whether `who` sees a player's wagers, decisions and payouts.

    At a hybrid table only the player's own terminal and the floor show them (§ 633c.5(c)).
    """
    if not rules.variation.has_terminals or player == who.name:
        return True
    return who.role not in (Role.PLAYER, Role.CASHIER, Role.DEALER, Role.DEVICE)


def visible_events(
    who: Principal, rules: TableRules, events: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """The public events that `who` may see."""
    return [event for event in events if may_see_player(who, rules, event.get("player", who.name))]


def visible_round(who: Principal, rules: TableRules, record: dict[str, Any]) -> dict[str, Any]:
    """A round's record with those terminals and settlements that `who` sees."""
    return record | {
        part: [
            entry for entry in record[part] if may_see_player(who, rules, entry.get("player", ""))
        ]
        for part in ("positions", "settlements")
    }
