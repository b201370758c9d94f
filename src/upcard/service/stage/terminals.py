"""The terminals of a hybrid table, for those who may see every player's. § 633c.5(c)."""

from collections.abc import Sequence

from upcard.cards.totals import total_of
from upcard.engine.core.events import Event
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.state import HybridState
from upcard.engine.hybrid.view import terminal_view
from upcard.host.records.record import settlements_in
from upcard.money.amount import format_dollars
from upcard.service.access.principal import Principal
from upcard.service.stage.decided_wagers import mood_of_net, units_at_stake
from upcard.service.stage.scene import dealer_against, shown_hand
from upcard.service.stage.scene_views import TerminalShown
from upcard.service.tables.views import may_see_player

ALL_PLAYERS = ""
"""In place of a player's name: whether the terminals of all players are seen."""


def terminals_of(
    who: Principal, state: AnyTable, round_events: Sequence[Event]
) -> tuple[TerminalShown, ...]:
    """Every terminal in this round; none for a viewer who may not see what others play."""
    if not isinstance(state, HybridState) or not may_see_player(who, state.rules, ALL_PLAYERS):
        return ()
    nets = dict.fromkeys(state.terminals, 0)
    for event, paid in settlements_in(state, round_events):
        nets[event.player] += paid - event.wagered
    return tuple(
        _shown_terminal(state, player, units_at_stake(round_events, player), net)
        for player, net in nets.items()
    )


def terminals_apart(state: AnyTable) -> str:
    """How a round of a hybrid table ended for those who see no terminal: "" at other tables."""
    if not isinstance(state, HybridState):
        return ""
    dealer = f"The dealer has {total_of(state.dealer)}. " if state.has_hole_card else ""
    return f"{dealer}What each player won is told at their terminal (§ 633c.5(c))."


def _shown_terminal(state: HybridState, player: str, undecided: int, net: int) -> TerminalShown:
    """A terminal of which `undecided` units lie and `net` units were won, or lost if negative."""
    seen = terminal_view(state, player)
    position = state.terminals[player].position
    hands = tuple(
        shown_hand(position, number, hand, on_turn=seen.asked == number)
        for number, hand in enumerate(seen.hands, 1)
        if hand.cards
    )
    mood = "" if undecided else mood_of_net(net)
    return TerminalShown(
        position,
        player,
        hands,
        format_dollars(undecided),
        format_dollars(net),
        mood,
        dealer_against(seen),
    )
