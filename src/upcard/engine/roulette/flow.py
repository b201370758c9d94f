"""The flow of Lightning Roulette. 58 Pa. Code § 617b.3; chapter 617a is not a source text."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from upcard.engine.core.boxes import (
    BOX_FOLDS,
    collect_then_pay,
    find_offered,
    place_wager,
    refuse_wager,
    settlement_of,
)
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    LeaveSeat,
    PlaceWager,
    SeatPlayer,
    SettleRound,
)
from upcard.engine.core.events import (
    BetsClosed,
    Event,
    PlayerLeft,
    PlayerSeated,
    RoundSettled,
    TableCleared,
    WagerSettled,
)
from upcard.engine.core.flow import Flow
from upcard.engine.core.money import money
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.seats import PART as SEATS
from upcard.engine.core.steps import Automation
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.events import BallRested, LuckyNumbersAnnounced
from upcard.engine.roulette.state import RouletteState, WheelPhase
from upcard.games.offered_wager import OfferedWager
from upcard.games.roulette import (
    EXAMPLE_SPOTS,
    MAX_LUCKY,
    PAYOUTS,
    POCKETS,
    SPOTS,
    LightningRules,
    Spot,
    lucky_index,
)
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation, near_names
from upcard.text.words import quoted

LIGHTNING: Final = "58 Pa. Code § 617b.3"
CHAPTER: Final = "58 Pa. Code ch. 617a"

# Refusals


def find_spot(rules: TableRules, name: str) -> OfferedWager | RuleViolation:
    """The wager that a table offers on a spot, or the refusal."""
    spot = SPOTS.get(name)
    if spot is None:
        hint = ", ".join(near_names(name, SPOTS) or EXAMPLE_SPOTS)
        message = (
            f"The layout has no spot {quoted(name)} for a wager; there are spots such as {hint}."
        )
        return RuleViolation("58 Pa. Code § 617a.3", message)
    return find_offered(rules, spot.wager)


def _refuse_announce_lucky_numbers(
    state: RouletteState, command: AnnounceLuckyNumbers
) -> RuleViolation | None:
    lucky = command.numbers
    numbers = {lucky_number.number for lucky_number in lucky}
    if not 1 <= len(lucky) <= MAX_LUCKY or len(numbers) < len(lucky):
        return RuleViolation(
            f"{LIGHTNING}(d)", f"One to {MAX_LUCKY} different Lucky Numbers are selected."
        )
    for entry in lucky:
        if entry.number not in POCKETS:
            return RuleViolation(f"{LIGHTNING}(d)", f"{entry.number} is no number on the layout.")
        if entry.payout not in PAYOUTS:
            return RuleViolation(
                f"{LIGHTNING}(g)", f"{entry.payout} to 1 is none of the possible payouts."
            )
    rules = state.rules.variation
    assert isinstance(rules, LightningRules)
    if not rules.counts[len(lucky) - 1]:
        return RuleViolation(
            "submission: lightning.numbers", f"This table never has {len(lucky)} Lucky Numbers."
        )
    return None


def _refuse_spin_wheel(_state: RouletteState, command: SpinWheel) -> RuleViolation | None:
    if command.pocket in POCKETS:
        return None
    return RuleViolation(
        f"{LIGHTNING}(a)", f"A single-zero wheel has no compartment {command.pocket}."
    )


# Decisions


def _close_bets(state: RouletteState, _command: CloseBets) -> list[Event]:
    return [BetsClosed(state.round + 1, ())]


def _announce_lucky_numbers(_state: RouletteState, command: AnnounceLuckyNumbers) -> list[Event]:
    return [LuckyNumbersAnnounced(command.numbers)]


def _spin_wheel(_state: RouletteState, command: SpinWheel) -> list[Event]:
    return [BallRested(command.pocket)]


def _settle_round(state: RouletteState, _command: SettleRound) -> list[Event]:
    return [*collect_then_pay(_settle_wagers(state)), RoundSettled()]


def _settle_wagers(state: RouletteState) -> Iterator[WagerSettled]:
    """The settlements of all wagers, from the last position to the first."""
    for position, box in state.from_the_right():
        for name in box.wagers:
            spot = SPOTS[name]
            offered = state.rules.wager(spot.wager)
            index = _outcome_of(state, offered, spot)
            section = _section(offered, offered.wager.outcomes[index])
            yield settlement_of(position, name, box, offered, index, section)


def _outcome_of(state: RouletteState, offered: OfferedWager, spot: Spot) -> int:
    return offered.wager.decided(*[FACTS[fact](state, spot) for fact in offered.facts])


FACTS: Final[dict[str, Callable[[RouletteState, Spot], int]]] = {
    "number": lambda _state, spot: spot.numbers[0],
    "covered": lambda _state, spot: spot.covered,
    "pocket": lambda state, _spot: state.pocket,
    "lucky": lambda state, spot: lucky_index(state.lucky, spot.numbers[0]),
}
"""The facts for classifiers, by the names in `wagers.facts`."""


def _section(offered: OfferedWager, outcome: str) -> str:
    """The provision of a payout: (e) for a Lucky Number, (f) for another number, else § 617a.4."""
    return f"{LIGHTNING}(f)" if outcome == "straight" else offered.data.settlement


def _clear_table(_state: RouletteState, _command: ClearTable) -> list[Event]:
    return [TableCleared(())]


# State changes


def _bets_closed(state: RouletteState, event: BetsClosed) -> RouletteState:
    return replace(state, round=event.round)


def _lucky_numbers_announced(state: RouletteState, event: LuckyNumbersAnnounced) -> RouletteState:
    return replace(state, lucky=event.numbers)


def _ball_rested(state: RouletteState, event: BallRested) -> RouletteState:
    return replace(state, pocket=event.pocket)


def _table_cleared(state: RouletteState, _event: TableCleared) -> RouletteState:
    return replace(state, boxes=(None,) * state.rules.positions, lucky=(), pocket=-1)


ROUND: Final = Part(
    name="round",
    phases={
        (WheelPhase.WAGERING, BetsClosed): WheelPhase.SELECTING,
        (WheelPhase.SELECTING, LuckyNumbersAnnounced): WheelPhase.SPINNING,
        (WheelPhase.SPINNING, BallRested): WheelPhase.RESTED,
        (WheelPhase.RESTED, RoundSettled): WheelPhase.SETTLED,
        (WheelPhase.SETTLED, TableCleared): WheelPhase.WAGERING,
    },
    allowed={
        PlaceWager: Allowed((WheelPhase.WAGERING,), f"{LIGHTNING}(c)", "No more bets."),
        CloseBets: Allowed((WheelPhase.WAGERING,), f"{LIGHTNING}(c)", "Wagers are closed already."),
        AnnounceLuckyNumbers: Allowed(
            (WheelPhase.SELECTING,),
            f"{LIGHTNING}(d)",
            "Lucky Numbers are selected once, after all wagers have been placed.",
        ),
        SpinWheel: Allowed(
            (WheelPhase.SPINNING,),
            f"{LIGHTNING}(d)",
            "The wheel is spun once, after the Lucky Numbers are selected.",
        ),
        SettleRound: Allowed(
            (WheelPhase.RESTED,),
            f"{LIGHTNING}(e)",
            "Wagers are settled when the ball has come to rest.",
        ),
        ClearTable: Allowed((WheelPhase.SETTLED,), CHAPTER, "The wagers are not all settled."),
    },
    checks={
        PlaceWager: refuse_wager(CHAPTER, find_spot),
        AnnounceLuckyNumbers: _refuse_announce_lucky_numbers,
        SpinWheel: _refuse_spin_wheel,
    },
    handlers={
        PlaceWager: place_wager,
        CloseBets: _close_bets,
        AnnounceLuckyNumbers: _announce_lucky_numbers,
        SpinWheel: _spin_wheel,
        SettleRound: _settle_round,
        ClearTable: _clear_table,
    },
    folds={
        **BOX_FOLDS,
        BetsClosed: _bets_closed,
        LuckyNumbersAnnounced: _lucky_numbers_announced,
        BallRested: _ball_rested,
        TableCleared: _table_cleared,
    },
    steps={
        WheelPhase.SELECTING: (Automation.SELECT, AnnounceLuckyNumbers),
        WheelPhase.SPINNING: (Automation.SPIN, SpinWheel),
        WheelPhase.RESTED: (Automation.SETTLE, SettleRound),
        WheelPhase.SETTLED: (Automation.CLEAR, ClearTable),
    },
)

FLOW: Final[Flow[RouletteState]] = Flow.of(
    SEATS.lent(
        CHAPTER,
        (SeatPlayer, LeaveSeat),
        (PlayerSeated, PlayerLeft),
        phases=tuple(WheelPhase),
    ),
    money(tuple(WheelPhase)),
    ROUND,
    title="Lightning Roulette",
    section=CHAPTER,
)
