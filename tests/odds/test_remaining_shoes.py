"""Odds at any remaining shoe, against a naive recount of every order of its cards."""

import importlib
import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any, Final

import pytest

import upcard
from nightly import NIGHTLY, every
from upcard.cards.card import parse_card
from upcard.exact.counting import count_outcomes
from upcard.exact.play.basic import basic_strategy
from upcard.exact.play.fold import counts
from upcard.exact.record import records
from upcard.rules.schema import WagerData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import CardFold, WagerRule

naive: Any = importlib.import_module("odds.naive")
cases: Any = importlib.import_module("odds.naive_cases")
of_baccarat: Any = importlib.import_module("odds.naive_baccarat")
of_dealer: Any = importlib.import_module("odds.naive_dealer")
of_play: Any = importlib.import_module("odds.naive_play")
CASES: Final = {**naive.WAGERS, **cases.CASES}
CROWN: Final = "royal-match-21.crown-treasure"
NAMES: Final = [name for name in CASES if name != CROWN]

SHOES: Final = 200 if NIGHTLY else 60
CARDS_LEFT: Final = {2: 24, 3: 11, 4: 8}
"""How many cards are left of a shoe, by the number of cards that a wager sees."""


def found_wager(name: str) -> tuple[WagerData, WagerRule]:
    slug, _, form = name.removeprefix("wa.").partition(".")
    place = "wa" if name.startswith("wa.") else "pa"
    return checked_rules(slug, place).data, wager(slug, place, form)


def recounted(name: str, cards: list[tuple[str, str]]) -> dict[str, Fraction]:
    """The chance of each outcome: every order of the cards that are seen is equally likely."""
    classify, seen, _ = CASES[name]
    before = () if "P" in seen else (naive.UNSEEN, naive.UNSEEN)
    found: Counter[str] = Counter()
    for dealt in itertools.permutations(cards, len(seen)):
        outcome = classify((*before, *dealt))
        if outcome is not None:
            found[outcome] += 1
    return {outcome: Fraction(ways, found.total()) for outcome, ways in found.items()}


def chances(ways: dict[str, int]) -> dict[str, Fraction]:
    total = sum(ways.values())
    return {outcome: Fraction(number, total) for outcome, number in ways.items() if number}


def left_of(cards: list[tuple[str, str]]) -> tuple[int, ...]:
    held = Counter(cards)
    return tuple(held[card] for card in cases.DECK)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("start", every(2, range(4)))
def test_first_cards_of_random_shoes(start: int) -> None:
    source = random.Random(1500 + start)
    for number in range(start, SHOES, 4):
        name = NAMES[number % len(NAMES)]
        _, seen, offered = CASES[name]
        decks = source.choice(offered)
        cards = source.sample(cases.DECK * decks, CARDS_LEFT[len(seen)])
        if name == "insurance":
            cards.append(("A", "s"))
        data, found = found_wager(name)
        ways = count_outcomes(data, found, decks, left=left_of(cards)).combinations
        assert chances(ways) == recounted(name, cards), (name, start, number)


@pytest.mark.nightly
@pytest.mark.parametrize("gone", ["", "T8T8A5"])
def test_baccarat_with_cards_gone(gone: str) -> None:
    shoe = Counter(cases.DECK * 8)
    for value in gone:
        rank = "K" if value == "T" else value
        shoe[rank, next(suit for suit in "shdc" if shoe[rank, suit])] -= 1
    left = tuple(shoe[card] for card in cases.DECK)
    for slug, expected in of_baccarat.count(8, gone).items():
        data, found = found_wager(slug)
        assert chances(count_outcomes(data, found, 8, left=left).combinations) == chances(expected)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", ["hit-and-run", "buster-blackjack"])
