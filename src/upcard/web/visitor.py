"""The visitor of a page, whose session is read again for each of their actions."""

from weakref import WeakKeyDictionary

from fastapi import Request
from nicegui import Client

from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden, NotSignedIn, Principal
from upcard.service.access.sessions import Session
from upcard.service.api.access import COOKIE, address_of, server_of
from upcard.service.table_server import TableServer


class Visitor:
    """A person with a page open; `who` raises `NotSignedIn` once their session has ended."""

    def __init__(self, request: Request) -> None:
        self.server: TableServer = server_of(request)
        self.request = request
        self.path = request.url.path
        query = request.url.query
        self.wanted = f"{self.path}?{query}" if query else self.path
        """The address that the visitor asked for, on this server."""
        self.address = address_of(request)
        self._cookie = request.cookies.get(COOKIE, "")
        self.name = ""

    @property
    def session(self) -> Session:
        """The visitor's session."""
        return self.server.sessions.read(self._cookie)

    @property
    def who(self) -> Principal:
        """The visitor's identity, read from their session."""
        return self.session.principal

    @property
    def signed_in(self) -> bool:
        """Whether the visitor's session goes on."""
        return self._reads(acts=False)

    def acts(self) -> bool:
        """Note that the visitor does something; returns whether their session goes on."""
        return self._reads(acts=True)

    def _reads(self, *, acts: bool) -> bool:
        try:
            self.server.sessions.read(self._cookie, acts=acts)
        except NotSignedIn:
            return False
        return True

    def may(self, action: Action, table: str = "") -> bool:
        """Whether a page should offer an action; performing it is authorized again."""
        try:
            authorize(self.who, action, table)
        except (Forbidden, NotSignedIn):
            return False
        return True


visitors: "WeakKeyDictionary[Client, Visitor]" = WeakKeyDictionary()
"""The visitors of the open pages that need a session."""
