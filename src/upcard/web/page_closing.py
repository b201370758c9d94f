"""Closes the pages of a visitor whose session has ended."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import quote

from nicegui import Client, background_tasks, core, ui

GRACE_SECONDS: Final = 2.0
"""Seconds that a browser gets to go to the sign-in page by itself."""

_leaving: set[str] = set()
"""The pages that were told to go, by id."""


def send_away(client: Client, path: str) -> None:
    """Send a page's browser to sign in, and close the page's socket after a moment."""
    if client.id in _leaving:
        return
    _leaving.add(client.id)
    with client:
        ui.navigate.to(f"/sign-in?then={quote(path)}")
    background_tasks.create(_close(client), name=f"close page {client.id}")


@contextmanager
def renewing(client: Client) -> Iterator[None]:
    """While a page's visitor gets a new session there, and after it: it goes on by itself.

    The end of their old session does not send it away. If the block fails, it stays where it was.
    """
    _leaving.add(client.id)
    try:
        yield
    except BaseException:
        _leaving.discard(client.id)
        raise
    client.on_delete(lambda: _leaving.discard(client.id))


async def _close(client: Client) -> None:
    await asyncio.sleep(GRACE_SECONDS)
    for sid, _ in tuple(core.sio.manager.get_participants("/", client.id)):
        await core.sio.disconnect(sid)
    if client.id in Client.instances:
        client.delete()
    _leaving.discard(client.id)
