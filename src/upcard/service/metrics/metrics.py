"""The metrics of a server, in one registry; what is counted as it happens is counted here.

A metric's labels have few values: names of routes, commands, sections, tables and meters, never
of people.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from upcard.journal.port import JournalError, KeyReused, VersionConflict
from upcard.journal.writing.commit_observers import GroupCommit
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.principal import Forbidden
from upcard.service.metrics.gauges import FloorGauges
from upcard.service.table_server import TableServer

REQUESTS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
COMMITS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
GROUPS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The metrics of one application, an observer of the floor's commands and the journal."""

    def __init__(self, server: TableServer) -> None:
        self.registry: Final = CollectorRegistry()
        self.requests: Final = Counter(
            "upcard_requests_total",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds: Final = self._histogram(
            "upcard_request_seconds", "How long requests take.", REQUESTS, "route"
        )
        self._commands: Final = Counter(
            "upcard_commands_total",
            "Commands of people and devices: done, refused, wrong, in conflict or failed.",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._command_seconds: Final = self._histogram(
            "upcard_command_seconds", "From a command to its durable answer.", COMMITS, "command"
        )
        self._refusals: Final = Counter(
            "upcard_refusals_total",
            "Refused commands by the section that is the reason.",
            ("section",),
            registry=self.registry,
        )
        self._commit_seconds: Final = self._histogram(
            "upcard_commit_seconds", "How long the journal's transactions take.", COMMITS
        )
        self._write_seconds: Final = self._histogram(
            "upcard_write_seconds", "From the journal's queue to the commit.", COMMITS
        )
        self._group: Final = self._histogram(
            "upcard_commit_records", "Records in one commit.", GROUPS
        )
        self._commit_failures: Final = Counter(
            "upcard_commit_failures_total",
            "Transactions of the journal that failed.",
            registry=self.registry,
        )
        self._set_back: Final = Counter(
            "upcard_clock_set_back_total",
            "Times that this machine's clock was set back between two records.",
            registry=self.registry,
        )
        self._last_record = 0
        # They have few labels, and looking a child up by them costs more than counting.
        self._count: Final = cache(self._commands.labels)
        self._timer: Final = cache(self._command_seconds.labels)
        self.registry.register(FloorGauges(server))
        server.floor.watch.add(self.command)
        server.floor.journal.observe(self)

    def text(self) -> bytes:
        """The metrics in Prometheus' text format."""
        return generate_latest(self.registry)

    @contextmanager
    def command(self, command: str, table: str) -> Iterator[None]:  # noqa: ARG002 - an observer's
        """Count and time a command."""
        start = time.perf_counter()
        outcome = "failed"
        try:
            yield
            outcome = "done"
        except (RuleViolation, Forbidden) as refused:
            outcome = "refused"
            self._refusals.labels(refused.section or "none").inc()
            raise
        except (VersionConflict, KeyReused):
            outcome = "conflict"
            raise
        except JournalError:
            raise
        except BadInput:
            outcome = "wrong"
            raise
        finally:
            self._count(command, outcome).inc()
            self._timer(command).observe(time.perf_counter() - start)

    def queued(self) -> float:
        """When a job was queued."""
        return time.perf_counter()

    def committed(self, commit: GroupCommit) -> None:
        """Count and time a commit of the journal."""
        if commit.failed:
            self._commit_failures.inc()
            return
        self._commit_seconds.observe(commit.seconds)
        self._group.observe(sum(record is not None for record in commit.records))
        now = time.perf_counter()
        for mark in commit.marks:
            if isinstance(mark, float):
                self._write_seconds.observe(now - mark)

        for record in commit.records:
            if record is not None:
                self._set_back.inc(record.at < self._last_record)
                self._last_record = record.at

    def _histogram(
        self, name: str, text: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)
