"""What a dealer's step is and which provision orders it: for training dealers in the procedure."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from upcard.engine import commands as c
from upcard.engine import commands_irregular as ci
from upcard.engine import commands_upkeep as cu
from upcard.engine.play import game_of, refusal
from upcard.engine.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.service.authority import authorize_command
from upcard.service.principal import Forbidden, Principal

DEALT: Final = {
    "dealing": "58 Pa. Code § 633a.7(f)",
    "playing": "58 Pa. Code § 633a.7(k)",
    "drawing": "58 Pa. Code § 633a.7(m)",
}
"""Who gets a card of a Blackjack table, by phase: everybody, who asked for it, the dealer."""

IRREGULAR: Final = (
    ci.FindFaceUpCard,
    ci.DrawInError,
    ci.ExposeCard,
    ci.OverdrawDealer,
    ci.MissDealerCard,
    ci.MissHand,
    ci.MissRequestedCard,
    ci.DealFromWrongSide,
    ci.MisuseCardReader,
    ci.ReportReaderFailure,
    ci.RepairCardReader,
    ci.ReportShufflerJam,
    ci.ReportShufflerFailure,
    ci.CoverShuffler,
    ci.RepairShuffler,
    c.ReturnWagers,
)
"""What § 633a.14 knows, in its order."""

UPKEEP: Final = (
    c.ReplaceDealer,
    c.OrderReshuffle,
    cu.OrderRecut,
    cu.ReceiveDecks,
    cu.SpreadIdleCards,
    cu.InspectCardReader,
)
"""What keeps a table fit for play and is due by itself at no time."""


class Explained(NamedTuple):
    """A step in words: what it is called, what is done, under which provision; why not now."""

    kind: type[c.Command]
    name: str
    sentence: str
    section: str
    refused: str = ""


def explained(state: AnyTable, kind: type[c.Command], refused: str = "") -> Explained:
    """A step at a table as it stands."""
    return Explained(kind, _name(kind), _sentence(kind), _section(state, kind), refused)


def may_be_needed(
    who: Principal, state: AnyTable, kinds: tuple[type[c.Command], ...]
) -> Iterator[Explained]:
    """Those of some commands that somebody may send at this table, with what refuses them now."""
    known = game_of(state.rules).sections
    for kind in kinds:
        if kind in known and _may(who, state, kind()):
            refused = refusal(state, ci.with_any_card(kind()))
            yield explained(state, kind, "" if refused is None else refused.message)


def _may(who: Principal, state: AnyTable, command: c.Command) -> bool:
    try:
        authorize_command(who, command, state)
    except Forbidden:
        return False
    return True


def _section(state: AnyTable, kind: type[c.Command]) -> str:
    rules: TableRules = state.rules
    if kind is c.DealCard and rules.has_blackjack_wager and rules.hybrid is None:
        return rules.cite(DEALT.get(state.phase, DEALT["dealing"]))
    return rules.cite(game_of(rules).sections.get(kind, ""))


def _name(kind: type[c.Command]) -> str:
    return c.name_of(kind).replace("-", " ").capitalize()


def _sentence(kind: type[c.Command]) -> str:
    """What the command's own documentation says of it, without its sections."""
    said = (kind.__doc__ or "").strip().split("\n")[0]
    return re.sub(r" \((?:§|[a-z]\)).*\)\.$", ".", said)
