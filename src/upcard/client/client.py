"""Asks the table server over HTTP, and follows its feeds over WebSockets."""

import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote
from uuid import uuid4

import httpx

from upcard.client.following import follow


class Refused(Exception):
    """The server says no: one sentence, and the section where a rule is the reason."""

    def __init__(self, status: int, message: str, section: str | None = None) -> None:
        super().__init__(f"{message} ({section})" if section else message)
        self.status = status
        self.message = message
        self.section = section


class NoAnswer(Exception):
    """The server cannot be reached, or its answer was lost."""


Json = dict[str, Any]

CSRF: Final = "X-CSRF-Token"
TRIES: Final = 5
"""How often a command is sent while its answer does not come; its key has one effect."""

PAUSE: Final = 0.2
"""Seconds before the second try; they double with each."""


class Client:
    """One person or device at one server; use it as a context manager, or `close` it.

    Amounts are dollars as text (``"15.00"``), cards are rank and suit (``"As"``). Every method
    raises `Refused` for what the server refuses and `NoAnswer` where it cannot be reached.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        timeout: float = 10.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.url: Final = url.rstrip("/")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(
            base_url=self.url, headers=headers, timeout=timeout, transport=transport
        )

    @classmethod
    def sign_in(
        cls,
        url: str,
        name: str,
        password: str,
        *,
        timeout: float = 10.0,
        transport: httpx.BaseTransport | None = None,
    ) -> Self:
        """A client with the session of an account."""
        client = cls(url, timeout=timeout, transport=transport)
        try:
            said = client.request("POST", "/session", {"name": name, "password": password})
        except BaseException:
            client.close()
            raise
        client._http.headers[CSRF] = said["csrf"]
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
        self._http.close()

    # Tables

    def tables(self) -> list[Json]:
        """The tables that the server serves."""
        return self._list("/tables")

    def view(self, table: str) -> Json:
        """How a table stands: ``{"seq", "view", "clock"}``."""
        return self._json(_path(table))

    def offers(self, table: str) -> list[Json]:
        """The wagers that a table offers: limits, paytable, section."""
        return self._list(_path(table, "offers"))

    def send(self, table: str, command: str, *, key: str = "", **fields: Any) -> Json:
        """Send a command by its name, ``send("BJ-07", "Stand", position=3)``: when it is durable.

        It is sent again while no answer comes: its key, a new one unless given, has one effect.
        """
        body = {"type": command, **fields}
        return self._surely(_path(table, "commands"), body, key or uuid4().hex)

    def take(self, table: str, step: str, after: int | None = None) -> Json:
        """Take a dealer's step that is due; with `after` only while that is the table's `seq`."""
        return self._dict("POST", _path(table, "steps"), {"step": step, "after": after})

    def automate(
        self, table: str, steps: list[str] | None = None, *, attended: bool | None = None
    ) -> None:
        """Say which groups of steps a table takes by itself, and whether a person deals."""
        self.request("PUT", _path(table, "automation"), {"steps": steps, "attended": attended})

    def events(self, table: str, after: int = 0, limit: int = 200) -> list[Json]:
        """What happened at a table after a position."""
        return self._list(_path(table, "events"), after=after, limit=limit)

    def rounds(self, table: str, after: int = 0, limit: int = 50) -> list[Json]:
        """The rounds of a table after a number; a player's are his own."""
        return self._list(_path(table, "rounds"), after=after, limit=limit)

    def feed(self, table: str, after: int | None = None) -> Iterator[Json]:
        """A table's frames for ever, at most ten a second; a lost connection is taken up again.

        ``{"seq", "view", "clock", "events"}``: no event is missed and none comes twice.
        """
        return follow(self._place(_path(table, "feed")), self._headers(), after)

    # The floor

    def meters(self) -> list[Json]:
        """Every meter of the floor."""
        return self._list("/meters")

    def meter_feed(self, after: int | None = None) -> Iterator[Json]:
        """The meters' frames for ever: ``{"seq", "meters", "hits"}``, as `feed` has a table's."""
        return follow(self._place("/meters/feed"), self._headers(), after)

    def jackpots(self, table: str = "") -> list[Json]:
        """The jackpots that wait for a step, at a table or everywhere."""
        return self._list(_path(table, "jackpots") if table else "/jackpots")

    def odds(self, wager: str, **options: Any) -> list[Json]:
        """A wager's exact odds, as `upcard odds --json` has them."""
        return self._list(f"/odds/{_quoted(wager)}", **options)

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
        place = f"/submissions/{_quoted(table)}/{version}/approval"
        return self._dict("POST", place, {"on": on})

    def put_in_force(self, table: str, version: int) -> None:
        """Let a table go on with an approved version, between two rounds."""
        self.request("POST", f"/submissions/{_quoted(table)}/{version}/force")

    def verify(self) -> Json:
        """Verify the journal."""
        return self._dict("POST", "/journal/verification")

    # Asking

    def request(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """What the API answers under a path below ``/api``; None where it answers nothing."""
        try:
            answer = self._http.request(
                method, f"/api{path}", json=body, params=query, headers=headers
            )
        except httpx.TransportError as error:
            raise NoAnswer(f"{self.url} does not answer: {error}.") from None
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _refused(answer)

    def _surely(self, path: str, body: Json, key: str) -> Json:
        pause = PAUSE
        for _ in range(TRIES - 1):
            try:
                return self._dict("POST", path, body, {"Idempotency-Key": key})
            except NoAnswer:
                time.sleep(pause)
                pause *= 2
        return self._dict("POST", path, body, {"Idempotency-Key": key})

    def _dict(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Json:
        found: Json = self.request(method, path, body, headers=headers)
        return found

    def _json(self, path: str) -> Json:
        return self._dict("GET", path)

    def _list(self, path: str, **query: Any) -> list[Json]:
        found: list[Json] = self.request("GET", path, query=query)
        return found

    def _place(self, path: str) -> str:
        return f"ws{self.url.removeprefix('http')}/api{path}"

    def _headers(self) -> dict[str, str]:
        """What a WebSocket shows: the token, or the session's cookie."""
        token = self._http.headers.get("Authorization")
        if token is not None:
            return {"Authorization": token}
        return {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        }


def _refused(answer: httpx.Response) -> Refused:
    try:
        said = answer.json()
        return Refused(answer.status_code, said["message"], said.get("section"))
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status_code, answer.reason_phrase)


def _path(table: str, what: str = "") -> str:
    return f"/tables/{_quoted(table)}/{what}".rstrip("/")


def _quoted(name: str) -> str:
    return quote(name, safe="")
