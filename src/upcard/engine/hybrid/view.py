"""The views of a hybrid table: of the layout, and of a player's own terminal. § 633c.5.

No view contains the rest of the shoe, or the hole card before it is turned. A player's wagers and
decisions are only in the view of the player's own terminal.
"""

import msgspec

from upcard.cards.card import name_of
from upcard.cards.totals import total_of
from upcard.engine.core.table_state import player_account
from upcard.engine.core.view import HIDDEN, HandView, View
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.games.hybrid import PlayedHand
from upcard.money.amount import format_dollars


class PositionView(msgspec.Struct, frozen=True):
    """A player position: its two cards, and the number of players who share them."""

    position: int
    players: int
    cards: tuple[str, ...]


class LayoutView(View, frozen=True):
    """The layout as anyone sees it; `dealer_total` is None while a card lies face down.

    Without a hole card `dealer` is the dealer's first card; all further cards are in the community
    box.
    """

    table: str
    phase: str
    round: int
    positions: tuple[PositionView, ...]
    dealer: tuple[str, ...]
    dealer_total: int | None
    community: tuple[str, ...]
    asked: int


class TerminalView(View, frozen=True):
    """The view of a player's terminal, including the layout.

    `hands` are the player's own, after the `decisions`, in order; `dealer` are the dealer's cards
    against this player; `account` is the amount won or lost so far. A player without a wager in
    this round has no hands.
    """

    layout: LayoutView
    player: str
    account: str
    position: int | None = None
    wagers: dict[str, str] = msgspec.field(default_factory=dict)
    insurance: str | None = None
    hands: tuple[HandView, ...] = ()
    dealer: tuple[str, ...] = ()
    asked: int = 0
    decisions: tuple[str, ...] = ()


def view(state: HybridState, player: str = "") -> View:
    """The view of a player's terminal; that of the layout for a player without a wager."""
    return terminal_view(state, player) if player in state.terminals else layout_view(state)


def layout_view(state: HybridState) -> LayoutView:
    """The view of the layout, with the number of players who have still to decide."""
    positions = [terminal.position for terminal in state.terminals.values()]
    hidden = _is_hidden(state)
    return LayoutView(
        state.rules.name,
        state.phase,
        state.round,
        tuple(
            PositionView(
                position, positions.count(position), tuple(name_of(card) for card in cards)
            )
            for position, cards in enumerate(state.cards, 1)
        ),
        _dealer(state, state.dealer),
        total_of(state.dealer) if state.dealer and not hidden else None,
        tuple(name_of(card) for card in state.community),
        state.asked,
    )


def terminal_view(state: HybridState, player: str) -> TerminalView:
    """The view of a player's terminal: the layout, and the player's own hands and wagers."""
    layout = layout_view(state)
    account = format_dollars(state.accounts.get(player_account(player), 0))
    terminal = state.terminals.get(player)
    if terminal is None:
        return TerminalView(layout, player, account)
    player_hands = state.hands_of(terminal)
    return TerminalView(
        layout,
        player,
        account,
        terminal.position,
        {slug: format_dollars(units) for slug, units in terminal.undecided.items()},
        format_dollars(terminal.insurance) if terminal.insurance else None,
        tuple(_hand(terminal, number, hand) for number, hand in enumerate(player_hands.hands, 1)),
        _dealer(state, state.dealer_against(player_hands)) if state.dealer else (),
        player_hands.asked,
        terminal.decisions,
    )


def lies_face_down(state: HybridState, position: int, _hand: int) -> bool:
    """Whether a card that was dealt face down is not turned: the hole card (§ 633c.5(n)(4))."""
    return position < 0 and _is_hidden(state)


def _is_hidden(state: HybridState) -> bool:
    """Whether the dealer's second card lies face down."""
    return state.has_hole_card and len(state.dealer) == 2 and not state.hole_card_shown


def _dealer(state: HybridState, cards: tuple[int, ...]) -> tuple[str, ...]:
    names = tuple(name_of(card) for card in cards)
    return (names[0], HIDDEN) if _is_hidden(state) else names


def _hand(terminal: Terminal, number: int, hand: PlayedHand) -> HandView:
    return HandView(
        tuple(name_of(card) for card in hand.cards),
        hand.total,
        format_dollars(terminal.blackjack),
        format_dollars(terminal.doubled(hand)),
        terminal.hand_outcomes.get(number, ""),
    )
