"""The dealer's finished hand: exact counts, and why players' draws do not change them."""

import importlib
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.cards.card import new_decks, parse_card
from upcard.cards.totals import total_of
from upcard.compiled.exact.folded_hands import _orbits
from upcard.exact.dealer import VALUE_OF_RANK, VALUES, counts, decides, finished_hands
from upcard.exact.record import records
from upcard.wagers.axman import classify, step
from upcard.wagers.catalogue import wager

twins = importlib.import_module("wagers.naive_633c_two_hands")

SEED: Final = 63312
WAGERS: Final = [
    ("hit-and-run", "", 6),
    ("buster-blackjack", "", 1),
    ("buster-blackjack", "", 8),
    ("buster-blackjack", "bonus", 4),
    ("axman", "", 6),
]

LONGEST: Final = {1: 10, 4: 12, 6: 12, 8: 12}
"""The most cards that a dealer's hand may have, by decks: aces, then twos and threes."""


def text(card: int) -> tuple[str, str]:
    return "A23456789TJQK"[card >> 2], "shdc"[card & 3]


@pytest.mark.parametrize(("slug", "form", "decks"), WAGERS)
def test_counts_are_of_the_full_cycle_and_have_every_outcome(
    slug: str, form: str, decks: int
) -> None:
    """The cycle: two cards of the player, and as many for the dealer as the longest hand has."""
    found = wager(slug, "pa", form)
    assert decides(found)
    ways = counts(found, decks)
    assert list(ways) == list(found.outcomes)
    cards, longest = 52 * decks, LONGEST[decks]
    assert sum(ways.values()) == math.perm(cards, longest) * math.comb(cards - longest, 2)
    assert all(number > 0 for number in ways.values())


def test_wagers_that_hang_on_other_cards_are_not_the_dealers() -> None:
    for slug in ("bad-beat", "straight-jack", "lucky-ladies", "buzzer-beater"):
        assert not decides(wager(slug))


def test_a_dealers_blackjack_by_hand() -> None:
    """§ 633a.13(l): an ace and a ten-value card in either order."""
    ways = counts(wager("hit-and-run"), 6)
    assert Fraction(ways["blackjack"], sum(ways.values())) == Fraction(2 * 24 * 96, 312 * 311)


def test_a_dealer_busts_the_same_whatever_the_wager_asks() -> None:
    """§ 633c.13(h): every paytable prices the same hands; the bonus takes a part of them."""
    for decks in (1, 6, 8):
        busts = {record.hit_frequency for record in records("buster-blackjack", decks=decks)}
        assert len(busts) == 1
        assert Fraction(27, 100) < busts.pop() < Fraction(29, 100)


@pytest.mark.parametrize("kinds", [VALUES, VALUE_OF_RANK], ids=["values", "ranks"])
def test_finished_hands_stop_where_the_dealer_does(kinds: tuple[int, ...]) -> None:
    """§ 633a.7(m): at a hard or soft 17, not before the second card, and not later."""
    for hand in finished_hands(kinds):
        cards = [kind for kind, held in enumerate(hand.held) for _ in range(held)]
        assert len(cards) == hand.cards >= 2
        assert hand.total >= 17
        pips = [kinds[card] for card in cards]
        low = sum(pips)
        soft = low + 10 if 1 in pips and low <= 11 else low
        assert hand.total == soft
        assert 1 <= hand.orders <= math.factorial(hand.cards)


def test_orders_add_up_to_every_way_to_draw() -> None:
    """With every value as likely as any other, the chances of all finished hands sum to one."""
    whole = sum(Fraction(hand.orders, len(VALUES) ** hand.cards) for hand in finished_hands(VALUES))
    assert whole == 1


# AxMan's fold


def dealt(chance: random.Random, shoe: list[int]) -> list[int]:
    """The dealer's finished hand from the top of a shoe."""
    cards: list[int] = []
    for card in chance.sample(shoe, 24):
        if len(cards) >= 2 and total_of(cards) >= 17:
            break
        cards.append(card)
    return cards


