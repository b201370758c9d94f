"""Transcripts replayed against a server, and simulators that deal rounds there."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner

from service.floors import PASSWORD, journal, new_server
from service.served import serving
from upcard.cli.app import app
from upcard.client import Client, ShoeReader
from upcard.client.simulators import (
    BetSensorSimulator,
    KeypadSimulator,
    ShoeSimulator,
    SignSimulator,
    Simulator,
    WheelSimulator,
    run,
)
from upcard.client.transcripts import (
    PAUSE_SECONDS,
    BadTranscript,
    Replay,
    Transcript,
    TranscriptLine,
    read_transcript,
    write_transcript,
)
from upcard.host.verification.verify import verify
from upcard.service.access.principal import ANY_TABLE, Purpose, Role
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

RECORDED: Final = files("upcard.client") / "recorded"
NAMES: Final = ("round", "wheel", "refusals")
TABLES: Final = ("BJ-01", "LR-04")


class Place:
    """A new server with the transcripts' tables."""

    def __init__(self, server: TableServer, url: str) -> None:
        self.server, self.url, self._clients = server, url, ExitStack()
        self._dealer = server.accounts.open("dealer", Role.DEALER, PASSWORD, "ada", (ANY_TABLE,))

    def token(self, purpose: str, table: str, name: str = "") -> str:
        accounts = self.server.accounts
        token = accounts.add_device(name or purpose, Purpose(purpose), table, "ada")
        if purpose == "keypad":
            self.server.floor.at_devices.sign_in(name or purpose, self._dealer)
        return token

    def tokens(self, transcript: Transcript, *, without: str = "") -> dict[str, str]:
        return {
            name: self.token(device.purpose, device.table, f"my {name}")
            for name, device in transcript.devices.items()
            if name != without
        }

    def client(self, purpose: str, table: str) -> Client:
        return self._clients.enter_context(Client(self.url, self.token(purpose, table)))

    def leave(self) -> None:
        """Close the clients."""
        self._clients.close()


@contextmanager
def new_place() -> Iterator[Place]:
    texts = [(RECORDED / f"{table.lower()}.toml").read_text(encoding="utf-8") for table in TABLES]
    with journal() as opened:
        server = new_server(opened, *texts, fed=TABLES)
        with serving(server) as url:
            found = Place(server, url)
            try:
                yield found
            finally:
                found.leave()
        assert verify(opened, rules_of).verified


@pytest.fixture
def place() -> Iterator[Place]:
    with new_place() as one:
        yield one


def transcript(name: str) -> Transcript:
    return read_transcript((RECORDED / f"{name}.jsonl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_this_server_answers_as_in_the_transcript(place: Place, name: str) -> None:
    recorded = transcript(name)
    assert Replay(place.url, place.tokens(recorded)).run(recorded) is None


def test_the_transcripts_are_all_of_these() -> None:
    assert {
        file.name.removesuffix(".jsonl") for file in RECORDED.iterdir() if "jsonl" in file.name
    } == {*NAMES}
    purposes = {device.purpose for name in NAMES for device in transcript(name).devices.values()}
    assert purposes == set(Purpose)
    for name in NAMES:
        text = (RECORDED / f"{name}.jsonl").read_text(encoding="utf-8")
        assert write_transcript(read_transcript(text)) == text


def changed(line: TranscriptLine, change: Callable[[dict[str, Any]], None]) -> TranscriptLine:
    body = json.loads(json.dumps(line.body))
    change(body)
    return line._replace(body=body)


def test_the_first_answer_that_differs_is_named(place: Place) -> None:
    recorded = transcript("round")
    number, line = next(
        (number, line)
        for number, line in enumerate(recorded.lines)
        if line.kind == "gets" and "CardDealt" in json.dumps(line.body)
    )

    def other_card(body: dict[str, Any]) -> None:
        body["done"]["events"][0]["card"] = "2c"

    lines = [*recorded.lines]
    lines[number] = changed(line, other_card)
    found = Replay(place.url, place.tokens(recorded)).run(recorded._replace(lines=tuple(lines)))
    assert found is not None
    assert (found.line.number, found.line.device) == (line.number, "shoe")
    assert found.found == line.body
    assert str(found).startswith(f"Line {line.number}: the shoe gets")


def test_a_refusal_has_the_same_status_and_section(place: Place) -> None:
    recorded = transcript("refusals")
    first = recorded.lines[1]
    lines = (recorded.lines[0], changed(first, lambda body: body.update(status=403)))
    found = Replay(place.url, place.tokens(recorded)).run(recorded._replace(lines=lines))
    assert found is not None
    assert found.found["status"] == 409


class Cards:
    """A maker's own shoe: it deals cards as soon as a step waits for one."""

    def __init__(self, place: Place, cards: list[str]) -> None:
        self._client = place.client("shoe", "BJ-01")
        self._cards = cards
        self._thread = threading.Thread(target=self._deal)

    def __enter__(self) -> "Cards":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._cards.clear()
        self._thread.join()

    def _deal(self) -> None:
        shoe = ShoeReader(self._client, "BJ-01")
        while self._cards:
            if shoe.wanted is not None and self._cards:
                shoe.read(self._cards.pop(0))
            time.sleep(
                PAUSE_SECONDS
            )  # a shoe that asks without a pause is refused for asking too much


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("last", "conforms"), [("6d", True), ("7d", False)])
def test_a_makers_own_shoe_is_compared_with_the_transcript(
    place: Place, last: str, conforms: bool
) -> None:
    recorded = transcript("round")
    cards = ["9c", "Kd", "5s", "7h", "Qs", "8c", "Th"]
    with Cards(place, [*cards, last]):
        tokens = place.tokens(recorded, without="shoe")
        found = Replay(place.url, tokens).run(recorded)
    differs = None if found is None else found.line.device
    assert differs == (None if conforms else "shoe")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "schema"),
        ("{}\n", "schema"),
        ("hello\n", "no JSON"),
        ("[]\n", "no object"),
        ('{"schema": "upcard/transcript/1"}\n', "lacks"),
        (
            '{"schema": "upcard/transcript/1", "title": "", "devices": {}}\n{"device": "a"}',
            "Line 2",
        ),
    ],
)
def test_another_file_is_no_transcript(text: str, named: str) -> None:
    with pytest.raises(BadTranscript, match=named):
        read_transcript(text)


