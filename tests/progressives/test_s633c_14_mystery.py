"""The secret value of a mystery meter: drawn, exceeded, told, drawn again."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from amounts import dollars
from progressives.meters import OTHER, TABLE, Meter, meter_rules, of_kind
from tables import table_rules
from upcard.cards.shuffle import seeded_bits
from upcard.exact.mystery import average_run
from upcard.progressives.events import MysteryHit, Reseeded, SecretVoided
from upcard.progressives.evolve import evolve
from upcard.progressives.facts import ParametersFiled, SecretLost
from upcard.progressives.meter import MeterRules
from upcard.progressives.mystery import Secret, draw, largest_award, next_award


def _rules(low: int | str, high: int | str, rate: int) -> MeterRules:
    """A mystery meter between two amounts of dollars; the rate in parts per million."""
    return meter_rules(
        name="must-hit-by-mystery",
        seed=dollars(low),
        reseed=dollars(low),
        maximum=dollars(high),
        increment=rate,
        secondary_increment=0,
    )


def _secrets(*amounts: int | str) -> Iterator[Secret]:
    """Secrets named 1, 2 and on."""
    return (Secret(str(name), dollars(amount)) for name, amount in enumerate(amounts, start=1))


def _meter(rules: MeterRules) -> Meter:
    return Meter(rules, TABLE, OTHER, commitment="1")


# The value (§ 633c.14(c)(3))


def _once(number: int) -> Callable[[int], int]:
    """Bits that give one number; whoever rejects it gets no other."""
    numbers = iter([number])
    return lambda _width: next(numbers)


@pytest.mark.parametrize(("low", "high"), [("1.00", "1.00"), ("1.00", "1.10"), ("2.50", "5.00")])
def test_c_3_every_whole_cent_is_as_likely_as_another(low: str, high: str) -> None:
    """Every number that the bits can give is tried: each cent comes from exactly one of them."""
    cents = (dollars(high) - dollars(low)) // 100 + 1
    width = (cents - 1).bit_length()
    drawn: Counter[int] = Counter()
    rejected = 0
    for number in range(2**width):
        try:
            drawn[draw(_rules(low, high, 1), _once(number))] += 1
        except StopIteration:
            rejected += 1
    assert drawn == Counter(range(dollars(low), dollars(high) + 1, 100))
    assert rejected == 2**width - cents


def test_c_3_between_the_minimum_and_the_maximum_of_every_configuration() -> None:
    for name in ("A-1", "A-5", "D-2"):
        choices = {"hit-and-run": {"must_hit_by": name}}
        (offered,) = table_rules(wagers=choices).wagers
        rules = offered.mystery
        assert rules is not None
        bits = seeded_bits(1)
        values = [draw(rules, bits) for _ in range(2_000)]
        assert all(rules.reseed <= value <= rules.maximum for value in values)
        assert all(value % 100 == 0 for value in values)
        assert len(set(values)) > 1_500


# The hit


def test_c_3_strictly_above() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, secrets=_secrets("100.10", 150))
    meter.close(1)
    assert meter.state.amount == dollars("100.10")
    assert of_kind(meter.events, MysteryHit) == []
    meter.lock(2, 5, secrets=_secrets("100.10", 150))
    (hit,) = of_kind(meter.events, MysteryHit)
    assert (hit.amount, hit.secret, hit.round) == (dollars("100.20"), dollars("100.10"), 2)


def test_c_5_iv_the_meter_starts_again_at_the_minimum() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, secrets=_secrets(100, 150))
    (again,) = of_kind(meter.events, Reseeded)
    assert (again.from_house, again.paid, again.winners) == (dollars(100), dollars("100.10"), 1)
    assert (meter.state.amount, meter.state.commitment) == (dollars(100), "2")
    assert meter.payable == dollars("100.10")
    assert (meter.state.hits, meter.state.wins) == (1, 1)


def test_c_3_contributions_count_from_the_dealer_s_left() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, 5, 5, secrets=_secrets("100.10", 200))
    (hit,) = of_kind(meter.events, MysteryHit)
    assert (hit.position, hit.player, hit.wagered) == (2, "player 2", dollars(5))
    assert (hit.commitment, hit.next_commitment) == ("1", "2")
    assert meter.state.amount == dollars("100.10")


def test_c_3_several_hits_in_one_round() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, 5, 5, 5, secrets=_secrets(100, "100.10", 100, 200))
    hits = of_kind(meter.events, MysteryHit)
    assert [(hit.position, hit.amount) for hit in hits] == [
        (1, dollars("100.10")),
        (3, dollars("100.20")),
        (4, dollars("100.10")),
    ]
    assert (meter.state.hits, meter.state.commitment) == (3, "4")


def test_a_next_secret_is_drawn_only_after_a_hit() -> None:
    drawn: list[str] = []

    def source() -> Iterator[Secret]:
        for secret in _secrets("100.20", "100.20", "100.20"):
            drawn.append(secret.commitment)
            yield secret

    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, 5, secrets=source())
    assert drawn == ["1"]
    meter.lock(1, 5, 5, table=OTHER, secrets=source())
    assert drawn == ["1", "1", "2"]


def test_what_is_left_of_a_cent_stays_on_the_meter() -> None:
    """Half a percent of $5 is two and a half cents."""
    meter = _meter(_rules(250, 500, 5_000))
    meter.lock(1, 5, secrets=_secrets(250, 500))
    (hit,) = of_kind(meter.events, MysteryHit)
    assert hit.amount == dollars("250.02")
    assert meter.state.amount == dollars("250.0050")


def test_half_a_cent_above_the_value_is_above_it() -> None:
    meter = _meter(_rules(250, 500, 5_000))
    meter.lock(1, 5, secrets=_secrets("250.02", 500))
    assert len(of_kind(meter.events, MysteryHit)) == 1


def test_the_secret_has_to_be_the_one_in_force() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    for secrets in ([], [Secret("2", dollars(100))]):
        with pytest.raises(AssertionError):
            meter.lock(1, 5, secrets=secrets)


@pytest.mark.parametrize(
    ("held", "least"), [("0", "1.00"), ("1.02", "1.02"), ("1.025", "1.03"), ("1.20", "1.10")]
)
def test_a_value_for_a_lost_one_is_among_those_that_the_meter_has_not_passed(
    held: str, least: str
) -> None:
    rules, amount = _rules("1.00", "1.10", 1), int(Fraction(held) * 10_000)
    drawn = {draw(rules, seeded_bits(seed), amount) for seed in range(400)}
    assert drawn == set(range(dollars(least), dollars("1.10") + 1, 100))


def test_the_floor_gives_up_a_secret_and_nothing_else_changes() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, secrets=_secrets("150"))
    before = meter.state
    meter.send(SecretLost("floor ann", "2"))
    assert of_kind(meter.events, SecretVoided) == [
        SecretVoided(before.rules.key, "floor ann", "1", "2")
    ]
    assert meter.state == replace(before, commitment="2")


def test_the_state_does_not_know_the_secret() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.lock(1, 5, secrets=_secrets("123.45"))
    assert str(dollars("123.45")) not in repr(meter.state)


def test_a_secret_keeps_its_value_when_the_parameters_change() -> None:
    meter = _meter(_rules(100, 200, 20_000))
    meter.send(ParametersFiled(_rules(100, 500, 20_000)))
    assert (meter.state.rules.maximum, meter.state.commitment) == (dollars(500), "1")


def test_only_a_mystery_meter_has_a_secret() -> None:
    with pytest.raises(AssertionError):
        Meter(_rules(100, 200, 20_000))
    with pytest.raises(AssertionError):
        Meter(meter_rules(), commitment="1")


# In the long run


@pytest.mark.parametrize(("rate", "cents"), [(20_000, 201), (14_000, 301)])
def test_the_average_of_all_secret_values_is_what_odds_say(rate: int, cents: int) -> None:
    """Each secret value once: how many wagers the meter takes, and what it pays."""
    low, high = dollars(10), dollars(10) + 100 * (cents - 1)
    rules = meter_rules(seed=low, reseed=low, maximum=high, increment=rate, secondary_increment=0)
    wagers = paid = square = 0
    for value in range(low, high + 1, 100):
        meter = Meter(rules, commitment="1")
        hits: list[MysteryHit] = []
        while not hits:
            wagers += 1
            secrets = (Secret("1", value), Secret("2", value))
            hits = of_kind(meter.lock(wagers, 5, secrets=secrets), MysteryHit)
            meter.close(wagers)
        paid += hits[0].amount
        square += hits[0].amount ** 2
    run = average_run(low, high, dollars(5) * rate // 1_000_000)
    assert (run.wagers, run.award, run.square) == (
        Fraction(wagers, cents),
        Fraction(paid, cents),
        Fraction(square, cents),
    )


def test_a_hit_takes_its_amount_alone_from_the_meter() -> None:
    """Whatever the meter shows beyond the amount stays in it, however much that is."""
    meter = _meter(_rules("1.00", "5.00", 1))
    state = replace(meter.state, amount=dollars("9.50"))
    hit = MysteryHit(
        state.rules.key, TABLE, 1, 1, "a", 1, dollars("3.00"), dollars("3.00"), "1", "2"
    )
    after = evolve(state, hit)
    assert (after.amount, after.wins, after.commitment) == (dollars("6.50"), 1, "2")


# The most that it pays (§ 633c.14(c)(7))


@pytest.mark.parametrize("rate", [20_000, 4_999, 12_345])
@pytest.mark.parametrize("wager", [1, 5, 100])
def test_c_7_no_award_is_larger_than_the_largest_and_one_is_as_large(rate: int, wager: int) -> None:
    rules = _rules(100, 102, rate)
    meter, paid = _meter(rules), list[int]()
    for number in range(1, 3_000):
        names = [meter.state.commitment, "next", "then"]
        values = (rules.maximum, rules.maximum, rules.maximum)
        meter.lock(number, wager, secrets=map(Secret, names, values))
        meter.close(number)
        if paid := [hit.amount for hit in of_kind(meter.events, MysteryHit)]:
            break
    most = largest_award(rules, dollars(wager))
    assert paid[0] <= most
    assert most - paid[0] <= dollars(wager) * rate // 1_000_000 + 100
    assert most > rules.maximum or dollars(wager) * rate < 100 * 1_000_000


def test_c_7_a_second_award_of_a_round_is_no_larger_than_the_next() -> None:
    rules = _rules(100, 102, 20_000)
    meter = _meter(rules)
    meter.lock(1, 5, 5, 5, secrets=_secrets(100, 100, 100, 100))
    amounts = [hit.amount for hit in of_kind(meter.events, MysteryHit)]
    assert len(amounts) == 3
    assert max(amounts) <= next_award(rules, dollars(5)) <= dollars("100.11")
