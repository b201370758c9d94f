"""Counting players: counts held to a naive count, wagers to their multiples, plays to books."""

from collections import Counter
from dataclasses import replace
from typing import Final

import numpy as np
import pytest

import upcard
from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.analysis.counters.bets_by_count import (
    CountingPlayer,
    counting_player,
    counting_result,
    parse_bets,
)
from upcard.analysis.counters.index_plays import FARTHEST
from upcard.analysis.counters.indices import average_shoe
from upcard.cards.card import value_of
from upcard.compiled.hand_codes import STAND
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.rules.counts import CountSystem, count_system, count_systems
from upcard.rules.violation import BadInput, UnknownName
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.plan import plan
from upcard.simulation.run import simulate

RULES = table_rules(wagers={"perfect-pairs": {"paytable": "A", "minimum": 5}})
SEED = 1_966


def player(name: str, bets: str, base: StrategyTable | None = None) -> CountingPlayer:
    return counting_player(
        RULES, "total", base or basic(6), count_system(name), parse_bets(bets), indices=False
    )


@pytest.mark.parametrize("units", [1, 3])
def test_wagers_that_do_not_vary_are_multiples(units: int) -> None:
    base = at_random(7, insures=True)
    plain = simulate(RULES, base, 60_000, SEED, seats=2)
    counted = simulate(RULES, player("hi-lo", f"0={units}", base).strategy, 60_000, SEED, seats=2)
    blackjack, pairs = plain.wagers[0], plain.wagers[2]
    assert counted.wagers[0].mean == pytest.approx(units * blackjack.mean)
    assert counted.wagers[0].standard_deviation == pytest.approx(
        units * blackjack.standard_deviation
    )
    assert counted.wagers[0].outcomes == blackjack.outcomes
    assert counted.wagers[1].mean == pytest.approx(plain.wagers[1].mean)
    assert counted.wagers[2] == pairs
    assert sum(counted.rounds_by_count) == 60_000
    assert plain.rounds_by_count == []


LEVEL: Final = upcard.count("level", tags={"3": 1, "4": 1, "5": 1, "T": -1}).system
"""Balanced in decks without tens, which have as many jacks, queens and kings as 3s, 4s and 5s."""


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize(
    ("system", "tens"),
    [
        *((count_system(name), True) for name in ("hi-lo", "wong-halves", "ko")),
        *((system, False) for system in (LEVEL, count_system("hi-lo"))),
    ],
)
def test_counts_are_those_of_the_cards_that_were_dealt(system: CountSystem, tens: bool) -> None:
    rules = RULES if tens else upcard.blackjack(tens=False, wagers=["perfect-pairs"]).table
    bets = parse_bets("-9=1 9=1")
    strategy = counting_player(rules, "total", basic(6), system, bets, indices=False).strategy
    planned = plan(rules, strategy, seats=2)
    deck = 52 if tens else 48
    of_a_deck = system.tags_of_a_deck if tens else system.tags_of_a_deck - 4 * system.by_value[-1]
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    dealt = dealer.deal_block(SEED, 0, 8_000)
    ints, cards = dealer._ints, dealer._memory.cards
    found: Counter[int] = Counter()
    rounds = dealt.sums.rounds
    starts = [
        int(ints[ints[at.ROUND_NOTES] + number]) >> codes.START_SHIFT for number in range(rounds)
    ]
    ends = ints[ints[at.ENDS] :][: int(ints[at.BATCHES_DEALT])].tolist()
    first = 0
    for end in ends:
        burned = starts[first] - 1
        for number in range(first, end):
            seen = cards[ints[at.LOG] + burned + 1 : ints[at.LOG] + starts[number]]
            running = sum(system.by_value[value_of(card) - 1] for card in seen)
            if of_a_deck:
                count = running + of_a_deck * (1 - 6)
            else:
                left = 6 * deck - (starts[number] - burned)
                count = running * deck // (system.unit * left)
            found[max(-10, min(9, count))] += 1
        first = end
    counts = range(strategy.lowest, strategy.lowest + len(strategy.bets))
    assert dict(zip(counts, dealt.sums.by_count, strict=True)) == {
        count: found[count] for count in counts
    }
    assert len(found) > 10


def test_wagers_go_by_the_count() -> None:
    chosen = player("hi-lo", "1=2 3=5")
    strategy = chosen.strategy
    assert (strategy.lowest, strategy.bets) == (-1, (2, 2, 2, 2, 5))
    result = simulate(RULES, strategy, 200_000, SEED)
    counted = counting_result(chosen, result)
    assert counted.bets == {1: 2, 3: 5}
    assert list(counted.rounds) == [-1, 0, 1, 2, 3]
    often = sum(counted.rounds.values())
    assert counted.average_bet == pytest.approx(2 + 3 * counted.rounds[3] / often)
    assert counted.win_per_average_bet == pytest.approx(result.wagers[0].mean / counted.average_bet)


