"""What the server tells of itself: metrics of commands, commits and tables; traces of commands."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags

from service.floors import OTHER, OWN, Floor, floor
from service.test_serve_command import until
from upcard.journal.port import JournalUnavailable
from upcard.journal.writing.commit_observers import GroupCommit
from upcard.service.metrics.traces import TracedRequests, Traces
from upcard.text.times import system_clock

ROOT_AGE = "upcard_checkpoint_age_seconds"
WAGER: dict[str, Any] = {"position": 1, "wager": "blackjack", "amount": "15.00"}


def told(served: Floor) -> dict[str, float]:
    """Every sample by its name with labels."""
    answer = served.anybody.get("/metrics")
    assert answer.status_code == 200
    rows = (line.rpartition(" ") for line in answer.text.splitlines() if line[0] != "#")
    return {name: float(value) for name, _, value in rows}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """A floor that has written its root at the start, and writes no other meanwhile."""
    monkeypatch.setattr("upcard.service.checkpoints.FIRST_PAUSE_SECONDS", 3600.0)
    with floor() as one:
        until(lambda: ROOT_AGE in told(one))
        yield one


def test_commands_are_counted_by_outcome_and_refusals_by_section(served: Floor) -> None:
    before = told(served)
    served.send("ann", OTHER, "PlaceWager", **WAGER)
    wager = {"type": "PlaceWager", **WAGER, "position": 2, "amount": "1.00"}
    refused = served.client_of("bob").post(f"/api/tables/{OTHER}/commands", json=wager)
    section = refused.json()["section"]
    assert section, refused.text
    served.client_of("bob").post(f"/api/tables/{OTHER}/commands", json={"type": "CloseBets"})
    served.client_of("bob").post("/api/tables/XX/commands", json={"type": "CloseBets"})
    now = told(served)
    assert not any(name.startswith("upcard_commands_total") for name in before)
    assert now['upcard_commands_total{command="PlaceWager",outcome="done"}'] == 1
    assert now['upcard_commands_total{command="PlaceWager",outcome="refused"}'] == 1
    assert now['upcard_commands_total{command="CloseBets",outcome="refused"}'] == 1
    assert now['upcard_commands_total{command="CloseBets",outcome="wrong"}'] == 1
    assert now[f'upcard_refusals_total{{section="{section}"}}'] == 1
    assert now['upcard_refusals_total{section="none"}'] == 1
    assert now['upcard_command_seconds_count{command="PlaceWager"}'] == 2
    assert not any("XX" in name or "ann" in name for name in now)


def test_the_journals_writer_tells_of_its_commits(served: Floor) -> None:
    served.client_of("ann")  # the audit notes who signs in
    before = told(served)
    served.send("ann", OTHER, "PlaceWager", **WAGER)
    now = told(served)
    for name in ("upcard_commit_seconds_count", "upcard_write_seconds_count"):
        assert now[name] == before[name] + 1
    assert now["upcard_commit_records_sum"] == before["upcard_commit_records_sum"] + 1
    assert now["upcard_journal_records"] == before["upcard_journal_records"] + 1
    assert now["upcard_commit_failures_total"] == 0
    assert now["upcard_journal_queue"] == 0


def test_a_clock_that_is_set_back_is_counted_once(served: Floor) -> None:
    """Records that follow the first one with an earlier time do not count again."""
    served.send("ann", OTHER, "PlaceWager", **WAGER)
    assert told(served)["upcard_clock_set_back_total"] == 0
    record = next(served.server.floor.journal.records(f"table/{OTHER}"))
    app: Any = served.anybody.app
    metrics = app.state.metrics
    hour = 3_600_000_000
    for at in (record.at + hour, record.at, record.at + 1):
        commit = GroupCommit(0, 0.0, [replace(record, at=at), None], [])
        metrics.committed(commit)
    assert told(served)["upcard_clock_set_back_total"] == 1


def test_tables_leases_meters_and_the_feed_are_told(served: Floor) -> None:
    now = told(served)
    for table in (OWN, OTHER):
        assert now[f'upcard_rounds{{table="{table}"}}'] == 0
        assert 0 < now[f'upcard_lease_seconds{{table="{table}"}}'] <= 30
    assert now["upcard_ready"] == now["upcard_journal_up"] == 1
    assert now["upcard_feed_lag_records"] >= 0
    assert now[ROOT_AGE] >= 0
    meters = [name for name in now if name.startswith("upcard_meter_dollars")]
    assert meters
    for meter in meters:
        assert now[meter] > 0
        assert now[meter.replace("dollars", "paid_dollars_total")] == 0
        assert now[meter.replace("dollars", "hits_total")] == 0


def test_a_root_has_no_negative_age_after_the_clock_was_set_back(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.server.floor.journal.checkpoint(served.server.signing_key)
    hour = 3_600_000_000
    monkeypatch.setattr("upcard.service.metrics.gauges.system_clock", lambda: system_clock() - hour)
    assert told(served)[ROOT_AGE] == 0


def test_a_journal_in_a_file_tells_the_size_of_its_log(tmp_path: Path) -> None:
    with floor(str(tmp_path / "floor.journal")) as served:
        assert told(served)["upcard_journal_wal_bytes"] > 0


def test_while_the_database_does_not_answer_the_metrics_do(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise JournalUnavailable("The journal is not available: cut off.")

    monkeypatch.setattr(served.server.floor.journal, "heads", fails)
    now = told(served)
    assert now["upcard_journal_up"] == 0
    assert "upcard_journal_records" not in now
    assert "upcard_journal_queue" in now


class KeptSpan(NonRecordingSpan):
    """A span that keeps what it is told."""

    def __init__(self, name: str, parent: int, number: int, attributes: Any) -> None:
        super().__init__(SpanContext(1, number, is_remote=False, trace_flags=TraceFlags(1)))
        self.name, self.parent = name, parent
        self.attributes = dict(attributes or {})
        self.error = ""
        self.ended = False

    def is_recording(self) -> bool:
        return True

    def set_attribute(self, key: str, value: Any) -> None:
        self.attributes[key] = value

    def update_name(self, name: str) -> None:
        self.name = name

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.error = status.description or description or ""

    def end(self, end_time: int | None = None) -> None:  # noqa: ARG002 - the API's
        self.ended = True


class KeptTracer(trace.NoOpTracer):
    """A tracer that keeps its spans."""

    def __init__(self) -> None:
        self.spans: list[KeptSpan] = []

    def start_span(  # type: ignore[override]
        self, name: str, context: Context | None = None, **more: Any
    ) -> Any:
        parent = trace.get_current_span(context).get_span_context().span_id
        span = KeptSpan(name, parent, len(self.spans) + 1, more.get("attributes"))
        self.spans.append(span)
        return span

    @contextmanager
    def start_as_current_span(self, name: str, *where: Any, **more: Any) -> Iterator[Any]:  # type: ignore[override]
        span = self.start_span(name, *where[:1], attributes=more.pop("attributes", None))
        with trace.use_span(span, end_on_exit=True, **more):
            yield span


def test_a_trace_leads_from_the_request_over_the_command_to_the_record() -> None:
    tracer = KeptTracer()
    with floor() as served:
        app = served.anybody.app
        served.anybody.app = TracedRequests(app, Traces(served.server, tracer))
        ann = served.client_of("ann")
        tracer.spans.clear()
        answer = ann.post(f"/api/tables/{OTHER}/commands", json={"type": "PlaceWager", **WAGER})
        request, command, commit = tracer.spans
        assert request.name == "POST /api/tables/{table}/commands"
        assert request.attributes["http.response.status_code"] == 200
        assert (command.name, command.attributes["upcard.table"]) == ("PlaceWager", OTHER)
        assert commit.name == "commit"
        assert commit.attributes["upcard.stream"] == f"table/{OTHER}"
        assert commit.attributes["upcard.position"] == answer.json()["seq"]
        ids = [span.get_span_context().span_id for span in tracer.spans]
        assert [request.parent, command.parent, commit.parent] == [0, *ids[:2]]
        assert all(span.ended for span in tracer.spans)
        assert not any("ann" in str(span.attributes) for span in tracer.spans)
        tracer.spans.clear()
        ann.post(f"/api/tables/{OTHER}/commands", json={"type": "CloseBets"})
        assert [(span.name, span.error) for span in tracer.spans[1:2]] == [("CloseBets", "")]
        assert "upcard.refused" in tracer.spans[1].attributes


def test_a_message_of_the_channel_is_a_request_of_its_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is below what the connection was opened for; the connection itself has no span."""
    there = KeptTracers()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: there)
    with floor(traces=True) as served:
        tracer = there.tracers["upcard"]
        ann = served.client_of("ann")
        tracer.spans.clear()
        headers = {"traceparent": f"00-{1:032x}-{7:016x}-01"}
        with ann.websocket_connect("/api/channel", headers=headers) as socket:
            command = {"type": "PlaceWager", **WAGER}
            socket.send_json({"id": 1, "table": OTHER, "command": command})
            assert socket.receive_json()["done"]["seq"]
        message, placed, commit = tracer.spans
        assert [span.name for span in tracer.spans] == ["channel message", "PlaceWager", "commit"]
        ids = [span.get_span_context().span_id for span in tracer.spans]
        assert [message.parent, placed.parent, commit.parent] == [7, *ids[:2]]
        assert all(span.ended for span in tracer.spans)


