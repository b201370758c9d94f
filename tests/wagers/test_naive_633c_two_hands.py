"""The wagers of whole hands against their naive twins, written from the text alone."""

import importlib
import itertools
import random
from collections.abc import Iterator
from typing import Final

import pytest

from upcard.cards.card import DECK_SIZE, name_of, parse_card
from upcard.wagers.catalogue import wager

naive = importlib.import_module("wagers.naive_633c_two_hands")

SEED: Final = 63312
DECKS: Final = (1, 2, 4, 5, 6, 8)
CARDS: Final = range(DECK_SIZE)
TEXTS: Final = [(name_of(card)[0], name_of(card)[1]) for card in CARDS]

Hand = tuple[int, ...]


def hand(names: str) -> Hand:
    return tuple(parse_card(name) for name in names.split())


def texts(cards: Hand) -> tuple[tuple[str, str], ...]:
    return tuple(TEXTS[card] for card in cards)


def made(
    slug: str, player: Hand, dealer: Hand, form: str = "", *, surrendered: bool = False
) -> str:
    """The program's outcome of two finished hands."""
    found = wager(slug, form=form)
    facts = {
        "first": player[0],
        "second": player[1],
        "player_total": naive.point_count(texts(player)),
        "player_blackjack": int(naive.blackjack(texts(player))),
        "dealer_total": naive.point_count(texts(dealer)),
        "dealer_cards": len(dealer),
        "dealer_blackjack": int(naive.blackjack(texts(dealer))),
        "surrendered": int(surrendered),
    }
    if found.fold is not None:
        state = found.fold.start
        kept = naive.without_bust(texts(player))
        for card in player[: len(kept)] if found.fold.of == "player" else dealer:
            state = found.fold.step(state, card)
        facts["folded"] = state
    return found.outcomes[found.classify(*[facts[name] for name in found.facts])]


def both_agree(player: Hand, dealer: Hand) -> set[tuple[str, str]]:
    """Every wager makes the same on both sides; the wagers and outcomes met."""
    mine, theirs = texts(player), texts(dealer)
    expected = {
        ("bad-beat", ""): naive.bad_beat(mine, theirs, False),
        ("bad-beat", "any-20"): naive.bad_beat(mine, theirs, True),
        ("bad-beat", "surrendered-in"): naive.bad_beat(mine, theirs, False),
        ("bad-beat", "any-20-surrendered-in"): naive.bad_beat(mine, theirs, True),
        ("hit-and-run", ""): naive.hit_and_run(theirs),
        ("straight-jack", ""): naive.straight_jack(mine),
        ("buster-blackjack", ""): naive.buster_blackjack(theirs),
        ("buster-blackjack", "bonus"): naive.buster_cash_bonus(mine, theirs),
        ("buzzer-beater", ""): naive.buzzer_beater(mine, theirs),
        ("buzzer-beater", "unprovided-collected"): naive.buzzer_beater(mine, theirs, True),
        ("axman", ""): naive.axman(mine, theirs),
    }
    for (slug, form), outcome in expected.items():
        assert made(slug, player, dealer, form) == outcome, (slug, form, mine, theirs)
    return {(slug + form, outcome) for (slug, form), outcome in expected.items()}


def drawn_hands(decks: int, rounds: int) -> Iterator[tuple[Hand, Hand]]:
    """Two hands from a shoe: the player draws up to a random total, the dealer to 17."""
    chance = random.Random(SEED + decks)
    shoe = list(CARDS) * decks
    for _ in range(rounds):
        cards = chance.sample(shoe, 30)
        stand = chance.randrange(12, 22)
        player = [cards.pop(), cards.pop()]
        dealer = [cards.pop(), cards.pop()]
        for drawing, until in ((player, stand), (dealer, 17)):
            while naive.point_count(texts(tuple(drawing))) < until:
                drawing.append(cards.pop())
        yield tuple(player), tuple(dealer)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("decks", DECKS)
