"""Mystery meters: what each configuration of §§ 633c.14(c)(4) and 633c.6(j) adds."""

import random
from fractions import Fraction

import pytest

from amounts import dollars
from upcard.exact.mystery import AwardCycle, average_run
from upcard.exact.record import all_records, as_json, records
from upcard.money.amount import UNITS_PER_CENT

PRINTED = {
    "A-1": (1, 100, 200, "2"),
    "A-2": (2, 100, 200, "1.5"),
    "A-5": (5, 100, 250, "1"),
    "B-1": (1, 100, 500, "5"),
    "B-2": (2, 100, 500, "3.5"),
    "B-5": (5, 100, 500, "2"),
    "C-1": (1, 250, 500, "2"),
    "C-2": (2, 250, 500, "1.5"),
    "C-5": (5, 250, 500, "0.5"),
    "D-1": (1, 250, 1_000, "5"),
    "D-2": (2, 250, 1_000, "3"),
    "D-5": (5, 250, 1_000, "2"),
}
"""§ 633c.14(c)(4): the wager, the minimum and the maximum in dollars, the rate in percent."""


def test_every_configuration_has_a_record() -> None:
    assert [record.paytable for record in records("must-hit-by-mystery")] == list(PRINTED)
    assert [record.paytable for record in records("super-4-mystery")] == ["1", "2", "3"]
    mysteries = [record for record in all_records() if "mystery" in record.wager]
    assert len(mysteries) == len(PRINTED) + 3


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("name", PRINTED)
def test_what_is_paid_is_the_minimum_and_every_increment(name: str) -> None:
    """§ 633c.14(c)(2), (3), (7): in the long run, of whole cents and what they leave."""
    wager, low, _, rate = PRINTED[name]
    (record,) = records("must-hit-by-mystery", paytable=name)
    won, lost = record.outcomes
    assert won.probability + lost.probability == 1
    assert record.wager_units == dollars(wager)
    seeds = won.probability * low / wager
    assert record.fixed_return == Fraction(rate) / 100 + seeds
    assert as_json(record)["decks"] is None


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("name", ["A-1", "C-5", "D-2"])
def test_meters_that_run_agree(name: str) -> None:
    """Cent by cent: a run of awards, with a secret value drawn anew each time."""
    wager, low, high, rate = PRINTED[name]
    chance = random.Random(f"mystery {name}")
    part = int(Fraction(rate) / 100 * dollars(wager))
    shown, wagers, paid, awards = dollars(low), 0, 0, 1_000
    for _ in range(awards):
        secret = chance.randrange(low * 100, high * 100 + 1) * UNITS_PER_CENT
        while True:
            wagers += 1
            shown += part
            if shown > secret:
                break
        award = shown - shown % UNITS_PER_CENT
        paid += award
        shown += dollars(low) - award
    run = average_run(dollars(low), dollars(high), part)
    # The secret value is uniform: its spread is the range over the root of twelve.
    spread = dollars(high - low) / part / 12**0.5 / awards**0.5
    assert abs(wagers / awards - float(run.wagers)) < 4 * spread
    assert abs(paid / awards - float(run.award)) < 4 * spread * part


def test_a_small_meter_by_hand() -> None:
    """From 0 to 2 cents by 1: secrets 0, 1 and 2 take one, two and three wagers."""
    run = average_run(0, 2 * UNITS_PER_CENT, UNITS_PER_CENT)
    assert run == AwardCycle(
        Fraction(2),
        Fraction(2 * UNITS_PER_CENT),
        Fraction(14, 3) * UNITS_PER_CENT**2,
        {0: Fraction(1)},
    )
    # By half cents, each secret value of s cents takes 2s + 1 of them and leaves a half.
    half = average_run(0, 2 * UNITS_PER_CENT, UNITS_PER_CENT // 2)
    assert half.award == half.wagers * UNITS_PER_CENT // 2


def test_what_is_no_configuration_is_refused() -> None:
    with pytest.raises(KeyError, match="no configuration 'E-1'; there is A-1, A-2"):
        records("must-hit-by-mystery", paytable="E-1")
    with pytest.raises(ValueError, match="neither cards nor"):
        records("must-hit-by-mystery", decks=6)
    with pytest.raises(KeyError, match="There is no 'super-4-mystery'"):
        records("super-4-mystery", "wa")
