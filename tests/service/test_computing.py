"""Slow computations beside the tables: in other processes, within budgets, cancelled."""

import asyncio
import os
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.floors import PASSWORD, journal, new_server, settle_in
from service.served import serving
from upcard.client import Client
from upcard.rules.violation import RuleViolation, UnknownName
from upcard.service.access.principal import Principal, Role
from upcard.service.access.rates import TooMany
from upcard.service.api import odds as odds_api
from upcard.service.computing import budgets, computations
from upcard.service.computing.budgets import Budgets
from upcard.service.computing.computations import ComputationCancelled, Computations, end_idle
from upcard.service.computing.processes import ComputingProcess
from upcard.service.table_server import TableServer

ANN = Principal("ann", Role.PLAYER)
SUE = Principal("sue", Role.SURVEILLANCE)
TIMEOUT = 30


def where() -> int:
    """Who computes this."""
    return os.getpid()


def cores() -> set[int]:
    """The cores that may compute this."""
    return os.sched_getaffinity(0)


def fail(kind: str) -> None:
    """A failure of this kind."""
    raise {"user": UnknownName("There is no such thing."), "ours": ZeroDivisionError("oh")}[kind]


def sleep(*_: Any) -> dict[str, Any]:
    """A computation without end."""
    time.sleep(600)
    return {}


async def until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < ends
        await asyncio.sleep(0.01)


def test_it_is_computed_elsewhere_and_fails_as_it_would_here() -> None:
    async def computed() -> None:
        work = Computations()
        first = await work.run(ANN, "where", where)
        assert first != os.getpid()
        assert await work.run(SUE, "where", where) == first, "the process is kept"
        here = cores()
        assert await work.run(ANN, "cores", cores) == (here - {min(here)} or here), "one is left"
        with pytest.raises(UnknownName, match="no such thing"):
            await work.run(ANN, "fail", fail, "user")
        with pytest.raises(ZeroDivisionError):
            await work.run(ANN, "fail", fail, "ours")
        assert not work.under_way
        work.close()

    asyncio.run(computed())


done_first: list[str] = []


def do_first(what: str) -> None:
    """What a process does before it is asked."""
    done_first.append(what)


def what_was_done_first() -> list[str]:
    """What was done first, in this process."""
    return done_first


@pytest.mark.nightly
def test_a_process_begins_before_it_is_asked_whether_that_fails_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computations, "_idle", [])
    work = Computations()
    work.have_one_ready(do_first, "read")
    work.have_one_ready(do_first, "there is one already")
    (ready,) = computations._idle
    assert asyncio.run(work.run(ANN, "first", what_was_done_first)) == ["read"]
    assert computations._idle == [ready]
    assert not done_first, "it is another process"
    failed = ComputingProcess((fail, ("ours",)))
    assert failed.run(what_was_done_first, ()) == []
    for computer in (ready, failed):
        computer.kill()
    work.close()


def test_a_process_that_holds_much_memory_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computations, "_idle", [])
    work = Computations()
    begun = asyncio.run(work.run(ANN, "where", where))
    (kept,) = computations._idle
    assert 0 < kept.kibibytes < computations.MAX_KIBIBYTES
    monkeypatch.setattr(computations, "MAX_KIBIBYTES", kept.kibibytes)
    assert asyncio.run(work.run(ANN, "where", where)) == begun, "kept, as it was small"
    assert not computations._idle
    work.close()


@pytest.mark.nightly
def test_what_is_cancelled_ends_and_so_does_what_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computations, "MAX_SECONDS", 5.0)

    async def cancelled() -> None:
        work = Computations()
        running = asyncio.ensure_future(work.run(ANN, "sleep", sleep))
        await until(lambda: any(job.computer for job in work.under_way.values()))
        (job,) = work.under_way.values()
        job.cancel("ann cancelled it.")
        with pytest.raises(ComputationCancelled, match="ann cancelled it"):
            await running
        await until(lambda: job.computer is not None and not job.computer.alive)
        deserted = asyncio.ensure_future(work.run(ANN, "sleep", sleep))
        await until(lambda: any(job.computer for job in work.under_way.values()))
        (job,) = work.under_way.values()
        deserted.cancel()
        await until(lambda: job.computer is not None and not job.computer.alive)
        monkeypatch.setattr(computations, "MAX_SECONDS", 0.2)
        with pytest.raises(ComputationCancelled, match="took longer"):
            await work.run(ANN, "sleep", sleep)
        monkeypatch.setattr(computations, "MAX_SECONDS", 60.0)
        assert await work.run(ANN, "where", where) != os.getpid()
        work.close()

    asyncio.run(cancelled())


def test_a_person_has_so_much_at_a_time_and_in_ten_minutes() -> None:
    now = 0.0
    allowed = Budgets(lambda: now)

    async def too_much() -> None:
        nonlocal now
        work = Computations(allowed)
        running = [asyncio.ensure_future(work.run(ANN, "sleep", sleep)) for _ in range(2)]
        await until(lambda: len(work.under_way) == 2)
        with pytest.raises(TooMany, match="You have 2 computations under way"):
            await work.run(ANN, "where", where)
        for job in tuple(work.under_way.values()):
            job.cancel("enough")
        await asyncio.gather(*running, return_exceptions=True)
        allowed.spend(ANN, budgets.SECONDS[Role.PLAYER])
        with pytest.raises(TooMany, match="the 60 seconds of computing that a player has in 10"):
            await work.run(ANN, "where", where)
        allowed.spend(SUE, budgets.SECONDS[Role.PLAYER])
        assert await work.run(SUE, "where", where), "staff has more"
        now = budgets.PERIOD_SECONDS
        assert await work.run(ANN, "where", where)
        work.close()

    asyncio.run(too_much())


