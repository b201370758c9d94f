"""Records the transcripts in ``src/upcard/client/recorded`` from a server of this version.

    python tools/record_transcripts.py

Each transcript is written from what its devices send, below, and from what the server answers.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn

from upcard.client import Client
from upcard.client.transcripts import (
    DevicePlace,
    Replay,
    Transcript,
    lines_of,
    write_transcript,
)
from upcard.host.seals.installation import Installation
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import ANY_TABLE, Purpose, Role
from upcard.service.api.app import create_app
from upcard.service.settings import Settings
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

RECORDED: Final = Path(__file__).parents[1] / "src" / "upcard" / "client" / "recorded"
TABLES: Final = ("BJ-01", "LR-04")

BJ: Final = {
    "keypad": DevicePlace("keypad", "BJ-01"),
    "shoe": DevicePlace("shoe", "BJ-01"),
    "bet-sensor": DevicePlace("bet-sensor", "BJ-01"),
    "sign": DevicePlace("sign", "BJ-01"),
}
LR: Final = {"keypad": DevicePlace("keypad", "LR-04"), "wheel": DevicePlace("wheel", "LR-04")}

Sent = tuple[str, dict[str, Any]]
"""A device, and what it sends without id and table."""


def command(device: str, kind: str, key: str = "", **fields: Any) -> Sent:
    """A command of a device."""
    return device, {"command": {"type": kind, **fields}, **({"key": key} if key else {})}


def new_shoe() -> Iterator[Sent]:
    """The cards are shuffled, cut and loaded, and the first is burned."""
    yield command("keypad", "Shuffle", side=0)
    yield command("keypad", "CutCards", position=0, depth=60)
    yield command("keypad", "InsertCoverCard", from_bottom=78)
    yield "keypad", {"step": "LoadShoe", "after": 4, "key": "load"}
    yield command("shoe", "BurnCard", "burned", card="9c")


def wagers() -> Iterator[Sent]:
    """Two players, one of them with a progressive wager."""
    for position, player in ((1, "Ann"), (3, "Bob")):
        yield command(
            *("keypad", "PlaceWager", f"wager {position}"),
            position=position,
            wager="blackjack",
            amount="15.00",
            player=player,
        )
    drop = {"position": 1, "wager": "jackpot-party", "amount": "5.00"}
    yield command("bet-sensor", "PlaceWager", "drop 1", **drop)
    yield command("keypad", "CloseBets", "close")
    yield command("keypad", "CollectProgressiveWagers", "chips", chips=1)


def whole_round() -> Iterator[Sent]:
    """A round with two players: one stands, the other hits."""
    yield from new_shoe()
    yield from wagers()
    for number, card in enumerate(("Kd", "5s", "7h", "Qs", "8c", "Th")):
        yield command("shoe", "DealCard", f"card {number}", card=card)
    yield command("keypad", "Stand", "stand", position=1)
    yield command("keypad", "Hit", "hit", position=3)
    yield command("shoe", "DealCard", "card 6", card="6d")
    yield command("keypad", "Stand", "stand 3", position=3)
    yield "keypad", {"step": "ClearTable", "key": "clear"}


def spins() -> Iterator[Sent]:
    """Two spins: a wager on a color, which no Lucky Number changes, wins and loses."""
    for number, pocket in enumerate((17, 0)):
        yield command(
            *("keypad", "PlaceWager", f"wager {number}"),
            position=1,
            wager="black",
            amount="1.00",
            player="Ann",
        )
        yield command("keypad", "CloseBets", f"close {number}")
        yield command("wheel", "SpinWheel", f"spin {number}", pocket=pocket)
        yield "keypad", {"step": "ClearTable", "key": f"clear {number}"}


def refusals() -> Iterator[Sent]:
    """What a device may not send, and what it may send again."""
    yield command("shoe", "DealCard", card="As")  # no step waits for a card
    yield from new_shoe()
    yield command("shoe", "BurnCard", "burned", card="9c")  # the answer was lost
    yield command("shoe", "BurnCard", "burned", card="9d")  # another command with its key
    yield command("keypad", "BurnCard", card="9c")  # a card comes from the shoe
    yield command("shoe", "CloseBets")  # the dealer's
    yield command("sign", "CloseBets")  # a sign only listens
    yield command("bet-sensor", "PlaceWager", position=1, wager="blackjack", amount="15.00")
    yield command("shoe", "DealCard")  # without its card
    yield "keypad", {"step": "TurnHoleCard"}  # it is not due
    yield command("keypad", "PlaceWager", position=1, wager="blackjack", amount="14.99")
    yield from wagers()
    for number, card in enumerate(("9c", "9c", "9c", "9c", "9c")):
        yield command("shoe", "DealCard", f"card {number}", card=card)
    yield command("shoe", "DealCard", "card 5", card="9c")  # a seventh 9c in six decks


TRANSCRIPTS: Final = {
    "round": ("A round of blackjack at a fed table, with a progressive wager.", BJ, whole_round),
    "wheel": ("Two spins of a wheel that reports its numbers.", LR, spins),
    "refusals": ("What a server refuses, and commands that are sent twice.", BJ, refusals),
}


def recorded(title: str, devices: dict[str, DevicePlace], messages: Iterator[Sent]) -> Transcript:
    """The transcript of what devices send to a new server."""
    with new_server() as (server, url):
        tokens = {
            name: server.accounts.add_device(name, Purpose(place.purpose), place.table, "recorder")
            for name, place in devices.items()
        }
        dealer = server.accounts.open(
            "dealer", Role.DEALER, "recorder's password", "recorder", (ANY_TABLE,)
        )
        server.floor.at_devices.sign_in("keypad", dealer)
        exchange = list(_exchange(Replay(url, tokens), devices, messages))
        if "sign" in devices:
            with Client(url, tokens["sign"]) as sign:
                amounts = {meter["stream"]: meter["amount"] for meter in sign.meters()}
            exchange.append(("sign", "shows", amounts))
    return Transcript(title, devices, lines_of(exchange))


def _exchange(
    replay: Replay, devices: dict[str, DevicePlace], messages: Iterator[Sent]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    ids = dict.fromkeys(devices, 0)
    with replay:
        for device, request in messages:
            ids[device] += 1
            whole = {"id": ids[device], "table": devices[device].table, **request}
            yield device, "sends", whole
            yield device, "gets", replay.answer(device, whole)


@contextmanager
def new_server() -> Iterator[tuple[TableServer, str]]:
    """A server with new tables, fed by devices, and its address."""
    journal = open_journal("memory:", rules=rules_digest())
    server = TableServer(
        journal, Installation(bytes(32)), rules_of, Settings(attended=True, fed=TABLES)
    )
    texts = [(RECORDED / f"{table.lower()}.toml").read_text(encoding="utf-8") for table in TABLES]
    server.open(texts, "recorder")
    listening = socket.create_server(("127.0.0.1", 0))
    serving = uvicorn.Server(uvicorn.Config(create_app(server), log_config=None))
    thread = threading.Thread(target=serving.run, kwargs={"sockets": [listening]})
    thread.start()
    while not serving.started:
        time.sleep(0.01)
    try:
        yield server, f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        serving.should_exit = True
        thread.join()
        journal.close()


def main() -> None:
    """Write every transcript."""
    for name, (title, devices, sends) in TRANSCRIPTS.items():
        text = write_transcript(recorded(title, devices, sends()))
        (RECORDED / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
