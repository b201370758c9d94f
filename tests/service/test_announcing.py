"""What is said of an event: to those who watch, and to who is meant."""

from typing import Any

import pytest

from upcard.engine.core.events import DecisionMade
from upcard.service.stage.announcing import announcement


@pytest.mark.parametrize(
    ("decision", "yours", "anns"),
    [
        ("hit", "You hit.", "ann hits."),
        ("double", "You double down.", "ann doubles down."),
        ("split", "You split.", "ann splits."),
        ("fold", "You choose fold.", "ann chooses fold."),
    ],
)
def test_a_decision_is_told_to_who_made_it_and_to_others(
    decision: str, yours: str, anns: str
) -> None:
    told: dict[str, Any] = {"event": "DecisionMade", "player": "ann", "decision": decision}
    assert announcement(DecisionMade, told, str.title, "ann") == yours
    assert announcement(DecisionMade, told, str.title, "bob") == anns
