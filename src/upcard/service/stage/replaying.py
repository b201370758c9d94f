"""A past round for its page: the same beats that its table page played, with their moments."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

import msgspec

from upcard.engine.core.events import Event, TableCleared
from upcard.journal.journal import Journal
from upcard.rules.violation import BadInput
from upcard.service.access.authority import ACTIONS, Action
from upcard.service.access.principal import Principal, Role
from upcard.service.history.replays import ReplayStep
from upcard.service.stage.beats import BeatView, ViewedTable, reasons_of
from upcard.service.stage.decided_wagers import with_reasons
from upcard.service.stage.explanations import (
    ToldRound,
    explain_round,
    explain_round_to_watchers,
)
from upcard.service.stage.scene_views import SceneView
from upcard.service.stage.setting import SettingView, once_each, setting_of
from upcard.service.table_server import TableServer


class MomentView(msgspec.Struct, frozen=True):
    """A beat of a past round: `moment` is its record and the event in it, as ``41.2``.

    What comes between two events has a third part, as ``41.2.1``.
    """

    moment: str
    beat: BeatView


class RecordView(msgspec.Struct, frozen=True):
    """A record of a round: when it was written, microseconds since the epoch, and by whom.

    `events` are those that the viewer may see.
    """

    seq: int
    at: int
    by: str
    commands: tuple[str, ...]
    events: list[dict[str, Any]]


class ReplayView(msgspec.Struct, frozen=True, kw_only=True):
    """A round as its page plays it, from `scene` on; `opens` is the index of the first card.

    `told` has the wagers that were decided, with a sentence for a player. `evidence` is whether the
    viewer may take the round's evidence.
    """

    round: int
    role: str
    setting: SettingView
    scene: SceneView
    moments: tuple[MomentView, ...]
    opens: int
    records: tuple[RecordView, ...]
    told: ToldRound | None
    evidence: bool


def replay_for(
    server: TableServer, table: str, number: int, who: Principal, journal: Journal | None = None
) -> ReplayView:
    """A round of a table as `who` may see it; players see the rounds in which they had a wager.

    It is read from `journal`, whose reading may end. Raises `Forbidden` or `BadInput`.
    """
    is_player = who.role is Role.PLAYER
    server.floor.authority.authorize(
        who, Action.SEE_OWN_ROUNDS if is_player else Action.SEE_ROUNDS, table
    )
    steps = server.replays.steps_seen_by(who, table, number, journal)
    if is_player and not any(_plays(who.name, step) for step in steps):
        raise BadInput(f"You had no wager in round {number} of table {table}.")
    first = steps[0]
    start, rest = (first.before, steps) if first.before else (first.state, steps[1:])
    viewed = ViewedTable(who, start, ())
    scene = viewed.scene
    moments: list[MomentView] = []
    for step in rest:
        for place, beat in viewed.numbered(_until_cleared(step.happened)):
            moments.append(MomentView(f"{step.seq}.{place}", beat))
    return ReplayView(
        round=number,
        role=who.role,
        setting=once_each(setting_of(start.rules)),
        scene=scene,
        moments=tuple(moments),
        opens=_first_card(moments),
        records=tuple(
            RecordView(step.seq, step.at, step.by, step.commands, step.events) for step in steps
        ),
        told=_explain(number, viewed, who),
        evidence=who.role in ACTIONS[Action.TAKE_EVIDENCE],
    )


def _until_cleared(events: Iterable[Event]) -> Iterable[Event]:
    """The events before the table is cleared: the last moment shows how the round ended."""
    return takewhile(lambda event: not isinstance(event, TableCleared), events)


def _plays(player: str, step: ReplayStep) -> bool:
    return any(box.player == player for _, box in step.state.in_play())


def _explain(number: int, viewed: ViewedTable, who: Principal) -> ToldRound | None:
    """What was decided, in a sentence."""
    decided_wagers = viewed.decided
    if not decided_wagers:
        return None
    reasons = reasons_of(viewed)
    if who.role is not Role.PLAYER:
        return explain_round_to_watchers(number, with_reasons(decided_wagers, reasons))
    return explain_round(number, decided_wagers, reasons)


def _first_card(moments: list[MomentView]) -> int:
    """The index of the first card or number, or of the last moment if there is none."""
    chance = ("CardDealt", "LuckyNumbersAnnounced", "BallRested")
    card_places = (number for number, moment in enumerate(moments) if moment.beat.what in chance)
    return next(card_places, max(0, len(moments) - 1))
