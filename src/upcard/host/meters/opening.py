"""Tells meters that a table starts to feed them, leaves them, or has new rules (§ 605a.8)."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from upcard.host.bodies.record_body import MeterStep
from upcard.progressives.decide import apply_fact
from upcard.progressives.facts import Fact, MeterStarted, SecretLost, TableAdded, TableRemoved
from upcard.progressives.meter import MeterRules, MeterState


def join_meters(
    states: Mapping[str, MeterState],
    start: Callable[[MeterRules], str],
    table: str,
    meters: Iterable[MeterRules],
    fed_before: Iterable[MeterRules],
) -> tuple[dict[str, MeterState], tuple[MeterStep, ...]]:
    """The meters after a table left those that it `fed_before` and joined those that it feeds now.

    A meter that no table has fed yet opens; `start` returns the commitment to its secret value.
    Raises `RuleViolation` for a table that may not join.
    """
    after = dict(states)
    steps = []
    for stream, fact in _facts(set(states), start, table, tuple(meters), fed_before):
        after[stream], events = apply_fact(after.get(stream), fact)
        if events:
            steps.append(MeterStep(stream, events))
    return after, tuple(steps)


def replace_lost_secret(
    meters: Mapping[str, MeterState], stream: str, actor: str, commitment: str
) -> tuple[dict[str, MeterState], MeterStep]:
    """The meters after a secret value was voided and replaced by that of `commitment`."""
    state, events = apply_fact(meters[stream], SecretLost(actor, commitment))
    return {**meters, stream: state}, MeterStep(stream, events)


def _facts(
    opened: set[str],
    start: Callable[[MeterRules], str],
    table: str,
    meters: tuple[MeterRules, ...],
    fed_before: Iterable[MeterRules],
) -> Iterator[tuple[str, Fact]]:
    fed = {rules.stream for rules in meters}
    for rules in fed_before:
        if rules.stream not in fed:
            yield rules.stream, TableRemoved(table)
    for rules in meters:
        if rules.stream not in opened:
            yield rules.stream, MeterStarted(rules, start(rules))
        yield rules.stream, TableAdded(table, rules)
