"""Wagers of the initial cards: their means by exact expectation given the cards left."""

import itertools
from typing import Any, Final

import numpy as np
import pytest

from simulation.strategies import basic
from simulation.test_corrections import LUCK, Seeds, apart, counter
from tables import table_rules
from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation import deal_values
from upcard.compiled.simulation import fields as at
from upcard.exact.counting import count_outcomes
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.blackjack.deal_values import deal_values as values_of
from upcard.simulation.blackjack.deal_values import split_values, valuing_record
from upcard.simulation.blackjack.variation_table import AnyStrategyTable
from upcard.simulation.plan import plan

FIVE: Final = {"minimum": 5}
WAGERS: Final[dict[str, Any]] = {
    "perfect-pairs": {"paytable": "A", **FIVE},
    "royal-match-21": {"paytable": "D", "crown_treasure": True, **FIVE},
    "house-money": {"paytable": "multiple-deck", **FIVE},
    "lucky-ladies": FIVE,
    "match-the-dealer": FIVE,
    "in-between": FIVE,
    "three-card-poker": {"paytable": "A", **FIVE},
    "upcard-luck": FIVE,
    "bad-beat": FIVE,
}
NOT_VALUED: Final = {"bad-beat"}
"""Play decides these."""

GAINS: Final = {"perfect-pairs": 1000, "lucky-ladies": 500, "three-card-poker": 1000}
RULES: Final = table_rules(wagers=WAGERS)
THREE: Final = {name: WAGERS[name] for name in ("perfect-pairs", "in-between", "three-card-poker")}
FEWER: Final = table_rules(wagers=THREE)
FROM_THE_HAND: Final = table_rules(wagers=THREE, decks=2, dealing="from-the-hand")


COLUMNS: Final = {column.name: number for number, column in enumerate(columns_of(RULES))}
"""The numbers of the wagers; that of a wager with a bonus is the bonus's."""

VALUED: Final = sorted(set(WAGERS) - NOT_VALUED - {"royal-match-21"})


@pytest.fixture(scope="module")
def seeds() -> Seeds:
    return Seeds(RULES, basic(6), seats=2)


def test_wagers_of_the_initial_cards_are_valued() -> None:
    columns = plan(RULES, basic(6), corrects=True).columns
    valued = {columns[number].name for number in plan(RULES, basic(6), corrects=True).valued}
    assert valued == set(WAGERS) - NOT_VALUED
    assert plan(RULES, basic(6)).corrected == {}


@pytest.mark.nightly
@pytest.mark.parametrize("name", VALUED)
def test_their_means_agree_with_raw_ones_over_many_seeds(name: str, seeds: Seeds) -> None:
    assert abs(seeds.z(COLUMNS[name])) < LUCK
    assert seeds.gain(COLUMNS[name]) > GAINS.get(name, 20)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("rules", "strategy", "choices"),
    [
        (FEWER, counter(), {}),
        (FROM_THE_HAND, basic(2), {}),
        (FEWER, basic(6), {"penetration": 0.95, "seats": 3}),
    ],
    ids=["a counter", "from the hand", "seats and depth"],
)
def test_however_they_are_dealt(
    rules: TableRules, strategy: AnyStrategyTable, choices: dict[str, Any]
) -> None:
    found = Seeds(rules, strategy, **choices)
    for number in plan(rules, strategy, corrects=True, **choices).valued:
        assert abs(found.z(number)) < LUCK
        assert found.gain(number) > 2


def test_where_a_deal_may_not_fit_or_every_shoe_is_new_their_means_are_raw() -> None:
    deep = plan(FROM_THE_HAND, basic(2), corrects=True, penetration=0.95, seats=5)
    assert deep.valued == ()
    assert plan(RULES, basic(6), corrects=True, fresh_shoe=True).valued == ()


@pytest.mark.nightly
def test_wrong_expectations_are_noticed(seeds: Seeds) -> None:
    wrong = Seeds(RULES, basic(6), valuing=one_card_more, seats=2)
    for name in VALUED:
        number = COLUMNS[name]
        assert abs(apart(seeds.corrected(number), wrong.corrected(number))) > LUCK


def one_card_more(ints: Any, base: int) -> None:
    """The state of a full shoe counts an ace of spades more among the cards that slopes sum up."""
    slopes = base + deal_values.FULL + deal_values.SLOPES - deal_values.SUM
    ints[slopes : slopes + DECK_SIZE] += ints[
        base + deal_values.MATRIX : base + deal_values.MATRIX + DECK_SIZE
    ]


