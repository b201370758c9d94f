"""Gathers what all processes of a floor report: whether they are ready, and their metrics.

The router asks each process as a client would, over a connection that it hands to it.
"""

import asyncio
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Final

import msgspec
from prometheus_client import generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from upcard.service.workers.handover import hand_over

READY: Final = "/readyz"
METRICS: Final = "/metrics"
GATHERED: Final = (READY, METRICS)
"""The paths that are answered for the whole floor, unless they name a table."""

ANSWER_SECONDS: Final = 4.0
"""Seconds that a process gets to answer; a floor says within five that it is not ready."""

UNAVAILABLE: Final = 503
SILENT: Final = "# TYPE upcard_ready gauge\nupcard_ready 0.0\n"


class ProcessResponse(msgspec.Struct, frozen=True):
    """A process's answer: its status, the lines of its headers, and its body."""

    status: int
    headers: tuple[str, ...] = ()
    body: str = ""


async def gather(path: str, request: bytes, workers: Sequence[socket.socket]) -> bytes:
    """The answer of all processes to a request for one of the `GATHERED` paths."""
    answers = await asyncio.gather(*(_ask(request, worker) for worker in workers))
    answer_of = dict(enumerate(answers, 1))
    served = [answer for answer in answers if answer is not None]
    odd = next((answer for answer in served if answer.status not in (200, UNAVAILABLE)), None)
    headers = served[0].headers if served else ()
    if odd is not None:  # a request that each of them refuses
        return _answer(odd.status, odd.headers, odd.body)
    if path == METRICS:
        return _answer(200, headers, await asyncio.to_thread(merge_metrics, answer_of))
    reasons = list(_reasons(answer_of))
    body = "\n".join(["not ready", *reasons] if reasons else ["ready"])
    return _answer(UNAVAILABLE if reasons else 200, headers, f"{body}\n")


def merge_metrics(answers: dict[int, ProcessResponse | None]) -> str:
    """The metrics of processes in Prometheus' text format; the label `worker` has the number.

    A process that does not answer is not ready.
    """
    families: dict[str, Metric] = {}
    for number, answer in answers.items():
        text = SILENT if answer is None else answer.body
        for family in text_string_to_metric_families(text):
            merged = families.setdefault(
                family.name, Metric(family.name, family.documentation, family.type)
            )
            for sample in family.samples:
                labels = sample.labels | {"worker": str(number)}
                merged.samples.append(sample._replace(labels=labels))
    return generate_latest(_ParsedFamilies(families.values())).decode()


class _ParsedFamilies(Collector):
    """Families that were read."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _reasons(answers: dict[int, ProcessResponse | None]) -> Iterator[str]:
    """Why the floor is not ready: a line for each reason, with the number of the process."""
    for number, answer in answers.items():
        if answer is None:
            yield f"Worker {number} does not answer."
        elif answer.status == UNAVAILABLE:
            first, *reasons = answer.body.splitlines() or [""]
            yield from (f"Worker {number}: {reason}" for reason in reasons or [first])


async def _ask(request: bytes, worker: socket.socket) -> ProcessResponse | None:
    """What a process answers to a request; None if it does not in time."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with ours, suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(ANSWER_SECONDS):
            with theirs:
                await hand_over(theirs, request, worker)
            return _read_answer(await _to_the_end(ours))
    return None


async def _to_the_end(connection: socket.socket) -> bytes:
    body = b""
    while more := await asyncio.get_running_loop().sock_recv(connection, 1 << 16):
        body += more
    return body


def _read_answer(answer: bytes) -> ProcessResponse:
    """An answer; raises `ValueError` if it is none."""
    head, _, body = answer.decode().partition("\r\n\r\n")
    line, *headers = head.split("\r\n")
    forwarded = (
        header
        for header in headers
        if not header.lower().startswith(("content-length", "connection"))
    )
    return ProcessResponse(int(line.split(" ")[1]), tuple(forwarded), body)


def _answer(status: int, headers: Iterable[str], body: str) -> bytes:
    """An answer that ends its connection."""
    text = body.encode()
    lines = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        *headers,
        f"content-length: {len(text)}",
        "connection: close",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + text
