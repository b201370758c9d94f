"""What a Blazing 7's meter showed is in the journal: a table resumes with it, `verify` holds it.

58 Pa. Code § 633c.9(e)(3).
"""

from msgspec.structs import replace

from amounts import dollars
from host.forging import forged
from host.live import VAULT, answer, bet, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import ClearTable
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import AwardsDetermined, JackpotPaid
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import RecordAwards
from upcard.host.bodies.record_body import RecordBody, TableStep, decode_body
from upcard.host.records.rebuild import rebuild
from upcard.host.scripts.robots import Robot
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalRecord
from upcard.submission.compiling.text import rules_of

SUBMISSION = """
[table]
name = "BJ-09"
game = "blackjack"
decks = 6
positions = 3

[wagers.blazing-7s]
paytable = "A"
wager = 5
seed = 10000
reseed = 10000
increment = "10%"
"""


def records() -> list[JournalRecord]:
    with journal() as opened:
        play(host(opened, SUBMISSION, seeded_bits(3)), 12)
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is None
        rebuild(opened)
        return list(opened.all_records())


def told(body: RecordBody) -> list[TableStep]:
    return [award for award in body.awards if isinstance(award.command, RecordAwards)]


def test_what_the_meter_showed_is_recorded_with_every_payout() -> None:
    """A table of robots: wins by odds alone, each paid after the meter's answer."""
    bodies = [decode_body(record.body) for record in records()]
    answers = [step.command for body in bodies for step in told(body)]
    assert len(answers) >= 3
    shown = [answer.shown for answer in answers if isinstance(answer, RecordAwards)]
    assert all(units is not None and units >= dollars(10_000) for units in shown)
    assert shown == sorted(shown, key=lambda units: units or 0), "nobody won of the meter"
    events = [event for body in bodies for step in body.steps for event in step.events]
    paid = [event for event in events if isinstance(event, JackpotPaid)]
    assert len(paid) >= len(answers)
    assert {event.source for event in paid} == {"table-inventory"}


def test_another_amount_is_found_out() -> None:
    def other(body: RecordBody) -> RecordBody | None:
        if not told(body):
            return None
        (step,) = told(body)
        assert isinstance(step.command, RecordAwards)
        (event,) = step.events
        assert isinstance(event, AwardsDetermined)
        less = replace(step.command, shown=100)
        return replace(body, awards=(TableStep(less, (replace(event, shown=100),)),))

    verdict, changed = forged(records(), other)
    assert not verdict.verified
    assert verdict.first_difference is not None
    assert verdict.first_difference.position == changed


def test_a_table_resumes_while_a_payout_waits() -> None:
    """The state that is read back from the records has what the meter showed."""
    attended = UNTIL_CLEARED & ~Automation.FLOOR
    with journal() as opened:

        def opening() -> TableHost:
            bits = seeded_bits(3)
            return TableHost(
                opened,
                SUBMISSION,
                rules_of,
                CardSupply(VAULT, bits),
                OpeningTerms(automations=attended),
            )

        table = opening()
        bits = seeded_bits(1)
        robots = [Robot(position, bits) for position in (1, 2, 3)]
        while not _waiting(table):
            if table.state.phase is Phase.SETTLED:
                table.send(ClearTable())
            bet(table, robots)
            answer(table, robots)
        before = table.state
        assert _waiting(table)[0].shown is not None
        table.close()
        assert opening().state == before


def _waiting(table: TableHost) -> tuple[Jackpot, ...]:
    assert isinstance(table.state, BlackjackState)
    return table.state.jackpots
