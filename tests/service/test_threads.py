"""Slow reads take threads from nobody."""

import asyncio
from threading import Event

from service.floors import journal, new_server
from upcard.service.api.app import THREADS, create_app


def test_slow_reads_leave_threads_to_the_tables() -> None:
    over = Event()

    async def served() -> bool:
        with journal() as opened:
            app = create_app(new_server(opened))
            async with app.router.lifespan_context(app):
                slow = [
                    asyncio.create_task(asyncio.to_thread(over.wait)) for _ in range(THREADS - 5)
                ]
                await asyncio.sleep(0)
                try:
                    return await asyncio.wait_for(asyncio.to_thread(lambda: not over.is_set()), 30)
                finally:
                    over.set()
                    await asyncio.gather(*slow)

    assert asyncio.run(served())
