"""The state of a Blackjack table: boxes, hands, and progressive payouts."""

from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.cards.card import ACE, value_of
from upcard.cards.totals import best_total, is_blackjack
from upcard.engine.core.events import Target
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.phases import PLAYING, Phase
from upcard.engine.core.table_state import INVENTORY, LAYOUT, ShoeState, Stack, remember_last
from upcard.games.table_rules import TableRules

ACE_AND_TEN: Final = 11
"""The pips of an ace, counted as 1, and a ten-value card."""


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One hand of a position. `wager` and `doubled` are units; `pips` counts aces as 1.

    `capped` are winnings of a side wager placed beside the Blackjack wager (§ 633c.11(e)).
    `removed` is true once the cards are in the discard rack, such as those of a paid Blackjack.
    `origin` is the number of the initial hand that it is, or was split from. `switched` is true for
    a hand made by switching second cards; an ace and a ten-value card are then not a Blackjack
    (§ 633a.12(a)(5)).
    """

    wager: int
    cards: tuple[int, ...] = ()
    pips: int = 0
    aces: int = 0
    doubled: int = 0
    from_split: bool = False
    done: bool = False
    outcome: str = ""
    capped: int = 0
    decisions: tuple[str, ...] = ()
    cards_face_down: int = 0
    removed: bool = False
    origin: int = 1
    switched: bool = False

    @property
    def total(self) -> int:
        """Point count (§ 633a.3(e))."""
        return best_total(self.pips, self.aces)

    def total_with(self, card: int) -> int:
        """Point count with one more card."""
        return best_total(self.pips + value_of(card), self.aces + (card >> 2 == ACE))

    @property
    def blackjack(self) -> bool:
        """Whether the initial two cards are an ace and a ten-value card (§ 633a.1)."""
        if self.pips != ACE_AND_TEN or len(self.cards) != 2 or self.from_split or self.switched:
            return False
        return self.aces == 1

    @property
    def switched_to_blackjack(self) -> bool:
        """Whether the hand is an ace and a ten-value card by switching (§ 633a.12(a)(5)(iii))."""
        cards = self.cards
        two = self.switched and not self.from_split and len(cards) == 2
        return two and is_blackjack(cards[0], cards[1]) == 1

    @property
    def whole_wager(self) -> int:
        """Units that a double or a split matches: the wager and the winnings capped beside it."""
        return self.wager + self.capped

    @property
    def surrendered(self) -> bool:
        """Whether the hand was surrendered, settled or not (§ 633a.9)."""
        return self.decisions[-1:] == ("surrender",)

    @property
    def at_stake(self) -> int:
        """Units wagered on the hand, a double included."""
        return self.wager + self.doubled


class Box(msgspec.Struct, frozen=True, gc=False):
    """A position in a round: the wagers on its areas and its hands.

    `initial` are the first two cards, on which optional wagers depend even after a split.
    `insurance` is None until the question is answered. `winnings` may be pressed, and were won by
    the wager `winnings_of`. `collected` wagers were taken into the inventory before the deal. A
    player who `refused` an exposed card receives no further card (§ 633a.14(c)). `spare` cards lie
    face down beside the hand (§ 633c.4(d)). `switched` is None until the player has answered.
    """

    player: str
    blackjack: int
    wagers: dict[str, int] = {}
    hands: tuple[Hand, ...] = ()
    initial: tuple[int, ...] = ()
    insurance: int | None = None
    winnings: int = 0
    winnings_of: str = ""
    collected: frozenset[str] = frozenset()
    refused: bool = False
    spare: tuple[int, ...] = ()
    switched: bool | None = None

    @property
    def at_stake(self) -> int:
        """Units on all undecided hands; a dead hand's wager was returned (§ 633a.14(g))."""
        return sum(hand.at_stake for hand in self.hands if not hand.outcome)

    def hands_with(self, number: int, hand: Hand) -> tuple[Hand, ...]:
        """The hands with the one of a number, from 1, replaced."""
        return (*self.hands[: number - 1], hand, *self.hands[number:])

    def with_hand(self, number: int, hand: Hand) -> "Box":
        """The box with the hand of a number, from 1, replaced."""
        hands = (hand,) if len(self.hands) == 1 else self.hands_with(number, hand)
        return replace(self, hands=hands)

    @property
    def splits(self) -> int:
        """How many times the first hand was split."""
        return self.splits_of(1)

    def splits_of(self, origin: int) -> int:
        """How many times an initial hand was split."""
        return sum(hand.origin == origin for hand in self.hands) - 1


class BlackjackState(ShoeState[Box], frozen=True, kw_only=True):
    """The state of a Blackjack table.

    `targets` are the destinations of the next cards, in order. `light` is the range of the hole
    card, where the card reader shows it (ch. 685a). `jackpots` are the progressive payouts of the
    round, in the order in which they were won.
    """

    phase: Phase = Phase.SHUFFLING
    dealer: tuple[int, ...] = ()
    dealer_pips: int = 0
    dealer_aces: int = 0
    hole_card_shown: bool = False
    dealer_blackjack: bool = False
    targets: tuple[Target, ...] = ()
    light: str = ""
    magic_card: int = -1
    lucky_seat: int = 0
    jackpots: tuple[Jackpot, ...] = ()

    @property
    def dealer_total(self) -> int:
        """Point count of the dealer's cards, the hole card included."""
        return best_total(self.dealer_pips, self.dealer_aces)

    @property
    def cards_shown(self) -> tuple[int, ...]:
        """The cards of dealer and players on the table, and an exposed card."""
        hands = [hand for _, box in self.in_play() for hand in box.hands if not hand.removed]
        spare = [card for _, box in self.in_play() for card in box.spare]
        exposed = (self.faults.exposed,) if self.faults.exposed >= 0 else ()
        of_hands = [card for hand in hands for card in hand.cards]
        return (*self.dealer, *of_hands, *spare, *exposed)

    def cards_from(self, side: int) -> tuple[int, ...]:
        """The cards on the table from one side; a stray determinant is from the other side."""
        shown, stray = self.cards_shown, self.faults.stray
        if stray in shown:
            index = shown.index(stray)
            return (stray,) if side != self.side else (*shown[:index], *shown[index + 1 :])
        return shown if side == self.side else ()


def new_table(rules: TableRules) -> BlackjackState:
    """A table that has just opened: the cards have to be shuffled."""
    return BlackjackState(
        rules=rules,
        boxes=(None,) * rules.positions,
        stacks=(Stack(),) * rules.sides,
        accounts={INVENTORY: 0, LAYOUT: 0},
    )


@remember_last
def turn(state: BlackjackState) -> tuple[int, int] | None:
    """The position and hand (from 1) whose decision, card or payment is next; None for none.

    Players act from the dealer's left, each hand completed before the next (§§ 633a.7(i),
    633a.11(b)).
    """
    if state.phase is not PLAYING:
        return None
    for position, box in enumerate(state.boxes, 1):
        if box is not None:
            for number, hand in enumerate(box.hands, 1):
                if not hand.done:
                    return position, number
    return None
