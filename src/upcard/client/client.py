"""A client of the table server: commands over the channel, requests over HTTP, feeds."""

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx

from upcard.client.channel import FIRST_PAUSE_SECONDS, TRIES, Channel, Pending
from upcard.client.errors import NoAnswer
from upcard.client.following import frames_after
from upcard.client.json_object import Json
from upcard.client.money_and_shuffles import MoneyAndShuffles
from upcard.client.requests import CSRF


class Client(MoneyAndShuffles):
    """One person or device at one server; use it as a context manager, or `close` it.

    Amounts are dollars as text (``"15.00"``), cards are rank and suit (``"As"``). Every method
    raises `Refused` if the server refuses and `NoAnswer` if it cannot be reached.

    Commands and steps go over a channel for each table, opened with the first of them. With a
    `transport` of your own they go over HTTP, because no WebSocket can go through it.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        timeout: float = 10.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(url, token, timeout=timeout, transport=transport)
        self._timeout = timeout
        self._channels: dict[str, Channel] | None = {} if transport is None else None

    @classmethod
    def sign_in(
        cls,
        url: str,
        name: str,
        password: str,
        *,
        code: str = "",
        new_password: str = "",
        timeout: float = 10.0,
        transport: httpx.BaseTransport | None = None,
    ) -> Self:
        """A client that is signed in to an account.

        `code` is of the second factor, if the account has one. A `new_password` replaces the
        password, as has to be done first with one that somebody else chose.
        """
        client = cls(url, timeout=timeout, transport=transport)
        try:
            credentials = {"name": name, "password": password, "code": code}
            session = client.request("POST", "/session", credentials)
            client._http.headers[CSRF] = session["csrf"]
            if new_password:
                change = {"old": password, "new": new_password}
                session = client.request("PUT", "/session/password", change)
        except BaseException:
            client.close()
            raise
        client._http.headers[CSRF] = session["csrf"]
        return client

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close its connections."""
        for channel in (self._channels or {}).values():
            channel.close()
        super().close()

    # Tables

    def tables(self) -> list[Json]:
        """The tables that the server serves."""
        return self._list("/tables")

    def view(self, table: str) -> Json:
        """The state of a table as you may see it: ``{"seq", "view", "clock"}``."""
        return self._json(_path(table))

    def offers(self, table: str) -> list[Json]:
        """The wagers that a table offers: limits, paytable, section."""
        return self._list(_path(table, "offers"))

    def send(self, table: str, command: str, *, key: str = "", **fields: Any) -> Json:
        """Send a command by its name, such as ``send("BJ-07", "Stand", position=3)``.

        Returns when the command is durable: ``{"seq", "events"}``. It is sent again while no
        answer comes; the key, a new one unless it is given, ensures that it has one effect.
        """
        body = {"type": command, **fields}
        if self._channels is None:
            return self._send_again(_path(table, "commands"), body, key or uuid4().hex)
        return self.submit(table, command, key=key, **fields).answer()

    def submit(self, table: str, command: str, *, key: str = "", **fields: Any) -> Pending:
        """Like `send`, but does not wait: the result's `answer` does.

        Several commands may be on their way; they are carried out and answered in their order.
        """
        return self._post(table, {"command": {"type": command, **fields}}, key)

    def take(self, table: str, step: str, after: int | None = None, *, key: str = "") -> Json:
        """Take a dealer's step that is due; with `after` only if that is the table's `seq`.

        A key is that of `send`.
        """
        body = {"step": step, "after": after}
        if self._channels is None:
            return self._send_again(_path(table, "steps"), body, key or uuid4().hex)
        return self._post(table, body, key).answer()

    def automate(
        self, table: str, steps: list[str] | None = None, *, attended: bool | None = None
    ) -> None:
        """Set the groups of steps that a table takes automatically, and whether a person deals."""
        self.request("PUT", _path(table, "automation"), {"steps": steps, "attended": attended})

    def events(self, table: str, after: int = 0, limit: int = 200) -> list[Json]:
        """The events of a table after a position."""
        return self._list(_path(table, "events"), after=after, limit=limit)

    def rounds(self, table: str, after: int = 0, limit: int = 50) -> list[Json]:
        """The rounds of a table after a number; a player gets only their own."""
        return self._list(_path(table, "rounds"), after=after, limit=limit)

    def feed(self, table: str, after: int | None = None) -> Iterator[Json]:
        """A table's frames without end, at most ten a second; a lost connection is reopened.

        A frame is ``{"seq", "view", "clock", "events"}``. No event is missing or comes twice.
        """
        return frames_after(self._place(_path(table, "feed")), self._headers(), after)

    # The floor

    def meters(self) -> list[Json]:
        """Every meter of the floor."""
        return self._list("/meters")

    def meter_feed(self, after: int | None = None) -> Iterator[Json]:
        """The meters' frames without end, like `feed`: ``{"seq", "meters", "hits"}``."""
        return frames_after(self._place("/meters/feed"), self._headers(), after)

    def jackpots(self, table: str = "") -> list[Json]:
        """The pending jackpots, at a table or everywhere."""
        return self._list(_path(table, "jackpots") if table else "/jackpots")

    def odds(self, wager: str, **options: Any) -> list[Json]:
        """The records of a wager's exact odds, as `upcard odds --json` prints them."""
        answer: Json = self.request("GET", f"/odds/{_quote(wager)}", query=options)
        records: list[Json] = answer["records"]
        return records

    def submissions(self) -> list[Json]:
        """Every version of every table's Rules Submission."""
        return self._list("/submissions")

    def check(self, text: str) -> Json:
        """Whether a Rules Submission complies, and its findings."""
        return self._dict("POST", "/submissions/check", {"text": text})

    def file(self, text: str) -> Json:
        """File a Rules Submission as the next version of its table's."""
        return self._dict("POST", "/submissions", {"text": text})

    def approve(self, table: str, version: int, on: str) -> Json:
        """Note the date (ISO) on which a version was approved."""
        place = f"/submissions/{_quote(table)}/{version}/approval"
        return self._dict("POST", place, {"on": on})

    def put_in_force(self, table: str, version: int, *, after_round: bool = False) -> None:
        """Continue a table with an approved version, between two rounds.

        With `after_round` it takes force when the round that is under way ends.
        """
        later = "?after_round=true" if after_round else ""
        self.request("POST", f"/submissions/{_quote(table)}/{version}/force{later}")

    def add_device(self, name: str, purpose: str, table: str) -> str:
        """Add a device at a table; its token, which the server shows only now."""
        body = {"name": name, "purpose": purpose, "table": table}
        token: str = self._dict("POST", "/devices", body)["token"]
        return token

    def sign_in_at(self, device: str, name: str = "", password: str = "", code: str = "") -> None:
        """Sign in at a device that acts for a person, such as a keypad.

        A device's own client names the person, the password, and a code if the person has a second
        factor; a person's client needs none of them.
        """
        body = {"name": name, "password": password, "code": code} if name else None
        self.request("POST", _person_at(device), body)

    def sign_out_at(self, device: str) -> None:
        """Sign out the person who is signed in at a device."""
        self.request("DELETE", _person_at(device))

    def verify(self) -> Json:
        """Verify the journal."""
        return self._dict("POST", "/journal/verification")

    # Commands

    def _post(self, table: str, body: Json, key: str) -> Pending:
        if self._channels is None:
            raise ValueError("A client with a transport of its own has no channel.")
        if table not in self._channels:  # a table's own: its worker serves no other one's
            place = f"{self._place('/channel')}?{urlencode({'table': table})}"
            self._channels.setdefault(table, Channel(place, self._channel_headers, self._timeout))
        return self._channels[table].post({"table": table, **body, "key": key or uuid4().hex})

    def _send_again(self, path: str, body: Json, key: str) -> Json:
        pause = FIRST_PAUSE_SECONDS
        for _ in range(TRIES - 1):
            try:
                return self._dict("POST", path, body, {"Idempotency-Key": key})
            except NoAnswer:
                time.sleep(pause)
                pause *= 2
        return self._dict("POST", path, body, {"Idempotency-Key": key})


def _person_at(device: str) -> str:
    return f"/devices/{quote(device, safe='')}/person"


def _path(table: str, resource: str = "") -> str:
    return f"/tables/{_quote(table)}/{resource}".rstrip("/")


def _quote(name: str) -> str:
    return quote(name, safe="")
