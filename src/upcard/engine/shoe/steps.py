"""The events of the dealer's steps with the shoe. 58 Pa. Code §§ 633a.3-5, 633a.7(c)-(e)."""

from upcard.cards.card import is_red
from upcard.engine.blackjack.closing import lock_at_first_card
from upcard.engine.blackjack.deal import due_target
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyShoeTable

MINIMUM_CUT = 10
"""The fewest cards above and below a cut (§ 633a.5(d))."""


def full_count(state: AnyShoeTable) -> int:
    """The number of cards of a full batch or side."""
    return state.rules.shoe_size


def next_side(state: AnyShoeTable) -> int:
    """The side that has to be shuffled next; 0 where all are loaded."""
    for side, stack in enumerate(state.stacks):
        if not stack.loaded:
            return side
    return 0


def cut_offers(state: BlackjackState) -> tuple[int, ...]:
    """The positions to which the cut is offered, in order (§ 633a.5(c)).

    When the game begins, the cut is offered to the first player to arrive; later, to the player on
    whose area the cover card appeared. Otherwise it is offered counterclockwise from the farthest
    position to the dealer's right.
    """
    seated = [position for position, _ in state.seats]
    if not seated:
        return ()
    from_the_right = tuple(sorted(seated, reverse=True))
    stack = state.stacks[next_side(state)]
    if (state.round == 0 or state.upkeep.new_game) and not state.floor_reshuffle:
        return (seated[0],)
    if state.floor_reshuffle or stack.cover_place not in seated:
        return from_the_right
    return (stack.cover_place,)


def shuffle(state: BlackjackState, _command: c.Shuffle) -> list[e.Event]:
    """Shuffle a batch or side; of two batches, the other one is next (§ 633a.3(b)(4))."""
    side = next_side(state)
    if not state.rules.has_cover_card:
        return [e.CardsLoaded(side, full_count(state))]
    batch = state.stacks[side].batch
    if state.has_two_batches and state.shoes and state.faults.shuffler is Shuffler.WORKING:
        batch = 1 - batch
    return [e.CardsShuffled(side, batch, cut_offers(state))]


def decline_cut(_state: BlackjackState, command: c.DeclineCut) -> list[e.Event]:
    """The player declines the cut."""
    return [e.CutDeclined(command.position)]


def cut_cards(_state: BlackjackState, command: c.CutCards) -> list[e.Event]:
    """The cards on top of the cover card go to the bottom."""
    return [e.CardsCut(command.position, command.depth)]


def insert_cover_card(_state: BlackjackState, command: c.InsertCoverCard) -> list[e.Event]:
    """The cover card is inserted to mark the end of the shoe."""
    return [e.CoverCardInserted(command.from_bottom)]


def load_shoe(state: BlackjackState, _command: c.LoadShoe) -> list[e.Event]:
    """Load the stack into the shoe; the second side of a double shoe may have to follow."""
    events: list[e.Event] = [e.CardsLoaded(state.side, full_count(state))]
    others = [stack for side, stack in enumerate(state.stacks) if side != state.side]
    if any(not stack.loaded for stack in others):
        events.append(e.ReshuffleOrdered(by_floor=False))
    elif state.rules.dealing in ("double-shoe", "from-the-hand"):
        events.append(e.BurnNotRequired())
    return events


def burn_card(_state: BlackjackState, command: c.BurnCard) -> list[e.Event]:
    """Put a card into the discard rack."""
    return [e.CardBurned(command.card)]


def replace_dealer(state: BlackjackState, _command: c.ReplaceDealer) -> list[e.Event]:
    """A new dealer removes a card, except where every round begins so (§ 633a.7(c), (d))."""
    if state.rules.dealing in ("double-shoe", "from-the-hand"):
        return [e.DealerReplaced(), e.BurnNotRequired()]
    return [e.DealerReplaced()]


def order_reshuffle(_state: BlackjackState, _command: c.OrderReshuffle) -> list[e.Event]:
    """All cards are shuffled before the next round."""
    return [e.ReshuffleOrdered()]


def side_of(state: BlackjackState, card: int) -> int:
    """The side of a double shoe that the color of a card selects (§ 633a.7(d)(1))."""
    red = state.rules.red_side
    return red if is_red(card) else 1 - red


def draw_determinant(state: BlackjackState, command: c.DrawDeterminant) -> list[e.Event]:
    """Draw the determinant; from the side it selects, it is the first card dealt (§ 633a.7(d))."""
    side = side_of(state, command.card)
    events: list[e.Event] = [e.DeterminantDrawn(command.card, command.side, side)]
    if side == command.side:
        position, hand = state.targets[0]
        events += [*lock_at_first_card(state), e.CardDealt(position, hand, command.card, hand > 0)]
    return events


def show_cover_card(state: BlackjackState, command: c.ShowCoverCard) -> list[e.Event]:
    """Put the cover card aside; its place decides to whom the cut is offered."""
    target = due_target(state)
    if target is None and state.phase is Phase.WAGERING:
        place = min((position for position, _ in state.in_play()), default=0)
    else:
        place = max(0, target[0]) if target is not None else 0
    return [e.CoverCardAppeared(command.side, place)]


def reshuffle_discards(state: BlackjackState, command: c.ReshuffleDiscards) -> list[e.Event]:
    """Shuffle, cut and use the discards and segregated cards (§ 633a.14(f))."""
    stack = state.stack
    cards = len(stack.discards) + len(stack.segregated)
    return [e.DiscardsReshuffled(cards, command.burned, command.cut_by)]


def clear_table(state: BlackjackState, _command: c.ClearTable) -> list[e.Event]:
    """Remove the hands from the dealer's right, then the dealer's hand (§ 633a.7(s))."""
    cards: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()
    for _, box in state.from_the_right():
        spare += box.spare
        for hand in box.hands:
            if not hand.removed:
                cards += hand.cards
    cards += spare + state.dealer
    if not state.rules.has_cover_card:
        return [e.TableCleared(cards + state.stack.discards)]
    for stack in state.stacks:
        if stack.cover_place is not None:
            return [e.ReshuffleDue(cards)]
    return [e.TableCleared(cards)]
