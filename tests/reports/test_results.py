"""The distribution after so many rounds, against the sums of all rounds one after the other."""

from collections import defaultdict
from fractions import Fraction

import pytest

from upcard.analysis.rounds.results import results
from upcard.exact.par import ParRecord
from upcard.exact.record import records


def summed(record: ParRecord, rounds: int) -> dict[Fraction, Fraction]:
    """The chances of each result, exactly, one round after the other."""
    once = [(row.back - 1, row.probability) for row in record.outcomes]
    found = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        following: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for won, chance in found.items():
            for net, own in once:
                following[won + net] += chance * own
        found = following
    return found


def record_of(wager: str, paytable: str, decks: int) -> ParRecord:
    (found,) = records(wager, "pa", paytable, decks)
    return found


@pytest.mark.parametrize(
    ("wager", "paytable", "decks", "rounds"),
    [
        ("perfect-pairs", "A", 6, 12),
        ("royal-match-21", "A", 1, 9),
        ("insurance", "standard", 6, 30),
    ],
)
def test_all_rounds_one_after_the_other(wager: str, paytable: str, decks: int, rounds: int) -> None:
    record = record_of(wager, paytable, decks)
    found, exact = results(record, rounds), summed(record, rounds)
    assert found.beyond == pytest.approx(0, abs=1e-12)
    own = {
        found.lowest + found.step * index: chance
        for index, chance in enumerate(found.chances)
        if chance > 1e-15
    }
    for result, chance in own.items():
        assert chance == pytest.approx(float(exact[result]), abs=1e-14)
    assert sum(own.values()) == pytest.approx(1, abs=1e-12)


def test_the_step_is_the_largest_that_fits() -> None:
    """Royal Match 21 paytable A pays 10 to 1 and 3 to 1: results lie a unit apart."""
    assert results(record_of("royal-match-21", "A", 1), 5).step == 1
    halves = results(record_of("royal-match-21", "E", 6), 5)
    assert {row.back for row in record_of("royal-match-21", "E", 6).outcomes} > {Fraction(0)}
    assert halves.step.denominator in (1, 2)


def test_quantiles_and_being_ahead() -> None:
    record = record_of("insurance", "standard", 6)
    found, exact = results(record, 20), summed(record, 20)
    ahead = float(sum(chance for won, chance in exact.items() if won > 0))
    assert found.ahead == pytest.approx(ahead, abs=1e-12)
    low = found.quantile(0.05)
    assert float(sum(chance for won, chance in exact.items() if won <= low)) >= 0.05
    assert float(sum(chance for won, chance in exact.items() if won < low)) < 0.05


@pytest.mark.nightly
def test_awards_too_large_for_the_lattice_are_told() -> None:
    """A mega of $25,000 on $5 and the like: the chance that one is won, the rest as it is."""
    record = record_of("jackpot-party", "P20-B", 6)
    found = results(record, 1_000)
    worth = sorted(zip(record.worth(), record.outcomes, strict=True), key=lambda pair: pair[0])
    left_out = [row for back, row in worth if back - 1 > found.largest]
    assert left_out
    chance = float(sum((row.probability for row in left_out), Fraction()))
    assert found.beyond == pytest.approx(1 - (1 - chance) ** 1_000)
    assert found.chances.sum() == pytest.approx(1), "of the rounds without them"
    kept = [(back - 1, row.probability) for back, row in worth if back - 1 <= found.largest]
    mean = sum(net * own for net, own in kept) / sum(own for _, own in kept)
    assert float(found.chances @ found.units) == pytest.approx(float(1_000 * mean))
