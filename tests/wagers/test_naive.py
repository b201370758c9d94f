"""Each classifier against its naive twin, which is written from the text alone."""

import importlib
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from upcard.cards.card import DECK_SIZE, name_of, parse_card
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import needed_facts

naive = importlib.import_module("odds.naive")

Deal = tuple[int, int, int, int]

SEED: Final = 633
DEALERS: Final = [parse_card(name) for name in ("As", "Kh", "Qh", "Qs", "Ks", "9c", "Td", "Ac")]
"""Enough for the dealer to have a Blackjack either way round, a Royal Match, and neither."""


def text(card: int) -> tuple[str, str]:
    """A card as the naive side writes it."""
    name = name_of(card)
    return name[0], name[1]


def twins(name: str) -> tuple[Callable[..., int], tuple[str, ...], tuple[str, ...]]:
    """The program's function of a naive name, its facts and what its values mean."""
    slug, _, bonus = name.partition(".")
    found = wager(slug)
    if not bonus:
        return found.classify, found.facts, found.outcomes
    assert found.bonus is not None
    assert found.bonus.outcome == bonus
    return found.bonus.when, needed_facts(found.bonus.when), ("lose", bonus)


def compare(name: str, deals: Iterator[Deal]) -> set[str]:
    """The outcomes met: the same for every deal, the player's cards in either order."""
    function, asked, outcomes = twins(name)
    given = wager(name.partition(".")[0]).offered_when
    twin = naive.WAGERS[name][0]
    met: set[str] = set()
    for first, second, upcard, hole in deals:
        player, dealer = (text(first), text(second)), (text(upcard), text(hole))
        expected = twin((*player, *dealer))
        if given is not None and given(upcard) == 0:
            assert expected is None, f"{player} {dealer}"
            continue
        facts = {
            "first": first,
            "second": second,
            "upcard": upcard,
            "hole": hole,
            "dealer_blackjack": int(naive.blackjack(dealer)),
            "dealer_royal_match": int(naive.royal_match(dealer)),
        }
        assert outcomes[function(*[facts[fact] for fact in asked])] == expected, (player, dealer)
        facts.update(first=second, second=first)
        assert outcomes[function(*[facts[fact] for fact in asked])] == expected, (player, dealer)
        met.add(expected)
    return met


def pairs() -> Iterator[tuple[int, int]]:
    """Every unordered two cards of many decks: those of one deck and the identical ones."""
    return itertools.combinations_with_replacement(range(DECK_SIZE), 2)


def every_deal(seen: str) -> Iterator[Deal]:
    """All deals of the cards that are seen; four cards with every dealer's hand of `DEALERS`."""
    if seen == "UH":
        for upcard, hole in itertools.product(range(DECK_SIZE), repeat=2):
            yield 0, 0, upcard, hole
    for first, second in pairs() if "P" in seen else ():
        if seen == "PP":
            yield first, second, 0, 0
        elif seen == "PPU":
            for upcard in range(DECK_SIZE):
                yield first, second, upcard, 0
        else:
            for upcard, hole in itertools.permutations(DEALERS, 2):
                yield first, second, upcard, hole


def random_deals(decks: int, rounds: int) -> Iterator[Deal]:
    """Four cards from the top of a shoe, again and again; repeated by `SEED`."""
    chance = random.Random(SEED + decks)
    shoe = list(range(DECK_SIZE)) * decks
    for _ in range(rounds):
        first, upcard, second, hole = chance.sample(shoe, 4)
        yield first, second, upcard, hole


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("name", naive.WAGERS)
def test_every_deal_makes_what_the_text_says(name: str) -> None:
    """§§ 633a.1, 633a.6(e), 633a.7(g), 633a.8(a): all first cards, with upcards."""
    met = compare(name, every_deal(naive.WAGERS[name][1]))
    assert met == set(twins(name)[2]), "every outcome is met"


@pytest.mark.nightly(but=20)
@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
@pytest.mark.parametrize("name", naive.WAGERS)
def test_random_deals_make_what_the_text_says(name: str, decks: int) -> None:
    """§§ 633a.1, 633a.6(e), 633a.7(g), 633a.8(a): random first cards of a shoe."""
    assert "lose" in compare(name, random_deals(decks, 2_000))
