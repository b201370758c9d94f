"""The client on the channel: several commands at once, lost connections, one effect each."""

import threading
from collections.abc import Iterator

import pytest

from service.floors import OTHER, OWN, PASSWORD, journal, new_server, settle_in
from service.relay import Relay, relay
from service.served import serving
from upcard.client import Client, NoAnswer, Refused
from upcard.client.channel import WINDOW
from upcard.service.table_server import TableServer


class Place:
    """A served house behind a relay."""

    def __init__(self, server: TableServer, tokens: dict[str, str], url: str, via: Relay) -> None:
        self.server, self.tokens, self.url, self.via = server, tokens, url, via

    def keypad(self, table: str = OWN, timeout: float = 10.0) -> Client:
        return Client(self.via.url, token=self.tokens[f"keypad@{table}"], timeout=timeout)

    def position(self, table: str = OWN) -> int:
        return self.server.floor.host(table).position


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr("upcard.client.channel.FIRST_PAUSE_SECONDS", 0.01)
    with journal() as opened:
        server = new_server(opened)
        tokens = settle_in(server)
        with serving(server) as url, relay(url) as via:
            yield Place(server, tokens, url, via)


def kind(number: int) -> str:
    return ("SeatPlayer", "LeaveSeat")[number % 2]


def test_several_commands_are_on_their_way_and_answered_in_order(place: Place) -> None:
    before, count = place.position(), 3 * WINDOW
    with place.keypad() as keypad:
        sent = [keypad.submit(OWN, kind(number), position=1) for number in range(count)]
        seqs = [sending.answer()["seq"] for sending in sent]
    assert seqs == [*range(before + 1, before + count + 1)]
    assert place.via.opened == 1


def test_every_lost_answer_is_asked_for_again(place: Place) -> None:
    before = place.position()
    with place.keypad() as keypad:
        for number in range(4):
            place.via.answers_to_lose = number % 3
            done = keypad.send(OWN, kind(number), position=1)
            assert done["seq"] == before + number + 1
    assert place.position() == before + 4
    assert place.via.opened > 1


def test_what_is_on_its_way_when_the_connection_is_lost_has_one_effect(place: Place) -> None:
    before, count = place.position(), 2 * WINDOW
    with place.keypad() as keypad:
        sent = []
        for number in range(count):
            sent.append(keypad.submit(OWN, kind(number), position=1))
            if number % 20 == 10:
                place.via.cut()
        seqs = [sending.answer()["seq"] for sending in sent]
    assert seqs == [*range(before + 1, before + count + 1)]


def test_a_step_whose_answer_is_lost_is_taken_once(place: Place) -> None:
    with Client.sign_in(place.via.url, "dora", PASSWORD) as dora:
        dora.automate(OWN, ["shoe"])
        dora.send(OWN, "PlaceWager", position=1, wager="blackjack", amount="15.00", player="Ann")
        seq = dora.send(OWN, "CloseBets")["seq"]
        place.via.answers_to_lose = 2
        assert dora.take(OWN, "DealCard", seq)["seq"] == seq + 1
        assert place.position() == seq + 1


def test_threads_share_a_connection(place: Place) -> None:
    before, each = place.position(), 20
    answers: list[int] = []
    with place.keypad() as keypad:

        def press() -> None:
            for _ in range(each):
                answers.append(keypad.send(OWN, "SeatPlayer", position=1, player="walk-in")["seq"])
                answers.append(keypad.send(OWN, "LeaveSeat", position=1)["seq"])

        def press_refused() -> None:
            for _ in range(each):
                with pytest.raises(Refused):
                    keypad.send(OWN, "Stand", position=1)

        threads = [threading.Thread(target=target) for target in (press, press_refused)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [*range(before + 1, before + 2 * each + 1)]
    assert place.via.opened == 1


def test_a_server_that_stays_away_gives_no_answer(place: Place) -> None:
    with place.keypad() as keypad:
        keypad.send(OWN, "SeatPlayer", position=1)
        place.via.leave()
        with pytest.raises(NoAnswer, match="does not answer"):
            keypad.send(OWN, "LeaveSeat", position=1)


def test_a_refusal_has_its_status_and_section(place: Place) -> None:
    with place.keypad() as keypad:
        with pytest.raises(Refused, match="§ 633a") as refused:
            keypad.send(OWN, "Stand", position=1)
        assert (refused.value.status, bool(refused.value.section)) == (409, True)
        with pytest.raises(Refused, match="does not work at") as refused:
            keypad.send(OTHER, "CloseBets")
        assert refused.value.status == 403


def test_a_revoked_token_is_refused(place: Place) -> None:
    with place.keypad() as keypad:
        keypad.send(OWN, "SeatPlayer", position=1)
        place.server.accounts.revoke_device(f"keypad@{OWN}", "ada")
        for _ in range(2):
            with pytest.raises(Refused, match="revoked") as refused:
                keypad.send(OWN, "LeaveSeat", position=1)
            assert refused.value.status == 401
