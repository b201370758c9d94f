"""The steps of pending progressive payouts, and the events that follow from a step.

58 Pa. Code §§ 633a.7(o), 633c.2(h) and similar provisions, 633c.9(e), 633c.14(c)(5), (6).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core import jackpot_events as j
from upcard.engine.core.jackpot import Jackpot, PayoutStage
from upcard.engine.core.parts import Handler
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots import commands as cj
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare
from upcard.rules.meter_schema import JackpotData

MYSTERY_OUTCOME: Final = "mystery-bonus"


class StepKind(NamedTuple):
    """A kind of step of a payout, as it is for every wager.

    It has its command and the provision of § 633c.2(h), the event that follows, the stage that the
    payout reaches, and the message for somebody who takes a later step first.
    """

    command: type[cj.JackpotStep]
    section: str
    event: type[j.JackpotEvent]
    stage: PayoutStage
    comes_first: str


STEP_KINDS: Final = (
    StepKind(
        cj.VerifyHand,
        "633c.2(h)(1)",
        j.HandVerified,
        PayoutStage.HAND_VERIFIED,
        "The dealer verifies first that the hand is a winning hand.",
    ),
    StepKind(
        cj.ConfirmLight,
        "633c.2(h)(2)",
        j.LightConfirmed,
        PayoutStage.LIGHT_CONFIRMED,
        "The light on the progressive table game system is verified first.",
    ),
    StepKind(
        cj.ValidateJackpot,
        "633c.2(h)(3)",
        j.JackpotValidated,
        PayoutStage.VALIDATED,
        "A floorperson or above validates the payout first.",
    ),
    StepKind(
        cj.PayJackpot,
        "633c.2(h)(4)",
        j.JackpotPaid,
        PayoutStage.PAID,
        "The payout is to be paid next.",
    ),
    StepKind(
        cj.CompletePapers,
        "633c.2(h)(4)",
        j.PapersCompleted,
        PayoutStage.PAPERS_COMPLETED,
        "The documentation of the payout is to be completed next.",
    ),
)
"""The kinds of steps, in order. A payout has those that its provisions require."""

STEPS: Final = tuple(kind.command for kind in STEP_KINDS)
_BY_COMMAND: Final = {kind.command: kind for kind in STEP_KINDS}
_STAGES: Final = tuple(PayoutStage)


class PayoutStep(NamedTuple):
    """A step of a payout, and the provision that requires it."""

    kind: StepKind
    section: str

    @property
    def command(self) -> type[cj.JackpotStep]:
        """The kind of command that takes the step."""
        return self.kind.command


def jackpot_of(event: e.WagerSettled) -> Jackpot:
    """The payout of a pending settlement."""
    return Jackpot(
        position=event.position,
        player=event.player,
        wager=event.wager,
        outcome=event.outcome,
        wagered=event.wagered,
        fixed=event.paid,
        shares=event.meters,
        envy_of=event.envy_of,
    )


def mystery_of(rules: TableRules, event: j.MysteryAwarded) -> Jackpot:
    """The payout of a mystery bonus: the whole meter (§ 633c.14(c)(7))."""
    meter = rules.wager(event.wager).mystery
    assert meter is not None
    return Jackpot(
        position=event.position,
        player=event.player,
        wager=event.wager,
        outcome=MYSTERY_OUTCOME,
        shares=(MeterShare(100, meter.name),),
        amounts=(event.amount,),
        claimed=True,
        mystery=True,
    )


def _provisions(rules: TableRules, jackpot: Jackpot) -> JackpotData:
    offered = rules.wager(jackpot.wager)
    data = (jackpot.mystery and offered.mystery_jackpot) or offered.data.jackpot
    assert data is not None, f"{jackpot.wager} has no steps for its payouts"
    return data


def source(rules: TableRules, jackpot: Jackpot) -> j.Source:
    """The source of a payout.

    A share of a meter is not paid from the table inventory; neither is a payout by odds of at least
    the percentage of the meter's display in § 633c.9(e)(3). The submission selects the source of a
    mystery bonus (§ 633c.14(c)(6)).
    """
    data = _provisions(rules, jackpot)
    if data.paid_by == "game-account":
        return "game-account"
    meter = rules.wager(jackpot.wager).mystery
    if jackpot.mystery and meter is not None and meter.from_inventory:
        return "table-inventory"
    if asks_meter(rules, jackpot) and jackpot.shown is not None:
        large = 100 * jackpot.fixed >= data.slip_percent * jackpot.shown
        return "jackpot-slip" if large or jackpot.shares else "table-inventory"
    return "jackpot-slip" if jackpot.shares else "table-inventory"


def asks_meter(rules: TableRules, jackpot: Jackpot) -> bool:
    """Whether the meter's display decides the source of the payout."""
    return jackpot.by_own_hand and rules.wager(jackpot.wager).asks_meter


def awaits_meter(rules: TableRules, jackpot: Jackpot) -> bool:
    """Whether the payout waits for a meter's award or display."""
    return jackpot.amount is None or (asks_meter(rules, jackpot) and jackpot.shown is None)


def _is_validated(rules: TableRules, jackpot: Jackpot) -> bool:
    """Whether a floorperson validates the payout: for most wagers, every pending one."""
    if not asks_meter(rules, jackpot) or jackpot.shares:
        return True
    offered = rules.wager(jackpot.wager)
    return offered.wager.outcomes.index(jackpot.outcome) in offered.validated


