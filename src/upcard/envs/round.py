"""A round of Blackjack on the engine, a decision at a time: what the scalar environment plays."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import value_of
from upcard.cards.shuffle import seeded_bits
from upcard.compiled.environments.fields import (
    BET,
    DECIDED,
    FIRST_BET,
    INSURING,
    OVER,
    PLAYING,
    SHOWN_CARDS,
    SURRENDERING,
)
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState, Hand
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.play import question
from upcard.envs.choices import HAND_FIELDS, PLAY_ACTIONS, Choices
from upcard.envs.shoe import EnvironmentShoe
from upcard.games.blackjack import insurance_limit
from upcard.host.meters.memory import memory_meters

POSITION: Final = 1
_KINDS: Final = {"insurance": INSURING, "surrender": SURRENDERING, "decision": PLAYING}
_DECLINES: Final = {INSURING: "no-insurance", SURRENDERING: "no-surrender"}

Numbers = NDArray[np.int8]


class EngineTable:
    """A table of one player at the engine, whose shoes are numbered from `number` on.

    `decision` is what it waits for, by its number in `DECISIONS`. `won` is what the last step won,
    in money; `bet` the number of the round's bet; `rounds` counts those finished.
    """

    def __init__(self, choices: Choices, number: int) -> None:
        self.choices = choices
        rules = choices.table
        self.shoe = EnvironmentShoe(rules, number, choices.cover)
        self._bits = seeded_bits(number)
        self._counted_reuses = 0
        self.rounds = self._insurance = self._lost_insurance = 0
        self._open()

    def _open(self) -> None:
        """A table with a new shoe."""
        rules = self.choices.table
        meters = memory_meters(rules, self._bits)
        self.table: AutomatedTable[BlackjackState] = AutomatedTable(
            rules, self.shoe, UNTIL_CLEARED, meters=meters
        )
        self.decision = BET
        self.won = self.bet = self._account_before = self._reuses = 0
        self._question: PlayerQuestion | None = None
        self._forget_cards()

    # An episode

    def begin(self) -> None:
        """Begin an episode: goes on with the shoe unless it is over or a round was left."""
        if self.decision not in (BET, OVER):
            self._open()
        self._next_round()

    def act(self, action: int) -> None:
        """Carry out a legal action."""
        self.won = 0
        if self.decision == BET:
            self._deal_round(action - FIRST_BET)
            return
        if self.decision != DECIDED:
            assert self._question is not None
            word = PLAY_ACTIONS[action]
            if word == "insurance":
                at_stake = self.table.state.box(POSITION).at_stake
                self._insurance = insurance_limit(at_stake, self.choices.table.smallest_chip)
            if word == "decline":
                word = _DECLINES[self.decision]
            self.table.send(self._question.answers[word])
        self._go_on()
        if self._question is None:
            self._finish()
        elif self.decision == PLAYING and not self._lost_insurance:
            self._lose_insurance()

    @property
    def is_over(self) -> bool:
        """Whether the episode is over."""
        return self.decision == OVER

    @property
    def shoe_is_over(self) -> bool:
        """Whether the next round has a new shoe."""
        return (
            not self.choices.table.has_cover_card
            or self.shoe.next > self.choices.cover
            or self.shoe.reuses > self._reuses
        )

    def _next_round(self) -> None:
        if self.table.state.has_wagers:
            new = self.shoe_is_over
            self.table.send(ClearTable())
            self.table.forget()
            if new:
                self._forget_cards()
        self.decision = BET
        if not self.choices.is_betting:
            self._deal_round(0)

    def _deal_round(self, number: int) -> None:
        self.bet = number
        self._insurance = self._lost_insurance = 0
        self._account_before = self._account
        amounts = self.choices.amounts(number)
        self.table.send_all(PlaceWager(POSITION, *wager) for wager in amounts.items())
        self.table.send(CloseBets())
        self._go_on()
        if self._question is not None:
            return
        if self.choices.is_betting:
            self._finish()
        else:
            self.decision = DECIDED

    def _go_on(self) -> None:
        """Look for the next question; those that no action answers get the usual answer."""
        while (pending := question(self.table.state)) is not None and pending.kind not in _KINDS:
            self.table.send(pending.unanswered)
        self._question = pending
        if pending is not None:
            self.decision = _KINDS[pending.kind]

    def _lose_insurance(self) -> None:
        """Insurance is lost at the peek, before the hand is played (§ 633a.8(d))."""
        if self.choices.table.blackjack.peeks:
            self._lost_insurance = self._insurance
            self.won = -self._insurance

    def _finish(self) -> None:
        """Count the round's cards and what it won, and begin what follows."""
        self.won = self._account - self._account_before + self._lost_insurance
        self._see_round()
        self.rounds += 1
        if self.choices.episode == "shoe" and not self.shoe_is_over:
            self._next_round()
        else:
            self.decision = OVER

    @property
    def _account(self) -> int:
        return self.table.state.accounts.get(f"player {POSITION}", 0)

    # What the player sees

    @property
    def mask(self) -> Numbers:
        """1 for each action that is legal now."""
        mask = np.zeros(len(self.choices.actions), np.int8)
        if self.decision == BET:
            mask[FIRST_BET:] = 1
        elif self.decision == DECIDED:
            mask[PLAY_ACTIONS.index("stand")] = 1
        elif self.decision != OVER and self._question is not None:
            for word in self._question.answers:
                action = "decline" if word in _DECLINES.values() else word
                if action in PLAY_ACTIONS:
                    mask[PLAY_ACTIONS.index(action)] = 1
        return mask

    @property
    def hand(self) -> Hand | None:
        """The hand that is decided on; None before the deal and after the round."""
        if self.decision in (BET, OVER):
            return None
        hands = self.table.state.box(POSITION).hands
        pending = self._question
        return hands[pending.hand - 1 if pending is not None and pending.hand else 0]

    def observed_hand(self) -> Numbers:
        """The numbers of `HAND_FIELDS`."""
        observation = np.zeros(len(HAND_FIELDS), np.int8)
        observation[0] = self.decision
        hand, state = self.hand, self.table.state
        if hand is None:
            return observation
        hands = state.box(POSITION).hands
        values = [value_of(card) for card in hand.cards]
        pair = values[0] if len(values) == 2 and values[0] == values[1] else 0
        soft = hand.total > hand.pips
        upcard = value_of(state.dealer[0])
        number = hands.index(hand) + 1 if hand.from_split else 0
        if hand.from_split and self._question is not None:
            number = self._question.hand
        observation[1:] = (hand.total, soft, pair, upcard, len(values), number, len(hands))
        return observation

    def observed_cards(self) -> Numbers:
        """The upcard and the cards of the hand, each as one more than its number; 0 for none."""
        observation = np.zeros(SHOWN_CARDS, np.int8)
        hand = self.hand
        if hand is not None:
            cards = (self.table.state.dealer[0], *hand.cards)
            observation[: len(cards)] = [card + 1 for card in cards]
        return observation

    def unseen(self) -> NDArray[np.int64]:
        """The cards of each value, aces to tens, that the player has not seen of the shoe."""
        left = self._unseen_before().copy()
        for card in self._visible():
            left[value_of(card) - 1] -= 1
        return left

    def count(self) -> tuple[int, int]:
        """The running count in parts of a point, and the cards left in the shoe."""
        tags = self.choices.tags
        dealt = self._full - self.unseen()
        return int(np.dot(tags, dealt)), len(self.shoe.order) - self.shoe.next

    def _visible(self) -> tuple[int, ...]:
        """The cards of the present round that the player sees."""
        if self.decision in (BET, OVER):
            return ()
        state = self.table.state
        hands = (card for hand in state.box(POSITION).hands for card in hand.cards)
        return (*hands, state.dealer[0])

    def _unseen_before(self) -> NDArray[np.int64]:
        """The cards unseen before the round; discards that are reused are unseen again."""
        if self.shoe.reuses > self._counted_reuses:
            self._counted_reuses = self.shoe.reuses
            self._left = self._full.copy()
        return self._left

    def _see_round(self) -> None:
        state = self.table.state
        self._left = self._unseen_before().copy()
        for hand in state.box(POSITION).hands:
            for card in hand.cards:
                self._left[value_of(card) - 1] -= 1
        for card in state.dealer:
            self._left[value_of(card) - 1] -= 1

    def _forget_cards(self) -> None:
        values = [value_of(card) - 1 for card in self.choices.table.full_shoe]
        self._full: NDArray[np.int64] = np.bincount(values, minlength=10)
        self._left = self._full.copy()
        self._reuses = self._counted_reuses = self.shoe.reuses
