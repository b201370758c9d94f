"""The steps from which a learner chooses the one that is due."""

from hashlib import sha256
from typing import Final

import msgspec

from upcard.engine.core.commands import (
    ClearTable,
    Command,
    DealCard,
    PayBlackjack,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    TurnHoleCard,
    UseCardReader,
    tag_of,
)
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import CollectProgressiveWagers
from upcard.engine.play import due, game_of, refusal
from upcard.service.stage.procedure import OfferedStep, StepExplanation, explain_step

_STEPS: Final[tuple[tuple[Automation, type[Command]], ...]] = (
    (Automation.COLLECT, CollectProgressiveWagers),
    (Automation.DEAL, DealCard),
    (Automation.SETTLE, SettleOptionalWagers),
    (Automation.READER, UseCardReader),
    (Automation.SETTLE, SettleHeldWagers),
    (Automation.SETTLE, PayBlackjack),
    (Automation.READER, TurnHoleCard),
    (Automation.SETTLE, SettleRound),
    (Automation.CLEAR, ClearTable),
)
"""The steps of a round, in their order, from which a learner chooses."""


NEAR_STEPS: Final = (-2, -1, 1, 2)
"""How far from the step that is due those stand for which a learner may take it."""


def steps_for_learner(state: AnyTable) -> tuple[OfferedStep, ...]:
    """Steps for a learner, each with why it is wrong now; that due has no reason.

    Those that come shortly before and after the one that is due, and any that the rules permit,
    in an order that each moment of a round has for itself.
    """
    step = due(state, ~Automation.FLOOR)
    if step is None or not state.has_wagers:
        return ()
    sections = game_of(state.rules).sections
    kinds = [kind for _, kind in _STEPS if kind in sections]
    choices = [_choice(state, kind, step[1]) for kind in plausible_steps(state, kinds, step[1])]
    moment = f"{state.rules.name}/{state.round}/{state.phase}"
    return tuple(
        sorted(choices, key=lambda offer: sha256(f"{moment}/{offer.step}".encode()).digest())
    )


def plausible_steps(
    state: AnyTable, kinds: list[type[Command]], now: type[Command]
) -> list[type[Command]]:
    """The steps among `kinds`, the round's in their order, that stand near `now` or are legal."""
    if now not in kinds:
        legal = [kind for kind in kinds if _is_legal(state, kind)]
        return list(dict.fromkeys([now, *legal, *kinds[:2]]))
    index = kinds.index(now)
    neighbors = {index + distance for distance in NEAR_STEPS}
    return [
        kind
        for place, kind in enumerate(kinds)
        if kind is now or place in neighbors or _is_legal(state, kind)
    ]


def _is_legal(state: AnyTable, kind: type[Command]) -> bool:
    """Whether the rules permit a step now; one that names a card is permitted when it is due."""
    return not _has_required_fields(kind) and refusal(state, kind()) is None


def _has_required_fields(kind: type[Command]) -> bool:
    return any(field.required for field in msgspec.structs.fields(kind))


def _choice(state: AnyTable, kind: type[Command], now: type[Command]) -> OfferedStep:
    explanation = explain_step(state, kind)
    refused = "" if kind is now else _why_not(state, kind, explain_step(state, now))
    return OfferedStep(
        explanation.name, explanation.sentence, explanation.section, {}, refused, tag_of(kind)
    )


def _why_not(state: AnyTable, kind: type[Command], now: StepExplanation) -> str:
    """Why a step is not the next one: the rule that refuses it, and what is due."""
    first = f"{now.sentence} That comes first ({now.section})."
    if _has_required_fields(kind):
        return first
    refused = refusal(state, kind())
    return first if refused is None else f"{refused.message} {first}"
