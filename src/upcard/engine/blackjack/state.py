"""What a table is at one moment: frozen, and a fold of its events."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from upcard.cards.card import value_of
from upcard.cards.totals import best_total, is_blackjack
from upcard.engine.core.events import Target
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import INVENTORY, LAYOUT, ShoeState, Stack
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare


class Hand(msgspec.Struct, frozen=True):
    """One hand of a position. `wager` and `doubled` in units; `pips` counts aces as 1.

    `capped` are winnings of a side wager that lie beside the Blackjack wager (§ 633c.11(e)).
    `removed` cards lie in the discard rack already, as those of a paid Blackjack. `origin` is the
    initial hand that it is, or was split from; `switched` hands were made by switching second
    cards: an ace and a ten are no Blackjack then (§ 633a.12(a)(5)).
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
        return best_total(self.pips + value_of(card), self.aces + (card < 4))

    @property
    def blackjack(self) -> bool:
        """An ace and a ten-value card as the initial two cards (§ 633a.1)."""
        cards = self.cards
        if len(cards) != 2 or self.from_split or self.switched:
            return False
        return is_blackjack(cards[0], cards[1]) == 1

    @property
    def switched_to_blackjack(self) -> bool:
        """Whether switching made an ace and a ten-value card of it (§ 633a.12(a)(5)(iii))."""
        cards = self.cards
        two = self.switched and not self.from_split and len(cards) == 2
        return two and is_blackjack(cards[0], cards[1]) == 1

    @property
    def whole_wager(self) -> int:
        """What a double or a split matches: the wager and what was capped beside it."""
        return self.wager + self.capped

    @property
    def surrendered(self) -> bool:
        """Whether the hand was given up, settled or not (§ 633a.9)."""
        return self.decisions[-1:] == ("surrender",)

    @property
    def at_stake(self) -> int:
        """Everything that lies on this hand."""
        return self.wager + self.doubled


class Box(msgspec.Struct, frozen=True):
    """A position in a round: the wagers on its areas and its hands.

    `initial` are the first two cards, which optional wagers look at even after a split.
    `insurance` is None until the question is answered. `winnings` are what may be pressed,
    won by the wager `winnings_of`; `capped` is what was. `collected` wagers were taken into
    the inventory before the deal. A player who `refused` an exposed card gets no card any more
    (§ 633a.14(c)). `spare` cards lie face down beside the hand (§ 633c.4(d)); `switched` is None
    until the player was asked.
    """

    player: str
    blackjack: int
    wagers: dict[str, int] = {}
    hands: tuple[Hand, ...] = ()
    initial: tuple[int, ...] = ()
    insurance: int | None = None
    winnings: int = 0
    winnings_of: str = ""
    capped: int = 0
    collected: frozenset[str] = frozenset()
    refused: bool = False
    spare: tuple[int, ...] = ()
    switched: bool | None = None

    @property
    def at_stake(self) -> int:
        """The wagers on all hands that are undecided; a dead hand's went back (§ 633a.14(g))."""
        return sum(hand.at_stake for hand in self.hands if not hand.outcome)

    def with_hand(self, number: int, hand: Hand) -> "Box":
        """The box with another hand at a number, from 1."""
        return replace(self, hands=(*self.hands[: number - 1], hand, *self.hands[number:]))

    @property
    def splits(self) -> int:
        """How many times the first hand was split."""
        return self.splits_of(1)

    def splits_of(self, origin: int) -> int:
        """How many times an initial hand was split."""
        return sum(hand.origin == origin for hand in self.hands) - 1


class Stage(StrEnum):
    """How far a payout has come, in this order."""

    CLAIMED = "claimed"
    HAND_VERIFIED = "hand-verified"
    LIGHT_CONFIRMED = "light-confirmed"
    VALIDATED = "validated"
    PAID = "paid"
    PAPERS_COMPLETED = "papers-completed"


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive payout that is owed until it is verified, validated and paid.

    `fixed` units come from odds, dollars or an envy bonus, the rest from meters: `amounts` for
    `shares`, None until they are recorded; `claimed` once all wagers of its kind are decided.
    `shown` is what the meter showed in this round, where that decides how it is paid. An envy
    bonus is won by the hand of the position `envy_of`.
    """

    position: int
    player: str
    wager: str
    outcome: str
    wagered: int = 0
    fixed: int = 0
    shares: tuple[MeterShare, ...] = ()
    amounts: tuple[int, ...] | None = None
    shown: int | None = None
    claimed: bool = False
    envy_of: int = 0
    mystery: bool = False
    stage: Stage = Stage.CLAIMED

    @property
    def by_own_hand(self) -> bool:
        """Whether the cards of the position won it: no envy and no mystery bonus."""
        return not self.envy_of and not self.mystery

    @property
    def paid(self) -> bool:
        """Whether the player has it."""
        return self.stage in (Stage.PAID, Stage.PAPERS_COMPLETED)

    @property
    def amount(self) -> int | None:
        """The whole payout in units; None while a meter's part is not recorded."""
        if not self.shares:
            return self.fixed
        return None if self.amounts is None else self.fixed + sum(self.amounts)


class State(ShoeState[Box], frozen=True, kw_only=True):
    """A blackjack table.

    `targets` are the cards that have to be dealt next, in order. `light` is the range of the hole
    card, where the card reader shows it (ch. 685a). `jackpots` are the payouts that
    wait or waited, in the order in which they were won.
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
        """The dealer's cards and those of the players that are not in the discard rack."""
        hands = [hand for _, box in self.in_play() for hand in box.hands if not hand.removed]
        spare = [card for _, box in self.in_play() for card in box.spare]
        exposed = (self.faults.exposed,) if self.faults.exposed >= 0 else ()
        of_hands = [card for hand in hands for card in hand.cards]
        return (*self.dealer, *of_hands, *spare, *exposed)

    def cards_from(self, side: int) -> tuple[int, ...]:
        """The same of one side of the shoe; a stray determinant is the other side's."""
        shown, stray = self.cards_shown, self.faults.stray
        if stray in shown:
            at = shown.index(stray)
            return (stray,) if side != self.side else (*shown[:at], *shown[at + 1 :])
        return shown if side == self.side else ()


def new_table(rules: TableRules) -> State:
    """A table that has just opened: the cards have to be shuffled."""
    return State(
        rules=rules,
        boxes=(None,) * rules.positions,
        stacks=(Stack(),) * rules.sides,
        accounts={INVENTORY: 0, LAYOUT: 0},
    )


def turn(state: State) -> tuple[int, int] | None:
    """The position and hand (from 1) whose decision, card or payment is next, or None.

    Players act from the dealer's left, each hand completed before the next (§§ 633a.7(i),
    633a.11(b)).
    """
    if state.phase is not Phase.PLAYING:
        return None
    for position, box in enumerate(state.boxes, 1):
        if box is not None:
            for number, hand in enumerate(box.hands, 1):
                if not hand.done:
                    return position, number
    return None