def steps_of(rules: TableRules, jackpot: Jackpot) -> list[PayoutStep]:
    """The steps of a payout, in order.

    A mystery bonus has no hand to verify. An envy bonus is paid after the hand for which it is paid
    (§ 633c.10(h)(5)).
    """
    if jackpot.envy_of:
        return [PayoutStep(_BY_COMMAND[cj.PayJackpot], rules.wager(jackpot.wager).envy_section)]
    data = _provisions(rules, jackpot)
    papers = data.pay if source(rules, jackpot) == "jackpot-slip" else ""
    verify = "" if jackpot.mystery else data.verify
    validate = data.validate if _is_validated(rules, jackpot) else ""
    sections = (verify, data.light, validate, data.pay, papers)
    return [
        PayoutStep(kind, section)
        for kind, section in zip(STEP_KINDS, sections, strict=True)
        if section
    ]


def next_step(rules: TableRules, jackpot: Jackpot) -> PayoutStep | None:
    """The next step of a payout; None when it is completed."""
    reached = _STAGES.index(jackpot.stage)
    for step in steps_of(rules, jackpot):
        if _STAGES.index(step.kind.stage) > reached:
            return step
    return None


def pending(state: AnyTable) -> list[Jackpot]:
    """The payouts of this round that are not completed."""
    return [jackpot for jackpot in state.jackpots if next_step(state.rules, jackpot) is not None]


def shares_of(jackpots: Iterable[Jackpot]) -> list[tuple[Jackpot, MeterShare]]:
    """Each share of a meter that was won, with its payout, from the dealer's left."""
    from_the_left = sorted(jackpots, key=lambda jackpot: jackpot.position)
    return [(jackpot, share) for jackpot in from_the_left for share in jackpot.shares]


def awaiting_awards(state: AnyTable) -> tuple[str, ...]:
    """The wagers whose claims wait for the meters' awards."""
    payouts = [
        payout for payout in state.jackpots if payout.claimed and awaits_meter(state.rules, payout)
    ]
    return tuple(dict.fromkeys(payout.wager for payout in payouts))


def waiting_reason(state: AnyTable, jackpot: Jackpot, step: PayoutStep) -> str:
    """Why a payout's next step has to wait; empty where it does not."""
    if step.command is not cj.PayJackpot:
        return ""
    if awaits_meter(state.rules, jackpot):
        return "What the meter gives or shows is not determined yet."
    for other in state.jackpots if jackpot.envy_of else ():
        waits = other.by_own_hand and not other.paid
        if waits and (other.position, other.wager) == (jackpot.envy_of, jackpot.wager):
            return f"Position {other.position} is paid before the envy bonus for its hand."
    return ""


def keeps_cards(state: AnyTable, position: int) -> bool:
    """Whether the cards of a position stay on the table for a payout (§ 633c.2(h)(4))."""
    return any(payout.position == position and payout.by_own_hand for payout in pending(state))


class ReadyPayout(NamedTuple):
    """A payout whose next step is not blocked: its number, from 1, and the step's command."""

    number: int
    jackpot: Jackpot
    command: cj.JackpotStep


def ready_payout(state: AnyTable, command: cj.JackpotStep) -> ReadyPayout | None:
    """The payout to which a step applies; None where no payout waits for it."""
    return next((ready for ready in _ready_payouts(state) if ready.command == command), None)


def floor_step(state: AnyTable) -> cj.JackpotStep | None:
    """The first step that a payout can take now, in the order in which the payouts were won."""
    return next((ready.command for ready in _ready_payouts(state)), None)


def _ready_payouts(state: AnyTable) -> Iterator[ReadyPayout]:
    for number, jackpot in enumerate(state.jackpots, 1):
        step = next_step(state.rules, jackpot)
        if step is not None and not waiting_reason(state, jackpot, step):
            yield ReadyPayout(number, jackpot, step.command(jackpot.position, jackpot.wager))


# Decisions


def _require_ready(state: AnyTable, command: cj.JackpotStep) -> ReadyPayout:
    """The payout to which a step applies; raises `RuntimeError` if the step was never checked."""
    ready = ready_payout(state, command)
    if ready is None:
        raise RuntimeError(f"No payout of position {command.position} waits for this step.")
    return ready


def _take_step(state: AnyTable, command: cj.JackpotStep) -> list[e.Event]:
    event = _BY_COMMAND[type(command)].event
    return [event(command.position, command.wager, _require_ready(state, command).number)]


def _pay_jackpot(state: AnyTable, command: cj.PayJackpot) -> list[e.Event]:
    number, jackpot, _ = _require_ready(state, command)
    assert jackpot.amount is not None
    return [
        j.JackpotPaid(
            position=command.position,
            wager=command.wager,
            jackpot=number,
            amount=jackpot.amount,
            source=source(state.rules, jackpot),
            player=jackpot.player,
        )
    ]


def _record_awards(_state: AnyTable, command: cj.RecordAwards) -> list[e.Event]:
    return [j.AwardsDetermined(command.wager, command.amounts, command.shown)]


def _record_mystery(state: AnyTable, command: cj.RecordMystery) -> list[e.Event]:
    player = state.box(command.position).player
    return [j.MysteryAwarded(command.position, command.wager, command.amount, player)]


HANDLERS: Final[Mapping[type[c.Command], Handler]] = {
    **dict.fromkeys(STEPS, _take_step),
    cj.PayJackpot: _pay_jackpot,
    cj.RecordAwards: _record_awards,
    cj.RecordMystery: _record_mystery,
}