class KeptTracers(trace.TracerProvider):
    """What an SDK sets up: the tracers that were asked for, by name."""

    def __init__(self) -> None:
        self.tracers: dict[str, KeptTracer] = {}

    def get_tracer(self, instrumenting_module_name: str, *_: Any, **__: Any) -> KeptTracer:
        return self.tracers.setdefault(instrumenting_module_name, KeptTracer())


def test_where_an_sdk_is_set_up_no_library_tells_the_path_of_a_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Paths and errors name persons; FastAPI would make spans of both."""
    there = KeptTracers()
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: there)
    with floor() as served:
        served.client_of("ann").get("/api/tables/ann")
    assert not any(tracer.spans for tracer in there.tracers.values())
    with floor(traces=True) as served:
        served.client_of("ann").get("/api/tables/ann")
    assert there.tracers["upcard"].spans
    assert not any(tracer.spans for name, tracer in there.tracers.items() if name != "upcard")
    assert "ann" not in str([span.attributes for span in there.tracers["upcard"].spans])


def test_traces_are_made_only_where_they_are_asked_for() -> None:
    with floor(traces=True) as served:
        kinds = [str(layer.cls) for layer in served.anybody.app.user_middleware]  # type: ignore[attr-defined]
        assert any(re.search("TracedRequests", kind) for kind in kinds)
        served.send("ann", OTHER, "PlaceWager", **WAGER)
    with floor() as served:
        kinds = [str(layer.cls) for layer in served.anybody.app.user_middleware]  # type: ignore[attr-defined]
        assert not any(re.search("TracedRequests", kind) for kind in kinds)
