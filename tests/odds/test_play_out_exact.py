"""The joint law of both finished hands, against a naive count and against the dealer's own law."""

import importlib
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from nightly import every
from upcard.cards.card import parse_card
from upcard.compiled.hand_codes import HIT, STAND
from upcard.exact.play.basic import BasicStrategy, basic_strategy
from upcard.exact.play.hands import (
    BLACKJACK,
    ONE,
    VALUES,
    ShoeWays,
    blackjack_hole,
    counts_of,
    dealer_hands,
    shoe_of,
    size_of,
)
from upcard.exact.play.totals import CARDS, JointDeals, dealer_labels, player_hands

naive = importlib.import_module("odds.naive_play")

NOBODY: dict[Any, Any] = {}


def table(strategy: BasicStrategy, *, surrender: bool) -> Any:
    def decide(hand: str, upcard: str) -> str:
        cards = [parse_card(f"{value}s") for value in hand]
        up = parse_card(f"{upcard}s")
        return strategy.decide(cards, up, split=False, surrender=surrender)

    return naive.tabled(decide)


def against(upcard: int, decks: int, strategy: BasicStrategy, *, surrender: bool) -> JointDeals:
    """The joint law where only rounds with one upcard count."""
    totals = strategy.totals
    rows = totals.opening if surrender else totals.unsurrendered
    hands = [NOBODY for _ in VALUES]
    hands[upcard] = player_hands(
        tuple(row[upcard] for row in rows), tuple(row[upcard] for row in totals.later)
    )
    return JointDeals(shoe_of(decks), hands)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("decks", "upcard", "surrender", "wanted"),
    [
        *((1, upcard, True, frozenset({20})) for upcard in every(4, VALUES)),
        *((1, upcard, False, frozenset({19, 20, 21})) for upcard in every(2, (4, 5, 8, 9))),
        *((6, upcard, True, frozenset({20})) for upcard in every(2, (5, 9))),
        # Beyond 14 decks the sums are found modulo primes.
        *((decks, 9, True, frozenset({20})) for decks in every(2, (10, 20))),
        (100, 5, False, frozenset({19, 20})),
    ],
)
def test_the_joint_law_is_that_of_a_naive_count(
    decks: int, upcard: int, surrender: bool, wanted: frozenset[int]
) -> None:
    """Every deal, card by card: for each pair of totals and number of cards, to the last one."""
    strategy = basic_strategy(decks)
    joint = against(upcard, decks, strategy, surrender=surrender)
    plays = table(strategy, surrender=surrender)
    expected = naive.joint_chances(decks, plays, naive.VALUES[upcard], wanted)
    players: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for (total, blackjack, dealers, cards), chance in expected.items():
        player = (total, int(blackjack), 0)  # no 19, 20 or 21 is surrendered
        players[player] += chance
        dealer = (dealers, cards)
        ways = joint.joint_ways(player, [dealer])[dealer]
        assert Fraction(ways, joint.ways.total) == chance
    assert set(players) == {label for label in joint.players if label[0] in wanted}
    for player, chance in players.items():
        ways = joint.without_blackjack(player)
        assert Fraction(ways, joint.ways.total) == chance


def never_draws(_pips: int, _soft: bool) -> int:
    return STAND


def never_busts(total: int, soft: bool) -> int:
    """Draws as long as no card can take the hand over 21."""
    return HIT if total <= (17 if soft else 11) else STAND


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("draws", [never_draws, never_busts])
def test_the_dealer_s_law_is_the_same_whatever_the_player_draws(
    decks: int, draws: Callable[[int, bool], int]
) -> None:
    """Summed over all the player's hands the joint law is the dealer's alone, to the last deal."""
    column = [draws(total, False) for total in range(22)]
    column += [draws(total, True) for total in range(12, 22)]
    hands = player_hands(tuple(column), tuple(column))
    joint = JointDeals(shoe_of(decks), [hands] * 10)
    ways = joint.ways
    labels = [label for label in dealer_labels() if label[0] >= 21 and label[1] >= 3]
    for label in labels if draws is never_draws else [(21, 5), (21, 7), (25, 4)]:
        alone = sum(
            orders * ways.with_later_cards(code)
            for upcard in VALUES
            for code, orders in dealer_hands(upcard).get(label, {}).items()
        )
        together = sum(joint.joint_ways(player, [label])[label] for player in joint.players)
        assert together == alone, label


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_the_dealer_s_hands_are_all_there(decks: int) -> None:
    ways = ShoeWays(shoe_of(decks), CARDS)
    for upcard in VALUES:
        listed = sum(
            orders * ways.with_later_cards(code)
            for hands in dealer_hands(upcard).values()
            for code, orders in hands.items()
        )
        blackjack = ways.dealers(0, upcard, blackjack=True)
        assert listed == blackjack + ways.dealers(0, upcard, blackjack=False)
        assert (blackjack_hole(upcard) < 0) == (blackjack == 0)
        assert (BLACKJACK in dealer_hands(upcard)) == (blackjack > 0)


@pytest.mark.parametrize("surrender", [True, False])
def test_the_player_s_hands_and_busts_are_all_there(surrender: bool) -> None:
    """Against each upcard: what is finished without a bust, and what a naive count busts."""
    strategy = basic_strategy(1)
    plays = table(strategy, surrender=surrender)
    for upcard in (1, 9):
        joint = against(upcard, 1, strategy, surrender=surrender)
        finished = sum(joint.without_blackjack(player) for player in joint.players)
        bust = 0
        value = naive.VALUES[upcard]
        shoe = naive.without(naive.full_shoe(1), value)
        for (hand, _), ways in naive.player_ways(plays, shoe, value).items():
            if naive.points(hand)[0] > 21:
                code = sum(ONE[naive.VALUES.index(card)] for card in hand)
                count = joint.ways.dealers(code, upcard, blackjack=False)
                upcards = shoe_of(1)[upcard] - counts_of(code)[upcard]
                bust += ways * count * shoe_of(1)[upcard] // upcards
        assert finished + bust == joint.ways.dealers(0, upcard, blackjack=False)


def test_codes() -> None:
    code = 3 * ONE[0] + 2 * ONE[4] + 7 * ONE[9]
    assert counts_of(code) == (3, 0, 0, 0, 2, 0, 0, 0, 0, 7)
    assert size_of(code) == 12
    assert (
        ShoeWays(shoe_of(1), 12).with_later_cards(code)
        == 4 * 3 * 2 * 4 * 3 * 16 * 15 * 14 * 13 * 12 * 11 * 10
    )
