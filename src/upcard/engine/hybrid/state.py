"""The state of a hybrid table. 58 Pa. Code § 633c.5.

A terminal stores decisions and no cards: a player's hands are computed from the decisions and the
cards on the table (`games.hybrid`). A command of one terminal replaces only that terminal.
"""

from enum import StrEnum

from msgspec.structs import replace

from upcard.cards.totals import is_blackjack
from upcard.engine.core.events import HOLE, UPCARD, Target
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import INVENTORY, LAYOUT, ShoeState, Stack, WagerBox
from upcard.games.hybrid import (
    POSITIONS,
    SECTION,
    WITH_HOLE_CARD,
    HybridRules,
    PlayedHand,
    PlayerHands,
    dealer_takes,
    dealers_cards,
    most_cards,
    own_hands,
    shared_hands,
)
from upcard.games.table_rules import TableRules


class Terminal(WagerBox, frozen=True, kw_only=True):
    """A player's electronic wagering terminal in a round; amounts in units.

    `wagers` and `outcomes` are those of the side wagers. `insurance` is None until the question is
    answered. `decisions` are all of the player's decisions, in order; `doubles` are the amounts of
    the double downs. `hand_outcomes` are those of the settled hands, by number from 1.
    """

    position: int
    blackjack: int
    insurance: int | None = None
    decisions: tuple[str, ...] = ()
    doubles: tuple[int, ...] = ()
    hand_outcomes: dict[int, str]

    def doubled(self, hand: PlayedHand) -> int:
        """Units added to a hand by doubling down."""
        return self.doubles[hand.double - 1] if hand.double else 0


class HybridState(ShoeState[Terminal], frozen=True, kw_only=True):
    """The state of a hybrid table. `boxes` are not used: players share the positions.

    `terminals` are those with a wager in this round, by player, in the order of their wagers.
    `cards` are the two cards of each position, `dealer` the dealer's own cards, `community` those
    in the community box. `asked` counts the terminals with a question to answer, `waiting` those
    for which a community card has to be dealt.
    """

    phase: Phase = Phase.SHUFFLING
    boxes: tuple[Terminal | None, ...] = ()
    terminals: dict[str, Terminal]
    cards: tuple[tuple[int, ...], ...]
    dealer: tuple[int, ...] = ()
    community: tuple[int, ...] = ()
    hole_card_shown: bool = False
    dealer_blackjack: bool = False
    targets: tuple[Target, ...] = ()
    asked: int = 0
    waiting: int = 0

    @property
    def has_hole_card(self) -> bool:
        """Whether the dealer receives a hole card: subsections (a)-(v), else (w)-(ee)."""
        return self.rules.game == WITH_HOLE_CARD

    def in_play(self) -> tuple[tuple[int, Terminal], ...]:
        """Terminals with a wager, each with its position, in the order of their wagers."""
        return tuple((terminal.position, terminal) for terminal in self.terminals.values())

    @property
    def has_wagers(self) -> bool:
        """Whether a round is under way: a terminal has a wager."""
        return bool(self.terminals)

    @property
    def cards_shown(self) -> tuple[int, ...]:
        """The hands from the dealer's right, the community cards, the dealer's."""
        hands = tuple(card for cards in self.cards[::-1] for card in cards)
        return hands + self.community + self.dealer

    @property
    def is_short(self) -> bool:
        """Whether the shoe may not hold the cards of one more round."""
        return self.stack.remaining < most_cards(self.rules.game)

    def cite(self, hole_card: str, no_hole_card: str) -> str:
        """The section with the subsection for this game, with a hole card or without."""
        return SECTION + (hole_card if self.has_hole_card else no_hole_card)

    def hands_of(self, terminal: Terminal) -> PlayerHands:
        """The hands of a terminal's player, after the decisions and cards so far."""
        initial = self.cards[terminal.position - 1]
        if not self.has_hole_card:
            return own_hands(initial, self.community, terminal.decisions)
        rules = self.rules.blackjack
        aces = (rules.one_card_on_split_aces, rules.resplit_aces)
        return shared_hands(initial, self.community, terminal.decisions, *aces)

    def dealer_against(self, player_hands: PlayerHands) -> tuple[int, ...]:
        """The dealer's cards against a player.

        Without a hole card they are the dealer's first card and, once the player has made all
        decisions, the community cards after the player's own.
        """
        if self.has_hole_card:
            return self.dealer
        community = self.community[player_hands.taken :] if player_hands.done else ()
        return dealers_cards(self.dealer[0], community)

    def with_terminal(self, terminal: Terminal) -> "HybridState":
        """The state with one terminal replaced; `asked` and `waiting` are updated."""
        terminals = {**self.terminals, terminal.player: terminal}
        before = self.terminals.get(terminal.player)
        if before is None:
            return replace(self, terminals=terminals)
        phase = self.phase
        change = is_asked(self, terminal, phase) - is_asked(self, before, phase)
        waiting = is_waiting(self, terminal, phase) - is_waiting(self, before, phase)
        return replace(
            self, terminals=terminals, asked=self.asked + change, waiting=self.waiting + waiting
        )


def new_table(rules: TableRules) -> HybridState:
    """A table that has just opened; its rules have to be `HybridRules`."""
    assert isinstance(rules.variation, HybridRules), (
        "a hybrid table is played by its countdown's rules"
    )
    assert rules.positions == POSITIONS[rules.game], (
        "the layout has one box for each position (b)(2), (y)"
    )
    return HybridState(
        rules=rules,
        terminals={},
        cards=((),) * rules.positions,
        stacks=(Stack(),),
        accounts={INVENTORY: 0, LAYOUT: 0},
    )


def is_asked(state: HybridState, terminal: Terminal, phase: StrEnum) -> bool:
    """Whether a terminal has a question to answer in a phase."""
    if phase is Phase.INSURING:
        return terminal.insurance is None
    return phase is Phase.PLAYING and state.hands_of(terminal).asked > 0


def is_waiting(state: HybridState, terminal: Terminal, phase: StrEnum) -> bool:
    """Whether a community card has to be dealt for a terminal.

    Without a hole card the dealer's cards against the terminal are also community cards. The second
    one is needed while any wager is undecided, further ones only for an undecided hand.
    """
    if phase is not Phase.PLAYING:
        return False
    player_hands = state.hands_of(terminal)
    if state.has_hole_card or not player_hands.done:
        return player_hands.waits
    dealer = state.dealer_against(player_hands)
    left = len(terminal.hand_outcomes) < len(player_hands.hands)
    if len(dealer) == 1:
        return left or bool(terminal.insurance) or bool(terminal.undecided)
    return left and dealer_takes(dealer)


def count_asked(state: HybridState, phase: Phase) -> HybridState:
    """The state with `asked` and `waiting` counted for all terminals, in a phase."""
    terminals = state.terminals.values()
    return replace(
        state,
        asked=sum(is_asked(state, terminal, phase) for terminal in terminals),
        waiting=sum(is_waiting(state, terminal, phase) for terminal in terminals),
    )


def initial_targets(state: HybridState) -> tuple[Target, ...]:
    """The destinations of the initial cards (n), (y): the positions in play, and the dealer."""
    selected = sorted({terminal.position for terminal in state.terminals.values()})
    players = tuple((position, 1) for position in selected)
    last = ((HOLE, 0),) if state.has_hole_card else ()
    return (*players, (UPCARD, 0), *players, *last)


def has_dealer_blackjack(dealer: tuple[int, ...]) -> bool:
    """Whether the dealer's first two cards are a Blackjack."""
    return len(dealer) > 1 and is_blackjack(dealer[0], dealer[1]) == 1
