"""All wagers of one round of baccarat, or of one spin, against naive listings of every round."""

import importlib
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import perm
from typing import Any

import pytest

from tables_of_games import PAYOUTS
from upcard.cards.card import DECK_SIZE
from upcard.exact.baccarat import counts
from upcard.exact.baccarat_rounds import RoundArea, joint_counts
from upcard.exact.wheel import joint_counts as of_the_wheel
from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS, lightning_rules
from upcard.wagers.catalogue import wager

of_baccarat: Any = importlib.import_module("odds.naive_baccarat")

AREAS = {name: RoundArea(wager(area.wager), area.hand) for name, area in betting_areas().items()}

RANKS = "A23456789TJQK"


def naive_round(cards: tuple[int, ...]) -> tuple[str, ...]:
    """What each area shows of a deal: the winner, and a pair of one suit, king and queen best."""
    names = ["T" if card >> 2 >= RANKS.index("T") else RANKS[card >> 2] for card in cards]
    player, banker, rest = names[0] + names[2], names[1] + names[3], names[4:]
    if not of_baccarat.is_player_done(player, banker):
        player += rest.pop(0)
    if not of_baccarat.is_banker_done(player, banker):
        banker += rest.pop(0)
    ahead = of_baccarat.points(player) - of_baccarat.points(banker)
    shown = [
        "tie" if ahead == 0 else "win" if ahead > 0 else "lose",
        "tie" if ahead == 0 else "win" if ahead < 0 else "lose",
        "win" if ahead == 0 else "lose",
    ]
    for first, second in (cards[0:3:2], cards[1:4:2]):
        royal = {RANKS[first >> 2], RANKS[second >> 2]} == {"K", "Q"}
        suited = "royal-match" if royal else "suited-match"
        shown.append(suited if first & 3 == second & 3 else "lose")
    return tuple(shown)


@pytest.mark.parametrize(
    "shoe", [(0, 5, 13, 21, 27, 29, 45, 49, 48), (44, 44, 48, 48, 12, 16, 20, 32)]
)
def test_s631b_07_e_all_areas_of_a_small_shoe(shoe: tuple[int, ...]) -> None:
    """Every order of six cards of a shoe of eight or nine, some of them twice."""
    naive = Counter(naive_round(deal) for deal in permutations(shoe, 6))
    left = tuple(shoe.count(card) for card in range(DECK_SIZE))
    found = {
        tuple(area.wager.outcomes[at] for area, at in zip(AREAS.values(), shown, strict=True)): ways
        for shown, ways in joint_counts(list(AREAS.values()), left).items()
    }
    assert found == naive
    assert len(naive) > 8


def test_each_area_of_a_full_shoe_has_its_own_odds() -> None:
    found = joint_counts(list(AREAS.values()), (8,) * DECK_SIZE)
    assert sum(found.values()) == perm(416, 6)
    for number, area in enumerate(list(AREAS.values())[:3]):
        own: Counter[str] = Counter()
        for shown, ways in found.items():
            own[area.wager.outcomes[shown[number]]] += ways
        assert dict(own) == counts(area.wager, 8)


@pytest.mark.parametrize("straights", [("straight-17", "straight-20"), ("straight-0",)])
def test_s617b_03_e_all_areas_of_a_spin(straights: tuple[str, ...]) -> None:
    """Every set of one and two Lucky Numbers, every payout and every compartment."""
    names = (*straights, "split-17-20", "column-2", "red")
    areas = [SPOTS[name] for name in names]
    placed = [(wager(spot.wager), spot) for spot in areas]
    weights = {1: 3, 2: 5}
    naive: dict[tuple[str, ...], Fraction] = {}
    for number, weight in weights.items():
        sets = list(combinations(range(37), number))
        for lucky in sets:
            for pocket in range(37):
                hit = pocket in lucky
                for payout, share in PAYOUTS.items() if hit else ((0, sum(PAYOUTS.values())),):
                    straight = f"lucky-number-{payout}" if hit else "straight"
                    shown = tuple(
                        ("lose" if pocket not in spot.numbers else straight)
                        if name.startswith("straight")
                        else ("win" if pocket in spot.numbers else "lose")
                        for name, spot in zip(names, areas, strict=True)
                    )
                    chance = Fraction(weight * share, len(sets) * sum(PAYOUTS.values()))
                    naive[shown] = naive.get(shown, Fraction(0)) + chance
    counted = of_the_wheel(placed, lightning_rules(weights, PAYOUTS))
    total, sums = sum(counted.values()), sum(naive.values())
    found = {
        tuple(rule.outcomes[at] for (rule, _), at in zip(placed, shown, strict=True)): ways
        for shown, ways in counted.items()
    }
    assert {shown: Fraction(ways, total) for shown, ways in found.items()} == {
        shown: chance / sums for shown, chance in naive.items()
    }