def test_the_dealers_hand_from_a_few_values(slug: str, seed: int) -> None:
    """Nobody else takes a card; the dealer draws card by card from what is left."""
    ranks = random.Random(seed).sample("A23456789T", 5)
    shoe = of_dealer.by_value(6)
    left_by_rank = {rank: shoe[rank] - 5 if rank in ranks else 0 for rank in of_dealer.VALUES}
    cards = [
        (rank if rank != "T" else source, suit)
        for rank, left in left_by_rank.items()
        for source, suit in itertools.islice(
            itertools.cycle(itertools.product("TJQK" if rank == "T" else rank, "shdc")), left
        )
    ]
    twin = {
        "hit-and-run": of_dealer.twins.hit_and_run,
        "buster-blackjack": of_dealer.twins.buster_blackjack,
    }[slug]
    found: Counter[str] = Counter()
    for hand, chance in of_dealer.drawn(Counter(left_by_rank), (), Fraction(1)):
        found[twin(tuple(of_dealer.HEARTS[value] for value in hand))] += chance
    data, ours = found_wager(slug)
    ways = count_outcomes(data, ours, 6, left=left_of(cards)).combinations
    assert chances(ways) == {outcome: chance for outcome, chance in found.items() if chance}


STRAIGHT: Final = ["As", "Ac", "2c", "2h", "3d", "4h", "5s", "6c", "Kd", "Qs"]
"""Cards of the longest straights, high and low; each test takes them in other numbers."""


def straights(shoe: Counter[tuple[str, str]], plays: Any) -> dict[str, Fraction]:
    """The chance of each straight, card by card, until one is broken or the hand is finished."""
    found: Counter[str] = Counter()

    def deal(dealt: tuple[tuple[str, str], ...], chance: Fraction) -> None:
        left = shoe - Counter(dealt)
        for card, cards in left.items():
            play((*dealt, card), chance * Fraction(cards, left.total()))

    def play(dealt: tuple[tuple[str, str], ...], chance: Fraction) -> None:
        if len(dealt) < 4:
            deal(dealt, chance)
            return
        one, upcard, other, hole = dealt[:4]
        seen = of_play.Round([one, other], list(dealt[4:]), [upcard, hole], one)
        hit = not of_play.is_blackjack(seen.dealers) and of_play.decides(
            plays, seen.hand, of_play.value_of(upcard[0])
        ) in ("hit", "double")
        doubled = len(dealt) == 5 and (
            of_play.decides(plays, seen.hand[:2], of_play.value_of(upcard[0])) == "double"
        )
        ranks = [rank for rank, _ in seen.initial + seen.drawn]
        if hit and not doubled and of_play.in_a_row(ranks) and len(seen.kept) == len(ranks):
            deal(dealt, chance)
        else:
            found[of_play.straight_jack(seen)] += chance  # type: ignore[assignment]

    deal((), Fraction(1))
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("seed", range(3))
def test_straight_jack_follows_the_suits_that_are_left(seed: int) -> None:
    """Every card until the straight is broken, from shoes of a few cards in uneven numbers."""
    bits, strategy = random.Random(seed), basic_strategy(6)

    def decide(hand: str, upcard: str) -> str:
        cards = [parse_card(f"{value}s") for value in hand]
        action = strategy.decide(cards, parse_card(f"{upcard}s"), surrender=False)
        return "stand" if action == "split" else action

    shoe = Counter({(name[0], name[1]): bits.randint(2, 6) for name in STRAIGHT})
    data, ours = found_wager("straight-jack")
    left = tuple(shoe[card] for card in cases.DECK)
    ways = count_outcomes(data, ours, 6, left=left).combinations
    assert chances(ways) == straights(shoe, of_play.tabled(decide))


def test_a_fold_that_counts_suits_of_one_rank_is_refused() -> None:
    spades = CardFold("player", lambda state, card: state + (card & 3 == 0))
    with pytest.raises(upcard.BadInput, match="tells suits of a rank apart"):
        counts(lambda folded: folded, spades, (6,) * 52, basic_strategy(6))


WHOLE: Final = ["lucky-ladies", "axman", "bad-beat", "blazing-7s", "buster-blackjack"]


@pytest.mark.parametrize("slug", WHOLE)
def test_whole_decks_counted_card_by_card_give_the_same_chances(slug: str) -> None:
    """Two ways of one program: those of `left` and those of whole decks."""
    for record in records(slug, decks=6)[:2]:
        data, found = checked_rules(slug).data, wager(slug, form=record.form)
        ways = count_outcomes(data, found, 6, left=(6,) * 52).combinations
        assert chances(ways) == {
            row.outcome: row.probability for row in record.outcomes if row.combinations
        }


