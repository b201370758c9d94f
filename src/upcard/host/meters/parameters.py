"""Submits new parameters for meters that several tables feed, once for all tables (§ 605a.8).

The parameters take effect when no round is open at any table that feeds the meter. Each table
then continues with its own new submission when it is opened again.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from upcard.cards.shuffle import Bits, live_bits
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import MeterStep, RecordBody, encode_body
from upcard.host.bodies.sealed import SealVoided
from upcard.host.meters.bridge import meters_of
from upcard.host.meters.opening import replace_lost_secret
from upcard.host.seals.meter_secrets import MeterSecrets, SecretMeter, holdings_in
from upcard.host.seals.sealing import Vault
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import Proposal, Receipt, States, Written
from upcard.progressives.decide import apply_fact
from upcard.progressives.facts import ParametersFiled
from upcard.progressives.meter import MeterRules, MeterState
from upcard.rules.violation import BadInput

FLOOR: Final = "floor"
"""The stream of decisions that concern several tables."""


def submit_parameters(
    journal: Journal,
    submission: str,
    rules: TableRules,
    vault: Vault,
    actor: str,
    bits: Bits = live_bits,
) -> Receipt:
    """Write to the journal the parameters that a new submission gives its meters, durably.

    Raises `BadInput` if the range of a mystery meter would change while a round is open, or if no
    table feeds a meter of the submission.
    """
    meters = tuple(meters_of(rules))

    def write(states: States) -> Written:
        holdings = holdings_in(states)
        missing_meters = [meter.name for meter in meters if meter.stream not in holdings]
        if missing_meters or not meters:
            raise BadInput(
                f"No table feeds {', '.join(missing_meters) or 'a meter of this submission'}."
            )
        secrets = MeterSecrets(vault, bits, holdings)
        after, given_up, voided = _redraw_secrets(holdings, meters, secrets, actor)
        after, steps = apply_parameters(after, meters)
        body = RecordBody(
            by=actor,
            parameters=submission,
            meters=(*given_up, *steps),
            sealed=tuple(secrets.sealed),
            voided=voided,
        )
        shared = {
            stream: encode(SecretMeter(state, secrets.in_force[stream]))
            for stream, state in after.items()
        }
        return Written(encode_body(body), body.event_count, shared)

    shared = tuple(sorted(meter.stream for meter in meters))
    version = journal.head(FLOOR).position
    return journal.append(Proposal(FLOOR, version, write, shared))


def apply_parameters(
    states: Mapping[str, MeterState], meters: Iterable[MeterRules]
) -> tuple[dict[str, MeterState], tuple[MeterStep, ...]]:
    """The meters after new parameters were submitted for them."""
    after = dict(states)
    steps = []
    for rules in meters:
        after[rules.stream], events = apply_fact(after[rules.stream], ParametersFiled(rules))
        if events:
            steps.append(MeterStep(rules.stream, events))
    return after, tuple(steps)


def _redraw_secrets(
    holdings: Mapping[str, SecretMeter],
    meters: Iterable[MeterRules],
    secrets: MeterSecrets,
    actor: str,
) -> tuple[dict[str, MeterState], tuple[MeterStep, ...], tuple[SealVoided, ...]]:
    """Draw new values for the mystery meters whose range changes.

    Returns the meters after it, the steps of the meters, and the voided seals.
    """
    after = {stream: holding.state for stream, holding in holdings.items()}
    steps, voided = [], []
    for rules in meters:
        if not secrets.changes_range(rules):
            continue
        state = after[rules.stream]
        if state.open_rounds:
            raise BadInput(
                f"A round is open at {', '.join(state.open_rounds)}: the range of {rules.name} "
                "can change between rounds only."
            )
        item, commitment = secrets.void(rules.stream, state.amount)
        after, step = replace_lost_secret(after, rules.stream, actor, commitment)
        steps.append(step)
        voided.append(SealVoided(item, actor))
    return after, tuple(steps), tuple(voided)
