"""How Lucky Numbers are drawn from a configuration: every weight counts for what it says."""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tables_of_games import NUMBERS
from tables_of_games import PAYOUTS as CONFIGURED
from upcard.cards.shuffle import Bits, live_bits, seeded_bits, uniform_below
from upcard.engine.roulette.wheel import draw_lucky_numbers, spin, weighted_index
from upcard.games.roulette import (
    PAYOUTS,
    POCKETS,
    LuckyNumber,
    lightning_rules,
    lucky_index,
    lucky_weights,
)

RULES = lightning_rules(NUMBERS, CONFIGURED)
DRAWS = 4_000


def fed(numbers: Iterable[int]) -> Bits:
    """Bits that a test names."""
    source: Iterator[int] = iter(numbers)
    return lambda _width: next(source)


def test_the_payouts_of_the_text_lowest_first() -> None:
    assert PAYOUTS == (49, 99, 149, 199, 249, 299, 349, 399, 499)


@pytest.mark.parametrize("weights", [(1,), (0, 3), (5, 0, 2, 1), RULES.counts, RULES.payouts])
def test_every_index_comes_as_often_as_its_weight(weights: tuple[int, ...]) -> None:
    total = sum(weights)
    found = Counter(weighted_index(weights, fed([point])) for point in range(total))
    assert [found[index] for index in range(len(weights))] == list(weights)


def test_a_draw_follows_its_bits() -> None:
    """Two numbers by the first draw; the wheel in an order that the bits give; two payouts."""
    numbers = [30, *range(36, 0, -1), 0, 99]
    drawn = draw_lucky_numbers(RULES, fed(numbers))
    assert drawn == (LuckyNumber(0, 49), LuckyNumber(1, 499))


def test_draws_keep_to_text_and_configuration() -> None:
    bits = seeded_bits(5)
    counts: Counter[str] = Counter()
    for _ in range(DRAWS):
        lucky = draw_lucky_numbers(RULES, bits)
        numbers = {number.number for number in lucky}
        assert 1 <= len(lucky) == len(numbers) <= 5
        assert numbers <= set(POCKETS)
        counts.update(["lucky", *(f"payout {number.payout}" for number in lucky)])
        counts.update(f"number {number}" for number in numbers)
        counts[f"count {len(lucky)}"] += 1
    assert {key for key in counts if key.startswith("payout")} == {
        f"payout {n}" for n in CONFIGURED
    }
    for count, weight in NUMBERS.items():
        assert abs(counts[f"count {count}"] - DRAWS * weight / 100) < 5 * (DRAWS * 0.25) ** 0.5
    each = DRAWS * 2.35 / 37
    assert all(abs(counts[f"number {number}"] - each) < 5 * each**0.5 for number in POCKETS)


def test_a_configuration_of_one_count_never_has_another() -> None:
    rules = lightning_rules({3: 7}, CONFIGURED)
    assert {len(draw_lucky_numbers(rules, live_bits)) for _ in range(50)} == {3}


def test_the_index_of_a_payout() -> None:
    lucky = (LuckyNumber(17, 49), LuckyNumber(0, 499), LuckyNumber(5, 199))
    assert [lucky_index(lucky, number) for number in (17, 0, 5, 4)] == [1, 9, 4, 0]


def test_weights_of_any_one_number() -> None:
    """With one Lucky Number of 37 and equal payouts: 36 parts of 37 unlucky, the rest in nine."""
    rules = lightning_rules({1: 1}, dict.fromkeys(CONFIGURED, 1))
    assert lucky_weights(rules) == (36 * 9, *[1] * 9)


def test_a_spin_is_any_compartment() -> None:
    assert [spin(fed([pocket])) for pocket in POCKETS] == list(POCKETS)
    assert spin(fed([63, 37, 36])) == uniform_below(37, fed([36])) == 36
