"""The results of the present round's wagers, for those who may see them."""

from collections.abc import Iterator

import msgspec

from upcard.engine.core import events as e
from upcard.host.records.record import settlement_form, voided
from upcard.host.tables.table import TableHost
from upcard.service.access.principal import Principal, Role
from upcard.service.tables.views import may_see_player


class ResultView(msgspec.Struct, frozen=True):
    """A settled wager, in dollars; `waits` is true while its jackpot is pending."""

    position: int
    hand: int
    player: str
    wager: str
    outcome: str
    wagered: str
    paid: str
    net: str
    section: str
    waits: bool = False


def results_for(host: TableHost, who: Principal) -> tuple[ResultView, ...]:
    """The wagers settled since the table was last cleared; a player gets only their own."""
    return tuple(result for result in _results(host) if _may_see(host, who, result))


def _results(host: TableHost) -> Iterator[ResultView]:
    for each in host.round_events:
        event = voided(each) if isinstance(each, e.WagerReturned) else each
        if isinstance(event, e.WagerSettled):
            form = settlement_form(event, event.paid)
            shown = {name: form[name] for name in ResultView.__struct_fields__ if name in form}
            yield ResultView(**shown, player=event.player, waits=event.pending)


def _may_see(host: TableHost, who: Principal, result: ResultView) -> bool:
    if who.role is Role.PLAYER:
        return result.player == who.name
    return may_see_player(who, host.rules, result.player)