def test_the_keypad_s_simulator_says_which_question_it_cannot_answer(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    keypad = KeypadSimulator(place.client("keypad", "BJ-01"), "BJ-01", "blackjack", "15.00")
    service = {"turn": {"asked": "bow", "position": 1}, "step": None}
    view = {"view": {"table": {}, "service": service}}
    monkeypatch.setattr(Client, "view", lambda *_: view)
    with pytest.raises(ValueError, match="question bow"):
        keypad.act()


def test_simulators_of_every_device_deal_rounds(place: Place) -> None:
    shown: list[dict[str, str]] = []
    keypad = KeypadSimulator(place.client("keypad", "BJ-01"), "BJ-01", "blackjack", "15.00", (1, 2))
    simulators: list[Simulator] = [
        keypad,
        BetSensorSimulator(place.client("bet-sensor", "BJ-01"), "BJ-01"),
        ShoeSimulator(place.client("shoe", "BJ-01"), "BJ-01", seed=3),
        SignSimulator(place.client("sign", "BJ-01"), shown.append),
    ]
    run(simulators, lambda: keypad.rounds >= 2, pause=0.0)
    assert place.server.floor.state("BJ-01").round == 2
    assert len({json.dumps(text) for text in shown}) >= 2


def test_the_simulated_shoe_reports_its_cover_card(place: Place) -> None:
    """§ 633a.7(e): the cover card comes out, and the cards are shuffled after the round."""
    keypad = KeypadSimulator(
        place.client("keypad", "BJ-01"), "BJ-01", "blackjack", "15.00", (1, 2, 3)
    )
    shoe = ShoeSimulator(place.client("shoe", "BJ-01"), "BJ-01", seed=3)
    shoe._load()
    del shoe._cards[:0]
    while keypad.rounds < 1:
        keypad.act()
        shoe.act()
    shoe._cards = shoe._cards[-shoe._left_at_cover - 4 :]  # four cards before the cover card
    while keypad.rounds < 3:
        keypad.act()
        shoe.act()
    assert place.server.floor.state("BJ-01").round == 3
    kinds = [
        event["event"]
        for record in place.client("sign", "BJ-01").events("BJ-01")
        for event in record["events"]
    ]
    assert kinds.count("CoverCardAppeared") == 1
    assert kinds.count("CardsShuffled") == 2


def test_a_simulated_wheel_spins(place: Place) -> None:
    keypad = KeypadSimulator(place.client("keypad", "LR-04"), "LR-04", "straight-17", "1.00")
    wheel = WheelSimulator(place.client("wheel", "LR-04"), "LR-04")
    run([keypad, wheel], lambda: keypad.rounds >= 2, pause=0.0)
    assert place.server.floor.state("LR-04").round == 2


def upcard(*arguments: str) -> tuple[int, str]:
    shown = CliRunner().invoke(app, ["device", *arguments])
    return shown.exit_code, shown.output


def test_the_commands(place: Place, tmp_path: Path) -> None:
    status, listed = upcard("transcripts", str(tmp_path / "made"))
    assert (status, len(listed.splitlines())) == (0, len(NAMES) + len(TABLES))
    tokens = tmp_path / "tokens.toml"
    both = place.tokens(transcript("wheel"))
    tokens.write_text("".join(f'{name} = "{token}"\n' for name, token in both.items()))
    where = ("--server", place.url, "--tokens", str(tokens))
    path = str(tmp_path / "made" / "wheel.jsonl")
    status, output = upcard("replay", path, *where)
    assert (status, "as in the transcript, 16 lines." in output) == (0, True)
    assert upcard("replay", path, *where) == (status, output)  # each key has one effect
    others = {name: place.token(name, "LR-04", f"other {name}") for name in both}
    tokens.write_text("".join(f'{name} = "{token}"\n' for name, token in others.items()))
    status, output = upcard("replay", path, *where)  # the table is not new
    assert (status, "the keypad gets" in output) == (1, True)
    status, output = upcard(
        *("simulate", *where, "--table", "LR-04"), *("--wager", "straight-17", "--amount", "1.00")
    )
    assert (status, output) == (0, "Rounds dealt at LR-04: 1.\n")