@pytest.mark.nightly
def test_larger_wagers_at_high_counts_win() -> None:
    flat = simulate(RULES, basic(6), 4_000_000, SEED).wagers[0]
    spread = simulate(RULES, player("hi-lo", "0=1 2=12").strategy, 4_000_000, SEED).wagers[0]
    against = simulate(RULES, player("hi-lo", "-9=12 0=1").strategy, 4_000_000, SEED).wagers[0]
    assert spread.mean - flat.mean > 5 * (spread.standard_error or 1)
    assert flat.mean - against.mean > 5 * (against.standard_error or 1)


def test_each_count_plays_by_its_own_table() -> None:
    """Tables that are the same at every count play as one; others do not."""
    system = count_system("hi-lo")
    base = basic(6)
    other = replace(base, decisions=np.full_like(base.decisions, STAND))
    same = CountedTable((other,) * 3, (1,) * 3, -1, system.by_card, 1, 0, True, "Hi-Lo")
    mixed = replace(same, tables=(other, base, replace(base, insures=True)))
    plain, alone, both = (
        simulate(RULES, strategy, 20_000, SEED) for strategy in (other, same, mixed)
    )
    assert alone.wagers == plain.wagers
    assert [wager.wager for wager in both.wagers] == ["blackjack", "insurance", "perfect-pairs"]
    assert both.wagers[0].mean > plain.wagers[0].mean


@pytest.mark.nightly
def test_index_plays_are_those_of_the_books() -> None:
    """Wong's for six decks, late surrender; ours are of whole points and take no own cards."""
    chosen = counting_player(RULES, "total", basic(6), count_system("hi-lo"), {0: 1}, indices=True)
    first: dict[tuple[str, str, str, str], int] = {}
    for index in chosen.indices:
        first.setdefault((index.kind, index.hand, index.upcard, index.action), index.count)
    assert first["insurance", "insurance", "A", "insure"] == 3
    books = {
        ("hard", "12", "2", "stand"): 3,
        ("hard", "12", "3", "stand"): 2,
        ("hard", "12", "4", "hit"): -1,
        ("hard", "13", "2", "hit"): -2,
        ("hard", "11", "A", "double"): 1,
        ("hard", "10", "10", "double"): 4,
        ("hard", "10", "A", "double"): 4,
        ("hard", "9", "2", "double"): 1,
        ("hard", "9", "7", "double"): 3,
        ("hard", "14", "10", "surrender"): 3,
        ("hard", "15", "9", "surrender"): 2,
        ("hard", "15", "A", "surrender"): 1,
        ("pairs", "10", "5", "split"): 5,
        ("pairs", "10", "6", "split"): 4,
    }
    assert {cell: abs(first[cell] - count) <= 1 for cell, count in books.items()} == (
        dict.fromkeys(books, True)
    )
    strategy = chosen.strategy
    assert len(strategy.tables) == 2 * FARTHEST + 1
    insuring = [table.insures for table in strategy.tables]
    assert insuring == [count >= 3 for count in range(-FARTHEST, FARTHEST + 1)]
    assert all(table.takes_even_money == table.insures for table in strategy.tables)


@pytest.mark.parametrize(
    "name", [system.slug for system in count_systems() if system.tags_of_a_deck == 0]
)
def test_the_shoe_at_a_count_has_that_count(name: str) -> None:
    system = count_system(name)
    for halves in (-16, -3, 0, 7, 17):
        shoe = average_shoe(system, halves)
        running = -sum(tag * cards for tag, cards in zip(system.by_value, shoe, strict=True))
        assert 52 * running * 2 == halves * system.unit * sum(shoe)
        assert min(shoe) > 0


@pytest.mark.nightly
def test_index_plays_are_those_of_decks_without_tens() -> None:
    rules = upcard.blackjack(tens=False, surrender="none", resplits=0).table
    shoe = average_shoe(LEVEL, 7, tens=False)
    running = -sum(tag * cards for tag, cards in zip(LEVEL.by_value, shoe, strict=True))
    assert 48 * running * 2 == 7 * sum(shoe)
    chosen = counting_player(rules, "total", basic(6), LEVEL, {0: 1}, indices=True)
    insured = [index.count for index in chosen.indices if index.action == "insure"]
    assert insured
    assert min(insured) > 3


@pytest.mark.parametrize("text", ["", "1", "1=0", "x=1", "1=1001", "300=1", "1=2=3"])
def test_bets_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_bets(text)


def test_what_cannot_be_counted_is_refused() -> None:
    assert parse_bets("3=4, -1=2") == {-1: 2, 3: 4}
    with pytest.raises(UnknownName, match="did you mean hi-lo"):
        count_system("hilo")
    with pytest.raises(BadInput, match="one shoe"):
        plan(RULES, player("hi-lo", "0=1").strategy, fresh_shoe=True)
