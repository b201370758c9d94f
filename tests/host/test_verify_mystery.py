"""Mystery values: whole cents in their range, revealed with the hit, and never hit late."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import (
    alone,
    forged,
    message_of,
    played,
    position_of,
    resealed,
    sealed_in,
    verdict_on,
)
from host.live import (
    MYSTERY_BITS,
    PROGRESSIVE,
    VAULT,
    host,
    journal,
)
from progressives.meters import meter_rules
from upcard.cards.shuffle import seeded_bits
from upcard.host.bodies.record_body import MeterStep, RecordBody, decode_body
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.open_secrets import OpenSecrets, require_hits_in_time
from upcard.host.verification.record_seals import RecordSeals
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalRecord
from upcard.money.amount import UNITS_PER_CENT
from upcard.progressives.events import MysteryHit
from upcard.progressives.meter import MeterRules, MeterState
from upcard.submission.compiling.text import rules_of

MINIMUM, MAXIMUM = dollars(100), dollars(250)
"""Configuration A-5 (§ 633c.14(c)); each wager of $5 adds 5 cents (1%)."""


def with_value(cents: int, rounds: int = 6) -> list[JournalRecord]:
    """Rounds where each secret value is so many cents above the minimum."""
    bits = seeded_bits(3)
    with journal() as opened:
        alone(host(opened, PROGRESSIVE, lambda n: cents if n == MYSTERY_BITS else bits(n)), rounds)
        assert verify(opened, rules_of).verified
        return list(opened.all_records())


def hits_of(body: RecordBody) -> list[MysteryHit]:
    events = [event for step in body.meters for event in step.events]
    return [event for event in events if isinstance(event, MysteryHit)]


def first_hit(records: list[JournalRecord]) -> tuple[int, MysteryHit]:
    """The position and the event of the first hit."""
    return next(
        (record.position, hit) for record in records for hit in hits_of(decode_body(record.body))
    )


def claimed(records: list[JournalRecord], value: int) -> Verdict:
    """The verdict where the forger says that the first value was another, all else made so."""
    item = next(item for item in sealed_in(records) if item.endswith("/secret/1"))
    return resealed(records, {item: (item, str(value).encode())})


def test_a_hit_comes_with_the_contribution_that_passes_the_value() -> None:
    _, hit = first_hit(with_value(20))
    assert (hit.secret, hit.amount, hit.round) == (
        MINIMUM + 20 * UNITS_PER_CENT,
        MINIMUM + 25 * UNITS_PER_CENT,
        5,
    )


def test_a_forger_who_claims_a_lower_value_after_a_late_hit_is_refused() -> None:
    """He played with 20 cents above the minimum, and says that it was 12: round 3 was to hit."""
    records = with_value(20)
    position, _ = first_hit(records)
    verdict = claimed(records, MINIMUM + 12 * UNITS_PER_CENT)
    assert (
        "meter/BJ-02/must-hit-by-mystery stood above its secret value before it was hit."
        in message_of(verdict)
    )
    assert position_of(verdict) == position


@pytest.mark.parametrize(("cents", "verified"), [(19, False), (20, True), (24, True)])
def test_a_meter_that_stands_at_its_value_is_not_above_it(cents: int, verified: bool) -> None:
    """Before round 5 it held 20 cents above the minimum, after its wager 25."""
    verdict = claimed(with_value(20), MINIMUM + cents * UNITS_PER_CENT)
    assert verdict.verified is verified
    if not verified:
        assert "before it was hit" in message_of(verdict)


def test_a_value_that_the_hit_did_not_pass_is_refused() -> None:
    records = with_value(20)
    verdict = claimed(records, MINIMUM + 25 * UNITS_PER_CENT)
    assert "Meter step" in message_of(verdict)
    assert position_of(verdict) == first_hit(records)[0]


def above_its_maximum() -> list[JournalRecord]:
    """A meter between $250 and $1,000 goes on with a range that ends at $250 (§ 633c.14(c))."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE.replace("A-5", "D-5"), seeded_bits(3))
        alone(table, 1)
        table.close()
        alone(host(opened, PROGRESSIVE, seeded_bits(4)), 1)
        records = list(opened.all_records())
    _, hit = first_hit(records)
    assert hit.amount > hit.secret == MAXIMUM
    return records


def test_a_meter_above_its_maximum_is_hit_at_once() -> None:
    verdict = verdict_on(above_its_maximum())
    assert verdict.verified


