"""What somebody sees of a table, by who he is here."""

from upcard.engine.play import view_for
from upcard.engine.table_state import AnyTable
from upcard.engine.viewers import Role as Looks
from upcard.engine.viewers import RoleView
from upcard.service.principal import Principal, Purpose, Role

_LOOKS = {
    Role.PLAYER: Looks.PLAYER,
    Role.FLOORPERSON: Looks.FLOORPERSON,
    Role.SURVEILLANCE: Looks.SURVEILLANCE,
    Role.REGULATOR: Looks.SURVEILLANCE,
    Role.MANAGER: Looks.SURVEILLANCE,
    Role.ADMINISTRATOR: Looks.SURVEILLANCE,
}


def looks_as(who: Principal, table: str) -> Looks:
    """As whom somebody looks at a table: a dealer sees another's table as a spectator does."""
    if who.role is Role.DEALER:
        return Looks.DEALER if who.works_at(table) else Looks.SPECTATOR
    if who.role is Role.DEVICE:
        return Looks.SIGN if who.purpose in (Purpose.SIGN, Purpose.BET_SENSOR) else Looks.DEALER
    return _LOOKS[who.role]


def seen_by(who: Principal, state: AnyTable) -> RoleView:
    """The table as somebody sees it."""
    return view_for(state, looks_as(who, state.rules.name), who.name)