@pytest.mark.parametrize("name", ["perfect-pairs", "lucky-ladies", "three-card-poker"])
def test_off_the_top_of_a_shoe_it_is_the_exact_expected_value(name: str) -> None:
    column = columns_of(RULES)[COLUMNS[name]]
    (offered,) = [wager for wager in RULES.wagers if wager.slug == column.name]
    values = values_of(RULES, column)
    counts = np.array(RULES.composition)
    size = counts.sum()
    deals = np.outer(counts, counts) - np.diag(counts)
    won = float((values.pairs * deals).sum() / (size * (size - 1)))
    rest = 0.0
    for first in range(DECK_SIZE):
        for second in range(DECK_SIZE):
            left = counts - np.eye(DECK_SIZE)[first] - np.eye(DECK_SIZE)[second]
            row = values.rows[first, second]
            if values.third == deal_values.BLACKJACK:
                chance = 2 * left[:4].sum() * left[36:].sum() / ((size - 2) * (size - 3))
                rest += deals[first, second] * row[0] * (chance - values.chance)
            elif len(row):
                rest += deals[first, second] * (row @ left) / (size - 2)
    won += rest / (size * (size - 1))
    counted = count_outcomes(offered.data, offered.wager, RULES.decks).combinations
    paid = sum(
        net * counted[outcome] for outcome, net in zip(column.outcomes, column.nets, strict=True)
    )
    assert won * column.unit == pytest.approx(paid / sum(counted.values()), abs=1e-9)


@pytest.mark.parametrize("name", ["lucky-ladies", "three-card-poker", "in-between"])
def test_what_a_third_card_adds_is_its_mean_over_all_deals_of_the_cards_left(name: str) -> None:
    column = columns_of(RULES)[COLUMNS[name]]
    values = values_of(RULES, column)
    ints = valuing_record(RULES, column, RULES.shoe_size, 5.4, 0).tolist()
    left = np.random.default_rng(3).integers(0, 3, DECK_SIZE)
    size = int(left.sum())
    ints[deal_values.POOL : deal_values.POOL + DECK_SIZE] = left.tolist()
    ints[deal_values.LEFT] = size
    added = 0.0
    for first, second in itertools.product(range(DECK_SIZE), repeat=2):
        behind = left - np.eye(DECK_SIZE)[first]
        deals = left[first] * behind[second]
        behind -= np.eye(DECK_SIZE)[second]
        row = values.rows[first, second]
        if values.third == deal_values.BLACKJACK:
            chance = 2 * behind[:4].sum() * behind[36:].sum() / ((size - 2) * (size - 3))
            added += deals * row[0] * (chance - values.chance)
        else:
            added += deals * (row @ behind) / (size - 2)
    if values.third == deal_values.BLACKJACK:
        found = deal_values.sum_of_blackjacks(ints, 0) / 2**deal_values.BITS
    else:
        found = deal_values.sum_of_rows(ints, 0) / 2 ** ints[deal_values.ROW_SCALE] / (size - 2)
    assert found == pytest.approx(added, rel=1e-4)


def test_a_round_stands_for_as_many_as_lie_between_those_that_are_chosen() -> None:
    base, column = at.INTS.end, columns_of(RULES)[COLUMNS["three-card-poker"]]
    ints = [0] * base + valuing_record(RULES, column, RULES.shoe_size, 5.4, 0).tolist()
    ints[at.SEATS], ints[base + deal_values.LEFT], ints[base + deal_values.CHOSEN] = 1, 312, 5
    pool = base + deal_values.POOL
    ints[pool : pool + DECK_SIZE] = RULES.composition
    ints[pool] -= 4
    every = ints[base + deal_values.EVERY]
    assert every > 1
    chosen = [
        number
        for number in range(3 * every)
        if deal_values.value_of_thirds(ints, base, number) != 0
    ]
    assert chosen == [every - 5, 2 * every - 5, 3 * every - 5]


def test_three_cards_are_pairs_and_a_rest_that_no_two_decide() -> None:
    generator = np.random.default_rng(1)
    weights = generator.random(DECK_SIZE)
    weights /= weights.sum()
    by_three = generator.random((DECK_SIZE,) * 3)
    pairs, rest = split_values(by_three, weights)
    for axis in range(3):
        assert np.abs(np.tensordot(rest, weights, (axis, 0))).max() < 1e-12
    assert weights @ pairs @ weights == pytest.approx(
        float(np.einsum("abc,a,b,c", by_three, weights, weights, weights))
    )