def test_a_value_that_was_hit_is_revealed_though_it_has_to_be_the_maximum() -> None:
    """Else a forger could keep a low value for himself and pay above the maximum alone."""

    def unsaid(body: RecordBody) -> RecordBody | None:
        return replace(body, revealed=()) if hits_of(body) else None

    verdict, position = forged(above_its_maximum(), unsaid)
    assert (
        "meter/BJ-02/must-hit-by-mystery/secret/2 came to its end and was not revealed."
        in message_of(verdict)
    )
    assert position_of(verdict) == position


def test_a_value_stays_where_another_submission_leaves_its_range() -> None:
    """§ 633c.14(c)(4): a new value is drawn after a hit, and for another range."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        alone(table, 1)
        table.close()
        again = host(opened, PROGRESSIVE.replace("[wagers.perfect-pairs]", ""), seeded_bits(4))
        again.close()
        bodies = [decode_body(record.body) for record in opened.all_records()]
        assert verify(opened, rules_of).verified
    secrets = [seal.item for body in bodies for seal in body.sealed if "/secret/" in seal.item]
    assert secrets == ["meter/BJ-02/must-hit-by-mystery/secret/1"]
    assert not any(body.voided for body in bodies)


# Mystery values


def rules_of_mystery() -> MeterRules:
    (found,) = (
        wager.mystery for wager in rules_of(PROGRESSIVE).wagers if wager.mystery is not None
    )
    return found


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        (lambda rules: rules.reseed, True),
        (lambda rules: rules.reseed + 100, True),
        (lambda rules: rules.maximum - 100, True),
        (lambda rules: rules.maximum, True),
        (lambda rules: rules.reseed - 100, False),
        (lambda rules: rules.maximum + 100, False),
        (lambda rules: rules.reseed + 1, False),
        (lambda rules: rules.maximum - 50, False),
        (lambda rules: rules.reseed * 0, False),
    ],
)
def test_a_mystery_value_is_a_whole_cent_in_the_range(
    value: Callable[[MeterRules], int], allowed: bool
) -> None:
    """§§ 633c.6(j), 633c.14(c): from the minimum to the maximum, both included."""
    rules = rules_of_mystery()
    item = f"{rules.stream}/secret/1"
    sealed = VAULT.seal(item, str(value(rules)).encode())
    secrets = OpenSecrets()
    seals = RecordSeals(RecordBody(sealed=(sealed,)))
    assert secrets.open_meter(seals, rules) == sealed.commitment
    seals.require_all_used()
    seals = RecordSeals(RecordBody(revealed=(VAULT.reveal(sealed),)))
    meters = {rules.stream: MeterState(rules=rules, amount=rules.reseed)}
    if allowed:
        secret = next(secrets.values(seals, meters, rules.stream))
        assert (secret.commitment, secret.value) == (sealed.commitment, value(rules))
    else:
        with pytest.raises(Mismatch) as refused:
            next(secrets.values(seals, meters, rules.stream))
        assert str(refused.value) == (
            f"{item} is not a whole cent between the minimum and the maximum."
        )


def test_a_forger_s_value_that_is_no_whole_cent_is_refused_though_everything_follows() -> None:
    """One unit less than the value hits with the same contribution."""
    records = played(1, hits=True)
    items = sealed_in(records)
    second = next(item for item in items if item.endswith("/secret/2"))
    assert message_of(
        resealed(records, {second: (second, str(int(VAULT.open(items[second])) + 1).encode())})
    ).startswith(f"{second} is not a whole cent between the minimum and the maximum.")


def test_of_two_hits_in_one_step_the_first_is_held_to_the_value_in_force() -> None:
    """§ 633c.14(c)(5): the second was drawn when the first was told."""
    rules = meter_rules(
        name="mystery", seed=1, reseed=1, maximum=dollars(900), secondary_increment=0
    )
    state = MeterState(rules=rules, amount=dollars(300), commitment="1")
    hits = tuple(
        MysteryHit(rules.key, "BJ-02", 1, 1, "ann", 1, dollars(secret), dollars(secret), "1", "2")
        for secret in (400, 200)
    )
    step = MeterStep("meter/one", hits)
    require_hits_in_time({"meter/one": state}, (step,))
    late = {"meter/one": replace(state, amount=dollars(500))}
    with pytest.raises(Mismatch, match="stood above its secret value before it was hit"):
        require_hits_in_time(late, (step,))
    others = MeterStep("meter/two", ())  # a meter without a hit before it hides nothing
    with pytest.raises(Mismatch, match="stood above its secret value before it was hit"):
        require_hits_in_time(late, (others, step))