def test_random_hands_make_what_the_text_says(decks: int) -> None:
    """§§ 633a.7(o), 633c.5(u), 633c.12(f), 633c.13(h): hands as they come from a shoe."""
    met: set[tuple[str, str]] = set()
    for player, dealer in drawn_hands(decks, 8_000):
        met |= both_agree(player, dealer)
    assert len(met) > 35, f"seed {SEED + decks}"


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6, 7, 8])
def test_rare_poker_hands_are_what_the_text_says(cards: int) -> None:
    """§ 633c.12(f)-(j): any dealer's cards, of few ranks and suits and often the wild one."""
    chance = random.Random(SEED + 100 * cards)
    wild = parse_card("Kd")
    met = set()
    for _ in range(1_500):
        ranks = chance.sample(range(13), chance.randrange(2, 7))
        suits = chance.sample(range(4), chance.randrange(1, 3))
        dealer = [4 * chance.choice(ranks) + chance.choice(suits) for _ in range(cards)]
        dealer[: chance.choice((0, 0, 1, 1, 2))] = [wild] * chance.choice((0, 1))
        dealer = (dealer + [4 * chance.choice(ranks)] * 2)[:cards]
        chance.shuffle(dealer)
        outcome = naive.axman(texts(hand("2c 3c")), texts(tuple(dealer)))
        assert made("axman", hand("2c 3c"), tuple(dealer)) == outcome, texts(tuple(dealer))
        met.add(outcome)
    assert len(met) == {2: 2, 3: 3, 4: 5}.get(cards, 10), f"seed {SEED + 100 * cards}"


@pytest.mark.nightly
def test_every_straight_of_five_with_wild_cards() -> None:
    """§ 633c.12(h), (j): five natural ranks, then each of them wild; suited and not."""
    for ranks in itertools.combinations(range(13), 5):
        for suits in ((2, 2, 2, 2, 2), (2, 2, 2, 2, 1), (0, 0, 0, 0, 0)):
            natural = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            for place in (None, 0, 2, 4):
                dealer = list(natural)
                if place is not None:
                    dealer[place] = parse_card("Kd")
                outcome = naive.axman(texts(hand("2c 3c")), texts(tuple(dealer)))
                assert made("axman", hand("2c 3c"), tuple(dealer)) == outcome, texts(tuple(dealer))


@pytest.mark.nightly
def test_ties_at_the_fifth_place_go_the_players_way() -> None:
    """§ 633c.12(f): every six cards of four high diamonds and two that tie, in every order."""
    high = hand("Ad Qd Jd Td")
    for low in itertools.product(hand("5s 5d 5c 4d Kd"), repeat=2):
        for dealer in itertools.permutations((*high, *low)):
            outcome = naive.axman(texts(hand("2c 3c")), texts(dealer))
            assert made("axman", hand("2c 3c"), dealer) == outcome, texts(dealer)


def runs(cards: Hand, longest: int) -> Iterator[Hand]:
    """Every way to go on drawing, a busting card included, with ranks of one suit."""
    yield cards
    if len(cards) < longest and naive.point_count(texts(cards)) < 21:
        for rank in range(13):
            yield from runs((*cards, 4 * rank), longest)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("suit", range(4))
def test_every_run_is_what_the_text_says(suit: int) -> None:
    """§ 633a.7(o)(3): every initial straight and all that can be drawn to it, up to six cards."""
    met = set()
    initial = [
        pair
        for ranks in itertools.product(range(13), repeat=2)
        for pair in [tuple(4 * rank + suit for rank in ranks)]
        if naive.straight_jack(texts(pair)) != "lose"
    ]
    assert len(initial) == 26
    for pair in initial:
        for player in runs(pair, 6 if suit < 2 else 4):
            expected = naive.straight_jack(texts(player))
            assert made("straight-jack", player, hand("Ts 7c")) == expected, texts(player)
            met.add(expected)
    assert len(met) >= 3


def test_every_initial_two_cards_of_straight_jack() -> None:
    """§ 633a.7(g)(9): what loses at the initial deal, and what waits for the dealer."""
    found = wager("straight-jack")
    assert found.hold is not None
    for first, second in itertools.product(CARDS, repeat=2):
        expected = naive.straight_jack(texts((first, second)))
        assert made("straight-jack", (first, second), hand("Ts 7c")) == expected
        assert found.hold.when(first, second, 0) == int(expected != "lose")
