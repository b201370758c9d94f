"""Counts of what the player's and the dealer's finished hands make together.

For each upcard the strategy's finished hands and the dealer's are listed as codes, with the
number of orders that come to them. How often a shoe deals both depends only on all their cards
together, so the orders of each pair of hands are added up by the sum of their codes before the
shoe is looked at. The commonest outcome of a player's hand is what the others leave of it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from upcard.cards.totals import best_total
from upcard.odds.basic import Strategy
from upcard.odds.play_hands import (
    ACE,
    ONE,
    TEN,
    VALUES,
    Hands,
    Ways,
    blackjack_hole,
    dealer_hands,
    shoe_of,
)
from upcard.odds.play_value import DOUBLE, HIT, row_of
from upcard.wagers.kit import needed

FACTS: Final = frozenset(
    {"player_total", "player_blackjack", "dealer_total", "dealer_cards", "dealer_blackjack"}
)

BLACKJACK: Final = (21, 2)
"""A dealer's total and number of cards."""

CARDS: Final = 28
"""More than two finished hands can have together."""

Function: TypeAlias = Callable[..., int]
Label: TypeAlias = tuple[int, int]
"""A player's total and whether it is a Blackjack; a dealer's total and number of cards."""

Hand: TypeAlias = tuple[int, int, int]
"""Code, pips and aces."""


def counts(
    classify: Function, decks: int, strategy: Strategy, *, surrender: bool
) -> dict[int, int]:
    """Counts by the classifier's value; the total is the ways to deal `CARDS` cards in order."""
    joint = joint_of(decks, strategy, surrender=surrender)
    facts = needed(classify)

    def outcome(player: Label, dealer: Label) -> int:
        values = {
            "player_total": player[0],
            "player_blackjack": player[1],
            "dealer_total": dealer[0],
            "dealer_cards": dealer[1],
            "dealer_blackjack": int(dealer == BLACKJACK),
        }
        return classify(*[values[fact] for fact in facts])

    dealers = dealer_labels()
    found: Counter[int] = Counter()
    for player in joint.played.players:
        labels: dict[int, list[Label]] = defaultdict(list)
        for label in dealers:
            labels[outcome(player, label)].append(label)
        rest = max(labels, key=lambda value: sum(dealers[label] for label in labels[value]))
        if rest != 0:
            found[rest] += joint.without_blackjack(player)
        for value in labels.keys() - {rest}:
            count = sum(joint.both(player, label) for label in labels[value])
            found[value] += count
            found[rest] -= count
    for player, count in joint.against_blackjack().items():
        found[outcome(player, BLACKJACK)] += count
    del found[0]
    found[0] = joint.ways.total - sum(found.values())
    assert min(found.values()) >= 0, "no deal is counted twice"
    return dict(found)


@cache
def dealer_labels() -> Counter[Label]:
    """The dealer's labels without Blackjack, each with its number of hands."""
    found: Counter[Label] = Counter()
    for upcard in VALUES:
        for label, hands in dealer_hands(upcard).items():
            found[label] += len(hands)
    del found[BLACKJACK]
    return found


@cache
def joint_of(decks: int, strategy: Strategy, *, surrender: bool) -> "Joint":
    """Both hands of one player's rounds from a full shoe."""
    return Joint(Ways(shoe_of(decks), CARDS), _played(strategy, surrender=surrender))


@cache
def _played(strategy: Strategy, *, surrender: bool) -> "Played":
    table = strategy.opening if surrender else strategy.unsurrendered
    return Played(
        [
            player_hands([row[upcard] for row in table], [row[upcard] for row in strategy.later])
            for upcard in VALUES
        ]
    )


