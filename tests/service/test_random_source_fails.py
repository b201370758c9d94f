"""A random source that breaks in mid-shoe: no round begins, and nothing that was there is lost."""

import os

from host.live import PLAIN, answer
from service.floors import OTHER, Floor, floor
from service.test_metrics import told
from upcard.cards.random_source import RandomSourceFailed, TestedBits
from upcard.cards.shuffle import seeded_bits
from upcard.host.scripts.robots import Robot
from upcard.host.verification.verify import verify
from upcard.submission.compiling.text import rules_of

WAGER = {"position": 1, "wager": "blackjack", "amount": "15.00"}


class Breaking:
    """The system's source, until it is `broken`: then it gives the same byte for ever."""

    broken = False

    def __call__(self, size: int) -> bytes:
        return bytes(size) if self.broken else os.urandom(size)


def to_the_end(served: Floor) -> None:
    """The player answers what is asked; the table settles the round, and the dealer clears it."""
    answer(served.server.floor.host(OTHER), [Robot(1, seeded_bits(2))])
    served.send("dan", OTHER, "ClearTable")


def close_bets(served: Floor) -> tuple[int, str]:
    body = {"type": "CloseBets"}
    said_back = served.client_of("dan").post(f"/api/tables/{OTHER}/commands", json=body)
    return said_back.status_code, said_back.text


def test_the_round_under_way_is_finished_and_no_other_begins() -> None:
    read = Breaking()
    source = TestedBits(read)
    with floor("memory:", PLAIN, bits=source) as served:
        served.send("ann", OTHER, "SeatPlayer", position=1)
        served.send("ann", OTHER, "PlaceWager", **WAGER)
        assert close_bets(served)[0] == 200
        assert served.anybody.get("/readyz").status_code == 200
        assert told(served)["upcard_random_source_up"] == 1
        read.broken = True
        try:
            source.take_bytes(10_000)
        except RandomSourceFailed as failure:
            sentence = str(failure)
        to_the_end(served)
        served.send("ann", OTHER, "PlaceWager", **WAGER)
        before = served.server.floor.state(OTHER)
        status, text = close_bets(served)
        assert (status, sentence in text) == (422, True), text
        assert served.server.floor.state(OTHER) == before
        assert sentence in served.anybody.get("/readyz").text
        assert served.anybody.get("/readyz").status_code == 503
        assert told(served)["upcard_random_source_up"] == 0
        assert verify(served.server.floor.journal, rules_of).first_difference is None
