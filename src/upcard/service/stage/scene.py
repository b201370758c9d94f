"""A scene: what lies on a table at one moment, drawn alike in every game.

A scene is made from the view that a viewer has, so it holds nothing that they may not see.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from upcard.cards.card import parse_card
from upcard.cards.totals import total_of
from upcard.engine.baccarat.view import BaccaratView
from upcard.engine.blackjack.view import BoxView, TableView
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.core.view import HIDDEN, HandView, View, WagersView
from upcard.engine.hybrid.view import LayoutView, TerminalView
from upcard.engine.roulette.view import RouletteView
from upcard.engine.views import view
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.roulette import color_of
from upcard.games.spots import slug_in_words
from upcard.money.amount import format_dollars, parse_dollars
from upcard.service.access.principal import Principal, Role
from upcard.service.stage.decided_wagers import IN_WORDS
from upcard.service.stage.scene_views import (
    BANKER,
    COMMUNITY,
    DEALER,
    EXPOSED,
    PLAYER,
    CardsView,
    PileView,
    SceneView,
    SeatView,
)

WON: Final = ("blackjack", "win", "even-money")
LEVEL: Final = ("push", "void")


def seen_by(who: Principal, state: AnyTable) -> View:
    """The view of which a scene is made: a player's own, or that of those who look on."""
    return view(state, who.name if who.role is Role.PLAYER else "")


def scene_of(
    table_view: View, who: str, turn: tuple[int, int], seats: Iterable[tuple[int, str]]
) -> SceneView:
    """The scene of a view; `turn` is the position and the hand that is asked, (0, 0) for none."""
    if isinstance(table_view, TableView):
        return _blackjack(table_view, who, turn, seats)
    if isinstance(table_view, BaccaratView):
        return _baccarat(table_view, who, seats)
    if isinstance(table_view, RouletteView):
        return _roulette(table_view, who, seats)
    assert isinstance(table_view, LayoutView | TerminalView)
    return _hybrid(table_view, who)


# Blackjack and its variations


def _blackjack(
    table_view: TableView, who: str, turn: tuple[int, int], seats: Iterable[tuple[int, str]]
) -> SceneView:
    cards = {DEALER: _together("Dealer", table_view.dealer, table_view.dealer_total)}
    if table_view.exposed is not None:
        cards[EXPOSED] = CardsView("Exposed card", 0, 0, (table_view.exposed,))
    piles: dict[str, PileView] = {}
    for box in table_view.boxes:
        for number, hand in enumerate(box.hands, 1):
            on_turn = turn == (box.position, number) or (turn[0] == box.position and turn[1] == 0)
            if hand.cards or hand.outcome:
                cards[f"{box.position}/{number}"] = shown_hand(box.position, number, hand, on_turn)
        if box.switch_cards:
            place = CardsView("Switch hands cards", box.position, 0, box.switch_cards)
            cards[f"{box.position}/aside"] = place
        piles.update(_piles_of(box))
    return SceneView(
        round=table_view.round,
        phase=table_view.phase,
        cards=cards,
        piles=piles,
        seats=_seats(table_view.boxes, seats, who, turn[0]),
        light=table_view.light,
        exposed=table_view.exposed or "",
    )


def _piles_of(box: BoxView) -> Iterator[tuple[str, PileView]]:
    for number, hand in enumerate(box.hands, 1):
        yield from _pile_of_hand(box.position, number, hand)
    for slug, amount in box.wagers.items():
        yield f"{box.position}/{slug}", PileView(box.position, slug, amount)
    if box.insurance:
        yield f"{box.position}/insurance", PileView(box.position, "insurance", box.insurance)


def _pile_of_hand(position: int, number: int, hand: HandView) -> Iterator[tuple[str, PileView]]:
    """The wager of a hand that is not decided yet, by its place."""
    staked = parse_dollars(hand.wager) + parse_dollars(hand.doubled)
    if staked and not hand.outcome:
        pile = PileView(position, BLACKJACK_WAGER, format_dollars(staked))
        yield f"{position}/{BLACKJACK_WAGER}/{number}", pile


def shown_hand(seat: int, number: int, hand: HandView, on_turn: bool) -> CardsView:
    """A player's hand with its total and what it came to."""
    words = [] if hand.doubled == "0.00" else ["doubled"]
    words += [IN_WORDS.get(hand.outcome) or slug_in_words(hand.outcome)] if hand.outcome else []
    total = "" if hand.total is None or not hand.cards else str(hand.total)
    mood = mood_of(hand.outcome) if hand.outcome else ""
    name = f"Hand {number}"
    return CardsView(name, seat, number, hand.cards, total, ", ".join(words), mood, on_turn)


def mood_of(outcome: str) -> str:
    """How a hand ended for its player."""
    if outcome in WON:
        return "won"
    return "level" if outcome in LEVEL else "lost"


def _together(name: str, cards: tuple[str, ...], total: int | None) -> CardsView:
    return CardsView(name, 0, 0, cards, "" if total is None or not cards else str(total))


def _seats(
    boxes: Iterable[BoxView | WagersView],
    seats: Iterable[tuple[int, str]],
    who: str,
    turn: int,
) -> tuple[SeatView, ...]:
    """The seats that are taken, and those of the players with wagers, as `who` sees them."""
    players = {**dict(seats), **{box.position: box.player for box in boxes}}
    return tuple(
        SeatView(position, player, player == who, position == turn)
        for position, player in sorted(players.items())
    )


