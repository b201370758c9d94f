"""Exact counts for wagers on both finished hands, the player's and the dealer's.

For each upcard the finished hands of the strategy and of the dealer are listed as codes with their
dealing orders. The ways to deal a pair of hands are the ways to deal the player's cards and the
upcard, times the ways to deal the dealer's other cards from what is left. Of each player's hand the
most frequent outcome is not counted directly: it gets the remainder of the deals.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

from upcard.cards.totals import best_total
from upcard.compiled.hand_codes import BUST, DOUBLE, HIT, SURRENDER, row_of
from upcard.exact.play.basic import BasicStrategy, TotalActions
from upcard.exact.play.hands import (
    ACE,
    BLACKJACK,
    ONE,
    TEN,
    VALUES,
    Hands,
    Label,
    ShoeWays,
    blackjack_hole,
    dealer_hands,
    packed_dealers,
    size_of,
)
from upcard.wagers.facts import OF_A_HAND, OF_THE_DEALERS_DRAW
from upcard.wagers.kit import Classifier, needed_facts

FACTS: Final = OF_A_HAND | OF_THE_DEALERS_DRAW | {"dealer_blackjack"}

CARDS: Final = 28
"""More cards than two finished hands can have together."""

PlayerLabel: TypeAlias = tuple[int, int, int]
"""The player's total, 1 for a Blackjack, 1 for a surrendered hand."""

CodedHand: TypeAlias = tuple[int, int, int]
"""Code, pips (aces as 1), and 1 if there is an ace."""

PIPS: Final = range(1, BUST)

RowActions: TypeAlias = tuple[int, ...]
"""The strategy's actions against one upcard, indexed by the rows of totals."""


def counts(
    classify: Classifier, shoe: tuple[int, ...], strategy: BasicStrategy, *, surrender: bool
) -> dict[int, int]:
    """Counts by the classifier's value; the total is the number of ordered deals of CARDS cards.

    `shoe` has the number of cards of each point value.
    """
    joint = joint_of(shoe, strategy.totals, surrender=surrender)
    facts = needed_facts(classify)

    def outcome(player: PlayerLabel, dealer: Label) -> int:
        values = {
            "player_total": player[0],
            "player_blackjack": player[1],
            "surrendered": player[2],
            "dealer_total": dealer[0],
            "dealer_cards": dealer[1],
            "dealer_blackjack": int(dealer == BLACKJACK),
        }
        return classify(*[values[fact] for fact in facts])

    dealers = dealer_labels()
    by_index: Counter[int] = Counter()
    for player in joint.players:
        outcomes = {dealer: outcome(player, dealer) for dealer in dealers}
        hands: Counter[int] = Counter()
        for dealer, value in outcomes.items():
            hands[value] += dealers[dealer]
        most_cards = max(hands, key=lambda value: hands[value])
        if most_cards != 0:
            by_index[most_cards] += joint.without_blackjack(player)
        others = [dealer for dealer, value in outcomes.items() if value != most_cards]
        for dealer, count in joint.joint_ways(player, others).items():
            by_index[outcomes[dealer]] += count
            by_index[most_cards] -= count
    for player, count in joint.against_blackjack().items():
        by_index[outcome(player, BLACKJACK)] += count
    del by_index[0]
    by_index[0] = joint.ways.total - sum(by_index.values())
    assert min(by_index.values()) >= 0, "no deal is counted twice"
    return dict(by_index)


@cache
def dealer_labels() -> Counter[Label]:
    """The dealer's labels except Blackjack, each with its number of hands."""
    labels: Counter[Label] = Counter()
    for upcard in VALUES:
        for label, hands in dealer_hands(upcard).items():
            labels[label] += len(hands)
    del labels[BLACKJACK]
    return labels


@cache
def joint_of(shoe: tuple[int, ...], totals: TotalActions, *, surrender: bool) -> "JointDeals":
    """The joint deals of both hands, for one player at a shoe."""
    table = totals.opening if surrender else totals.unsurrendered
    columns = zip(zip(*table, strict=True), zip(*totals.later, strict=True), strict=True)
    return JointDeals(shoe, [player_hands(opening, later) for opening, later in columns])


