"""Transcripts: what devices send over the channel and what the server answers, as JSON lines.

The first line names the devices with their purposes and tables. Each further line is what a device
sends (``{"device", "sends"}``), what the server answers it (``{"device", "gets"}``), or what a sign
shows in the end (``{"device", "shows"}``, amounts by meter).
"""

import json
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from typing import Any, Final, NamedTuple, Self

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from upcard.client.client import Client
from upcard.client.devices import Sign
from upcard.client.errors import NoAnswer
from upcard.client.following import TEMPORARY, refused_by
from upcard.client.json_object import Json

SCHEMA: Final = "upcard/transcript/1"
KINDS: Final = ("sends", "gets", "shows")
PAUSE_SECONDS: Final = 0.05
"""Seconds between checks of what a maker's own device has done."""

FRAMES: Final = 20
"""The number of feed frames within which a sign has to show what a transcript says."""

RANDOM: Final = ("LuckyNumbersAnnounced", "BonusesDrawn")
"""The events that tell random selections of the table game system."""


class BadTranscript(Exception):
    """The file is not a transcript; the message is one sentence."""


class DevicePlace(NamedTuple):
    """The purpose and the table of a device in a transcript."""

    purpose: str
    table: str


class TranscriptLine(NamedTuple):
    """A line of a transcript, by its number in the file."""

    number: int
    device: str
    kind: str
    body: Json


class Transcript(NamedTuple):
    """A transcript: a sentence about it, its devices by name, and its lines."""

    title: str
    devices: dict[str, DevicePlace]
    lines: tuple[TranscriptLine, ...]


class TranscriptDifference(NamedTuple):
    """The first line to which a server's answer differs."""

    line: TranscriptLine
    found: Json

    def __str__(self) -> str:
        return (
            f"Line {self.line.number}: the {self.line.device} {self.line.kind} "
            f"{json.dumps(self.found)}, in the transcript {json.dumps(self.line.body)}."
        )


def read_transcript(text: str) -> Transcript:
    """The transcript in a file's text; raises `BadTranscript`."""
    entries = [
        (number, _read_entry(number, line)) for number, line in enumerate(text.splitlines(), 1)
    ]
    if not entries or entries[0][1].get("schema") != SCHEMA:
        raise BadTranscript(f"The first line of a transcript has the schema {SCHEMA}.")
    head = entries[0][1]
    try:
        devices = {
            name: DevicePlace(place["purpose"], place["table"])
            for name, place in head["devices"].items()
        }
        lines = tuple(_read_line(number, entry, devices) for number, entry in entries[1:])
        return Transcript(head["title"], devices, lines)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadTranscript(f"The transcript lacks something: {error}.") from None


def write_transcript(transcript: Transcript) -> str:
    """The text of a transcript's file."""
    devices = {name: place._asdict() for name, place in transcript.devices.items()}
    head = {"schema": SCHEMA, "title": transcript.title, "devices": devices}
    lines = [{"device": line.device, line.kind: line.body} for line in transcript.lines]
    return "".join(f"{json.dumps(entry)}\n" for entry in (head, *lines))


