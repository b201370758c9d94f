"""The floor deals by itself: the demonstration, clocks, a restart in mid-round, an orderly end."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from amounts import dollars
from host.live import PLAIN
from service.floors import OTHER, floor, journal, new_server
from upcard.engine.core.commands import ClearTable, CloseBets, DeclineInsurance, PlaceWager
from upcard.engine.play import question
from upcard.host.verification.verify import verify
from upcard.service.demonstration import ROBOTS, submissions
from upcard.service.pace import Pace
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

TIMEOUT = 60.0


def until(done: Callable[[], bool]) -> None:
    ends = time.monotonic() + TIMEOUT
    while not done():
        assert time.monotonic() < ends, "it takes too long"
        time.sleep(0.02)


def test_the_demonstration_deals_every_table_and_everything_verifies(tmp_path: Path) -> None:
    place = str(tmp_path / "floor.journal")
    pace = Pace(betting=0.02, robot=0.0, pause=0.02, jackpot=0.02)
    with floor(place, *submissions(), robots=ROBOTS, attended=False, pace=pace) as served:
        server = served.server
        until(lambda: all(server.floor.state(name).round >= 2 for name in server.floor.tables))
        assert served.anybody.get("/readyz").status_code == 200
        linked = {
            tuple(meter["tables"]) for meter in served.client_of("ann").get("/api/meters").json()
        }
        assert ("BJ-07", "BS-02") in linked
    with journal(place) as opened:
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is None
        assert verdict.rounds >= len(ROBOTS)


async def stopped(server: TableServer, seconds: float) -> None:
    await server.start()
    ends = time.monotonic() + TIMEOUT
    while not server.floor.state(OTHER).round or server.floor.state(OTHER).phase == "wagering":
        assert time.monotonic() < ends
        await asyncio.sleep(0.001)
    await server.stop(seconds)


def test_an_orderly_end_finishes_the_rounds_of_robots(tmp_path: Path) -> None:
    with journal(str(tmp_path / "floor.journal")) as opened:
        robots = {OTHER: {1: "Ada", 2: "Blaise"}}
        server = new_server(opened, PLAIN, robots=robots, attended=False)
        asyncio.run(stopped(server, TIMEOUT))
        again = new_server(opened, PLAIN)
        assert not again.floor.state(OTHER).has_wagers
        assert again.floor.state(OTHER).round >= 1
        again.floor.close()
        assert verify(opened, rules_of).verified


@pytest.mark.parametrize("robots", [{}, {OTHER: {2: "Ada"}}])
def test_an_orderly_end_parks_what_waits_for_people(robots: dict[str, Any]) -> None:
    with journal() as opened:
        server = new_server(opened, PLAIN, robots=robots, attended=False)
        host = server.floor.host(OTHER)
        for _ in range(200):  # until nobody has Blackjack and ann is asked
            host.send(PlaceWager(1, "blackjack", dollars(15), "ann"))
            host.send(CloseBets())
            asked = question(host.state)
            if asked is not None and asked.kind == "decision":
                break
            if asked is not None:
                host.send(DeclineInsurance(1))
            if question(host.state) is not None:
                break
            host.send(ClearTable())
        began = time.monotonic()
        asyncio.run(stopped(server, TIMEOUT))
        assert time.monotonic() - began < TIMEOUT / 2, "nobody is waited for"
        again = new_server(opened, PLAIN)
        assert again.floor.state(OTHER).has_wagers
        assert question(again.floor.state(OTHER)) is not None


def test_silence_is_taken_for_the_least_answer_where_the_house_says_so() -> None:
    pace = Pace(betting=0.02, robot=0.0, answer=0.05, pause=0.02)
    with floor("memory:", PLAIN, attended=False, pace=pace) as served:
        served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        until(lambda: bool(served.client_of("ann").get(f"/api/tables/{OTHER}/rounds").json()))
        (record,) = served.client_of("ann").get(f"/api/tables/{OTHER}/rounds").json()
        assert record["settlements"]


def test_a_clock_is_shown_while_it_runs() -> None:
    pace = Pace(betting=30.0, pause=0.02)
    with floor("memory:", PLAIN, attended=False, pace=pace) as served:
        path = f"/api/tables/{OTHER}/feed"
        with served.client_of("bob").websocket_connect(path) as socket:
            assert socket.receive_json()["clock"] is None
            served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
            while (clock := socket.receive_json()["clock"]) is None:
                pass
        assert clock["what"] == "betting"
        assert 0 < clock["until"] - time.time() * 1000 <= 30_000


def test_where_robots_alone_play_a_player_who_looks_on_has_time_to_join() -> None:
    pace = Pace(betting=3_600.0, robot=0.0, pause=0.02)
    with floor("memory:", PLAIN, robots={OTHER: {1: "Ada"}}, attended=False, pace=pace) as served:
        state = partial(served.server.floor.state, OTHER)
        until(lambda: state().round >= 2)  # nobody looks on: dealt at once
        with served.client_of("bob").websocket_connect("/api/channel") as channel:
            channel.send_json({"id": 1, "table": OTHER, "follow": True, "stage": True})
            while True:  # the round that was under way when bob came ends first
                clock = channel.receive_json().get("stage", {}).get("clock")
                if clock is not None and clock["what"] == "betting":
                    break
            dealt = state().round
            served.send("bob", OTHER, "PlaceWager", position=2, wager="blackjack", amount="15.00")
            channel.send_json({"id": 2, "table": OTHER, "ready": True})
            until(lambda: state().round > dealt or state().phase != "wagering")


def test_where_a_person_deals_robots_wager_and_the_person_closes_wagers() -> None:
    with floor(
        "memory:", PLAIN, robots={OTHER: {1: "Ada"}}, pace=Pace(betting=90.0, robot=0.0, pause=0.02)
    ) as there:
        state = partial(there.server.floor.state, OTHER)
        until(lambda: state().has_wagers)
        there.send("dan", OTHER, "CloseBets")
        until(lambda: state().phase != "wagering")
        croupier = there.server.croupiers[OTHER]
        # The window of a minute and more is over with the wagers: Ada is not kept waiting.
        until(lambda: croupier.clock is None and state().phase == "settled")


def test_where_a_person_deals_no_player_is_told_to_wait_for_another() -> None:
    pace = Pace(betting=90.0, robot=0.0, pause=0.02)
    with floor("memory:", PLAIN, pace=pace) as there:
        for position, name in enumerate(("ann", "bob"), 1):
            wager = {"position": position, "wager": "blackjack", "amount": "15.00"}
            there.send(name, OTHER, "PlaceWager", **wager)
        for name in ("ann", "bob"):
            with there.client_of(name).websocket_connect("/api/channel") as channel:
                channel.send_json({"id": 1, "table": OTHER, "follow": True, "stage": True})
                while (frame := channel.receive_json().get("stage")) is None:
                    pass
            assert frame["ready"] == {"may": False, "asked": True, "waiting": 0, "joining": 0}


def test_the_end_of_a_round_stays_until_all_who_played_go_on() -> None:
    pace = Pace(betting=0.02, robot=0.0, answer=0.02, pause=0.02, playing=3_600.0)
    with floor("memory:", PLAIN, attended=False, pace=pace) as served:
        state = partial(served.server.floor.state, OTHER)
        with served.client_of("bob").websocket_connect("/api/channel") as channel:

            def shown(asked: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
                while True:
                    frame = channel.receive_json().get("stage")
                    if frame is not None and asked(frame):
                        return dict(frame)

            channel.send_json({"id": 1, "table": OTHER, "follow": True, "stage": True})
            shown(lambda frame: frame["legal"]["open"])
            served.send("bob", OTHER, "PlaceWager", position=2, wager="blackjack", amount="15.00")
            channel.send_json({"id": 2, "table": OTHER, "ready": True})
            ended = shown(lambda frame: frame["clock"] is not None and frame["told"] is not None)
            assert ended["told"]["words"].startswith("You ")
            assert ended["ready"] == {"may": True, "asked": False, "waiting": 1, "joining": 0}
            croupier = served.server.croupiers[OTHER]
            with croupier.looked_at_by("ann"):
                assert croupier.may_join(state()) == {"ann"}
            assert ended["clock"]["what"] == "next round"
            assert ended["clock"]["until"] / 1000 - time.time() > 1_800, (
                "the page plays the round meanwhile"
            )
            over = state().round
            late = {"id": 3, "table": OTHER, "ready": True, "phase": "wagering"}
            channel.send_json(late)  # pressed for the deal, which has been
            while channel.receive_json().get("id") != 3:
                pass
            assert not croupier.ready
            channel.send_json({**late, "id": 4, "phase": "settled"})
            until(lambda: state().round > over or state().phase == "wagering")


def test_a_dealer_who_clears_the_table_by_hand_ends_the_clock_to_the_next_round() -> None:
    pace = Pace(betting=0.02, robot=0.0, answer=0.02, pause=3_600.0)
    with floor("memory:", PLAIN, attended=False, pace=pace) as served:
        state = partial(served.server.floor.state, OTHER)
        path = f"/api/tables/{OTHER}/feed"
        with served.client_of("bob").websocket_connect(path) as socket:
            served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
            while (socket.receive_json()["clock"] or {}).get("what") != "next round":
                pass
            served.send("dan", OTHER, "ClearTable")
            assert state().phase == "wagering"
            while (clock := socket.receive_json()["clock"]) is not None:
                assert clock["what"] in ("next round", "betting")


def test_a_version_that_waits_takes_force_though_robots_wager_at_once() -> None:
    pace = Pace(betting=0.05, robot=0.01, pause=0.02)
    with floor("memory:", PLAIN, robots={OTHER: {1: "Ada"}}, attended=False, pace=pace) as served:
        running = served.server.floor
        until(lambda: running.state(OTHER).has_wagers)
        running.file(PLAIN.replace("positions = 3", "positions = 3\nminimum = 25"), "max")
        running.register.approve(OTHER, 2, "2024-08-01", "max")
        running.put_in_force(OTHER, 2, "max", after_round=True)
        before = running.state(OTHER).round
        until(lambda: running.register.entries[OTHER][1].status == "in force")
        assert running.state(OTHER).rules.minimum == dollars(25)
        assert running.state(OTHER).round <= before + 5, "it is not left to chance"
