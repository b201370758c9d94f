"""Wagers that depend on how the player plays: exact counts against hand counts and rounds dealt."""

import importlib
import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import pytest

from upcard.cards.card import parse_card
from upcard.exact.play.basic import BasicStrategy, basic_strategy
from upcard.exact.play.playing_out import is_played_out, play_out_counts, strategy_name
from upcard.games.blackjack_rules import BlackjackRules
from upcard.wagers.catalogue import wager

naive = importlib.import_module("odds.naive_play")

DECKS = (1, 2, 4, 5, 6, 8)

PLAYED = [
    ("bad-beat", ""),
    ("bad-beat", "any-20"),
    ("straight-jack", ""),
    ("blazing-7s", "A"),
    ("blazing-7s", "B"),
    ("buzzer-beater", ""),
    ("buzzer-beater", "unprovided-collected"),
]

STANDARD_ERRORS = 4.5
"""How far a simulated frequency may be from the exact one; fixed before anything was dealt."""

COMMON = 25
"""Outcomes expected less often are put together before they are compared."""


def chances(slug: str, form: str, decks: int) -> dict[str, Fraction]:
    found = play_out_counts(wager(slug, "pa", form), decks)
    total = sum(found.values())
    return {outcome: Fraction(count, total) for outcome, count in found.items()}


def table(strategy: BasicStrategy, **options: bool) -> Any:
    def decide(hand: str, upcard: str) -> str:
        cards = [parse_card(f"{value}s") for value in hand]
        return strategy.decide(cards, parse_card(f"{upcard}s"), **options)

    return naive.tabled(decide)


def makers(decks: int) -> dict[tuple[str, str], Callable[[Any], str]]:
    splitting = table(basic_strategy(decks))
    return {
        ("bad-beat", "any-20"): naive.bad_beat,
        ("straight-jack", ""): naive.straight_jack,
        ("blazing-7s", "A"): partial(naive.blazing_7s, splitting=splitting, paytable="A"),
        ("blazing-7s", "B"): partial(naive.blazing_7s, splitting=splitting, paytable="B"),
    }


def furthest(dealt: Counter[str], exact: dict[str, Fraction]) -> float:
    """The largest distance of a frequency from the exact one, in standard errors."""
    rounds = sum(dealt.values())
    assert all(exact.get(outcome) for outcome in dealt), "an outcome that cannot be"
    rare = [name for name, chance in exact.items() if float(chance) * rounds < COMMON]
    groups = [[name] for name in exact if name not in rare] + [rare]
    distances = []
    for names in groups:
        chance = float(sum(exact[name] for name in names))
        if chance:
            error = math.sqrt(rounds * chance * (1 - chance))
            seen = sum(dealt[name] for name in names)
            distances.append(abs(seen - rounds * chance) / max(error, 1))
    return max(distances)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize(("slug", "form"), PLAYED)
def test_probabilities_sum_to_one(slug: str, form: str, decks: int) -> None:
    found = chances(slug, form, decks)
    assert sum(found.values()) == 1
    assert min(found.values()) >= 0
    assert tuple(found) == wager(slug, "pa", form).outcomes


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("decks", "rounds", "seed"), [(1, 60_000, 1), (6, 150_000, 2)])
def test_rounds_dealt_agree(decks: int, rounds: int, seed: int) -> None:
    """§§ 633a.7(o)(1), 633a.7(o)(3), 633c.9(d): the repeating seed is the parameter."""
    made = makers(decks)
    plays = table(basic_strategy(decks), split=False)
    dealt = naive.simulated(rounds, decks, plays, seed, list(made.values()))
    for (slug, form), counter in zip(made, dealt, strict=True):
        distance = furthest(counter, chances(slug, form, decks))
        assert distance < STANDARD_ERRORS, f"{slug} {form}, seed {seed}"


@pytest.mark.nightly
@pytest.mark.parametrize(("decks", "rounds", "seed"), [(6, 100_000, 3), (8, 50_000, 4)])
def test_rounds_dealt_without_surrender_agree(decks: int, rounds: int, seed: int) -> None:
    """§ 633c.5(u)(1): on the hybrid table nobody surrenders (§ 633c.5(p)(2))."""
    plays = table(basic_strategy(decks), split=False, surrender=False)
    (dealt,) = naive.simulated(rounds, decks, plays, seed, [naive.buzzer_beater])
    assert furthest(dealt, chances("buzzer-beater", "", decks)) < STANDARD_ERRORS


@pytest.mark.nightly
def test_another_strategy_is_told_apart() -> None:
    """The negative control: a player who never draws, at the same threshold."""
    stands = naive.tabled(lambda *_: "stand")
    made = [naive.bad_beat, naive.straight_jack, naive.buzzer_beater]
    dealt = naive.simulated(40_000, 6, stands, 5, made)
    played = (("bad-beat", "any-20"), ("straight-jack", ""), ("buzzer-beater", ""))
    for (slug, form), counter in zip(played, dealt, strict=True):
        assert furthest(counter, chances(slug, form, 6)) > 2 * STANDARD_ERRORS, slug


# By hand


