"""The messages to a page: none is lost or out of order when a connection breaks.

The framework numbers a message and keeps it for a browser that comes back, but only after it was
sent. A browser that came back in between asked for that number, was told that it has all there is,
and never got the message. Here a message is numbered and kept first.
"""

import time
from typing import Any

from nicegui import Client, client, core
from nicegui.element import Element
from nicegui.outbox import Message, Outbox


class KeptOutbox(Outbox):
    """The messages to one page, each kept before it is sent."""

    def __init__(self, page: Client) -> None:
        super().__init__(page)
        self._again = 0  # messages at the front of the queue that are sent once more
        self._queue_length = 0  # messages of this pass that wait behind them

    def enqueue_update(self, element: Element) -> None:
        """Queue an update, but none for a page that was left."""
        if not self.client.is_deleted:
            super().enqueue_update(element)

    def enqueue_delete(self, element: Element) -> None:
        """Queue a deletion, but none for a page that was left."""
        if not self.client.is_deleted:
            super().enqueue_delete(element)

    def enqueue_message(self, message_type: str, data: Any, target_id: str) -> None:
        """Queue a message, but none for a page that was left: what somebody did there is done."""
        if not self.client.is_deleted:
            super().enqueue_message(message_type, data, target_id)

    async def _emit(self, message: Message) -> None:
        """Send a message, or queue it behind those that a browser which came back asked for."""
        if not self.messages:
            self._again = self._queue_length = 0
        if self._again:
            self.messages.insert(self._again + self._queue_length, message)
            self._queue_length += 1
            self._set_enqueue_event()
            return
        client_id, kind, data = message
        data["_id"] = self.next_message_id
        self._keep(message)
        await core.sio.emit(kind, data, room=client_id)

    def _keep(self, message: Message) -> None:
        """Give the message its number, keep it, and drop what is too old."""
        now = time.time()
        self.message_history.append((self.next_message_id, now, message))
        self.next_message_id += 1
        wait: Any = core.sio.eio
        oldest = now - wait.ping_interval - wait.ping_timeout
        oldest -= self.client.page.resolve_reconnect_timeout()
        most = core.app.config.message_history_length
        kept = self.message_history
        while kept and (kept[0][1] < oldest or len(kept) > most):
            kept.popleft()

    def try_rewind(self, target_message_id: int) -> None:
        """Queue what the browser has not got; it says which number it expects next."""
        before = len(self.messages)
        super().try_rewind(target_message_id)
        self._again, self._queue_length = len(self.messages) - before, 0


def keep_messages() -> None:
    """Make every page that is opened from now on keep its messages so."""
    vars(client)["Outbox"] = KeptOutbox  # the name by which a page makes its own