class Played:
    """A player's finished hands by upcard, and with the dealer's as codes of all their cards.

    It is the same for every number of decks with which the strategy is the same.
    """

    def __init__(self, hands: list[dict[Label, Hands]]) -> None:
        self._hands = hands
        self.players = sorted({label for by_label in hands for label in by_label})
        self._both: dict[tuple[Label, Label], Hands] = {}

    def both(self, player: Label, dealer: Label) -> Hands:
        """The player plays to one hand, the dealer to the other."""
        found = self._both.get((player, dealer))
        if found is None:
            found = self._both[player, dealer] = defaultdict(int)
            for upcard, hands in enumerate(self._hands):
                mine = hands.get(player, {})
                for code, orders in dealer_hands(upcard).get(dealer, {}).items():
                    for hand, times in mine.items():
                        found[hand + code] += times * orders
        return found

    def without_blackjack(self, player: Label) -> Hands:
        """The player plays to a hand; upcards, less those with the hole card of a Blackjack."""
        found: Hands = defaultdict(int)
        for upcard, hands in enumerate(self._hands):
            for hand, times in hands.get(player, {}).items():
                found[hand + ONE[upcard]] += times
                if (hole := blackjack_hole(upcard)) >= 0:
                    found[hand + ONE[upcard] + ONE[hole]] -= times
        return found


class Joint:
    """The ways in which a shoe deals a player's and a dealer's hand."""

    def __init__(self, ways: Ways, played: Played) -> None:
        self.ways = ways
        self.played = played
        self._both: dict[tuple[Label, Label], int] = {}

    def both(self, player: Label, dealer: Label) -> int:
        """The player plays to one hand, the dealer to the other."""
        found = self._both.get((player, dealer))
        if found is None:
            found = self._both[player, dealer] = self._sum(self.played.both(player, dealer))
        return found

    def without_blackjack(self, player: Label) -> int:
        """The player plays to a hand, and the dealer has no Blackjack."""
        return self._sum(self.played.without_blackjack(player))

    def against_blackjack(self) -> Counter[Label]:
        """The dealer has a Blackjack, and the player's two cards are this (§ 633a.7(h))."""
        found: Counter[Label] = Counter()
        for (hand, pips, aces), times in two_cards().items():
            dealt = self.ways.in_all(hand + ONE[ACE] + ONE[TEN])
            found[label_of(hand, pips, aces)] += 2 * times * dealt
        return found

    def _sum(self, deals: Hands) -> int:
        in_all = self.ways.in_all
        return sum([orders * in_all(code) for code, orders in deals.items()])


def player_hands(opening: Sequence[int], later: Sequence[int]) -> dict[Label, Hands]:
    """The player's finished hands without those over 21, by a strategy's columns of one upcard.

    A pair is played as its total; a hand that surrenders is finished.
    """
    finished: dict[Label, Hands] = defaultdict(Counter)
    drawing: Counter[Hand] = Counter()
    for hand, times in two_cards().items():
        action = opening[row_of(*hand[1:])]
        if action == HIT:
            drawing[hand] = times
        elif action == DOUBLE:
            for drawn in _draws(hand):
                finished[label_of(*drawn)][drawn[0]] += times
        else:
            finished[label_of(*hand)][hand[0]] += times
    while drawing:
        longer: Counter[Hand] = Counter()
        for hand, times in drawing.items():
            for drawn in _draws(hand):
                if later[row_of(*drawn[1:])] == HIT:
                    longer[drawn] += times
                else:
                    finished[label_of(*drawn)][drawn[0]] += times
        drawing = longer
    return finished


def two_cards() -> Counter[Hand]:
    """The player's initial two cards, in each order."""
    dealt: Counter[Hand] = Counter()
    for first, second in product(VALUES, repeat=2):
        aces = (first == ACE) + (second == ACE)
        dealt[ONE[first] + ONE[second], first + second + 2, aces] += 1
    return dealt


def label_of(code: int, pips: int, aces: int) -> Label:
    """A player's total, and 1 for a Blackjack."""
    return best_total(pips, aces), int(code == ONE[ACE] + ONE[TEN])


def _draws(hand: Hand) -> Iterator[Hand]:
    """The hand with one more card that does not bust it."""
    code, pips, aces = hand
    for value in VALUES:
        if pips + value + 1 <= 21:
            yield code + ONE[value], pips + value + 1, aces + (value == ACE)