@settings(max_examples=300)
@given(st.lists(st.integers(0, 51), min_size=2, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter_to_the_fold(
    cards: list[int], chance: random.Random
) -> None:
    """§ 633c.12(f): the counting takes ranks from high to low, the table as they come."""
    mixed = chance.sample(cards, len(cards))
    states = []
    for hand in (cards, mixed):
        state = 0
        for card in hand:
            state = step(state, card)
        states.append(classify(0, 0, state))
    assert states[0] == states[1]


@settings(max_examples=300)
@given(
    st.lists(st.integers(0, 51), min_size=2, max_size=12),
    st.permutations([0, 1, 3]),
    st.tuples(st.integers(0, 51), st.integers(0, 51)),
)
def test_suits_that_are_alike_change_places_without_a_difference(
    cards: list[int], places: list[int], pair: tuple[int, int]
) -> None:
    """§ 633c.12(f): all but diamonds, of which the king is wild; the counting deals one order."""
    fold = wager("axman").fold
    assert fold is not None
    assert fold.alike == (0, 1, 3)
    moved = dict(zip(fold.alike, places, strict=True)) | {2: 2}
    states = []
    for hand in (cards, [card & ~3 | moved[card & 3] for card in cards]):
        state = 0
        for card in hand:
            state = step(state, card)
        states.append(classify(*pair, state))
    assert states[0] == states[1]


def test_orbits_of_suits() -> None:
    """By hand: all alike one way, two of three tied three ways, none tied six."""
    assert _orbits(3) == [6, 3, 3, 1]
    assert _orbits(4) == [24, 12, 12, 4, 12, 6, 4, 1]
    assert _orbits(0) == _orbits(1) == [1]


@settings(max_examples=300)
@given(
    st.lists(st.integers(0, 51), min_size=2, max_size=10),
    st.tuples(st.integers(0, 51), st.integers(0, 51)),
    st.tuples(st.integers(0, 51), st.integers(0, 51)),
)
def test_of_the_players_cards_only_kings_of_diamonds_count(
    cards: list[int], one: tuple[int, int], other: tuple[int, int]
) -> None:
    """§ 633c.12(j): what the counting takes for granted."""
    state = 0
    for card in cards:
        state = step(state, card)
    plain = classify(0, 1, state)
    for pair in (one, other):
        kings = pair.count(50)
        assert classify(*pair, state) == (plain + 9 * kings if plain else 0)


@pytest.mark.nightly
def test_rounds_dealt_agree_with_axman() -> None:
    """§ 633c.12: random hands, classified by the naive twin; the threshold is 4.5 deviations."""
    rounds, found = 60_000, Counter[str]()
    chance = random.Random(SEED)
    shoe = new_decks(6)
    for _ in range(rounds):
        cards = dealt(chance, shoe)
        found[twins.axman((), tuple(text(card) for card in cards))] += 1
    ways = counts(wager("axman"), 6)
    merged: Counter[str] = Counter()
    for outcome, number in ways.items():
        merged[outcome.removesuffix("-2x").removesuffix("-5x")] += number
    assert deviations(found, merged, rounds) < 4.5


# Players' draws do not change the dealer's hand

Player = Callable[[list[int], int], bool]
"""Whether a player draws, by the hand's cards and the upcard."""


def never(_hand: list[int], _upcard: int) -> bool:
    return False


def to_twelve(hand: list[int], _upcard: int) -> bool:
    return total_of(hand) < 12


def greedy(hand: list[int], upcard: int) -> bool:
    """Draws to a hard total of 19, and small cards against a weak upcard for as long as it can."""
    return total_of(hand) < (21 if 3 <= upcard >> 2 <= 5 else 19)


def rounds_of(player: Player, players: int, rounds: int, decks: int) -> Iterator[list[int]]:
    """The dealer's hands of many rounds, each from a full shoe, behind players who draw first."""
    chance = random.Random(SEED)
    shoe = new_decks(decks)
    for _ in range(rounds):
        cards = iter(chance.sample(shoe, min(len(shoe), 30 + 12 * players)))
        hands = [[next(cards)] for _ in range(players)]
        dealer = [next(cards)]
        for hand in hands:
            hand.append(next(cards))
        dealer.append(next(cards))
        for hand in hands:
            while total_of(hand) < 21 and player(hand, dealer[0]):
                hand.append(next(cards))
        while total_of(dealer) < 17:
            dealer.append(next(cards))
        yield dealer


def busted(dealer: list[int]) -> str:
    return str(twins.buster_blackjack(tuple(text(card) for card in dealer)))


def deviations(found: Counter[str], ways: dict[str, int] | Counter[str], rounds: int) -> float:
    """The largest distance from what is expected, in standard deviations, of likely outcomes."""
    total = sum(ways.values())
    worst = 0.0
    for outcome, number in ways.items():
        chance = number / total
        if chance * rounds >= 5:
            spread = math.sqrt(rounds * chance * (1 - chance))
            worst = max(worst, abs(found[outcome] - rounds * chance) / spread)
    return worst


THRESHOLD: Final = 4.5
"""Deviations: with the six outcomes of each test, a false alarm comes once in 20,000 seeds."""


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("player", "players", "decks"),
    [(never, 1, 1), (to_twelve, 2, 1), (greedy, 2, 1), (greedy, 3, 4)],
)
def test_what_players_draw_does_not_change_the_dealers_hand(
    player: Player, players: int, decks: int
) -> None:
    """§§ 633a.7(m), 633c.13(f): the argument of `upcard.exact.dealer`, tried."""
    rounds = 40_000
    found = Counter(busted(dealer) for dealer in rounds_of(player, players, rounds, decks))
    ways = counts(wager("buster-blackjack"), decks)
    assert deviations(found, ways, rounds) < THRESHOLD


def test_a_shoe_that_players_looked_into_is_told_apart() -> None:
    """The negative control: players who take the small cards out of a deck before the deal."""
    rounds = 40_000
    chance = random.Random(SEED)
    small = {parse_card(rank + suit) for rank in "23" for suit in "sh"}
    shoe = [card for card in new_decks(1) if card not in small]
    found = Counter(busted(dealt(chance, shoe)) for _ in range(rounds))
    assert deviations(found, counts(wager("buster-blackjack"), 1), rounds) > THRESHOLD


def test_the_next_card_is_as_good_as_any_later_one() -> None:
    """The argument itself, exactly, on a small shoe: every order, and a player who looks.

    Whatever the player takes by the cards that they see, the dealer's next two are as likely as
    the first two.
    """
    shoe = "AATTT5"
    orders = set(_orders(shoe))
    at_once, behind = Counter[str](), Counter[str]()
    for order in orders:
        at_once[order[:2]] += 1
        taken = 1
        while taken < 4 and "A" not in order[:taken]:
            taken += 1
        behind[order[taken : taken + 2]] += 1
    assert at_once == behind


def _orders(cards: str) -> Iterator[str]:
    if not cards:
        yield ""
    for at, card in enumerate(cards):
        for rest in _orders(cards[:at] + cards[at + 1 :]):
            yield card + rest


def test_pairs_beside_a_hand_are_dealt_from_the_rest() -> None:
    """§ 633c.13(i): a player's Blackjack is not independent of the dealer's hand."""
    for decks in (1, 8):
        alone = Fraction(2 * 4 * 16 * decks**2, 52 * decks * (52 * decks - 1))
        wins = counts(wager("buster-blackjack", "pa", "bonus"), decks)
        busts = counts(wager("buster-blackjack"), decks)
        both = Fraction(wins["seven-cards"], sum(wins.values()))
        seven = Fraction(busts["seven-cards"], sum(busts.values()))
        assert both / seven != alone
        assert abs(both / seven / alone - 1) < Fraction(1, 3)
