"""Requests of a client on game accounts and on provable shuffles."""

from urllib.parse import quote
from uuid import uuid4

from upcard.client.json_object import Json
from upcard.client.requests import HttpRequests


class MoneyAndShuffles(HttpRequests):
    """Methods of a client on game accounts and shuffles; amounts are dollars as text.

    An entry is ``{"number", "waits"}``: one that waits has to be confirmed by a second person. A
    key that is given again has the effect and the answer of the first time.
    """

    def money(self, name: str) -> Json:
        """A player's game account: the balance, the tables with the player's money, limits."""
        answer: Json = self.request("GET", _account(name, "money"))
        return answer

    def deposit(self, name: str, amount: str, *, key: str = "") -> Json:
        """Take a deposit from a player; the entry."""
        body = {"what": "deposit", "amount": amount}
        return _entry(self, "POST", _account(name, "money"), body, key)

    def withdraw(self, name: str, amount: str, *, key: str = "") -> Json:
        """Pay a withdrawal to a player; the entry."""
        body = {"what": "withdrawal", "amount": amount}
        return _entry(self, "POST", _account(name, "money"), body, key)

    def confirm(self, name: str, number: int, *, key: str = "") -> Json:
        """Confirm an entry of somebody else that waits for a second person; the entry."""
        return _entry(self, "POST", _account(name, f"money/{number}/confirmation"), None, key)

    def limit(
        self,
        name: str,
        kind: str,
        *,
        dollars: str | None = None,
        minutes: int | None = None,
        until: int | None = None,
        key: str = "",
    ) -> Json:
        """Set a limit; the entry. Without a value the limit is removed.

        `kind` is ``loss-day`` or ``loss-week`` with `dollars`, ``session`` with `minutes`, or
        ``exclusion`` with `until`, in microseconds since the epoch.
        """
        body = {"kind": kind, "dollars": dollars, "minutes": minutes, "until": until}
        return _entry(self, "PUT", _account(name, "limits"), body, key)

    def statement(self, name: str, limit: int = 200) -> list[Json]:
        """The entries of a player's game account, the newest first."""
        answer: list[Json] = self.request(
            "GET", _account(name, "statement"), query={"limit": limit}
        )
        return answer

    def shuffles(self, table: str) -> list[Json]:
        """The shuffles in use at a table: commitments, and what players added to the cut."""
        answer: list[Json] = self.request("GET", f"/tables/{quote(table, safe='')}/shuffles")
        return answer

    def add_to_cut(self, table: str, text: str) -> None:
        """Add a text of your own to the cut that is due."""
        self.request("POST", f"/tables/{quote(table, safe='')}/entropy", {"text": text})

    def checked_shuffles(self, table: str, number: int) -> list[Json]:
        """The shuffles of a round, and whether its cards were those of the committed order."""
        path = f"/tables/{quote(table, safe='')}/rounds/{number}/shuffles"
        answer: list[Json] = self.request("GET", path)
        return answer


def _account(name: str, resource: str) -> str:
    return f"/accounts/{quote(name, safe='')}/{resource}"


def _entry(client: HttpRequests, method: str, path: str, body: Json | None, key: str) -> Json:
    headers = {"Idempotency-Key": key or uuid4().hex}
    answer: Json = client.request(method, path, body, headers=headers)
    return answer
