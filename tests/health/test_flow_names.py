"""Checks, handlers and folds of all flows are named after their command or event.

A module that has those of a whole subject is named after what it does.
"""

import re
from collections.abc import Iterator
from pathlib import Path
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


ENGINE: Final = Path(__file__).parent.parent.parent / "src" / "upcard" / "engine"

MODULES_OF: Final = {"CHECKS": "refusals", "HANDLERS": "decide", "FOLDS": "evolve"}
"""What a module is called by what it has for a part: `decision_refusals` is one of `refusals`."""


def _in_other_modules(module: str, text: str) -> Iterator[str]:
    for field in re.findall(r"^([A-Z]+): Final\[Mapping\[", text, re.MULTILINE):
        if not module.endswith(MODULES_OF.get(field, "")):
            yield f"{module}: {field}"


def test_modules_of_a_whole_subject_have_one_name_for_what_they_do() -> None:
    """See docs/engine.md."""
    modules = sorted(ENGINE.rglob("*.py"))
    found = [name for path in modules for name in _in_other_modules(path.stem, path.read_text())]
    assert found == []


def test_a_module_by_another_name_is_found() -> None:
    text = "HANDLERS: Final[Mapping[type[Command], Handler]] = {}\n"
    assert list(_in_other_modules("handlers", text)) == ["handlers: HANDLERS"]
    assert list(_in_other_modules("decide", text)) == []
