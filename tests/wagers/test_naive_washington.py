"""Washington's classifiers, and the Bulletin's, against their naive twins."""

import importlib
import itertools
import random
from collections.abc import Iterable, Iterator

import pytest

from upcard.cards.card import name_of
from upcard.money.odds import PaidOdds
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import WagerRule
from upcard.wagers.lightning_straight import WAGER as LIGHTNING

naive = importlib.import_module("wagers.naive_washington")

SEED = 230
PROGRESSIVE = "match-the-dealer-progressive"
FORMS = {
    "up": naive.up,
    "up-alt": naive.up_alternate,
    "up-four": naive.up_four,
    "both": naive.both,
    "both-alt": naive.both_alternate,
    "two-decks": naive.two_decks,
}
DECKS = {form: (2,) if form == "two-decks" else (4, 5, 6, 8) for form in FORMS}
NAMES = [(name_of(card)[0], name_of(card)[1]) for card in range(52)]

Deal = tuple[int, int, int, int]


def outcome(found: WagerRule, deal: Deal) -> str:
    """The program's, which has to be the same for the player's cards in either order."""
    first, second, upcard, hole = deal
    facts = {"first": first, "second": second, "upcard": upcard, "hole": hole}
    made = found.classify(*[facts[fact] for fact in found.facts])
    facts |= {"first": second, "second": first}
    assert found.classify(*[facts[fact] for fact in found.facts]) == made, deal
    return found.outcomes[made]


def compare(form: str, deals: Iterable[Deal]) -> set[str]:
    """The outcomes met."""
    found, twin, met = wager(PROGRESSIVE, "wa", form), FORMS[form], set()
    for deal in deals:
        first, second, upcard, hole = (NAMES[card] for card in deal)
        expected = twin([first, second], upcard, hole)
        assert outcome(found, deal) == expected, f"{form} {deal}, seed {SEED}"
        met.add(expected)
    return met


def possible(deals: Iterable[Deal], decks: int) -> Iterator[Deal]:
    """The deals that so many decks can make."""
    return (deal for deal in deals if all(deal.count(card) <= decks for card in deal))


def boundary() -> list[Deal]:
    """All deals of aces, kings and twos: every pattern of ranks and suits is among them."""
    cards = [4 * rank + suit for rank in (0, 1, 12) for suit in range(4)]
    pairs = itertools.combinations_with_replacement(cards, 2)
    dealers = list(itertools.product(cards, repeat=2))
    return [(*pair, upcard, hole) for pair in pairs for upcard, hole in dealers]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("slug", ["match-the-dealer", "match-the-dealer-down"])
def test_bonus_wagers_over_every_deal(slug: str) -> None:
    found, met = wager(slug, "wa"), set()
    for first, second in itertools.combinations_with_replacement(range(52), 2):
        for card in range(52):
            expected = naive.match_the_dealer([NAMES[first], NAMES[second]], NAMES[card])
            assert outcome(found, (first, second, card, card)) == expected
            met.add(expected)
    assert met == set(found.outcomes)


def test_up_card_tables_over_every_deal() -> None:
    pairs = itertools.combinations_with_replacement(range(52), 2)
    deals = ((*pair, card, 20) for pair in pairs for card in range(52))
    assert compare("up", deals) == set(wager(PROGRESSIVE, "wa", "up").outcomes)


@pytest.mark.parametrize("form", FORMS)
def test_boundaries(form: str) -> None:
    met = compare(form, possible(boundary(), max(DECKS[form])))
    assert met == set(wager(PROGRESSIVE, "wa", form).outcomes)


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("form", FORMS)
def test_random_deals(form: str) -> None:
    """Half of them from a shoe of three ranks alone, where cards match."""
    source = random.Random(SEED)
    for decks in DECKS[form]:
        shoe = list(range(52)) * decks
        ranks = source.sample(range(13), 3)
        few = [card for card in shoe if card // 4 in ranks]
        deals = [
            (cards[0], cards[1], cards[2], cards[3])
            for dealt_from in (shoe, few)
            for _ in range(35_000 // len(DECKS[form]) // 2)
            for cards in [source.sample(dealt_from, 4)]
        ]
        compare(form, deals)


def test_majestic_match_over_every_hand() -> None:
    found = wager("majestic-match")
    for first, second in itertools.combinations_with_replacement(range(52), 2):
        expected = naive.majestic_match([NAMES[first], NAMES[second]])
        assert outcome(found, (first, second, 0, 0)) == expected


def test_baccarat_wagers_over_every_two_card_round() -> None:
    wagers = [wager(f"baccarat-{name}") for name in ("player", "banker", "tie")]
    ranks = [("A23456789TJQK"[rank], "s") for rank in range(13)]
    for cards in itertools.product(range(13), repeat=4):
        player, banker = ([ranks[card] for card in hand] for hand in (cards[:2], cards[2:]))
        totals = [
            sum(card + 1 if card < 9 else 0 for card in hand) % 10
            for hand in (cards[:2], cards[2:])
        ]
        made = tuple(found.outcomes[found.classify(*totals)] for found in wagers)
        assert made == naive.baccarat(player, banker), (player, banker)


def test_baccarat_wagers_pay_as_chapter_631a_is_read() -> None:
    for name, odds in (
        ("player", PaidOdds(1, 1)),
        ("banker", PaidOdds(19, 20)),
        ("tie", PaidOdds(8, 1)),
    ):
        (table,) = checked_rules(f"baccarat-{name}").paytables
        assert table.awards == {"win": (odds,)}
        assert table.data.decks == (6, 8)


def test_lightning_over_every_number_and_payout() -> None:
    payouts = [49, 99, 149, 199, 249, 299, 349, 399, 499]
    for number, pocket in itertools.product(range(37), repeat=2):
        for index, payout in enumerate([0, *payouts]):
            lucky = {number: payout} if payout else {(number + 1) % 37: 49}
            made = LIGHTNING.outcomes[LIGHTNING.classify(number, pocket, index)]
            assert made == naive.lightning(number, pocket, lucky)
