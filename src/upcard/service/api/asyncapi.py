"""The AsyncAPI document (3.0) of the WebSockets: the channel and the feeds.

The schemas are made from the types that the server reads and sends.
"""

from functools import cache
from typing import Final

import msgspec
from fastapi import APIRouter
from pydantic import TypeAdapter

from upcard import __version__
from upcard.service.channel.messages import (
    Answer,
    CommandRequest,
    FollowedFrame,
    FollowedStage,
    FollowRequest,
    ReadyRequest,
    Refusal,
    StepRequest,
)
from upcard.service.frames import MeterFrame, TableFrame
from upcard.service.wire.commands import MODELS, CommandIn
from upcard.text.json_object import Json
from upcard.text.words import first_line

router = APIRouter(prefix="/api", tags=["health"])


SCHEMAS: Final = "#/components/schemas/{name}"
REQUESTS: Final = (CommandRequest, StepRequest, FollowRequest, ReadyRequest)
ANSWERS: Final = (Answer, Refusal)
SENT: Final = (*ANSWERS, FollowedFrame, FollowedStage)
"""The types of the channel's messages: what a client sends, and what the server sends."""

AFTER: Final = {
    "after": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2**53,
        "description": "Continue after the frame with this `seq`; without it, from now on.",
    }
}
SECURITY: Final = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "A device's token, in the header or after the subprotocol `bearer`.",
    },
    "session": {
        "type": "httpApiKey",
        "in": "cookie",
        "name": "upcard_session",
        "description": "From POST /api/session; the channel asks for its CSRF token too, in the "
        "header X-CSRF-Token or after the subprotocol `csrf`.",
    },
}
_ASKED: Final = [{"$ref": f"#/components/securitySchemes/{name}"} for name in SECURITY]


@router.get("/asyncapi.json", include_in_schema=False)
def asyncapi() -> Json:
    """The AsyncAPI document."""
    return document()


@cache
def document() -> Json:
    """The AsyncAPI document of the channel and the feeds."""
    kinds = (*REQUESTS, *SENT, TableFrame, MeterFrame)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "upcard",
            "version": __version__,
            "description": "Casino table games as executable regulations: commands and feeds.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "channel": _channel(
                "/api/channel", (*REQUESTS, *SENT), "Commands, and tables to follow."
            ),
            "tableFeed": {
                **_channel("/api/tables/{table}/feed", (TableFrame,), "A table's frames.", AFTER),
                "parameters": {"table": {"description": "The table's name."}},
            },
            "meterFeed": _channel("/api/meters/feed", (MeterFrame,), "The meters' frames.", AFTER),
        },
        "operations": _operations(),
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in kinds},
            "schemas": _schemas(kinds),
            "securitySchemes": SECURITY,
        },
    }


def _channel(
    address: str, kinds: tuple[type, ...], summary: str, query: Json | None = None
) -> Json:
    binding: Json = {"method": "GET", "bindingVersion": "0.1.0"}
    if query is not None:
        binding["query"] = {"type": "object", "properties": query}
    return {
        "address": address,
        "summary": summary,
        "messages": {
            kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in kinds
        },
        "bindings": {"ws": binding},
    }


def _operations() -> Json:
    """What the server receives and answers, and what it sends of itself."""
    operations = {
        f"receive{kind.__name__}": {
            **_operation("receive", "channel", (kind,)),
            "reply": {
                "channel": {"$ref": "#/channels/channel"},
                "messages": _refs("channel", ANSWERS),
            },
        }
        for kind in REQUESTS
    }
    return {
        **operations,
        "sendFollowedFrame": _operation("send", "channel", (FollowedFrame,)),
        "sendFollowedStage": _operation("send", "channel", (FollowedStage,)),
        "sendTableFrame": _operation("send", "tableFeed", (TableFrame,)),
        "sendMeterFrame": _operation("send", "meterFeed", (MeterFrame,)),
    }


def _operation(action: str, channel: str, kinds: tuple[type, ...]) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "summary": first_line(kinds[0]),
        "security": _ASKED,
        "messages": _refs(channel, kinds),
    }


def _refs(channel: str, kinds: tuple[type, ...]) -> list[Json]:
    return [{"$ref": f"#/channels/{channel}/messages/{kind.__name__}"} for kind in kinds]


def _message(kind: type) -> Json:
    return {
        "name": kind.__name__,
        "summary": first_line(kind),
        "payload": {"$ref": SCHEMAS.format(name=kind.__name__)},
    }


def _schemas(kinds: tuple[type, ...]) -> Json:
    """The schemas of messages, and of every command that some role or device may send."""
    _, schemas = msgspec.json.schema_components(kinds, ref_template=SCHEMAS)
    template = SCHEMAS.format(name="{model}")
    commands = TypeAdapter(CommandIn).json_schema(ref_template=template)["$defs"]
    assert not commands.keys() & schemas.keys(), "a name has one meaning"
    schemas["CommandRequest"]["properties"]["command"] = {
        "oneOf": [{"$ref": SCHEMAS.format(name=name)} for name in MODELS],
        "discriminator": "type",
    }
    return {**schemas, **commands}
