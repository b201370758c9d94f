"""Who may see what at the tables of every game, and what gives it away.

A viewer must not be able to tell a table from its twin, which differs in all that they may not
know; and no card stands in a view that does not lie face up before them.
"""

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from amounts import dollars
from properties.walk_irregular import other_unseen
from upcard.cards.card import names_of
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.engine.views import Viewer, Views

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
AT_TERMINALS = (Viewer.PLAYER, Viewer.SPECTATOR, Viewer.SIGN)
"""Who must not learn from the step that is due what players at other terminals decided."""


def check_views(state: AnyTable, players: Iterable[str] = ()) -> None:
    """No role, and none of the players, sees what it may not."""
    seen, twins = Views(state), dict[tuple[bool, str], Views]()
    viewers = [(Viewer.PLAYER, player) for player in players]
    viewers += [(role, "") for role in Viewer if role is not Viewer.PLAYER]
    for role, player in viewers:
        unseen = role in AT_TERMINALS, player
        if unseen not in twins:
            twins[unseen] = Views(twin(state, *unseen))
        check_view(state, seen, twins[unseen], role, player)


def check_view(
    state: AnyTable, views: Views, views_of_twin: Views, role: Viewer, player: str
) -> None:
    """One viewer cannot tell the table from its twin, and sees no card that lies face down."""
    seen = views.of(role, player)
    assert views_of_twin.of(role, player) == seen, f"{role} sees too much"
    assert not cards_in(replace(seen, table=None)), f"{role} sees a card beside the table"
    if not isinstance(
        state, BlackjackState
    ):  # its twin has other cards wherever one lies face down
        assert cards_in(seen.table) <= face_up(state), f"{role} sees a card that is not face up"
    if role is not Viewer.PLAYER:
        assert seen.table in (None, views.of(Viewer.SPECTATOR).table), f"{role} sees more"


def cards_in(seen: object) -> set[str]:
    """The cards that a view names."""
    return set(CARD.findall(msgspec.json.encode(seen).decode()))


def face_up(state: AnyTable) -> set[str]:
    """The cards that anyone at the table may read."""
    if isinstance(state, BaccaratState):
        return set(names_of(state.player + state.banker))
    if not isinstance(state, HybridState):
        return set()
    dealer = state.dealer[:1] if _has_hole(state) else state.dealer
    hands = tuple(card for cards in state.cards for card in cards)
    return set(names_of(hands + state.community + dealer))


def _has_hole(state: HybridState) -> bool:
    return state.has_hole_card and len(state.dealer) == 2 and not state.hole_card_shown


def twin(state: AnyTable, at_terminals: bool, player: str = "") -> AnyTable:
    """The same table, but for all that the viewer may not know."""
    if isinstance(state, BlackjackState):
        return other_unseen(state, player)
    if not isinstance(state, ShoeState):
        return state
    stacks = tuple(
        replace(stack, discards=_others(stack.discards), segregated=_others(stack.segregated))
        for stack in state.stacks
    )
    other: AnyTable = replace(state, stacks=stacks)
    return _hybrid_twin(other, at_terminals, player) if isinstance(other, HybridState) else other


def _hybrid_twin(state: HybridState, at_terminals: bool, player: str) -> HybridState:
    if _has_hole(state):
        state = replace(state, dealer=(state.dealer[0], *_others(state.dealer[1:])))
    return _other_terminals(state, player) if at_terminals else state


def _other_terminals(state: HybridState, player: str) -> HybridState:
    """What others wagered, decided and won is another's; that they play is seen."""
    terminals = {
        name: terminal if name == player else _other_terminal(terminal)
        for name, terminal in state.terminals.items()
    }
    accounts = {
        name: units + (0 if name == f"player {player}" else dollars(7))
        for name, units in state.accounts.items()
    }
    return replace(state, terminals=terminals, accounts=accounts)


def _other_terminal(one: Terminal) -> Terminal:
    return replace(
        one,
        blackjack=one.blackjack + dollars(5),
        wagers=dict.fromkeys(one.wagers, 12_345),
        insurance=None if one.insurance is None else one.insurance + dollars(5),
        decisions=(),
        doubles=(),
        hand_outcomes={},
    )


def _others(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((card + 5) % 52 if card >= 0 else card for card in cards)
