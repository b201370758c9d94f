"""Long work behind pages: a little at a time, and nothing waits for it but who asked."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from types import SimpleNamespace

import pytest

from upcard.web import background_work
from upcard.web.background_work import AT_A_TIME, run_in_background


def test_a_little_at_a_time_until_all_of_it_is_done() -> None:
    lock, under_way, most = Lock(), 0, 0

    def counted(number: int) -> int:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.01)
        with lock:
            under_way -= 1
        return number

    async def asked() -> list[int]:
        return await asyncio.gather(*(run_in_background(counted, number) for number in range(9)))

    assert asyncio.run(asked()) == list(range(9))
    assert most == AT_A_TIME


def test_what_it_raises_is_for_who_asked() -> None:
    with pytest.raises(ZeroDivisionError):
        asyncio.run(run_in_background(lambda: 1 / 0))


def test_the_threads_of_the_tables_are_free_and_no_end_waits_for_it() -> None:
    over = Event()

    async def asked() -> str:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        asking = asyncio.create_task(run_in_background(over.wait))
        await asyncio.sleep(0)
        return await asyncio.wait_for(asyncio.to_thread(lambda: str(asking.done())), 10)

    assert asyncio.run(asked()) == "False"
    assert not over.is_set()
    over.set()


def test_a_caller_whose_page_was_left_meanwhile_goes_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = SimpleNamespace(is_deleted=False)
    monkeypatch.setattr(background_work, "_page", lambda: page)

    def leave() -> None:
        page.is_deleted = True

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run_in_background(leave))
