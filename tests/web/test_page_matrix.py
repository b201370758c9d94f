"""Who may open which page, and what a socket may send; what stands in no row below fails."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient
from nicegui import app as framework
from nicegui import core
from starlette.routing import Mount

from service.floors import HERE, OTHER, OWN, PASSWORD, PEOPLE, Floor, journal, new_server, settle_in
from upcard.bootstrap import application
from upcard.service.access.principal import Purpose, Role
from upcard.web.frames import FORMS, is_readable

PERSONS: Final = {str(role) for role in Role if role is not Role.DEVICE}
READERS: Final = {"floorperson", "surveillance", "regulator", "manager", "administrator"}

PAGES: Final[dict[str, set[str]]] = {
    "/": PERSONS,
    "/account": PERSONS,
    "/tables/{name}": PERSONS,
    "/lab": PERSONS,
    "/signs": PERSONS,
    "/floor": READERS,
    "/submissions": READERS,
    "/rounds": READERS | {"dealer"},
    "/rounds/{table}/{number}": PERSONS,  # the route that it reads decides
    "/audit": READERS - {"floorperson", "manager"},
    "/accounts": {"administrator"},
    "/money": {"player"},
    "/cashier": {"cashier", "manager"},
}
"""The roles that see more of a page than why it is not for them."""

OPEN: Final = {
    "GET /sign-in",
    "GET /enter",
    "GET /enter/{name}",
    "POST /sign-out",
    "GET /cards/{card}.svg",
    "GET /wheel.svg",
    "GET /favicon.ico",
    "HEAD /favicon.ico",
    *(
        f"GET /_nicegui/VERSION/{path}"
        for path in (
            "libraries/{key:path}",
            "components/{key:path}",
            "resources/{key}/{path:path}",
            "dynamic_resources/{name}",
            "esm/{key}/{path:path}",
        )
    ),
}
"""What nobody has to sign in for: it shows nothing of the floor."""

MOUNTS: Final = {"/_nicegui_ws", "/_nicegui/VERSION/static"}
"""What the framework mounts: its socket, whose events are below, and its own files."""

EVENTS: Final = {
    *("connect", "handshake", "disconnect"),
    *("event", "javascript_response", "ack", "leave"),
}
"""What a socket may send; a page's events are taken only in the session that opened it."""

REFUSED_EVENTS: Final = {"log"}
"""What the framework would take and is dropped before."""


@pytest.fixture(scope="module")
def served() -> Iterator[Floor]:
    """A process has one floor with pages: this module's."""
    with journal() as opened:
        server = new_server(opened)
        tokens = settle_in(server)
        app = application(server)
        with TestClient(app, HERE, raise_server_exceptions=False) as client:
            vars(app.state.limits.pages)["_attempts"] = 10_000
            yield Floor(server, tokens, client)


def listed(path: str) -> str:
    """A path as the matrix names it: without the framework's version."""
    return re.sub(r"^/_nicegui/[^/]+", "/_nicegui/VERSION", path)


def mounted(app: Any) -> set[str]:
    """The paths of what is mounted in an application."""
    return {route.path for route in app.routes if isinstance(route, Mount)}


def test_every_page_and_route_stands_in_the_matrix(served: Floor) -> None:
    routes = {
        f"{method} {listed(str(vars(route)['path']))}"
        for route in framework.routes
        for method in getattr(route, "methods", None) or ()
    }
    assert routes == {f"GET {page}" for page in PAGES} | OPEN
    assert {listed(path) for path in mounted(framework)} == MOUNTS
    assert mounted(served.anybody.app) == {"/api", "/static", "/sign", "/stage", ""}


@pytest.mark.usefixtures("served")  # pages take their events once they are served
def test_every_event_of_a_socket_stands_in_the_matrix() -> None:
    assert set(core.sio.handlers["/"]) == EVENTS | REFUSED_EVENTS
    assert set(FORMS) == EVENTS
    for event in REFUSED_EVENTS:
        assert not is_readable("any", event, ({"client_id": "any", "level": "error"},))


PERSON_OF: Final = {str(role): name for name, (role, _) in reversed(PEOPLE.items())}


@pytest.mark.parametrize("role", sorted(PERSONS))
def test_a_page_is_for_whom_the_matrix_says(served: Floor, role: str) -> None:
    for page, whose in PAGES.items():
        for table in (OWN, OTHER) if "{" in page else (OWN,):
            path = page.format(name=table, table=table, number=1)
            answer = served.client_of(PERSON_OF[role]).get(path, follow_redirects=False)
            assert answer.status_code == 200, path
            refused = f" {role} may not " in answer.text
            assert refused == (role not in whose), path


def test_a_stranger_and_a_device_are_sent_to_sign_in(served: Floor) -> None:
    for client in (served.anybody, *(served.client_of(f"{purpose}@{OWN}") for purpose in Purpose)):
        for page in PAGES:
            path = page.format(name=OWN, table=OWN, number=1)
            answer = client.get(path, follow_redirects=False)
            assert answer.status_code == 307
            assert answer.headers["location"].startswith("/sign-in?then=/")


def test_who_has_something_to_do_first_sees_nothing_else(served: Floor) -> None:
    served.server.accounts.open("eve", Role.ADMINISTRATOR, PASSWORD, "ada", must_change=True)
    eve = served.client_of("eve")
    for page in PAGES:
        path = page.format(name=OWN, table=OWN, number=1)
        answer = eve.get(path, follow_redirects=False)
        if page == "/account":
            assert "choose another one first" in answer.text
        else:
            assert (answer.status_code, answer.headers["location"]) == (307, "/account")


def test_a_demonstration_is_entered_nowhere_else(served: Floor) -> None:
    for name in (*PEOPLE, "nobody"):
        answer = served.anybody.get(f"/enter/{name}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, "/sign-in")
        assert "set-cookie" not in answer.headers


def malformed() -> Iterator[tuple[Any, ...]]:
    """Frames that no browser sends, of every event."""
    long = {"client_id": "x" * 10**5}
    values: tuple[Any, ...] = (None, 0, "x", [], {}, {"client_id": 1}, long, b"x")
    events: tuple[Any, ...] = (*EVENTS, *REFUSED_EVENTS, "no event", "", None, 7, ["connect"], {})
    for event in events:
        for value in values:
            yield (event, value)
        yield (event,)


def test_what_no_browser_sends_is_dropped() -> None:
    for frame in malformed():
        event: Any = frame[0]
        args = frame[1:]
        readable = is_readable("a socket", event, args)
        if event not in ("connect", "disconnect"):
            assert not readable, (event, args)
