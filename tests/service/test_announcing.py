"""What is said of an event: to those who watch, and to who is meant."""

from typing import Any

import pytest

from upcard.engine.core.events import DecisionMade, Event, WagerPlaced
from upcard.engine.core.subclasses import subclasses_of
from upcard.engine.irregular.events import CardExposed, CardRefused, FaceUpCardFound, HandMissed
from upcard.service.stage.announcing import NOTICES, announcement


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


def test_an_irregularity_is_told_to_the_table() -> None:
    """§ 633a.14(a), (c), (g)."""

    def said(kind: type[Event], who: str = "bob", **told: Any) -> str:
        return announcement(kind, told, str.title, who)

    assert said(CardExposed, card="7h") == "The 7 of hearts is exposed: it is the next card."
    assert said(CardRefused, player="ann", position=2) == "ann refuses the exposed card."
    assert said(CardRefused, "ann", player="ann", position=2) == "You refuse the exposed card."
    assert said(FaceUpCardFound, card="Ts", side=0).startswith("The 10 of spades lay face up")
    assert said(HandMissed, position=2, hand=1) == "Position 2 was missed."


def test_every_irregularity_is_told_and_stays_to_be_read() -> None:
    """§ 633a.14: the felt shows most of them by nothing."""
    told = {"card": "7h", "player": "ann", "position": 2, "hand": 1, "side": 0, "event": ""}
    for kind in subclasses_of(Event):
        if kind.__module__ == CardExposed.__module__:
            assert announcement(kind, told, str.title, "bob").endswith("."), kind
            assert kind in NOTICES
    assert WagerPlaced not in NOTICES
