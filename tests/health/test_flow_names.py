"""Checks, handlers and folds of all flows are named after their command or event."""

import re
from collections.abc import Iterator
from typing import Any, Final

from upcard.engine.core.flow import Flow
from upcard.engine.play import known_flows

SHARED: Final = {
    "_refuse_step",
    "_take_step",
    "_step_taken",
    "_refuse_the_floors_choice",
    "_refuse_switching",
    "refuse_between_rounds",
    "begin_round",
    "_decks_received",
    "_table_cleared",
    "remove_returned_wager",
    "<lambda>",
}
"""Functions for several commands or events, or from a module of results; and lambdas."""


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _named_otherwise(flow: Flow[Any]) -> Iterator[str]:
    for part in flow.parts:
        tables = ((part.checks, "refuse_"), (part.handlers, ""), (part.folds, ""))
        for functions, prefix in tables:
            for kind, function in functions.items():
                name = function.__name__
                expected = prefix + _snake(kind.__name__)
                if name.lstrip("_") != expected and name not in SHARED:
                    yield f"{name} of {kind.__name__}"


def test_functions_of_flows_have_the_names_of_their_commands() -> None:
    """See docs/engine.md."""
    named = {name for flow in known_flows() for name in _named_otherwise(flow)}
    assert named == set()
