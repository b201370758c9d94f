"""Chances given what was dealt before the dealer drew: every order drawn by hand, and counts."""

from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from reports.paper_tables import source_from
from upcard.analysis.given_hands import (
    PARTS,
    Draws,
    deciding_total,
    finished_by,
    given_hands,
)
from upcard.analysis.players import player_of
from upcard.analysis.simulated_odds import counting
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.simulation.run import simulate
from upcard.wagers.catalogue import wager

ROUNDS = 100_000
SEED = 3


def drawn_by_hand(
    start: tuple[int, ...], left: dict[int, int], *, soft: bool
) -> dict[tuple[int, int], Fraction]:
    """The chance of each total and number of cards of a dealer, card by card; an ace is 1."""
    pips = sum(start)
    total = pips + 10 if 1 in start and pips <= 11 else pips
    if total > 17 or (total == 17 and not (soft and pips == 7)):
        return {(total, len(start)): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    cards = sum(left.values())
    for value, number in left.items():
        if number:
            rest = {**left, value: number - 1}
            for hand, chance in drawn_by_hand((*start, value), rest, soft=soft).items():
                found[hand] = found.get(hand, Fraction(0)) + chance * Fraction(number, cards)
    return found


@pytest.mark.parametrize("soft", [False, True])
def test_a_dealer_draws_with_the_chances_of_all_orders(soft: bool) -> None:
    """An ace and a 2 from a short shoe: sums of products of falling numbers of cards."""
    left = {1: 3, 2: 3, 3: 2, 4: 1, 6: 2, 10: 3}
    by_hand = drawn_by_hand((1, 2), left, soft=soft)
    found: dict[tuple[int, int], Fraction] = {}
    for draws in finished_by((0, 1), int(soft)):
        hand = draws.total, 2 + sum(draws.cards)
        found[hand] = found.get(hand, Fraction(0)) + chance_of(draws, left)
    assert {hand: chance for hand, chance in found.items() if chance} == by_hand
    assert sum(found.values()) == 1


def chance_of(draws: Draws, left: dict[int, int]) -> Fraction:
    chance, cards = Fraction(draws.orders), sum(left.values())
    for kind, times in enumerate(draws.cards):
        for taken in range(times):
            chance *= max(left.get(kind + 1, 0) - taken, 0)
    for taken in range(sum(draws.cards)):
        chance /= max(cards - taken, 1)  # of no order, where the shoe is too short
    return chance


def test_s633a_13_j_a_20_decides_bad_beat_and_no_one_total_other_wagers() -> None:
    for form in ("", "any-20", "surrendered-in", "any-20-surrendered-in"):
        assert deciding_total(wager("bad-beat", "pa", form)) == 20
    assert deciding_total(wager("buzzer-beater", "pa", "")) is None
    assert deciding_total(wager("hit-and-run", "pa", "")) is None


@pytest.mark.nightly
@pytest.mark.parametrize("any_20", ["false", "true"])
@pytest.mark.parametrize("game", ["blackjack-switch", "switch-hands", "blackjack-premium"])
def test_s633a_13_j_the_chances_are_those_of_the_simulations_rounds(game: str, any_20: str) -> None:
    """The same rounds are counted; chances are near them, and add up."""
    text = f'[table]\nname = "S"\ngame = "{game}"\n[wagers.bad-beat]\nincrement = "5%"\n'
    table = source_from(text + f"any_20 = {any_20}\nseed = 5000\nreseed = 5000\n").table
    offered = table.wager("bad-beat")
    given = given_hands(table, offered, ROUNDS, SEED)
    assert given is not None
    dealt = counting(table, ROUNDS, SEED)(offered)
    assert dealt is not None
    assert dealt.combinations == given.combinations
    assert sum(given.combinations.values()) == ROUNDS * PARTS
    assert given.counted == counts_of(table, offered)
    for name, chance in given.chances.items():
        error = sqrt(max(chance, 1 / ROUNDS) / ROUNDS)
        assert abs(chance - given.counted[name] / ROUNDS) < 4 * error
        assert given.error_of({name: 1}) < 1.05 * error
    assert given.error_of({"21-with-seven-or-more-cards": 1}) < 0.05 * 5e-6


def counts_of(table: TableRules, offered: OfferedWager) -> dict[str, int]:
    """The outcomes of the rounds as the simulation counts them."""
    one = replace(table, wagers=(offered,))
    dealt = simulate(one, player_of(one, "total").strategy, ROUNDS, SEED, fresh_shoe=True)
    (estimate,) = [each for each in dealt.wagers if each.wager == "bad-beat"]
    return dict(estimate.outcomes)
