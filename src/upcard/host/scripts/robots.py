"""Robot players for demonstrations and automatic play; they follow a simple rule of thumb.

The optimal strategy is computed in `exact.strategy`, and not used here.
"""

from collections.abc import Iterator

from upcard.cards.card import value_of
from upcard.cards.shuffle import Bits, shuffled, uniform_below
from upcard.engine.core.commands import Command, PlaceWager
from upcard.engine.core.questions import AskedHand, PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import asked_hand
from upcard.games.baccarat import ON_THE_BANKER, ON_THE_PLAYER, betting_areas
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.roulette import SPOTS
from upcard.games.table_rules import TableRules
from upcard.wagers.limits import least_amount


class Robot:
    """A robot player at a position; its wagers are drawn from `bits`."""

    def __init__(self, position: int, bits: Bits) -> None:
        self.position = position
        self._bits = bits

    def wagers(self, rules: TableRules) -> Iterator[Command]:
        """The robot's wagers for one round of the table's game."""
        if rules.has_blackjack_wager:
            yield from self._blackjack(rules)
        elif rules.variation.has_wheel:
            yield from self._spots(rules)
        else:
            yield from self._baccarat(rules)

    def answer(self, state: AnyTable, question: PlayerQuestion) -> Command:
        """An answer that the question allows."""
        if question.kind != "decision":
            return question.unanswered
        for word in _preferences(asked_hand(state, question)):
            if word in question.answers:
                return question.answers[word]
        return question.answers["stand"]

    def _blackjack(self, rules: TableRules) -> Iterator[Command]:
        """A Blackjack wager of one to three times the minimum, and random side wagers."""
        blackjack = self._wager(BLACKJACK_WAGER, rules.minimum, rules.maximum)
        yield blackjack
        slugs: set[str] = set()
        for offered in rules.wagers:
            places_it = offered.mandatory or uniform_below(2, self._bits)
            if places_it and slugs.issuperset(offered.data.needs):
                slugs.add(offered.slug)
                least = least_amount(offered.data, offered.minimum, blackjack.amount)
                yield PlaceWager(self.position, offered.slug, least)

    def _baccarat(self, rules: TableRules) -> Iterator[Command]:
        """A wager on one of the two hands, and sometimes on other areas."""
        hands = (ON_THE_PLAYER, ON_THE_BANKER)
        hand = hands[uniform_below(2, self._bits)]
        for name, area in betting_areas().items():
            offered = rules.offered(area.wager)
            places_side_wager = name not in hands and uniform_below(3, self._bits) == 0
            if offered is not None and (name == hand or places_side_wager):
                yield self._wager(name, offered.minimum, offered.maximum)

    def _spots(self, rules: TableRules) -> Iterator[Command]:
        """Wagers on one to four spots of the layout."""
        names = list(SPOTS)
        for number in shuffled(range(len(names)), self._bits)[: 1 + uniform_below(4, self._bits)]:
            offered = rules.wager(SPOTS[names[number]].wager)
            yield self._wager(names[number], offered.minimum, offered.maximum)

    def _wager(self, name: str, minimum: int, maximum: int) -> PlaceWager:
        """A wager of one to three times the minimum, but not above the maximum."""
        most = max(1, min(3, maximum // minimum))
        return PlaceWager(self.position, name, minimum * (1 + uniform_below(most, self._bits)))


def _preferences(hand: AskedHand) -> Iterator[str]:
    """The robot's preferred answers for a hand, best first."""
    total, upcard = hand.total, hand.upcard
    soft = total > sum(value_of(card) for card in hand.cards)
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
