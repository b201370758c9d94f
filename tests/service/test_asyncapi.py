"""The AsyncAPI document: valid, complete, and true of what is sent and received."""

import json
from pathlib import Path
from typing import Any, Final, get_args

import jsonschema_rs
import msgspec
import pytest

from service.floors import OWN, Floor, floor
from upcard.service.api.asyncapi import document
from upcard.service.channel import messages
from upcard.service.wire.commands import KINDS

ASYNCAPI: Final = json.loads(
    (Path(__file__).parent / "data" / "asyncapi-3.0.0.json").read_text(encoding="utf-8")
)
BET: Final = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": "15.00"}
DOCUMENT: Final = document()
SCHEMAS: Final = DOCUMENT["components"]["schemas"]


def test_it_is_an_asyncapi_document() -> None:
    validator = jsonschema_rs.validator_for(ASYNCAPI)
    assert [error.message for error in validator.iter_errors(DOCUMENT)] == []
    broken = {**DOCUMENT, "operations": {"send": {"action": "shout"}}}
    assert not validator.is_valid(broken)


def refs(part: Any) -> list[str]:
    """Every reference in a part of the document."""
    if isinstance(part, dict):
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [ref for value in part.values() for ref in refs(value)]
    return [ref for value in part for ref in refs(value)] if isinstance(part, list) else []


def test_every_reference_leads_somewhere() -> None:
    there = refs(DOCUMENT)
    assert len(there) > 50
    for ref in there:
        part: Any = DOCUMENT
        for name in ref.removeprefix("#/").split("/"):
            part = part[name]


def structs_in(module: Any) -> list[type[msgspec.Struct]]:
    """The types of messages and bodies that a module defines."""
    return [
        kind
        for name, kind in vars(module).items()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and not name.startswith("_")
    ]


def test_every_message_and_field_is_described() -> None:
    kinds = structs_in(messages)
    assert len(kinds) == 10
    for kind in kinds:
        schema = SCHEMAS[kind.__name__]
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert set(schema["properties"]) == fields, kind
        assert schema["description"], kind
    asked = {kind.__name__ for kind in get_args(messages.Request)}
    operations = DOCUMENT["operations"].values()
    received = [
        operation["messages"] for operation in operations if operation["action"] == "receive"
    ]
    assert {ref.rpartition("/")[2] for ref in refs(received)} == asked


def test_every_command_is_described() -> None:
    one_of = SCHEMAS["CommandRequest"]["properties"]["command"]["oneOf"]
    assert {ref.rpartition("/")[2] for ref in refs(one_of)} == set(KINDS)
    for name in KINDS:
        assert SCHEMAS[name]["properties"]["type"]["const"] == name


def fits(name: str, message: Any) -> bool:
    """Whether a message is one of the document's of that name."""
    schema = {**SCHEMAS[name], "components": {"schemas": SCHEMAS}}
    return jsonschema_rs.validator_for(schema).is_valid(message)


@pytest.fixture(scope="module")
def served() -> Any:
    with floor() as one:
        yield one


def test_it_describes_what_the_channel_reads_and_sends(served: Floor) -> None:
    requests = [
        ("CommandRequest", {"id": 1, "table": OWN, "command": BET, "key": "k"}),
        ("StepRequest", {"id": 2, "table": OWN, "step": "DealCard", "after": 3}),
        ("FollowRequest", {"id": 3, "table": OWN, "follow": True}),
        ("CommandRequest", {"id": 4, "table": OWN, "command": {"type": "Dance"}}),
    ]
    seen: set[str] = set()
    with served.client_of("dora").websocket_connect("/api/channel") as socket:
        for number, (name, request) in enumerate(requests):
            assert fits(name, request) == (number < 3)
            assert not fits(name, {**request, "more": 1})
            socket.send_json(request)
        while seen < {"Answer", "Refusal", "FollowedFrame"}:
            message = socket.receive_json()
            kinds = [kind for kind in ("Answer", "Refusal", "FollowedFrame") if fits(kind, message)]
            assert len(kinds) == 1, message
            seen.add(kinds[0])


def test_it_describes_the_feeds(served: Floor) -> None:
    served.client_of("dora").post(f"/api/tables/{OWN}/commands", json={"type": "CloseBets"})
    channels = DOCUMENT["channels"].values()
    assert {channel["address"] for channel in channels} == {
        "/api/channel",
        "/api/tables/{table}/feed",
        "/api/meters/feed",
    }
    for name, address in (
        ("TableFrame", "/api/tables/{table}/feed"),
        ("MeterFrame", "/api/meters/feed"),
    ):
        path = f"{address.format(table=OWN)}?after=0"
        with served.client_of("dora").websocket_connect(path) as socket:
            frame = socket.receive_json()
        assert fits(name, frame)
        assert not fits(name, {})


def test_anybody_may_read_it(served: Floor) -> None:
    assert served.anybody.get("/api/asyncapi.json").json() == json.loads(json.dumps(DOCUMENT))
