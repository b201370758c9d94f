"""Ends connections that send their requests slowly, or never whole, and limits them by address.

Uvicorn waits for the rest of a request without end, so a few thousand half-sent ones would hold all
connections.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from upcard.service.access.rates import ConcurrencyLimit, counted_as

TIMEOUT_SECONDS: Final = 20.0
"""Seconds in which a request has to come whole, from the connection or the one before on."""

MAX_INCOMPLETE: Final = 100
"""The most connections of one address whose request is not whole, at the same time."""

_waiting: Final = ConcurrencyLimit(MAX_INCOMPLETE)


class PatientProtocol(AutoHTTPProtocol):  # type: ignore[misc,valid-type] # uvicorn chooses it at run time
    """HTTP as uvicorn serves it, with a limit on the time that a request takes to come."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._late: asyncio.TimerHandle | None = None
        self._from = ""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._from = counted_as(self.client[0]) if self.client else "nowhere"
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._end_wait()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read more of a request."""
        super().data_received(data)
        if self._is_whole():
            self._end_wait()
        elif self._late is None and not self.transport.is_closing():
            self._wait()

    def _is_whole(self) -> bool:
        """Whether a request was read whole that is not answered, or the protocol changed."""
        if self.transport.get_protocol() is not self:
            return True
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def _wait(self) -> None:
        if not _waiting.take_place(self._from):
            self.transport.close()
            return
        self._late = asyncio.get_running_loop().call_later(TIMEOUT_SECONDS, self.transport.close)

    def _end_wait(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
            _waiting.release(self._from)