class Replay:
    """Acts as the devices of a transcript, at a server whose tables are new.

    `tokens` are those of the server's devices, by their names in the transcript. A device without
    one is a maker's own: what it does at the table within `timeout` seconds is compared with the
    transcript. Raises `Refused` if the server accepts no token, and `NoAnswer` if it does not
    answer in time.
    """

    def __init__(self, url: str, tokens: Mapping[str, str], timeout: float = 10.0) -> None:
        self._url, self._tokens, self._timeout = url.rstrip("/"), tokens, timeout
        self._stack = ExitStack()
        self._sockets: dict[str, ClientConnection] = {}
        self._tables: dict[tuple[str, Any], str] = {}
        self._offsets: dict[str, int] = {}

    def run(self, transcript: Transcript) -> TranscriptDifference | None:
        """Send every line that a device sends; returns the first answer that differs, or None."""
        with self:
            for line in transcript.lines:
                if line.device not in self._tokens:
                    answer = self._compare_own_device(line, transcript.devices)
                elif line.kind == "gets":
                    answer = self._compare_answer(line)
                elif line.kind == "shows":
                    answer = self._compare_sign(line)
                else:
                    self._send(line)
                    continue
                if answer is not None:
                    return TranscriptDifference(line, answer)
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Close the connections."""
        self._stack.close()
        self._sockets.clear()

    def answer(self, device: str, request: Json) -> Json:
        """The server's answer to a device's request."""
        self._socket(device).send(json.dumps(request))
        return self._next(device)

    def _send(self, line: TranscriptLine) -> None:
        """Send a request; another line has the answer to it."""
        request = dict(line.body)
        table = request.get("table", "")
        if request.get("after") is not None:
            request["after"] += self._offsets.get(table, 0)
        self._tables[line.device, request.get("id")] = table
        self._socket(line.device).send(json.dumps(request))

    def _compare_answer(self, line: TranscriptLine) -> Json | None:
        """The server's answer if it differs from the transcript's.

        Positions are compared relative to the first of their table, and events without the numbers
        that the server selects at random. The sentence of a refusal may differ; its status and
        section may not.
        """
        answer = self._next(line.device)
        recorded = line.body
        if "problem" in answer and "problem" in recorded:
            same = _refusal(answer) == _refusal(recorded)
            return None if same else answer
        if "done" in answer and "done" in recorded and answer["id"] == recorded["id"]:
            table = self._tables.get((line.device, answer["id"]), "")
            shift = answer["done"]["seq"] - recorded["done"]["seq"]
            offset = self._offsets.setdefault(table, shift)
            same = _comparable_events(answer) == _comparable_events(recorded)
            return None if shift == offset and same else answer
        return answer

    def _compare_own_device(
        self, line: TranscriptLine, devices: Mapping[str, DevicePlace]
    ) -> Json | None:
        """The record of a maker's own device if it differs from the transcript's."""
        if "done" not in line.body:
            return None
        table = devices[line.device].table
        position = line.body["done"]["seq"] + self._offsets.get(table, 0)
        token = next(
            (self._tokens[name] for name in self._tokens if devices[name].table == table), ""
        )
        answer: Json = {"done": {"seq": position, "events": []}}
        ends = time.monotonic() + self._timeout
        with Client(self._url, token, timeout=self._timeout) as client:
            while not answer["done"]["events"] and time.monotonic() < ends:
                for record in client.events(table, position - 1, 1):
                    answer["done"]["events"] = record["events"]
                time.sleep(PAUSE_SECONDS)
        return None if _comparable_events(answer) == _comparable_events(line.body) else answer

    def _compare_sign(self, line: TranscriptLine) -> Json | None:
        """What a sign shows, unless it agrees with the transcript within `FRAMES` frames."""
        with Client(self._url, self._tokens[line.device], timeout=self._timeout) as client:
            frames = Sign(client).frames(line.body)
            for _ in range(FRAMES):
                sign_now: Json = dict(next(frames)[0])
                if sign_now == line.body:
                    return None
        return sign_now

    def _socket(self, device: str) -> ClientConnection:
        if device not in self._sockets:
            place = f"ws{self._url.removeprefix('http')}/api/channel"
            headers = {"Authorization": f"Bearer {self._tokens[device]}"}
            try:
                opening = connect(
                    place, additional_headers=headers, compression=None, max_size=None
                )
                self._sockets[device] = self._stack.enter_context(opening)
            except InvalidStatus as error:
                if error.response.status_code >= TEMPORARY:
                    raise NoAnswer(f"{self._url} does not answer: {error}.") from None
                raise refused_by(error) from None
            except (OSError, InvalidHandshake, TimeoutError) as error:
                raise NoAnswer(f"{self._url} does not answer: {error}.") from None
        return self._sockets[device]

    def _next(self, device: str) -> Json:
        """The next answer to a device; frames are skipped."""
        try:
            while True:
                message: Json = json.loads(self._socket(device).recv(self._timeout))
                if "id" in message:
                    return message
        except (ConnectionClosed, TimeoutError) as error:
            raise NoAnswer(f"{self._url} does not answer: {error}.") from None


def _comparable_events(reply: Json) -> list[Json]:
    """The events of an answer, without the numbers of `RANDOM` events."""
    return [
        {"event": event["event"]} if event["event"] in RANDOM else event
        for event in reply["done"]["events"]
    ]


def _refusal(reply: Json) -> tuple[Any, ...]:
    return (reply["id"], reply["status"], reply["problem"]["section"])


def _read_entry(number: int, line: str) -> Json:
    try:
        entry = json.loads(line)
    except ValueError:
        raise BadTranscript(f"Line {number} of the transcript is no JSON.") from None
    if not isinstance(entry, dict):
        raise BadTranscript(f"Line {number} of the transcript is no object.")
    return entry


def _read_line(number: int, entry: Json, devices: Mapping[str, DevicePlace]) -> TranscriptLine:
    kinds = [kind for kind in KINDS if isinstance(entry.get(kind), dict)]
    if len(kinds) != 1 or entry.get("device") not in devices:
        raise BadTranscript(f"Line {number} of the transcript is of no device, or says nothing.")
    return TranscriptLine(number, entry["device"], kinds[0], entry[kinds[0]])


def lines_of(exchange: Iterable[tuple[str, str, Json]]) -> tuple[TranscriptLine, ...]:
    """The lines of an exchange: device, kind and body of each."""
    return tuple(TranscriptLine(number, *spoken) for number, spoken in enumerate(exchange, 2))
