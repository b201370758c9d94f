"""Follows a feed over a WebSocket; reconnects after a lost connection and misses no event."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from upcard.client.errors import Refused

FIRST_PAUSE: Final = 0.1
MAX_PAUSE_SECONDS: Final = 5.0
"""Seconds before reconnecting, at first and at most; the pause doubles while it fails."""

TEMPORARY: Final = 500
"""HTTP statuses from this one on are temporary errors of the server: try again."""


def frames_after(
    address: str, headers: Mapping[str, str], after: int | None = None
) -> Iterator[dict[str, Any]]:
    """The frames of a feed after a `seq`; from now on if `after` is None.

    Raises `Refused` if the server refuses the connection.
    """
    pause = FIRST_PAUSE
    while True:
        try:
            for frame in _frames(address if after is None else f"{address}?after={after}", headers):
                after = frame["seq"]
                pause = FIRST_PAUSE
                yield frame
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass  # reconnect
        time.sleep(pause)
        pause = min(2 * pause, MAX_PAUSE_SECONDS)


def _frames(address: str, headers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    try:
        connection = connect(address, additional_headers=headers, compression=None, max_size=None)
    except InvalidStatus as error:
        if error.response.status_code >= TEMPORARY:
            raise
        raise refused_by(error) from None
    with connection:
        for text in connection:
            yield json.loads(text)


def refused_by(error: InvalidStatus) -> Refused:
    """Why the server refuses a WebSocket."""
    answer = error.response
    try:
        message = json.loads(answer.body)["message"]
    except (ValueError, KeyError, TypeError):
        message = answer.reason_phrase
    return Refused(answer.status_code, message)
