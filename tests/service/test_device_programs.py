"""The programs of docs/devices.md and docs/server.md, run as they stand."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

from service.floors import PASSWORD, journal, new_server, settle_in
from service.served import serving
from upcard.cards.card import names_of
from upcard.client import Client, Refused, ShoeReader
from upcard.host.verification.verify import verify
from upcard.service.access.principal import Purpose, Role
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

DOCS: Final = Path(__file__).parents[2] / "docs"
WHEEL: Final = (files("upcard.service.demonstration") / "lr-04.toml").read_text(encoding="utf-8")
BLACKJACK: Final = """
[table]
name = "BJ-01"
game = "blackjack"
decks = 6
positions = 3

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
"""


PROGRAM: Final = re.compile(r"```python\n(.*?)```", re.DOTALL)


class Enough(Exception):
    """The program ran as long as it had to."""


def programs(page: str) -> dict[str, str]:
    """The programs of a page by the headings that they stand under."""
    text = (DOCS / page).read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    found = {section.split("\n", 1)[0]: PROGRAM.search(section) for section in sections}
    return {heading: block[1] for heading, block in found.items() if block is not None}


class Place:
    """A served house, and the programs of the page that were run there."""

    def __init__(self, server: TableServer, url: str) -> None:
        self.server, self.url = server, url
        self.programs = programs("devices.md")
        self.devices = 0

    def run(self, heading: str, purpose: Purpose, table: str, **names: Any) -> None:
        """Run a program with a new device's token."""
        self.devices += 1
        name = f"{purpose} {self.devices}"
        token = self.server.accounts.add_device(name, purpose, table, "ada")
        mine = {"url": self.url, "token": token, "device": name}
        exec(self.programs[heading], {**mine, "name": "fay", "password": PASSWORD, **names})

    def shoe(self, *cards: str) -> None:
        self.run("A card-reading shoe", Purpose.SHOE, "BJ-01", cards_of_the_reader=lambda: cards)


@pytest.fixture
def place() -> Iterator[Place]:
    with journal() as opened:
        server = new_server(opened, BLACKJACK, WHEEL, fed=("BJ-01", "LR-04"))
        settle_in(server)
        with serving(server) as url:
            yield Place(server, url)
        assert verify(opened, rules_of).verified


def test_every_device_has_its_program() -> None:
    assert len(programs("devices.md")) == len(Purpose)


def test_shoe_and_keypad_deal_a_round(place: Place) -> None:
    """The keypad's program comes up to the first wager; the burned card is read before it."""
    host = place.server.floor.host("BJ-01")
    with pytest.raises(Refused, match="633a"):  # the card to be burned has not been read
        place.run("A dealer's keypad", Purpose.KEYPAD, "BJ-01")
    place.shoe("9c")
    place.run("A dealer's keypad", Purpose.KEYPAD, "BJ-01")
    place.shoe("Kd", "7h", "Qs", "Th")
    assert names_of(host.state.cards_shown) == ["7h", "Th", "Kd", "Qs"]


def test_a_wheel_posts_its_number(place: Place) -> None:
    with Client.sign_in(place.url, "fay", PASSWORD) as fay:
        fay.send("LR-04", "PlaceWager", position=1, wager="straight-17", amount="1.00", player="x")
        fay.send("LR-04", "CloseBets")
        place.run("A wheel", Purpose.WHEEL, "LR-04", pockets_of_the_sensor=lambda: [17])
        assert fay.view("LR-04")["view"]["table"]["phase"] == "settled"


def test_a_sign_shows_what_a_bet_sensor_adds(place: Place) -> None:
    shown: list[dict[str, str]] = []

    def show(meters: dict[str, str]) -> None:
        shown.append(meters)
        if len(shown) == 1:
            drop()
        elif meters != shown[0]:
            raise Enough

    def drop() -> None:
        with Client.sign_in(place.url, "fay", PASSWORD) as fay:
            for step in ("Shuffle", "CutCards", "InsertCoverCard", "LoadShoe"):
                fay.take("BJ-01", step)
            place.shoe("9c")
            fay.send("BJ-01", "PlaceWager", position=1, wager="blackjack", amount="15.00")
            place.run("A bet sensor", Purpose.BET_SENSOR, "BJ-01", drops_of_the_sensor=lambda: [1])
            fay.send("BJ-01", "CloseBets")
            fay.send("BJ-01", "CollectProgressiveWagers", chips=1)

    with pytest.raises(Enough):
        place.run("A sign", Purpose.SIGN, "BJ-01", show=show, announce=show)


def test_the_program_of_the_servers_page(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.server.accounts.open("player", Role.PLAYER, PASSWORD, "ada")
    with Client.sign_in(place.url, "fay", PASSWORD) as fay:
        for step in ("Shuffle", "CutCards", "InsertCoverCard", "LoadShoe"):
            fay.take("BJ-01", step)
    place.shoe("9c")
    (program,) = programs("server.md").values()
    exec(program, {"url": place.url, "password": PASSWORD})
    assert capsys.readouterr().out == "wagering\n"


def test_a_shoe_reads_the_cards_of_a_variation_s_own_steps() -> None:
    client = Mock()
    client.view.return_value = {"view": {"service": {"step": "DealOmen"}}}
    assert ShoeReader(client, "S-1").wanted is None
    ShoeReader(client, "S-1", own_steps=["DealOmen"]).read("2c")
    client.send.assert_called_once_with("S-1", "DealOmen", card="2c")
