"""Players that follow a rule of thumb: for demonstrations and automatic play.

They keep to a short list that any player knows; the optimal strategy is computed elsewhere.
"""

from collections.abc import Iterator

from upcard.cards.card import value_of
from upcard.cards.shuffle import Bits, below
from upcard.engine import commands as c
from upcard.engine.questions import DEFAULT_ANSWERS, Question
from upcard.engine.state import Hand, State
from upcard.games.table_rules import TableRules


class Robot:
    """A player at a position; `bits` decides amounts and side wagers."""

    def __init__(self, position: int, bits: Bits) -> None:
        self.position = position
        self._bits = bits

    def wagers(self, rules: TableRules) -> Iterator[c.Command]:
        """A Blackjack wager of one to three times the minimum, and some of the side wagers."""
        most = max(1, min(3, rules.maximum // rules.minimum))
        amount = rules.minimum * (1 + below(most, self._bits))
        yield c.PlaceWager(self.position, "blackjack", amount)
        placed: set[str] = set()
        for offered in rules.wagers:
            if placed.issuperset(offered.data.needs) and below(2, self._bits):
                placed.add(offered.slug)
                yield c.PlaceWager(self.position, offered.slug, offered.minimum)

    def answer(self, state: State, asked: Question) -> c.Command:
        """An answer that the question allows."""
        if asked.kind != "decision":
            return asked.answers[DEFAULT_ANSWERS[asked.kind]]
        hand = state.box(asked.position).hands[asked.hand - 1]
        for word in _wishes(hand, value_of(state.dealer[0])):
            if word in asked.answers:
                return asked.answers[word]
        return asked.answers["stand"]


def _wishes(hand: Hand, upcard: int) -> Iterator[str]:
    """What a hand would like to do, best first; `upcard` is 1 (ace) to 10."""
    total = hand.total
    soft = hand.aces > 0 and hand.pips <= 11
    weak_dealer = 2 <= upcard <= 6
    first = value_of(hand.cards[0])
    pair = len(hand.cards) == 2 and first == value_of(hand.cards[1])
    if pair and (first in (1, 8) or (first in (2, 3, 6, 7, 9) and weak_dealer)):
        yield "split"
    if not soft and total == 16 and upcard in (1, 9, 10):
        yield "surrender"
    if total == 11 or (total == 10 and 2 <= upcard <= 9) or (soft and total <= 17 and weak_dealer):
        yield "double"
    if soft:
        yield "stand" if total >= 19 or (total == 18 and 2 <= upcard <= 8) else "hit"
    elif total >= 17 or (total >= 12 and weak_dealer):
        yield "stand"
    else:
        yield "hit"
