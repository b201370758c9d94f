"""`upcard.client` against a served house: what it sends, follows and takes up again."""

import itertools
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from host.live import PLAIN, PROGRESSIVE
from service.floors import OTHER, OWN, PASSWORD, journal, new_server, settle_in
from service.served import TIMEOUT, serving
from upcard.client import BetSensor, Client, NoAnswer, Refused, Sign
from upcard.client.following import frames_after
from upcard.service.table_server import TableServer


class Place:
    """A served house with its tokens."""

    def __init__(self, server: TableServer, tokens: dict[str, str], url: str) -> None:
        self.server, self.tokens, self.url = server, tokens, url

    def person(self, name: str, **options: Any) -> Client:
        return Client.sign_in(self.url, name, PASSWORD, **{"timeout": TIMEOUT, **options})

    def device(self, purpose: str, table: str = OWN) -> Client:
        return Client(self.url, token=self.tokens[f"{purpose}@{table}"])


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with journal() as opened:
        server = new_server(opened, PROGRESSIVE, PLAIN)
        tokens = settle_in(server)
        with serving(server) as url:
            yield Place(server, tokens, url)


def test_a_person_sees_and_sends(place: Place) -> None:
    with place.person("ann") as ann:
        assert [table["table"] for table in ann.tables()] == [OWN, OTHER]
        done = ann.send(OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        assert ann.view(OTHER)["view"]["own"]["positions"] == [1]
        assert ann.events(OTHER, done["seq"] - 1)[0]["seq"] == done["seq"]
        assert ann.rounds(OTHER) == []
        assert {offer["wager"] for offer in ann.offers(OWN)} > {"blackjack", "jackpot-party"}
        assert ann.meters()[0]["tables"] == [OWN]
        assert ann.odds("perfect-pairs", paytable="A", decks=6)[0]["method"] == "exact"
        with pytest.raises(Refused, match="§ 633a") as refused:
            ann.send(OTHER, "Stand", position=1)
        assert (refused.value.status, bool(refused.value.section)) == (409, True)
    with place.person("dan") as dan:
        dan.automate(OTHER, ["shoe", "deal", "settle"], attended=True)
        assert dan.jackpots() == dan.jackpots(OTHER) == []
        dan.send(OTHER, "CloseBets")


def test_a_manager_files_approves_and_puts_in_force(place: Place) -> None:
    text = PROGRESSIVE.replace("positions = 3", "positions = 4")
    with place.person("max") as manager:
        assert manager.check(text)["complies"]
        version = manager.file(text)["version"]
        assert manager.approve(OWN, version, "2024-07-01")["status"] == "approved"
        manager.put_in_force(OWN, version)
        assert {
            submission["version"]
            for submission in manager.submissions()
            if submission["table"] == OWN
        } == {
            1,
            version,
        }
        assert manager.verify()["verified"]


def test_who_is_not_known_is_refused(place: Place) -> None:
    with pytest.raises(Refused, match="is wrong"):
        Client.sign_in(place.url, "ann", "wrong password")
    with Client(place.url, token="wrong") as stranger:
        with pytest.raises(Refused) as refused:
            stranger.tables()
        assert refused.value.status == 401
        with pytest.raises(Refused, match="revoked"):
            next(stranger.feed(OWN))


def test_a_server_that_is_not_there_gives_no_answer() -> None:
    with Client("http://127.0.0.1:9") as alone, pytest.raises(NoAnswer, match="does not answer"):
        alone.tables()


class Losing(httpx.BaseTransport):
    """Sends every command, and loses the first answers."""

    def __init__(self, losses: int) -> None:
        self.through = httpx.HTTPTransport()
        self.losses = losses

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.through.handle_request(request)
        if request.url.path.endswith("/commands") and self.losses:
            self.losses -= 1
            answer.close()
            raise httpx.ReadError("the answer was lost")
        return answer

    def close(self) -> None:
        self.through.close()


def test_a_command_whose_answer_is_lost_has_one_effect(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.client.client.FIRST_PAUSE_SECONDS", 0.01)
    before = place.server.floor.journal.versions()["table/BJ-02"]
    with place.person("bob", transport=Losing(3)) as bob:
        bob.send(OWN, "SeatPlayer", position=2)
    assert place.server.floor.journal.versions()["table/BJ-02"] == before + 1
    with place.person("bob", transport=Losing(9)) as bob, pytest.raises(NoAnswer):
        bob.send(OWN, "LeaveSeat", position=2)


def test_a_feed_goes_on_when_the_connection_was_lost(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    def opening(place: str, **options: Any) -> Any:
        opened.append(connect(place, **options))
        return opened[-1]

    monkeypatch.setattr("upcard.client.following.connect", opening)
    told: list[int] = []
    heard: list[int] = []
    with place.person("ann") as ann:
        frames = ann.feed(OTHER)
        next(frames)
        for number in range(4):
            kind = ("SeatPlayer", "LeaveSeat")[number % 2]
            told.append(ann.send(OTHER, kind, position=3)["seq"])
            if number == 1:
                opened[-1].socket.shutdown(socket.SHUT_RDWR)
        while len(heard) < 4:
            heard += [event["seq"] for event in next(frames)["events"]]
    assert heard == told
    assert len(opened) > 1


def test_a_listener_waits_for_a_server_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 8:
            raise KeyboardInterrupt

    monkeypatch.setattr("upcard.client.following.time.sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        next(frames_after("ws://127.0.0.1:9/api/meters/feed", {}))
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_a_bet_sensor_moves_the_meter_that_a_sign_shows(place: Place) -> None:
    with place.device("sign") as device, place.device("bet-sensor") as sensing:
        frames = Sign(device).frames()
        before, hits = next(frames)
        assert hits == []
        with place.person("ann") as ann, place.person("dora") as dora:
            ann.send(OWN, "PlaceWager", position=1, wager="blackjack", amount="15.00")
            BetSensor(sensing, OWN, "jackpot-party").dropped(1, "5.00")
            dora.send(OWN, "CloseBets")
            dora.send(OWN, "CollectProgressiveWagers", chips=1)
        after = next(shown for shown, _ in itertools.islice(frames, 20) if shown != before)
        (stream, *_) = [name for name in after if after[name] != before[name]]
        assert float(after[stream]) > float(before[stream])
        with pytest.raises(Refused, match="only progressive wagers"):
            BetSensor(sensing, OWN, "perfect-pairs").dropped(1, "5.00")
        shown, _ = next(Sign(device).frames([stream]))
        assert list(shown) == [stream]
