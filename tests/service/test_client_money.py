"""`upcard.client` on game accounts and shuffles, against a served house."""

import msgspec
import pytest

from amounts import dollars
from host.live import PLAIN
from service.floors import BRISK, PASSWORD, PEOPLE, journal, new_server
from service.served import serving
from upcard.client import Client, Refused

MONEY = PLAIN.replace("positions = 3", "positions = 3\nbring_money = true")
TABLE = "BJ-01"
WHO = ("cas", "cid", "ann", "fay")


def test_a_cashier_and_a_player_use_a_game_account_and_a_player_adds_to_the_cut() -> None:
    with journal() as opened:
        server = new_server(
            opened,
            MONEY,
            two_persons_above=dollars(1_000),
            pace=msgspec.structs.replace(BRISK, cut=60),
        )
        for name, (role, tables) in {name: PEOPLE[name] for name in WHO}.items():
            server.accounts.open(name, role, PASSWORD, "the tests", tables)
        with serving(server) as url:
            cas, cid, ann, fay = (Client.sign_in(url, name, PASSWORD) for name in WHO)
            with cas, cid, ann, fay:
                first = cas.deposit("ann", "100", key="one")
                assert first == {"number": 1, "waits": False}
                assert cas.deposit("ann", "100", key="one") == first, "the key's first answer"
                large = cas.deposit("ann", "1000")
                assert large["waits"]
                with pytest.raises(Refused):
                    cas.confirm("ann", large["number"])
                assert not cid.confirm("ann", large["number"])["waits"]
                assert not cas.withdraw("ann", "50")["waits"]
                ann.limit("ann", "loss-day", dollars="20")
                assert ann.money("ann")["balance"] == "1050.00"
                assert len(ann.statement("ann")) >= len(ann.statement("ann", limit=2)) == 2
                with pytest.raises(Refused):
                    ann.money("cas")
                ann.send(TABLE, "SeatPlayer", position=1)
                fay.send(TABLE, "OrderReshuffle")
                (shuffle,) = ann.shuffles(TABLE)
                assert shuffle["open"]
                ann.add_to_cut(TABLE, "a text")
                assert ann.shuffles(TABLE)[0]["added"] == [{"player": "ann", "text": "a text"}]
                with pytest.raises(Refused, match="took no card"):
                    ann.checked_shuffles(TABLE, 99)
