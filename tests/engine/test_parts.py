"""A game is the sum of its parts: what collides or lacks is refused when the flow is made."""

from typing import Any

import pytest

from tables import table_rules
from upcard.engine.blackjack.flow import FLOW, PARTS
from upcard.engine.blackjack.state import new_table
from upcard.engine.core.commands import Command, Hit, SettleRound
from upcard.engine.core.events import (
    BurnNotRequired,
    DealerReplaced,
    Event,
    HoleCardTurned,
    RoundSettled,
    WagerSettled,
)
from upcard.engine.core.flow import Flow
from upcard.engine.core.parts import Allowed, Part, PartIncomplete, PartsCollide
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import Decide

HIT = Part(
    name="hitting",
    phases={(Phase.PLAYING, HoleCardTurned): Phase.DRAWING},
    allowed={Hit: Allowed((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn.")},
    checks={Hit: lambda _state, _command: None},
    handlers={Hit: lambda _state, _command: [RoundSettled()]},
    folds={RoundSettled: lambda state, _event: state},
    series={WagerSettled: lambda state, _events: state},
    steps={Phase.DRAWING: (Automation.SETTLE, SettleRound)},
    untimely={Hit: lambda _state, _command, refused: refused},
)


def flow(*parts: Part) -> Flow[Any]:
    return Flow.of(*parts, title="a game", section="58 Pa. Code § 633a.7")


@pytest.mark.parametrize(
    ("other", "claim"),
    [
        (Part(name="other", allowed=HIT.allowed), "command Hit"),
        (Part(name="other", checks=HIT.checks), "check of Hit"),
        (Part(name="other", handlers=HIT.handlers), "handler of Hit"),
        (Part(name="other", folds=HIT.folds), "fold of RoundSettled"),
        (Part(name="other", series=HIT.series), "series of WagerSettled"),
        (Part(name="other", phases=HIT.phases), "transition from playing by HoleCardTurned"),
        (Part(name="other", steps=HIT.steps), "step of phase drawing"),
        (Part(name="other", untimely=HIT.untimely), "untimely command Hit"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_parts_that_claim_the_same_are_refused(other: Part, claim: str) -> None:
    with pytest.raises(PartsCollide) as raised:
        flow(HIT, other)
    assert str(raised.value) == f"The parts hitting and other both claim the {claim}."


@pytest.mark.parametrize(
    "part",
    [
        Part(name="phases alone", allowed=HIT.allowed),
        Part(name="a handler alone", handlers=HIT.handlers),
        Part(name="a check alone", checks=HIT.checks),
        Part(name="untimely alone", untimely=HIT.untimely),
    ],
    ids=lambda part: part.name,
)
def test_a_command_without_phases_or_a_handler_is_refused(part: Part) -> None:
    with pytest.raises(PartIncomplete) as raised:
        flow(part)
    assert str(raised.value) == "a game lacks phases or a handler for Hit."


def test_blackjack_with_a_part_twice_is_refused() -> None:
    with pytest.raises(PartsCollide):
        flow(*PARTS, PARTS[0])


def test_hooks_are_left_out_where_the_table_s_rules_do_not_need_them() -> None:
    assert len(FLOW.check_events) == 1
    assert len(FLOW.revise_events) == 3
    plain = FLOW.at(table_rules())
    assert (plain.check_events, plain.revise_events, plain.cite_refusal, plain.due_first) == (
        (),
        (),
        (),
        (),
    )
    assert plain.check_before == FLOW.check_before
    with_money = FLOW.at(table_rules(bring_money=True))
    assert (with_money.check_events, len(with_money.revise_events)) == (FLOW.check_events, 1)


def test_a_part_adds_a_command_and_follows_all() -> None:
    """A command of another game stands for one that a variation brings."""
    tapping = Part(
        name="tapping",
        allowed={Decide: Allowed(tuple(Phase), "633a.7(i)", "")},
        handlers={Decide: lambda _state, _command: [BurnNotRequired()]},
        revise_events=lambda _state, events: [*events, DealerReplaced()],
    )
    state, command = new_table(table_rules()), Decide("Ann", "stand")
    violation = FLOW.refusal(state, command)
    assert violation is not None
    assert violation.message == "There is no decide in Blackjack."
    decided = flow(*PARTS, tapping).decide(state, command)
    assert decided == [BurnNotRequired(), DealerReplaced()]


class Unsent(Command, frozen=True, tag="Unsent"):
    """A command that does not say who sends it."""


class Again(Event, frozen=True, tag="RoundSettled"):
    """An event with the tag of another."""


def test_a_command_that_nobody_sends_is_refused() -> None:
    part = Part(
        name="unsent",
        allowed={Unsent: Allowed(tuple(Phase), "633a.7(i)", "")},
        handlers={Unsent: lambda _state, _command: []},
    )
    with pytest.raises(PartIncomplete, match=r"^Nobody may send Unsent: mark it with @sent_by"):
        flow(part)


def test_two_types_with_the_same_tag_are_refused() -> None:
    part = Part(name="again", folds={Again: lambda state, _event: state})
    with pytest.raises(PartsCollide, match="both define a type with the tag 'RoundSettled'"):
        flow(HIT, part)


def test_a_command_may_cite_a_text_of_a_house() -> None:
    part = Part(
        name="house",
        allowed={Decide: Allowed((Phase.PLAYING,), "Salute, revision 1", "Nobody decides now.")},
        handlers={Decide: lambda _state, _command: []},
    )
    assert flow(part).allowed[Decide].section == "Salute, revision 1"


def test_a_variation_from_outside_may_allow_by_a_plain_tuple() -> None:
    entry: Any = ((Phase.PLAYING,), "633a.7(i)", "Nobody decides now.")
    part = Part(
        name="plain",
        allowed={Decide: entry},
        handlers={Decide: lambda _state, _command: []},
    )
    assert flow(part).allowed[Decide].message == "Nobody decides now."