def test_the_dealers_suits_are_counted_card_by_card() -> None:
    """Two suits that are alike to Axman are alike with the same cards gone."""
    whole = upcard.odds("axman", decks=6).one()
    spades = upcard.odds("axman", shoe=upcard.shoe(6).without(*["2s"] * 6, *["3s"] * 6)).one()
    clubs = upcard.odds("axman", shoe=upcard.shoe(6).without(*["2c"] * 6, *["3c"] * 6)).one()
    assert spades.house_edge == clubs.house_edge != whole.house_edge


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    "slug",
    [
        "royal-match-21",
        "in-between",
        "lucky-ladies",
        "buster-blackjack",
        "straight-jack",
        "bad-beat",
    ],
)
def test_effects_of_removal_are_what_a_shoe_less_one_card_gives(slug: str) -> None:
    shoe = upcard.shoe(6).without("Ks", "Qs", "5h")
    found = upcard.odds(slug, shoe=shoe)[0]
    effects = found.effects_of_removal()
    for card in ("Kh", "5h", "9c"):
        less = upcard.odds(slug, paytable=found.paytable, shoe=shoe.without(card))[0]
        assert effects[card] == found.house_edge - less.house_edge
    names = upcard.shoe(6).gone.keys() | effects.keys()
    weights = dict(zip(sorted(names, key=list(effects).index), shoe.counts, strict=True))
    assert sum(weights[card] * effect for card, effect in effects.items()) == 0


def test_a_house_dealer_who_hits_soft_17_changes_effects_and_bonuses() -> None:
    wagers = {"buster-blackjack": {"paytable": "A", "bonus": "B1"}}
    hits, stands = (
        upcard.odds("buster-blackjack", rules=upcard.blackjack(soft_17=soft, wagers=wagers)).one()
        for soft in ("hit", "stand")
    )
    less = upcard.shoe(6).without("5h")
    rules = upcard.blackjack(soft_17="hit", wagers=wagers)
    fewer = upcard.odds("buster-blackjack", rules=rules, shoe=less).one()
    assert hits.effects_of_removal()["5h"] == hits.house_edge - fewer.house_edge
    for one, other in zip(hits.record.bonuses, stands.record.bonuses, strict=True):
        assert one.won.probability > other.won.probability


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: upcard.shoe(0), "A shoe has 1 to 100 decks"),
        (lambda: upcard.shoe(1).without("Ks", "Ks"), "The shoe holds 1 Ks, of which 2"),
        (lambda: upcard.shoe("A=3"), "does not divide among four suits"),
        (lambda: upcard.shoe("As=3, As=2"), "names As twice"),
        (lambda: upcard.shoe({"As": 7}, decks=6), "6 decks hold 6 As, not 7"),
        (lambda: upcard.odds("royal-match-21", decks=8, shoe=upcard.shoe(6)), "one of 6 decks"),
        (lambda: upcard.odds("red", shoe=upcard.shoe(6).without("As")), "without cards"),
        (
            lambda: upcard.odds("hit-and-run", shoe=upcard.shoe("A=8, K=8", decks=6)),
            "need 28 cards in the shoe; it has 16",
        ),
        (upcard.odds("red")[0].effects_of_removal, "no effects of removal"),
    ],
)
def test_what_is_no_shoe_is_refused_in_one_sentence(wrong: Any, sentence: str) -> None:
    with pytest.raises(upcard.UpcardError, match=sentence):
        wrong()


def test_a_shoe_is_named_by_what_is_gone() -> None:
    shoe = upcard.shoe(6).without("Ks Qs", "5h", "5h")
    assert repr(shoe) == "6 decks without 5h×2 Qs Ks, 308 cards"
    assert upcard.shoe("A♠=3, K=12").cards == 15
    assert not shoe.is_full
    assert upcard.shoe(6).is_full
    assert shoe.without() == shoe