def pause() -> float:
    """A computation that waits longer than it computes; returns how long it waited."""
    began = time.monotonic()
    time.sleep(0.5)
    return time.monotonic() - began


def test_a_budget_is_of_processor_time() -> None:
    """What waits, as on a busy machine, costs what it computed."""

    async def waited() -> None:
        work = Computations()
        before = work.budgets.left(ANN)
        seconds = await work.run(ANN, "pause", pause)
        assert 0 < before - work.budgets.left(ANN) < seconds
        work.close()

    asyncio.run(waited())


# Over HTTP


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TableServer, str]]:
    """A served house whose odds take for ever."""
    monkeypatch.setattr(odds_api, "odds_as_json", sleep)
    with journal() as opened:
        server = new_server(opened)
        settle_in(server)
        with serving(server) as url:
            yield server, url


def wait_for(holds: Callable[[], bool]) -> None:
    asyncio.run(until(holds))


def test_a_client_that_goes_away_ends_what_it_asked_for(place: tuple[TableServer, str]) -> None:
    server, url = place
    with Client.sign_in(url, "ann", PASSWORD, timeout=TIMEOUT) as ann:
        cookie = "; ".join(f"{name}={value}" for name, value in ann._http.cookies.items())
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as asking:
            head = f"GET /api/odds/perfect-pairs HTTP/1.1\r\nHost: h\r\nCookie: {cookie}"
            asking.sendall(f"{head}\r\n\r\n".encode())
            wait_for(lambda: any(job.computer for job in server.computations.under_way.values()))
            (job,) = server.computations.under_way.values()
            assert ann.tables(), "the tables are served meanwhile"
        wait_for(lambda: not server.computations.under_way)
        wait_for(lambda: job.computer is not None and not job.computer.alive)


def test_a_person_cancels_what_they_asked_for(place: tuple[TableServer, str]) -> None:
    server, url = place
    with (
        Client.sign_in(url, "ann", PASSWORD, timeout=TIMEOUT) as ann,
        Client.sign_in(url, "bob", PASSWORD, timeout=TIMEOUT) as bob,
        httpx.Client(base_url=url, cookies=ann._http.cookies, timeout=TIMEOUT) as asking,
    ):

        async def asked() -> httpx.Response:
            answer = asyncio.ensure_future(asyncio.to_thread(asking.get, "/api/odds/super-4"))
            await until(lambda: bool(server.computations.under_way))
            (job,) = await asyncio.to_thread(ann.request, "GET", "/computations")
            assert (job["name"], job["what"]) == ("ann", "see odds")
            assert bob.request("GET", "/computations") == []
            with pytest.raises(Exception, match="no such computation of yours"):
                bob.request("DELETE", f"/computations/{job['id']}")
            await asyncio.to_thread(ann.request, "DELETE", f"/computations/{job['id']}")
            return await answer

        answer = asyncio.run(asked())
    assert (answer.status_code, answer.json()["message"]) == (409, "ann cancelled it.")


@pytest.mark.nightly
def test_a_wrong_question_is_answered_as_ever(place: tuple[TableServer, str]) -> None:
    _, url = place
    with Client.sign_in(url, "max", PASSWORD, timeout=TIMEOUT) as client:
        found = client.request("POST", "/submissions/check", {"text": "[table"})
    assert found["complies"] is False
    assert "not TOML" in found["findings"][0]["message"]


def test_a_refusal_comes_out_of_another_process_with_its_section() -> None:
    refused = RuleViolation("58 Pa. Code § 633a.6(d)", "No such wager.")
    again = pickle.loads(pickle.dumps(refused))
    assert (type(again), again.section, again.message) == (
        RuleViolation,
        "58 Pa. Code § 633a.6(d)",
        "No such wager.",
    )


def test_processes_that_wait_for_work_are_gone_when_the_journal_is_closed() -> None:
    end_idle()
    Computations().have_one_ready(time.sleep, 60)
    (computer,) = computations._idle
    end_idle()
    assert not computer.alive
    assert not computations._idle


KILLED_SERVER = """
import sys, time
from upcard.service.computing.processes import ComputingProcess
work = f"import time; open({sys.argv[1]!r}, 'w').close(); time.sleep(600)"
print(ComputingProcess((exec, (work,)))._process.pid, flush=True)
time.sleep(600)
"""


def _runs(process: str) -> bool:
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())  # a zombie has none
    except OSError:
        return False


def test_what_is_computed_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """It would keep the journal open that the next server closes, and its log would stay."""
    began = tmp_path / "began"
    command = (sys.executable, "-c", KILLED_SERVER, str(began))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        computer = server.stdout.readline().strip()
        asyncio.run(until(began.exists))
        assert _runs(computer)
        server.kill()
    asyncio.run(until(lambda: not _runs(computer)))
