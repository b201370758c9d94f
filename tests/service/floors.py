"""Floors for the tests of the service: people and devices of every kind, tables that hold still.

At each table's keypad its dealer is signed in.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import pytest
from argon2 import PasswordHasher
from fastapi.testclient import TestClient
from zxcvbn import zxcvbn

from host.live import INSTALLATION, PLAIN, PROGRESSIVE
from upcard.cards.shuffle import Bits, live_bits
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import Purpose, Role
from upcard.service.api.access import CSRF
from upcard.service.api.app import create_app
from upcard.service.pace import Pace
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

HASHER: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Cheap: what is tested is ours, not argon2."""

PASSWORD: Final = "correct horse"
BRISK: Final = Pace(betting=0.02, robot=0.0, answer=0.0, pause=0.02, jackpot=0.0)

OWN, OTHER = "BJ-02", "BJ-01"
"""Two tables: dealers and devices named for one work there."""

PEOPLE: Final[dict[str, tuple[Role, tuple[str, ...]]]] = {
    "ann": (Role.PLAYER, ()),
    "bob": (Role.PLAYER, ()),
    "dora": (Role.DEALER, (OWN,)),
    "dan": (Role.DEALER, (OTHER,)),
    "fay": (Role.FLOORPERSON, ()),
    "flo": (Role.FLOORPERSON, ()),
    "sue": (Role.SURVEILLANCE, ()),
    "rex": (Role.REGULATOR, ()),
    "max": (Role.MANAGER, ()),
    "cas": (Role.CASHIER, ()),
    "cid": (Role.CASHIER, ()),
    "ada": (Role.ADMINISTRATOR, ()),
}
BY: Final = "the tests"
HERE: Final = "http://testserver"


def new_server(
    journal: Journal,
    *submissions: str,
    bits: Bits = live_bits,
    robots: dict[str, dict[int, str]] | None = None,
    **settings: Any,
) -> TableServer:
    """A server with its tables open; people deal, unless the settings say otherwise."""
    plain = {"separate_duties": False, "with_factor": frozenset()}
    chosen = Settings(**{"pace": BRISK, "attended": True, **plain, **settings})
    server = TableServer(journal, INSTALLATION, rules_of, chosen, bits, HASHER)
    server.open(submissions or (PROGRESSIVE, PLAIN), BY, robots)
    return server


@cache
def _score(password: str, *words: str) -> Any:
    return zxcvbn(password, user_inputs=words)


def _scored_once(password: str, user_inputs: list[str]) -> Any:
    """How hard a password is to guess: every floor has the same people."""
    return _score(password, *user_inputs)


def settle_in(server: TableServer) -> dict[str, str]:
    """Accounts for `PEOPLE`, and devices of every purpose at both tables; tokens by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zxcvbn.zxcvbn", _scored_once)
        for name, (role, tables) in PEOPLE.items():
            server.accounts.open(name, role, PASSWORD, BY, tables)
    tokens = {
        f"{purpose}@{table}": server.accounts.add_device(f"{purpose}@{table}", purpose, table, BY)
        for table in (OWN, OTHER)
        for purpose in Purpose
    }
    for name, table in (("dora", OWN), ("dan", OTHER)):
        server.floor.at_devices.sign_in(f"keypad@{table}", server.accounts.directory.accounts[name])
    return tokens


@contextmanager
def journal(place: str = "memory:") -> Iterator[Journal]:
    opened = open_journal(place, rules=rules_digest())
    try:
        yield opened
    finally:
        opened.close()


class Floor:
    """A served house, and somebody at it under each name."""

    def __init__(self, server: TableServer, tokens: dict[str, str], client: TestClient) -> None:
        self.server, self.tokens, self.anybody = server, tokens, client
        self._clients: dict[str, TestClient] = {}

    def client_of(self, name: str) -> TestClient:
        """A client of a person or device."""
        if name not in self._clients:
            self._clients[name] = self._new(name)
        return self._clients[name]

    def _new(self, name: str) -> TestClient:
        client = TestClient(self.anybody.app, HERE, raise_server_exceptions=False)
        client.portal = self.anybody.portal  # the loop in which the house runs
        if name in self.tokens:
            client.headers["Authorization"] = f"Bearer {self.tokens[name]}"
            return client
        answer = client.post("/api/session", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        client.headers[CSRF] = answer.json()["csrf"]
        return client

    def send(self, name: str, table: str, command: str, **fields: Any) -> Any:
        """What a command is answered; it has to be accepted."""
        body = {"type": command, **fields}
        answer = self.client_of(name).post(f"/api/tables/{table}/commands", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def audit(self) -> list[tuple[str, str, str]]:
        """Who, what and about what, of everything that was noted."""
        notes = self.client_of("rex").get("/api/audit", params={"limit": 1000}).json()
        return [(note["by"], note["what"], note["about"]) for note in notes]


@contextmanager
def floor(place: str = "memory:", *submissions: str, **settings: Any) -> Iterator[Floor]:
    """A floor with everybody at it."""
    with journal(place) as opened:
        server = new_server(opened, *submissions, **settings)
        tokens = settle_in(server)
        with TestClient(create_app(server), HERE, raise_server_exceptions=False) as client:
            yield Floor(server, tokens, client)
