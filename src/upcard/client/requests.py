"""Requests to the table server over HTTP, and what authenticates them."""

from collections.abc import Mapping
from typing import Any, Final

import httpx

from upcard.client.errors import NoAnswer, Refused
from upcard.client.json_object import Json

CSRF: Final = "X-CSRF-Token"


class HttpRequests:
    """Requests of one person or device to the API of one server."""

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

    def close(self) -> None:
        """Close its connections."""
        self._http.close()

    def request(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """The API's answer to a request for a path below ``/api``; None if it is empty."""
        try:
            answer = self._http.request(
                method, f"/api{path}", json=body, params=query, headers=headers
            )
        except httpx.TransportError as error:
            raise NoAnswer(f"{self.url} does not answer: {error}.") from None
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _refusal_of(answer)

    def _dict(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Json:
        answer: Json = self.request(method, path, body, headers=headers)
        return answer

    def _json(self, path: str) -> Json:
        return self._dict("GET", path)

    def _list(self, path: str, **query: Any) -> list[Json]:
        answer: list[Json] = self.request("GET", path, query=query)
        return answer

    def _place(self, path: str) -> str:
        return f"ws{self.url.removeprefix('http')}/api{path}"

    def _channel_headers(self) -> dict[str, str]:
        """The headers that open a channel: those of `_headers`, and the CSRF token of a session."""
        csrf = self._http.headers.get(CSRF)
        return self._headers() | ({} if csrf is None else {CSRF: csrf})

    def _headers(self) -> dict[str, str]:
        """The headers that authenticate a WebSocket: the token, or the session's cookie."""
        token = self._http.headers.get("Authorization")
        if token is not None:
            return {"Authorization": token}
        return {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        }


def _refusal_of(answer: httpx.Response) -> Refused:
    try:
        problem = answer.json()
        return Refused(answer.status_code, problem["message"], problem.get("section"))
    except (ValueError, KeyError, TypeError):
        return Refused(answer.status_code, answer.reason_phrase)
