"""Every route of the OpenAPI document under generated requests: no 5xx, no undocumented answer."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from nightly import NIGHTLY, every
from service.floors import HERE, OTHER, OWN, Floor, floor
from upcard.service.api import limits

SETTINGS: Final = settings(
    database=None,
    max_examples=150 if NIGHTLY else 2,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
SKIPPED: Final = {("DELETE", "/api/session"), ("DELETE", "/api/sessions")}
"""Sign the tester, or everybody, out."""


@pytest.fixture(scope="module")
def served() -> Iterator[Floor]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "REQUESTS", (10**6, 1.0))
        patch.setattr(limits, "STRANGERS", (10**6, 1.0))
        with floor() as one:
            yield one


@pytest.fixture(scope="module")
def operations(served: Floor) -> list[Any]:
    """What may be asked for, with its generators: one reading of the document for all persons."""
    schema = schemathesis.openapi.from_dict(served.anybody.get("/openapi.json").json())
    found: list[Any] = [
        result.ok()  # type: ignore[union-attr] # the document is valid
        for result in schema.get_all_operations()
    ]
    return [
        operation
        for operation in found
        if (operation.method.upper(), operation.path) not in SKIPPED
    ]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("name", every(2, ["ann", "fay", "ada", "dora", f"keypad@{OWN}", "max"]))
def test_every_answer_is_a_documented_one(served: Floor, operations: list[Any], name: str) -> None:
    client = served.client_of(name)
    assert len(operations) > 25
    for operation in operations:

        @SETTINGS
        @given(case=operation.as_strategy())
        def holds(case: Any) -> None:
            if "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = (OWN, OTHER)[len(str(case.body)) % 2]
            asked = case.as_transport_kwargs(base_url=HERE)
            asked.pop("cookies", None)
            answer = client.request(**asked)
            case.validate_response(answer, checks=CHECKS)

        holds()