# The other games


def _wagers(boxes: Iterable[WagersView]) -> dict[str, PileView]:
    return {
        f"{box.position}/{name}": PileView(box.position, name, amount)
        for box in boxes
        for name, amount in box.wagers.items()
        if name not in box.outcomes
    }


def _baccarat(table_view: BaccaratView, who: str, seats: Iterable[tuple[int, str]]) -> SceneView:
    cards = {
        PLAYER: _together("Player's Hand", table_view.player, table_view.player_total),
        BANKER: _together("Banker's Hand", table_view.banker, table_view.banker_total),
    }
    scene = SceneView(
        round=table_view.round,
        phase=table_view.phase,
        cards=cards,
        piles=_wagers(table_view.boxes),
        seats=_seats(table_view.boxes, seats, who, 0),
    )
    return with_winner(scene) if table_view.phase == Phase.SETTLED else scene


def with_winner(scene: SceneView) -> SceneView:
    """A scene of baccarat with what both hands came to; that of another game as it is."""
    if PLAYER not in scene.cards:
        return scene
    both = {name: scene.cards[name] for name in (PLAYER, BANKER)}
    return replace(scene, cards={**scene.cards, **_with_results(both)})


def _with_results(cards: dict[str, CardsView]) -> dict[str, CardsView]:
    """Both hands with what they came to: the higher point count wins."""
    counts = {name: int(hand.total or 0) for name, hand in cards.items()}
    if len(set(counts.values())) == 1:
        return {name: replace(hand, tag="tie", mood="level") for name, hand in cards.items()}
    best = max(counts, key=lambda name: counts[name])
    return {**cards, best: replace(cards[best], tag="wins", mood="won")}


def _roulette(table_view: RouletteView, who: str, seats: Iterable[tuple[int, str]]) -> SceneView:
    return SceneView(
        round=table_view.round,
        phase=table_view.phase,
        cards={},
        piles=_wagers(table_view.boxes),
        seats=_seats(table_view.boxes, seats, who, 0),
        lucky=table_view.lucky,
        pocket=table_view.pocket,
        color="" if table_view.pocket is None else color_of(table_view.pocket),
    )


def _hybrid(hybrid_view: LayoutView | TerminalView, who: str) -> SceneView:
    layout = hybrid_view if isinstance(hybrid_view, LayoutView) else hybrid_view.layout
    cards = {
        DEALER: _together("Dealer", layout.dealer, layout.dealer_total),
        COMMUNITY: CardsView("Community", 0, 0, layout.community),
    }
    own = hybrid_view.position if isinstance(hybrid_view, TerminalView) else None
    seats = []
    for position in layout.positions:
        cards[f"{position.position}/1"] = CardsView(
            f"Position {position.position}",
            position.position,
            1,
            position.cards,
            position_total(position.cards),
        )
        players = {0: "", 1: "1 player"}.get(position.players, f"{position.players} players")
        if position.players:
            is_own = position.position == own
            note = players if is_own else ""
            player = who if is_own else players
            seats.append(SeatView(position.position, player, is_own, False, note))
    piles: dict[str, PileView] = {}
    if isinstance(hybrid_view, TerminalView) and own:
        cards[DEALER] = dealer_against(hybrid_view) or cards[DEALER]
        cards.update(_terminal(hybrid_view))
        piles.update(_terminal_piles(hybrid_view, own))
        if hybrid_view.insurance:
            piles[f"{own}/insurance"] = PileView(own, "insurance", hybrid_view.insurance)
    return SceneView(
        round=layout.round, phase=layout.phase, cards=cards, piles=piles, seats=tuple(seats)
    )


def dealer_against(terminal: TerminalView) -> CardsView | None:
    """The dealer's hand against a player; None where it is the one that lies on the layout.

    Without a hole card community cards belong to it (§ 633c.5(bb)), other ones for each player.
    """
    if terminal.dealer == terminal.layout.dealer:
        return None
    return _together(
        "Dealer", terminal.dealer, total_of([parse_card(card) for card in terminal.dealer])
    )


def position_total(cards: tuple[str, ...]) -> str:
    """The total of a position's cards, which its players share; "" where a card is not seen."""
    if not cards or HIDDEN in cards:
        return ""
    return str(total_of([parse_card(card) for card in cards]))


def _terminal_piles(hybrid_view: TerminalView, own: int) -> Iterator[tuple[str, PileView]]:
    """The wagers on a player's own terminal; that of each hand by itself."""
    for number, hand in enumerate(hybrid_view.hands, 1):
        yield from _pile_of_hand(own, number, hand)
    for name, amount in hybrid_view.wagers.items():
        if name != BLACKJACK_WAGER or not hybrid_view.hands:
            yield f"{own}/{name}", PileView(own, name, amount)


def _terminal(hybrid_view: TerminalView) -> Iterator[tuple[str, CardsView]]:
    """The hands on a player's own terminal, and the dealer's cards that count against them."""
    for number, hand in enumerate(hybrid_view.hands, 1):
        if hand.cards:
            name = "Your hand" if len(hybrid_view.hands) == 1 else f"Your hand {number}"
            drawn = shown_hand(-1, number, hand, hybrid_view.asked == number)
            yield f"own/{number}", replace(drawn, name=name)
