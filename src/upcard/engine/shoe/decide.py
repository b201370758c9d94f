"""The events of the dealer's steps with the shoe. 58 Pa. Code §§ 633a.3-5, 633a.7(c)-(e)."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.core.commands import (
    BurnCard,
    Command,
    CutCards,
    DeclineCut,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    ReplaceDealer,
    Shuffle,
)
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.events import (
    BurnNotRequired,
    CardBurned,
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardInserted,
    CutDeclined,
    DealerReplaced,
    Event,
    ReshuffleOrdered,
)
from upcard.engine.core.parts import Handler
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


def cut_offers(state: AnyShoeTable) -> tuple[int, ...]:
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


def _shuffle(state: AnyShoeTable, _command: Shuffle) -> list[Event]:
    """Shuffle a batch or side; of two batches, the other one is next (§ 633a.3(b)(4))."""
    side = next_side(state)
    if not state.rules.has_cover_card:
        return [CardsLoaded(side, full_count(state))]
    batch = state.stacks[side].batch
    two_batches = state.rules.dealing.prepares_two_batches
    if two_batches and state.shoes and state.faults.shuffler is Shuffler.WORKING:
        batch = 1 - batch
    return [CardsShuffled(side, batch, cut_offers(state))]


def _decline_cut(_state: AnyShoeTable, command: DeclineCut) -> list[Event]:
    """The player declines the cut."""
    return [CutDeclined(command.position)]


def _cut_cards(_state: AnyShoeTable, command: CutCards) -> list[Event]:
    """The cards on top of the cover card go to the bottom."""
    return [CardsCut(command.position, command.depth)]


def _insert_cover_card(_state: AnyShoeTable, command: InsertCoverCard) -> list[Event]:
    """The cover card is inserted to mark the end of the shoe."""
    return [CoverCardInserted(command.from_bottom)]


def _load_shoe(state: AnyShoeTable, _command: LoadShoe) -> list[Event]:
    """Load the stack into the shoe; the second side of a double shoe may have to follow."""
    events: list[Event] = [CardsLoaded(state.side, full_count(state))]
    other_stacks = [stack for side, stack in enumerate(state.stacks) if side != state.side]
    if any(not stack.loaded for stack in other_stacks):
        events.append(ReshuffleOrdered(by_floor=False))
    elif not state.rules.dealing.burns_a_card:
        events.append(BurnNotRequired())
    return events


def _burn_card(_state: AnyShoeTable, command: BurnCard) -> list[Event]:
    """Put a card into the discard rack."""
    return [CardBurned(command.card)]


def _replace_dealer(state: AnyShoeTable, _command: ReplaceDealer) -> list[Event]:
    """A new dealer removes a card, except where every round begins so (§ 633a.7(c), (d))."""
    if state.rules.dealing.burns_a_card:
        return [DealerReplaced()]
    return [DealerReplaced(), BurnNotRequired()]


def _order_reshuffle(_state: AnyShoeTable, _command: OrderReshuffle) -> list[Event]:
    """Order all cards to be shuffled before the next round."""
    return [ReshuffleOrdered()]


HANDLERS: Final[Mapping[type[Command], Handler]] = {
    Shuffle: _shuffle,
    DeclineCut: _decline_cut,
    CutCards: _cut_cards,
    InsertCoverCard: _insert_cover_card,
    LoadShoe: _load_shoe,
    BurnCard: _burn_card,
    ReplaceDealer: _replace_dealer,
    OrderReshuffle: _order_reshuffle,
}
