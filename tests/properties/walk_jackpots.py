"""What the walks ask and check about progressive wagers and their payouts."""

from random import Random

from msgspec.structs import replace

from amounts import dollars
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event, RoundSettled, TableCleared, WagerSettled
from upcard.engine.core.jackpot_events import AwardsClaimed, JackpotPaid, ProgressivesLocked
from upcard.engine.core.phases import Phase
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    RecordAwards,
    RecordMystery,
    ReturnProgressiveWager,
)
from upcard.engine.jackpots.provisions import STEPS
from upcard.engine.jackpots.steps import pending
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare
from upcard.progressives.ledger import PAYABLE


def generous(rules: TableRules) -> TableRules:
    """The same table with a share of a meter, and an envy bonus, for every winning outcome."""
    return replace(rules, wagers=tuple(_generous(offered) for offered in rules.wagers))


def _generous(offered: OfferedWager) -> OfferedWager:
    if not offered.meters:
        return offered
    shares = [
        MeterShare(percent, meter.name.partition("/")[2])
        for meter in offered.meters
        for percent in (100, 10)
    ]
    awards = tuple(
        (shares[index % len(shares)],) if award else ()
        for index, award in enumerate(offered.awards)
    )
    envy = dict.fromkeys(offered.wager.outcomes[1:], dollars(3_000)) if offered.envy else {}
    return replace(offered, awards=awards, envy=envy)


def check_jackpots(state: BlackjackState, event: Event, from_meters: int) -> int:
    """Nothing is paid twice or before it is known, nothing is forgotten in a round.

    Takes and gives what meters have paid so far: the rest of what is payable is fixed.
    """
    if isinstance(event, JackpotPaid):
        from_meters += event.amount - state.jackpots[event.jackpot - 1].fixed
    owed = sum(jackpot.fixed for jackpot in state.jackpots if not jackpot.paid)
    assert state.accounts.get(PAYABLE, 0) == owed - from_meters
    if isinstance(event, ProgressivesLocked):
        places = [place[:2] for place in state.locked]
        assert len(set(places)) == len(places)
        assert event.round == state.round + (state.phase in (Phase.WAGERING, Phase.COLLECTING))
        assert [wager[0] for wager in event.wagers] == sorted(wager[0] for wager in event.wagers)
    if isinstance(event, AwardsClaimed):
        assert state.phase is not Phase.SETTLED
        assert not any(event.wager in box.wagers for _, box in state.in_play())
        assert [claim.position for claim in event.claims] == sorted(
            claim.position for claim in event.claims
        )
    if isinstance(event, WagerSettled) and event.envy_of:
        assert state.box(event.position).player != state.box(event.envy_of).player
    if isinstance(event, RoundSettled):
        assert all(jackpot.claimed for jackpot in state.jackpots if jackpot.shares)
    if isinstance(event, TableCleared):
        assert not state.jackpots
        assert not state.locked
    return from_meters


def some_commands(random: Random, state: BlackjackState, slug: str, position: int) -> list[Command]:
    """Steps with progressive wagers: with any wager, and with one that is there."""
    mystery = {offered.slug for offered in state.rules.wagers if offered.mystery is not None}
    qualified = [place for place in state.locked if place[1] in mystery]
    locked = random.choice(qualified or state.locked or ((position, slug, 0),))
    cents = random.choice((0, 100, 25_000, 12_345, -100))
    choices: list[Command] = [
        CollectProgressiveWagers(random.choice((None, random.randint(0, 8)))),
        ReturnProgressiveWager(position, slug),
        RecordAwards(slug, ((position, "", cents),)),
        RecordMystery(locked[1], locked[0], cents),
        *[RecordMystery(locked[1], locked[0], 1_000_100)] * 3 * bool(qualified),
        *(kind(position, slug) for kind in STEPS),
    ]
    for waiting in pending(state)[:1]:
        choices += [kind(waiting.position, waiting.wager) for kind in STEPS]
    return random.sample(choices, 3)
