"""The wagers of the first cards against their naive twins, written from the text alone."""

import importlib
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from upcard.cards.card import DECK_SIZE, name_of, parse_card
from upcard.rules.loader import wager_rules
from upcard.wagers.catalogue import wager

naive = importlib.import_module("wagers.naive_633c_two")

SEED: Final = 6337
CARDS: Final = range(DECK_SIZE)
DECKS: Final = (1, 2, 4, 5, 6, 8)

THREE_CARDS: Final[dict[str, Callable[..., str]]] = {
    "top-3": naive.top_3,
    "trilux-deluxe": naive.trilux_deluxe,
    "upcard-luck": naive.upcard_luck,
}
FOUR_CARDS: Final[dict[str, Callable[..., str]]] = {
    "lucky-aces": naive.lucky_aces,
    "super-match": naive.super_match,
}


def text(card: int) -> tuple[str, str]:
    """A card as the naive side writes it."""
    name = name_of(card)
    return name[0], name[1]


TEXTS: Final = [text(card) for card in CARDS]


def agree(slug: str, twin: Callable[..., str], deals: Iterator[tuple[int, ...]]) -> set[str]:
    """The outcomes met; every deal makes the same on both sides."""
    found = wager(slug)
    met: set[str] = set()
    for deal in deals:
        expected = twin(tuple(TEXTS[card] for card in deal))
        assert found.outcomes[found.classify(*deal)] == expected, [name_of(card) for card in deal]
        met.add(expected)
    return met


def every_three() -> Iterator[tuple[int, ...]]:
    """Every unordered two cards of a player, identical ones too, with every upcard."""
    for pair in itertools.combinations_with_replacement(CARDS, 2):
        for upcard in CARDS:
            yield *pair, upcard


def random_deals(decks: int, cards: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Cards from the top of a shoe, again and again; repeated by `SEED` and the decks."""
    chance = random.Random(SEED + decks)
    shoe = list(CARDS) * decks
    for _ in range(rounds):
        yield tuple(chance.sample(shoe, cards))


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("slug", THREE_CARDS)
def test_every_three_cards_make_what_the_text_says(slug: str) -> None:
    """§§ 633c.7(e), 633c.11(j), 633c.15(f): all first cards, identical ones included."""
    met = agree(slug, THREE_CARDS[slug], every_three())
    assert met == set(wager(slug).outcomes), "every outcome is met"


@pytest.mark.parametrize("slug", THREE_CARDS)
def test_the_order_of_the_players_cards_does_not_matter(slug: str) -> None:
    """§§ 633c.7(e), 633c.11(j), 633c.15(f)."""
    classify = wager(slug).classify
    for first, second, upcard in every_three():
        assert classify(first, second, upcard) == classify(second, first, upcard)


def test_all_aces_and_other_cards_make_lucky_aces() -> None:
    """§ 633c.8(e): four places, each with any ace or one of three other cards."""
    cards = [parse_card(name) for name in ("As", "Ah", "Ad", "Ac", "2d", "Kd", "Ts")]
    met = agree("lucky-aces", naive.lucky_aces, itertools.product(cards, repeat=4))
    assert met == set(wager("lucky-aces").outcomes)


def test_all_ranks_make_super_match() -> None:
    """§ 633a.13(i): every four ranks in every order, suits at random."""
    chance = random.Random(SEED)
    deals = (
        tuple(4 * rank + chance.randrange(4) for rank in ranks)
        for ranks in itertools.product(range(13), repeat=4)
    )
    met = agree("super-match", naive.super_match, deals)
    assert met == set(wager("super-match").outcomes)


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("slug", FOUR_CARDS)
def test_random_four_cards_make_what_the_text_says(slug: str, decks: int) -> None:
    """§§ 633a.13(i), 633c.8(e): 200,000 deals and more, over all decks and both wagers."""
    met = agree(slug, FOUR_CARDS[slug], random_deals(decks, 4, 35_000))
    assert "lose" in met, f"seed {SEED + decks}"


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("slug", THREE_CARDS)
def test_random_three_cards_make_what_the_text_says(slug: str, decks: int) -> None:
    """§§ 633c.7(e), 633c.11(j), 633c.15(f): from a shoe of so many decks."""
    met = agree(slug, THREE_CARDS[slug], random_deals(decks, 3, 5_000))
    assert "lose" in met, f"seed {SEED + decks}"


@pytest.mark.parametrize("paytable", ["A", "B"])
def test_every_third_card_makes_what_the_text_says(paytable: str) -> None:
    """§ 633c.9(d), (f), (h): the upcard, the drawn card, and none that counts."""
    drawn = wager("blazing-7s", form=paytable)
    upcard = wager("blazing-7s", form=f"{paytable}-upcard")
    met = set()
    for first, second, third in every_three():
        player = (TEXTS[first], TEXTS[second])
        expected = naive.blazing_7s(paytable, player, TEXTS[third])
        assert drawn.outcomes[drawn.classify(first, second, third)] == expected, (player, third)
        assert upcard.outcomes[upcard.classify(second, first, third)] == expected, (player, third)
        met.add(expected)
    for first, second in itertools.product(CARDS, repeat=2):
        expected = naive.blazing_7s(paytable, (TEXTS[first], TEXTS[second]), None)
        assert drawn.outcomes[drawn.classify(first, second, -1)] == expected
    (rules,) = (table for table in wager_rules("blazing-7s").paytables if table.id == paytable)
    assert met == set(drawn.outcomes) - set(rules.data.never), "every outcome but N/A is met"
