"""Five wagers of chapter 633c against their naive twins, written from the text alone.

By day some of the dealer's Blackjacks and decks; `make nightly` tries all of them.
"""

import importlib
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

from nightly import every
from upcard.cards.card import ACE, DECK_SIZE, TEN, name_of
from upcard.cards.totals import is_blackjack
from upcard.wagers.catalogue import wager

naive = importlib.import_module("naive_633c_one")

SEED = 6331
TYPES = range(DECK_SIZE)
CARD = [(name_of(card)[0], name_of(card)[1]) for card in TYPES]
PAIRS = list(itertools.combinations_with_replacement(TYPES, 2))
DEALERS = list(itertools.product(TYPES, TYPES))
BLACKJACKS = [pair for pair in DEALERS if is_blackjack(*pair) == 1]

SUPER_4 = [
    ("super-4", reading + ("-" if reading and suit else "") + suit)
    for reading in ("", "industry")
    for suit in ("", "spades", "hearts", "diamonds", "clubs")
]
MATCH_READINGS = ["", "card-by-card", "row-name"]

Deal = tuple[int, int, int, int]


def twin(slug: str, form: str = "") -> Callable[..., str]:
    """The naive function of a wager in one of its forms."""
    if slug == "super-4":
        reading = "industry" if form.startswith("industry") else "text"
        chosen = form.removeprefix("industry").removeprefix("-") or "spades"
        return partial(naive.super_4, chosen=chosen, reading=reading)
    if slug == "blackjack-match":
        return partial(naive.blackjack_match, reading=form)
    function: Callable[..., str] = getattr(naive, slug.replace("-", "_"))
    return function


def compare(slug: str, form: str, deals: Iterator[Deal], *, turned: bool = True) -> set[str]:
    """The outcomes met, the same on both sides; `turned`: the player's cards in either order."""
    found = wager(slug, "pa", form)
    expected_of = twin(slug, form)
    met: set[str] = set()
    for first, second, upcard, hole in deals:
        player, dealer = [CARD[first], CARD[second]], [CARD[upcard], CARD[hole]]
        expected = expected_of(player, dealer)
        said = found.outcomes[found.classify(first, second, upcard, hole)]
        assert said == expected, f"{slug} {form}: {player} {dealer}, seed {SEED}"
        if turned:
            again = found.outcomes[found.classify(second, first, upcard, hole)]
            assert again == expected, f"{slug} {form}: {player[::-1]} {dealer}, seed {SEED}"
        met.add(expected)
    return met


def with_dealer_blackjack(dealers: Sequence[tuple[int, int]]) -> Iterator[Deal]:
    """Every player's two cards with these dealers' hands."""
    for (first, second), (upcard, hole) in itertools.product(PAIRS, dealers):
        yield first, second, upcard, hole


def random_deals(decks: int, rounds: int) -> Iterator[Deal]:
    """Four cards from the top of a shoe, again and again; repeated by `SEED` and `decks`."""
    chance = random.Random(SEED + decks)
    shoe = list(TYPES) * decks
    for _ in range(rounds):
        first, upcard, second, hole = chance.sample(shoe, 4)
        yield first, second, upcard, hole


def test_every_pair_of_cards() -> None:
    """§ 633c.1(f)."""
    found = wager("perfect-pairs")
    met = set()
    for first, second in itertools.product(TYPES, repeat=2):
        outcome = found.outcomes[found.classify(first, second)]
        assert outcome == naive.perfect_pairs([CARD[first], CARD[second]]), (first, second)
        met.add(outcome)
    assert met == set(found.outcomes)


def test_every_two_cards_and_upcard() -> None:
    """§§ 633c.3(a), 685c.1(a)."""
    found = wager("match-the-dealer-progressive")
    met = set()
    for first, second, upcard in itertools.product(TYPES, repeat=3):
        outcome = found.outcomes[found.classify(first, second, upcard)]
        player = [CARD[first], CARD[second]]
        expected = naive.match_the_dealer_progressive(player, CARD[upcard])
        assert outcome == expected, (player, CARD[upcard])
        met.add(outcome)
    assert met == set(found.outcomes)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("slug", "form"), [("jackpot-party", ""), SUPER_4[0], SUPER_4[5]])
def test_every_player_against_every_dealer_blackjack(slug: str, form: str) -> None:
    """§§ 633c.2(a), 633c.6(a): rows (1) to (9) need a dealer's Blackjack."""
    met = compare(slug, form, with_dealer_blackjack(every(5, BLACKJACKS)))
    assert met == set(wager(slug, "pa", form).outcomes) - {"lose", "dealer-ace-up"}


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(("slug", "form"), SUPER_4)
def test_every_chosen_suit_with_tens_and_aces(slug: str, form: str) -> None:
    """§ 633c.6(a)(1), (2): the certificate holder's suit."""
    high = [card for card in TYPES if card >> 2 == ACE or card >> 2 >= TEN]
    players = itertools.combinations_with_replacement(high, 2)
    deals = (
        (first, second, upcard, hole)
        for (first, second), (upcard, hole) in itertools.product(players, every(3, BLACKJACKS))
    )
    met = compare(slug, form, deals, turned=False)
    assert {"royal-flush-chosen-suit", "royal-flush-other-suit"} <= met


@pytest.mark.parametrize("slug", ["jackpot-party", "super-4"])
def test_every_dealer_with_some_players(slug: str) -> None:
    """§§ 633c.2(a)(10), 633c.2(g)(1), 633c.6(a)(10), 633c.6(g)(1): all upcards and hole cards."""
    chance = random.Random(SEED)
    deals = (
        (first, second, upcard, hole)
        for upcard, hole in DEALERS
        for first, second in chance.sample(PAIRS, 10)
    )
    assert {"lose", "dealer-ace-up", "dealer-blackjack"} <= compare(slug, "", deals)


@pytest.mark.parametrize("form", MATCH_READINGS)
def test_every_player_blackjack_against_every_dealer(form: str) -> None:
    """§ 633c.10(a)(1)—(6), in each reading of the suited rows."""
    deals = (
        (first, second, upcard, hole)
        for (first, second), (upcard, hole) in itertools.product(every(3, BLACKJACKS[:64]), DEALERS)
    )
    met = compare("blackjack-match", form, deals, turned=False)
    assert met == set(wager("blackjack-match").outcomes) - {"lose", "player-any-ace"}


def test_every_player_against_two_dealers() -> None:
    """§ 633c.10(a)(7): any ace without a Blackjack, whatever the dealer has."""
    dealers = [BLACKJACKS[0], (8, 8)]
    met = compare("blackjack-match", "", with_dealer_blackjack(dealers))
    assert {"lose", "player-any-ace"} <= met


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("decks", every(4, [1, 2, 4, 6, 8]))
@pytest.mark.parametrize("slug", ["jackpot-party", "super-4", "blackjack-match"])
def test_random_deals(slug: str, decks: int) -> None:
    """§§ 633c.2(a), 633c.6(a), 633c.10(a): shoes of the permitted decks."""
    assert "lose" in compare(slug, "", random_deals(decks, 20_000))