@pytest.mark.parametrize("decks", DECKS)
def test_two_cards_in_a_row_by_hand(decks: int) -> None:
    """§ 633a.7(g)(9): thirteen pairs of neighbouring ranks; the others lose at once."""
    found = chances("straight-jack", "", decks)
    assert 1 - found["lose"] == Fraction(13 * (4 * decks) ** 2, comb(52 * decks, 2))


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_longer_runs_are_those_of_a_naive_count(decks: int) -> None:
    """§ 633a.7(o)(3)(i), and by symmetry a quarter of the aces are spades."""
    found = chances("straight-jack", "", decks)
    runs = naive.straight_chances(decks, table(basic_strategy(decks)))
    assert runs[2] == found["two-card-straight"]
    assert runs[3] == found["three-card-straight"]
    assert runs[4] == found["four-card-straight"]
    assert runs[5] == found["five-card-straight"]
    spades = found["six-card-straight-with-an-ace-of-spades"]
    others = found["six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts"]
    assert others == 3 * spades
    assert runs[6] == spades + others
    assert set(runs) == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("paytable", ["A", "B"])
def test_sevens_among_two_cards_by_hand(decks: int, paytable: str) -> None:
    """§ 633c.9(d)(3): one seven of two cards, whatever is drawn; or two."""
    found = chances("blazing-7s", paytable, decks)
    pairs = comb(52 * decks, 2)
    assert found["one-7"] == Fraction(4 * decks * 48 * decks, pairs)
    assert 1 - found["lose"] - found["one-7"] == Fraction(comb(4 * decks, 2), pairs)


@pytest.mark.parametrize("decks", [2, 4, 5, 6, 8])
def test_three_sevens_by_hand_where_two_sevens_always_draw_or_split(decks: int) -> None:
    """§ 633c.9(d)(1), (4): a third card comes against every upcard, and with a dealer Blackjack."""
    for_b = chances("blazing-7s", "B", decks)
    sevens = Fraction(comb(4 * decks, 3), comb(52 * decks, 3))
    one_suit = comb(decks, 3)
    one_color = comb(2 * decks, 3) - 2 * one_suit
    each = sevens / comb(4 * decks, 3)
    assert for_b["three-7s-diamonds"] == each * one_suit
    assert for_b["three-7s-clubs-spades-hearts"] == each * 3 * one_suit
    assert for_b["three-7s-same-color"] == each * 2 * one_color
    assert for_b["three-7s"] == sevens - each * (4 * one_suit + 2 * one_color)
    for_a = chances("blazing-7s", "A", decks)
    assert for_a["three-7s-same-suit"] == each * 4 * one_suit


def test_three_sevens_by_hand_where_two_sevens_surrender_to_a_ten() -> None:
    """One deck: no third card against a ten-value upcard, unless it makes a Blackjack."""
    plays = table(basic_strategy(1))
    assert {plays.opening["7", "7", upcard] for upcard in "A23456789"} <= {"split", "hit"}
    assert plays.opening["7", "7", "T"] == "surrender"
    three = Fraction(comb(4, 3), comb(52, 3))
    no_card = Fraction(16, 49) * Fraction(44, 48)
    assert chances("blazing-7s", "A", 1)["three-7s"] == three * (1 - no_card)


@pytest.mark.parametrize("decks", [6, 8])
def test_two_blackjacks_by_hand(decks: int) -> None:
    """§ 633c.5(v)(3)."""
    aces, tens, shoe = 4 * decks, 16 * decks, 52 * decks
    both = Fraction(4 * aces * tens * (aces - 1) * (tens - 1), math.perm(shoe, 4))
    assert chances("buzzer-beater", "", decks)["blackjack-against-blackjack"] == both


@pytest.mark.parametrize("decks", DECKS)
def test_a_20_of_two_cards_against_a_blackjack_by_hand(decks: int) -> None:
    """§ 633a.7(h): nobody draws; two ten-value cards, or an ace and a nine."""
    aces, tens, shoe = 4 * decks, 16 * decks, 52 * decks
    two_tens = tens * (tens - 1) * 2 * aces * (tens - 2)
    ace_nine = 2 * aces * 4 * decks * 2 * (aces - 1) * tens
    found = chances("bad-beat", "", decks)
    assert found["blackjack"] == Fraction(two_tens + ace_nine, math.perm(shoe, 4))


def test_the_optional_20_takes_from_the_losses_alone() -> None:
    """§ 633a.7(o)(1)(i)."""
    plain, any_20 = chances("bad-beat", "", 6), chances("bad-beat", "any-20", 6)
    assert plain["player-has-a-20"] == 0
    assert any_20["lose"] + any_20["player-has-a-20"] == plain["lose"]
    for outcome in list(plain)[2:]:
        assert plain[outcome] == any_20[outcome]


# What the module says of itself


def test_which_wagers_are_played_out() -> None:
    for slug, form in PLAYED:
        assert is_played_out(wager(slug, "pa", form))
    for slug, form in (("blazing-7s", "A-upcard"), ("hit-and-run", ""), ("lucky-ladies", "")):
        assert not is_played_out(wager(slug, "pa", form))


def test_strategies_are_named() -> None:
    names = {slug: strategy_name(wager(slug, "pa", form)) for slug, form in PLAYED}
    assert "a pair is played as its total" in names["bad-beat"]
    assert "no surrender" in names["buzzer-beater"]
    assert "late surrender" in names["bad-beat"]
    assert "split" in names["blazing-7s"]
    assert "split" in names["straight-jack"]
    one_card = strategy_name(wager("bad-beat"), BlackjackRules(one_card_on_split_aces=True))
    assert "one card on split aces" in one_card
