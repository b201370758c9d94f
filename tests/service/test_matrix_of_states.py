"""The matrix of who may do what in rare states: other games, faults, tables held elsewhere.

A state opens nothing to anybody: what a command or a route is refused for by role stays refused.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from host.live import PLAIN, PROGRESSIVE
from properties.walk import Walk
from service.floors import BRISK, OTHER, OWN, Floor, floor
from service.test_authority_matrix import (
    BOUND,
    MAY_SEND,
    PERSON_OF,
    ROUTES,
    WHO,
    command,
    expect_matrix,
    is_allowed,
    principal,
    status,
)
from tables import FedTable, table_rules
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, Command, Stand
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.steps import pending
from upcard.engine.play import question
from upcard.host.scripts.robots import Robot
from upcard.host.scripts.rounds import MemoryTable
from upcard.service.access.authority import authorize_command
from upcard.service.access.principal import Principal, Purpose, Role
from upcard.submission.compiling.text import rules_of

GOLDEN: Final = Path(__file__).parent.parent / "golden"
GAMES: Final = {
    "hybrid": "hybrid/submissions/hybrid-6.toml",
    "no-hole-card": "hybrid/submissions/no-hole-card-8.toml",
    "baccarat": "rounds/submissions/baccarat-8.toml",
    "roulette": "rounds/submissions/lightning-roulette.toml",
}
OF_TABLES: Final = {route: who for route, who in ROUTES.items() if "/tables/{table}" in route}


def named(game: str, table: str) -> str:
    """The submission of a game, for a table of this name."""
    lines = (GOLDEN / GAMES[game]).read_text(encoding="utf-8").splitlines()
    return "\n".join(f'name = "{table}"' if line.startswith("name =") else line for line in lines)


# Commands


def expect_commands(state: AnyTable) -> None:
    """Each command is for the roles that the matrix says, at their own table and at another."""
    player = next((box.player for place, box in state.in_play() if place == 1), None)
    player = player or dict(state.seats).get(1, "ann")
    own = replace(state, rules=replace(state.rules, name=OWN))
    there = replace(state, rules=replace(state.rules, name=OTHER))
    offered = state.rules.offered("jackpot-party")
    for kind in WHO:
        who = principal(kind, OWN)
        if who.role is Role.PLAYER:
            who = Principal(player, Role.PLAYER)
        for name, allowed in MAY_SEND.items():
            sent = command(name, who)
            for at, at_work in ((own, True), (there, kind not in BOUND)):
                expected = kind in allowed and at_work
                if kind == Purpose.BET_SENSOR:
                    expected &= offered is not None and offered.has_meter
                found = is_allowed(lambda: authorize_command(who, sent, at, fed=True))  # noqa: B023 - called at once
                assert found == expected, (kind, name, at.rules.game, at.phase)


@pytest.mark.parametrize("game", GAMES)
def test_commands_at_other_games_are_for_the_same_people(game: str) -> None:
    rules = rules_of(named(game, OWN))
    table = MemoryTable(rules, seeded_bits(3))
    met: dict[str, AnyTable] = {}

    def sent(*commands: Command) -> None:
        met.setdefault(str(table.state.phase), table.state)
        table.send_all(commands)

    robot = Robot(1, seeded_bits(4))
    for _ in range(3):
        sent(*(replace(wager, player="ann") for wager in robot.wagers(rules)))
        sent(CloseBets())
        while (asked := question(table.state)) is not None:
            sent(asked.unanswered)
        sent(ClearTable())
    assert len(met) >= 2
    for state in met.values():
        expect_commands(state)


def test_commands_are_for_the_same_people_whatever_went_wrong_at_a_table() -> None:
    """Between decks, and with a fault of reader or shuffler."""
    rules = table_rules(wagers={"jackpot-party": {"paytable": "P20-B", "wager": 5}})
    met: dict[tuple[object, ...], AnyTable] = {}
    for seed in range(3):
        walk = Walk(rules, seed, views=False)
        for _ in range(120):
            now = walk.state
            met.setdefault((now.phase, now.faults.reader_failed), now)
            walk.wander(1)
    assert len(met) >= 10
    for state in met.values():
        expect_commands(state)


def test_commands_are_for_the_same_people_while_a_jackpot_waits() -> None:
    blazing = table_rules(wagers={"blazing-7s": {"paytable": "A", "wager": 5}})
    table = FedTable(blazing, UNTIL_CLEARED & ~Automation.FLOOR)
    table.wager(1, blazing_7s=5)
    table.deal("7h 5s 7d Td 6c 8s")
    table.send(Stand(1))
    assert pending(table.state)
    expect_commands(table.state)


# Routes


@contextmanager
def tables(own: str, other: str, **settings: Any) -> Iterator[Floor]:
    with floor("memory:", own, other, **settings) as served:
        yield served


@pytest.mark.nightly
@pytest.mark.parametrize("pair", [("hybrid", "baccarat"), ("roulette", "no-hole-card")])
def test_routes_of_tables_with_other_games_are_for_the_same_people(pair: tuple[str, str]) -> None:
    """Before a round, and after ann's wagers were closed."""
    with tables(named(pair[0], OWN), named(pair[1], OTHER)) as served:
        for wagers in (False, True):
            for table in (OWN, OTHER) if wagers else ():
                host = served.server.floor.host(table)
                for wager in Robot(1, seeded_bits(1)).wagers(host.rules):
                    host.send(replace(wager, player="ann"))
                host.send(CloseBets())
            for kind in WHO:
                expect_matrix(served, kind, OF_TABLES)


def test_routes_are_for_the_same_people_while_the_cards_are_out_of_play() -> None:
    """After a floorperson has ordered a reshuffle, until the cut."""
    with tables(PROGRESSIVE, PLAIN, pace=replace(BRISK, cut=3_600)) as served:
        for table in (OWN, OTHER):
            served.send("ann", table, "SeatPlayer", position=1)
            served.send("fay", table, "OrderReshuffle")
            assert served.server.floor.state(table).phase != "wagering"
        for kind in WHO:
            expect_matrix(served, kind, OF_TABLES)


def test_a_table_that_another_server_holds_is_opened_to_nobody() -> None:
    """Who may use a route is told that it is elsewhere; nobody else learns or changes more."""
    with tables(PROGRESSIVE, PLAIN) as served:
        opened, house = served.server.floor.journal, served.server.floor
        for table in (OWN, OTHER):
            host = house.host(table)
            opened.release(host.held_lease.lease)
            opened.lease(host.stream, "another server", 3_600, returning=False)
            house.leases.wait_for(table, "another server")
            assert house.leases.serving_host(table) is None
        before = opened.versions()
        for kind in WHO:
            name = f"{kind}@{OWN}" if kind in set(Purpose) else PERSON_OF[Role(kind)]
            for route, (whose, body) in OF_TABLES.items():
                assert whose is not None
                found = status(served, name, route, OWN, body)
                refused = {401, 403} if kind not in whose else {404, 422}
                assert found in refused | {503}, (kind, route, found)
        moved = {name for name, head in opened.versions().items() if before.get(name) != head}
        assert not [name for name in moved if name.startswith("table/")]
