"""The visitor of a page, whose session is read again for each of their actions."""

from fastapi import Request

from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal
from upcard.service.api.access import COOKIE, address_of
from upcard.service.table_server import TableServer


class Visitor:
    """A person with a page open; `who` raises `NotSignedIn` once their session has ended."""

    def __init__(self, server: TableServer, request: Request) -> None:
        self.server = server
        self.path = request.url.path
        query = request.url.query
        self.wanted = f"{self.path}?{query}" if query else self.path
        """The address that the visitor asked for, on this server."""
        self.address = address_of(request)
        self._cookie = request.cookies.get(COOKIE, "")

    @property
    def who(self) -> Principal:
        """The visitor's identity, read from their session."""
        return self.server.sessions.read(self._cookie).principal

    @property
    def signed_in(self) -> bool:
        """Whether the visitor's session is still valid."""
        try:
            return bool(self.who.name)
        except NotSignedIn:
            return False

    def may(self, action: Action, table: str = "") -> bool:
        """Whether a page should offer an action; performing it is authorized again."""
        try:
            authorize(self.who, action, table)
        except (Forbidden, NotSignedIn):
            return False
        return True
