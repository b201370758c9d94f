"""Follows a feed over a WebSocket, and takes it up again where the connection was lost."""

import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from upcard.client.client import Refused

LEAST: Final = 0.1
MOST: Final = 5.0
"""Seconds before a lost connection is tried again; they double while it fails."""

TEMPORARY: Final = 500
"""From this status on the server may answer otherwise later."""


def follow(
    place: str, headers: Mapping[str, str], after: int | None = None
) -> Iterator[dict[str, Any]]:
    """The frames of a feed from after a `seq` on, from now on without one.

    Raises `Refused` where the server does not admit the listener.
    """
    pause = LEAST
    while True:
        try:
            for frame in _frames(place if after is None else f"{place}?after={after}", headers):
                after, pause = frame["seq"], LEAST
                yield frame
        except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            pass  # it is tried again
        time.sleep(pause)
        pause = min(2 * pause, MOST)


def _frames(place: str, headers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    try:
        connection = connect(place, additional_headers=headers, compression=None, max_size=None)
    except InvalidStatus as error:
        if error.response.status_code >= TEMPORARY:
            raise
        raise _refused(error) from None
    with connection:
        for text in connection:
            yield json.loads(text)


def _refused(error: InvalidStatus) -> Refused:
    answer = error.response
    try:
        message = json.loads(answer.body)["message"]
    except (ValueError, KeyError, TypeError):
        message = answer.reason_phrase
    return Refused(answer.status_code, message)
