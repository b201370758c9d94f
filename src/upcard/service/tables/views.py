"""What somebody sees of a table, by who he is here."""

from collections.abc import Sequence
from typing import Any

import msgspec

from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.viewers import RoleView
from upcard.engine.core.viewers import Viewer as Looks
from upcard.engine.play import view_for
from upcard.games.table_rules import TableRules
from upcard.service.access.principal import Principal, Purpose, Role

_LOOKS = {
    Role.PLAYER: Looks.PLAYER,
    Role.FLOORPERSON: Looks.FLOORPERSON,
    Role.SURVEILLANCE: Looks.SURVEILLANCE,
    Role.REGULATOR: Looks.SURVEILLANCE,
    Role.MANAGER: Looks.SURVEILLANCE,
    Role.ADMINISTRATOR: Looks.SURVEILLANCE,
}


def viewer_of(who: Principal, table: str) -> Looks:
    """As whom somebody looks at a table: a dealer sees another's table as a spectator does."""
    if who.role is Role.DEALER:
        return Looks.DEALER if who.works_at(table) else Looks.SPECTATOR
    if who.role is Role.DEVICE:
        return Looks.SIGN if who.purpose in (Purpose.SIGN, Purpose.BET_SENSOR) else Looks.DEALER
    return _LOOKS[who.role]


class TableViews:
    """Views as JSON has them, made once for all who see the same; any thread may ask."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[AnyTable, dict[tuple[Looks, str], dict[str, Any]]]] = {}

    def view_as_json(self, who: Principal, state: AnyTable) -> dict[str, Any]:
        """The table as somebody sees it."""
        name = state.rules.name
        before, views = self._made.get(name, (None, {}))
        if before is not state:
            views = {}
            self._made[name] = (state, views)
        looks = viewer_of(who, name)
        key = (looks, who.name if looks is Looks.PLAYER else "")
        if key not in views:
            views[key] = msgspec.to_builtins(view_of(who, state), str_keys=True)
        return views[key]


def view_of(who: Principal, state: AnyTable) -> RoleView:
    """The table as somebody sees it."""
    return view_for(state, viewer_of(who, state.rules.name), who.name)


def may_see_player(who: Principal, rules: TableRules, player: str) -> bool:
    """Whether somebody sees what a player wagers, decides and is paid.

    At a hybrid table that is on the player's terminal alone (§ 633c.5(c)), and the floor's to know.
    """
    if not rules.variation.has_terminals or player == who.name:
        return True
    return who.role not in (Role.PLAYER, Role.DEALER, Role.DEVICE)


def visible_events(
    who: Principal, rules: TableRules, events: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Those of the told events that somebody sees."""
    return [one for one in events if may_see_player(who, rules, one.get("player", who.name))]
