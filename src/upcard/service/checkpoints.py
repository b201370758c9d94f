"""Writes roots while a floor is served: at the start, at intervals, and when a jackpot is won.

The newest signed root is kept in a file outside the journal, which shows what was cut off. It is
also given to a command or a URL, if one is configured: what lies beside a journal is in the same
hands.
"""

import asyncio
import logging
import shlex
import subprocess
import urllib.request
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from upcard.host.records.checkpoints import (
    checkpoint_text,
    signed_checkpoint,
    write_checkpoint,
)
from upcard.journal.journal import Journal
from upcard.journal.port import JournalError
from upcard.progressives.events import Awarded, MysteryHit
from upcard.service.feed import Update

SECONDS: Final = 60.0
"""Seconds between two roots, at most, while something happens."""

FIRST_PAUSE_SECONDS: Final = 2.0
"""Seconds between the root at the start and the next one; each pause is twice the one before.

A server that is killed soon after its start, and copied without its log, has lost what it wrote.
"""

TIMEOUT_SECONDS: Final = 20.0
"""Seconds that a command or a URL may take."""


def hand_over(target: str, text: bytes) -> None:
    """Give a checkpoint to a URL, by POST, or to a command without a shell, on its standard input.

    Raises ``OSError`` or ``SubprocessError`` if either fails.
    """
    if target.startswith(("https://", "http://")):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(target, text, headers)
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS):
            return
    process = subprocess.run(
        shlex.split(target),
        input=text,
        check=False,
        timeout=TIMEOUT_SECONDS,
        stdout=subprocess.DEVNULL,
    )
    if process.returncode:
        raise subprocess.SubprocessError(f"{target} ended with status {process.returncode}.")


class CheckpointKeeper:
    """Writes a root, its checkpoint, and the file of the newest one; `note_update` is a feed's."""

    def __init__(
        self, journal: Journal, key: Ed25519PrivateKey, file: Path | None, target: str = ""
    ) -> None:
        self._journal, self._key, self._file = journal, key, file
        self._target = target
        self._has_news = True  # opening the tables wrote records, or a kill left some
        self._lead = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def note_update(self, update: Update) -> None:
        """Note that there is something to cover; a jackpot is covered at once."""
        self._has_news = True
        won = any(
            isinstance(event, Awarded | MysteryHit)
            for step in update.body.meters
            for event in step.events
        )
        if won and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._lead.set)

    async def run(self, seconds: float = SECONDS) -> None:
        """Write a root, and more of them until it is cancelled."""
        self._loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE_SECONDS
        while True:
            self._lead.clear()
            await asyncio.to_thread(self.write)
            try:
                async with asyncio.timeout(min(pause, seconds)):
                    await self._lead.wait()
            except TimeoutError:
                pause *= 2

    def write(self) -> None:
        """Write a root over what happened since the last, if anything did; a failure is logged."""
        if not self._has_news:
            return
        self._has_news = False
        try:
            checkpoint = signed_checkpoint(self._journal, self._key)
            if self._file is not None:
                write_checkpoint(self._file, checkpoint)
            if self._target:
                hand_over(self._target, checkpoint_text(checkpoint))
        except (JournalError, OSError, subprocess.SubprocessError) as error:
            self._has_news = True
            logging.getLogger(__name__).warning("No checkpoint could be written: %s", error)
