"""A table's events become facts of its meters, and each claim gets what its own meter awarded."""

from amounts import dollars
from host.live import PROGRESSIVE, host, journal
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.jackpot_events import AwardsClaimed, Claim, ProgressivesLocked
from upcard.engine.jackpots.commands import RecordAwards
from upcard.host.meters.bridge import settle_meters
from upcard.host.meters.memory import memory_meters
from upcard.progressives.events import Awarded
from upcard.submission.compiling.text import rules_of

PARTY = "jackpot-party"
FIVE = dollars(5)


def claim(position: int, meter: str) -> Claim:
    return Claim(position, 0, f"player {position}", "hit", FIVE, meter, 100)


def test_a_claim_of_one_meter_gets_nothing_that_another_meter_awarded() -> None:
    """Mega, Major and Minor of Jackpot Party are won in one round, in another order."""
    meters = memory_meters(rules_of(PROGRESSIVE), seeded_bits(1))
    assert meters is not None
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        for position in (1, 2, 3):
            table.send(PlaceWager(position, "blackjack", dollars(15), f"player {position}"))
        table.send(CloseBets())
        state = table.state
    claims = (claim(1, "minor"), claim(2, "mega"), claim(3, "major"))
    settled = settle_meters(
        meters.meters,
        "BJ-02",
        state,
        [
            ProgressivesLocked(state.round, tuple((at, PARTY, FIVE) for at in (1, 2, 3))),
            AwardsClaimed(PARTY, claims),
        ],
        lambda stream: [meters.secrets[stream]] if stream in meters.secrets else [],
    )
    awarded = {
        event.meter.rpartition("/")[2]: event.amount
        for step in settled.steps
        for event in step.events
        if isinstance(event, Awarded)
    }
    assert len(set(awarded.values())) == 3
    assert settled.commands == (
        RecordAwards(
            PARTY, tuple((claim.position, claim.meter, awarded[claim.meter]) for claim in claims)
        ),
    )
