"""The flows as tables: complete, reachable, and drawn in the documentation."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from upcard.engine.baccarat.flow import FLOW as BACCARAT
from upcard.engine.core.commands import Hit
from upcard.engine.core.flow import Flow
from upcard.engine.core.parts import citing
from upcard.engine.roulette.flow import FLOW as ROULETTE
from upcard.rules.sections import find
from upcard.rules.violation import RuleViolation

DOCS = Path(__file__).parents[2] / "docs"
FLOWS: Mapping[str, Flow[Any]] = {"baccarat": BACCARAT, "lightning-roulette": ROULETTE}

each = pytest.mark.parametrize("name", FLOWS)


@each
def test_the_drawn_phases_are_the_flow_s(name: str) -> None:
    assert FLOWS[name].diagram() in (DOCS / f"{name}.md").read_text(encoding="utf-8")


@each
def test_every_command_has_phases_and_a_handler(name: str) -> None:
    flow = FLOWS[name]
    assert set(flow.allowed) == set(flow.commands)
    for phases, section, message in flow.allowed.values():
        assert phases
        find(section)
        assert message == "" or message.endswith(".")


@each
def test_every_phase_is_reached_and_left(name: str) -> None:
    flow = FLOWS[name]
    entered, left = set(flow.phases.values()), {was for was, _ in flow.phases}
    assert entered == left


def test_a_check_under_another_section() -> None:
    def refuse(_state: object, command: Hit) -> RuleViolation | None:
        return RuleViolation("58 Pa. Code § 633a.5(c)", "No.") if command.position else None

    check = citing("58 Pa. Code ch. 631a", refuse)
    violation = check(None, Hit(1))
    assert violation is not None
    assert (violation.section, violation.message) == ("58 Pa. Code ch. 631a", "No.")
    assert check(None, Hit(0)) is None