class JointDeals:
    """Counts the ways to deal a player's and a dealer's finished hand together.

    `hands` has the player's finished hands by upcard.
    """

    def __init__(self, shoe: tuple[int, ...], hands: Sequence[dict[PlayerLabel, Hands]]) -> None:
        self.ways = ShoeWays(shoe, CARDS)
        self.players = sorted({player for hands_by_player in hands for player in hands_by_player})
        self._shoe = shoe
        self._hands = hands
        self._both: dict[tuple[PlayerLabel, Label], int] = {}

    def joint_ways(self, player: PlayerLabel, dealers: Collection[Label]) -> dict[Label, int]:
        """The ways to deal the player's label with each of `dealers`, none of them a Blackjack."""
        new_dealers = {dealer for dealer in dealers if (player, dealer) not in self._both}
        if new_dealers:
            self._both.update(dict.fromkeys(product([player], new_dealers), 0))
            for upcard in VALUES:
                self._add_upcard(player, new_dealers, upcard)
        return {dealer: self._both[player, dealer] for dealer in dealers}

    def _add_upcard(self, player: PlayerLabel, dealers: set[Label], upcard: int) -> None:
        """Add the ways with one upcard."""
        from upcard.compiled.exact.dealer_hands import ways_beside  # noqa: PLC0415 - only what needs it pays for it

        lists = {
            dealer: packs for dealer, packs in packed_dealers(upcard).items() if dealer in dealers
        }
        # Hands with equal ways and equal numbers of cards are summed as one class.
        classes: dict[tuple[int, int], int] = {}
        players = []
        for code, orders in self._hands[upcard].get(player, {}).items():
            gone = code + ONE[upcard]
            if dealt := self.ways.in_order(gone):
                alike = classes.setdefault((dealt, size_of(gone)), len(classes))
                players.append((gone, orders, alike))
        if players and lists:
            sums = ways_beside(self._shoe, players, list(lists.values()), len(classes))
            for (dealt, cards), row in zip(classes, sums, strict=True):
                for dealer, ways in zip(lists, row, strict=True):
                    rest = self.ways.rest(cards + dealer[1] - 1)
                    self._both[player, dealer] += dealt * ways * rest

    def without_blackjack(self, player: PlayerLabel) -> int:
        """The ways to deal the player's label while the dealer has no Blackjack."""
        ways = 0
        for upcard in VALUES:
            hole = blackjack_hole(upcard)
            for code, orders in self._hands[upcard].get(player, {}).items():
                ways += orders * self.ways.with_later_cards(code + ONE[upcard])
                if hole >= 0:
                    ways -= orders * self.ways.with_later_cards(code + ONE[upcard] + ONE[hole])
        return ways

    def against_blackjack(self) -> Counter[PlayerLabel]:
        """The ways to deal each two cards against a dealer Blackjack (§ 633a.7(h))."""
        labels: Counter[PlayerLabel] = Counter()
        for (code, pips, ace), orders in two_cards().items():
            dealt = self.ways.with_later_cards(code + ONE[ACE] + ONE[TEN])
            labels[label_of(code, pips, ace)] += 2 * orders * dealt
        return labels


@cache
def player_hands(opening: RowActions, later: RowActions) -> dict[PlayerLabel, Hands]:
    """The player's finished hands not over 21, by label, under a strategy's actions for one upcard.

    A pair is played as its total; a surrendered hand is finished.
    """
    by_label: dict[PlayerLabel, Hands] = defaultdict(dict)
    drawing: dict[CodedHand, int] = {}
    for hand, orders in two_cards().items():
        code, pips, ace = hand
        action = opening[row_of(pips, ace)]
        if action == HIT:
            drawing[hand] = orders
        elif action == DOUBLE:
            for drawn, ways in _hands_after_card({hand: orders}).items():
                _add_finished(by_label, drawn, ways)
        else:
            surrendered = int(action == SURRENDER)
            by_label[label_of(code, pips, ace, surrendered)][code] = orders
    hits = {(pips, ace): later[row_of(pips, ace)] == HIT for pips in PIPS for ace in (0, 1)}
    while drawing:
        longer, drawing = _hands_after_card(drawing), {}
        for hand, orders in longer.items():
            if hits[hand[1:]]:
                drawing[hand] = orders
            else:
                _add_finished(by_label, hand, orders)
    return by_label


def _hands_after_card(hands: dict[CodedHand, int]) -> dict[CodedHand, int]:
    """The hands after one more card that does not bust them, with their orders."""
    longer: dict[CodedHand, int] = {}
    for (code, pips, ace), orders in hands.items():
        for value in VALUES[: BUST - 1 - pips]:
            hand = (code + ONE[value], pips + value + 1, 1 if value == ACE else ace)
            longer[hand] = longer.get(hand, 0) + orders
    return longer


def _add_finished(by_label: dict[PlayerLabel, Hands], hand: CodedHand, orders: int) -> None:
    """Add a hand of three or more cards, which cannot be a Blackjack."""
    code, pips, ace = hand
    hands = by_label[best_total(pips, ace), 0, 0]
    hands[code] = hands.get(code, 0) + orders


@cache
def two_cards() -> Counter[CodedHand]:
    """The player's initial two cards, with the number of their orders."""
    dealt: Counter[CodedHand] = Counter()
    for first, second in product(VALUES, repeat=2):
        ace = int(ACE in (first, second))
        dealt[ONE[first] + ONE[second], first + second + 2, ace] += 1
    return dealt


def label_of(code: int, pips: int, ace: int, surrendered: int = 0) -> PlayerLabel:
    """The label of a player's two cards."""
    return best_total(pips, ace), int(code == ONE[ACE] + ONE[TEN]), surrendered
