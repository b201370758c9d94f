"""Gauges read at each scrape: tables, leases, meters, pending payouts, the journal, the feed."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from upcard.journal.port import ROOT, ChainHead, JournalError
from upcard.service.table_server import TableServer
from upcard.service.tables.jackpots import waiting_at
from upcard.text.times import SECOND, system_clock

MAX_BEHIND: Final = 8
"""Streams whose next record is read to see how far the feed is behind."""


class FloorGauges(Collector):
    """Gauges of a floor. They are also told while the database does not answer."""

    def __init__(self, server: TableServer) -> None:
        self._server = server

    def collect(self) -> Iterator[Metric]:
        """Every gauge."""
        yield _gauge("upcard_ready", "Whether the server serves.", self._server.ready)
        yield from self._source_metrics()
        yield from self._table_metrics()
        yield from self._journal_metrics()
        yield from self._meter_metrics()

    def _source_metrics(self) -> Iterator[Metric]:
        """Whether the random source passes its tests, and the bytes that it passed them with."""
        source = self._server.random_source
        if source is not None:
            yield _gauge("upcard_random_source_up", "Whether bits are given.", not source.failure)
            yield _gauge("upcard_random_source_tested_bytes", "Bytes tested.", source.tested)

    def _table_metrics(self) -> Iterator[Metric]:
        """Rounds, leases and payouts that wait, by table."""
        floor = self._server.floor
        rounds = GaugeMetricFamily("upcard_rounds", "Rounds dealt.", labels=("table",))
        leases = GaugeMetricFamily(
            "upcard_lease_seconds",
            "Until a table's lease ends; 0 or less: another process may take the table.",
            labels=("table",),
        )
        family = GaugeMetricFamily(
            "upcard_lease_held", "Whether this process serves the table.", labels=("table",)
        )
        jackpots = GaugeMetricFamily(
            "upcard_jackpots_waiting",
            "Payouts of meters that wait, by the step that is due.",
            labels=("table", "step"),
        )
        for table in floor.leases.assigned:
            host = floor.leases.serving_host(table)
            family.add_metric((table,), host is not None)
            if host is None:
                continue
            state = host.state
            rounds.add_metric((table,), state.round)
            leases.add_metric((table,), host.held_lease.seconds)
            for step, count in Counter(jackpot.step for jackpot in waiting_at(state, None)).items():
                jackpots.add_metric((table, step), count)
        yield from (rounds, leases, family, jackpots)

    def _meter_metrics(self) -> Iterator[Metric]:
        """What each meter shows and has paid, and how often it was hit, as last read."""
        dollars = GaugeMetricFamily(
            "upcard_meter_dollars", "What a meter shows.", labels=("meter",)
        )
        paid = CounterMetricFamily(
            "upcard_meter_paid_dollars", "What a meter has paid.", labels=("meter",)
        )
        hits = CounterMetricFamily(
            "upcard_meter_hits", "How often all of a meter was won.", labels=("meter",)
        )
        for meter in self._server.floor.board.last_read:
            dollars.add_metric((meter.stream,), float(meter.amount))
            paid.add_metric((meter.stream,), float(meter.paid))
            hits.add_metric((meter.stream,), meter.hits)
        yield from (dollars, paid, hits)

    def _journal_metrics(self) -> Iterator[Metric]:
        """The writer's queue, then what the database answers."""
        journal = self._server.floor.journal
        yield _gauge("upcard_journal_queue", "Jobs that wait to be written.", journal.queued)
        wal = journal.wal_bytes
        if wal is not None:
            yield _gauge("upcard_journal_wal_bytes", "Bytes of the write-ahead log.", wal)
        is_up = False
        try:
            self._server.floor.leases.require_answers()
            answers = list(self._answers())
            is_up = True
            yield from answers
        except JournalError:
            pass
        yield _gauge("upcard_journal_up", "Whether the database answers.", is_up)

    def _answers(self) -> Iterator[Metric]:
        """Records, the newest root and the feed's lag; raises `JournalError`."""
        floor = self._server.floor
        floor.board.read()
        heads, now = floor.journal.heads(), system_clock()
        records = sum(head.position for head in heads.values())
        yield _gauge("upcard_journal_records", "Records of the journal.", records)
        if ROOT in heads:
            rooted_at = floor.journal.record(ROOT, heads[ROOT].position).at
            age = max(0, now - rooted_at) / SECOND  # the clock may have been set back since
            yield _gauge("upcard_checkpoint_age_seconds", "Since the newest signed root.", age)
        unread, lag = self._unread_records(heads, now)
        yield _gauge("upcard_feed_lag_records", "Records that the feed has not told yet.", unread)
        yield _gauge("upcard_feed_lag_seconds", "How long the oldest of them has waited.", lag)

    def _unread_records(self, heads: Mapping[str, ChainHead], now: int) -> tuple[int, float]:
        """The number of records that the feed has not read, and the age of the oldest."""
        positions, journal = self._server.feed.positions, self._server.floor.journal
        behind = {
            stream: head.position - positions.get(stream, 0)
            for stream, head in heads.items()
            if stream != ROOT and head.position > positions.get(stream, 0)
        }
        times = [
            journal.record(stream, positions.get(stream, 0) + 1).at
            for stream in islice(behind, MAX_BEHIND)
        ]
        lag = max(0, now - min(times)) / SECOND if times else 0.0
        return sum(behind.values()), lag


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, float(value))
