"""The frames that feeds send: a table, or the meters, at one time."""

from typing import Any

import msgspec

from upcard.service.meter_board import HitView, MeterView


class ClockBody(msgspec.Struct, frozen=True):
    """What runs out, and until when, in milliseconds since the epoch."""

    what: str
    until: int


class RecordEvents(msgspec.Struct, frozen=True):
    """The public events of one record; `at` is in microseconds since the epoch."""

    seq: int
    at: int
    events: list[dict[str, Any]]


class TableFrame(msgspec.Struct, frozen=True):
    """A table as you see it, with the events since the frame before.

    `seq` is the position of the last record that was told; the view may be newer.
    """

    seq: int
    view: dict[str, Any]
    clock: ClockBody | None
    events: list[RecordEvents]


class MeterFrame(msgspec.Struct, frozen=True):
    """Every meter as it stands, and the awards since the frame before.

    `seq` is the time of the last record that was told, in microseconds since the epoch.
    """

    seq: int
    meters: list[MeterView]
    hits: list[HitView]
