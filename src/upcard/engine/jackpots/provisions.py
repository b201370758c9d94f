"""The steps that the rules require of a progressive payout, each with its provision.

58 Pa. Code §§ 633a.7(o), 633c.2(h) and similar provisions, 633c.9(e), 633c.14(c)(5), (6).
"""

from typing import Final, NamedTuple

from upcard.engine.core.jackpot import Jackpot, PayoutStage
from upcard.engine.core.jackpot_events import (
    HandVerified,
    JackpotEvent,
    JackpotPaid,
    JackpotValidated,
    LightConfirmed,
    PapersCompleted,
    Source,
)
from upcard.engine.jackpots.commands import (
    CompletePapers,
    ConfirmLight,
    JackpotStep,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)
from upcard.games.table_rules import TableRules
from upcard.rules.meter_schema import JackpotData


class StepKind(NamedTuple):
    """A kind of payout step, the same for every wager.

    It has a command, the provision of § 633c.2(h), the event that follows, the stage that the
    payout reaches, and the message of the refusal where a later step is taken first.
    """

    command: type[JackpotStep]
    section: str
    event: type[JackpotEvent]
    stage: PayoutStage
    comes_first: str


STEP_KINDS: Final = (
    StepKind(
        VerifyHand,
        "633c.2(h)(1)",
        HandVerified,
        PayoutStage.HAND_VERIFIED,
        "The dealer verifies first that the hand is a winning hand.",
    ),
    StepKind(
        ConfirmLight,
        "633c.2(h)(2)",
        LightConfirmed,
        PayoutStage.LIGHT_CONFIRMED,
        "The light on the progressive table game system is verified first.",
    ),
    StepKind(
        ValidateJackpot,
        "633c.2(h)(3)",
        JackpotValidated,
        PayoutStage.VALIDATED,
        "A floorperson or above validates the payout first.",
    ),
    StepKind(
        PayJackpot,
        "633c.2(h)(4)",
        JackpotPaid,
        PayoutStage.PAID,
        "The payout is to be paid next.",
    ),
    StepKind(
        CompletePapers,
        "633c.2(h)(4)",
        PapersCompleted,
        PayoutStage.PAPERS_COMPLETED,
        "The documentation of the payout is to be completed next.",
    ),
)
"""The kinds of steps, in order. A payout has those that its provisions require."""


STEPS: Final = tuple(kind.command for kind in STEP_KINDS)
"""The commands of these steps, in order."""


_BY_COMMAND: Final = {kind.command: kind for kind in STEP_KINDS}

EVENTS: Final = {kind.command: kind.event for kind in STEP_KINDS}
"""The event that follows from each step."""


_STAGES: Final = tuple(PayoutStage)


class PayoutStep(NamedTuple):
    """A step of a payout, and the provision that requires it."""

    kind: StepKind
    section: str

    @property
    def command(self) -> type[JackpotStep]:
        """The kind of command that takes the step."""
        return self.kind.command


def _provisions(rules: TableRules, jackpot: Jackpot) -> JackpotData:
    offered = rules.wager(jackpot.wager)
    data = (jackpot.mystery and offered.mystery_jackpot) or offered.data.jackpot
    assert data is not None, f"{jackpot.wager} has no steps for its payouts"
    return data


def payout_source(rules: TableRules, jackpot: Jackpot) -> Source:
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
        return [PayoutStep(_BY_COMMAND[PayJackpot], rules.wager(jackpot.wager).envy_section)]
    data = _provisions(rules, jackpot)
    papers = data.pay if payout_source(rules, jackpot) == "jackpot-slip" else ""
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
