"""A keypad acts for the person who is signed in at it, and does nothing for nobody."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from service.floors import OTHER, OWN, PASSWORD, Floor, floor
from upcard.engine.core.commands import SeatPlayer
from upcard.host.bodies.record_body import decode_body
from upcard.host.tables.committing import stream_of
from upcard.rules.violation import BadInput
from upcard.service.access.device_persons import IDLE_SECONDS, MAX_SECONDS, DevicePersons
from upcard.service.access.principal import Forbidden, Principal, Purpose, Role

KEYPAD: Final = f"keypad@{OWN}"
PATH: Final = f"/api/devices/{KEYPAD}/person"
SEAT: Final = {"type": "SeatPlayer", "position": 1, "player": "walk-in"}
DEVICE: Final = Principal(KEYPAD, Role.DEVICE, (OWN,), Purpose.KEYPAD)


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def by(served: Floor) -> str:
    """Whom the table's last record names."""
    journal, stream = served.server.floor.journal, stream_of(OWN)
    return decode_body(journal.record(stream, journal.head(stream).position).body).by


def test_a_record_names_the_person_and_not_the_keypad(served: Floor) -> None:
    served.send(KEYPAD, OWN, "SeatPlayer", position=1, player="walk-in")
    assert by(served) == "dora"


@pytest.mark.parametrize("way", ["commands", "steps", "channel", "floor"])
def test_a_keypad_with_nobody_signed_in_does_nothing(served: Floor, way: str) -> None:
    keypad = served.client_of(KEYPAD)
    assert keypad.delete(PATH).status_code == 204
    assert keypad.get(PATH).json() == {"device": KEYPAD, "person": None}
    before = by(served)
    if way == "floor":
        with pytest.raises(Forbidden, match="Nobody is signed in"):
            served.server.floor.send(DEVICE, OWN, SeatPlayer(1, "walk-in"))
    elif way == "channel":
        with keypad.websocket_connect("/api/channel") as socket:
            socket.send_json({"id": 1, "table": OWN, "command": SEAT})
            assert socket.receive_json()["status"] == 403
    else:
        body = SEAT if way == "commands" else {"step": "CloseBets"}
        answer = keypad.post(f"/api/tables/{OWN}/{way}", json=body)
        assert answer.status_code == 403
        assert "Nobody is signed in" in answer.text
    assert by(served) == before
    assert keypad.get(f"/api/tables/{OWN}").status_code == 200, "it may still show the table"


def test_a_keypad_that_says_who_is_there_is_not_believed(served: Floor) -> None:
    """Who is signed in stands in the journal, not in what a device sends."""
    served.server.floor.at_devices.sign_out(KEYPAD, "the tests")
    fay = Principal("fay", Role.FLOORPERSON)
    claimed = Principal(KEYPAD, Role.DEVICE, (OWN,), Purpose.KEYPAD, fay)
    with pytest.raises(Forbidden, match="Nobody is signed in"):
        served.server.floor.send(claimed, OWN, SeatPlayer(1, "walk-in"))


def test_a_person_signs_in_at_a_keypad_with_a_password_or_a_session(served: Floor) -> None:
    body = {"name": "fay", "password": PASSWORD}
    assert served.client_of(KEYPAD).post(PATH, json=body).json()["person"] == "fay"
    served.send(KEYPAD, OWN, "SeatPlayer", position=1, player="walk-in")
    assert by(served) == "fay"
    assert served.client_of("flo").post(PATH).json()["person"] == "flo"
    served.send(KEYPAD, OWN, "LeaveSeat", position=1)
    assert by(served) == "flo"
    assert served.client_of("flo").delete(PATH).status_code == 204
    noted = served.audit()
    for what in (("fay", f"signed in at {KEYPAD}"), ("flo", f"signed out at {KEYPAD}")):
        assert what in [note[:2] for note in noted]


@pytest.mark.parametrize(
    ("who", "body", "status"),
    [
        (KEYPAD, None, 422),
        (KEYPAD, {"name": "fay", "password": "wrong horse"}, 401),
        (KEYPAD, {"name": "dan", "password": PASSWORD}, 403),  # he works at another table
        (KEYPAD, {"name": "max", "password": PASSWORD}, 403),
        (f"keypad@{OTHER}", {"name": "fay", "password": PASSWORD}, 403),
        ("dan", None, 403),
        ("sue", None, 403),
    ],
)
def test_who_may_not_sign_in_at_a_keypad(
    served: Floor, who: str, body: dict[str, str] | None, status: int
) -> None:
    assert served.client_of(who).post(PATH, json=body).status_code == status
    assert served.client_of(KEYPAD).get(PATH).json()["person"] == "dora"


def test_nobody_signs_in_at_a_shoe(served: Floor) -> None:
    answer = served.client_of("fay").post(f"/api/devices/shoe@{OWN}/person")
    assert (answer.status_code, "acts for no person" in answer.text) == (422, True)


def test_a_person_does_at_a_keypad_what_he_may_do_elsewhere(served: Floor) -> None:
    """A player there takes no step of the dealer, and nobody else's position."""
    served.send("bob", OWN, "SeatPlayer", position=2)
    assert served.client_of("ann").post(PATH).status_code == 200
    commands = f"/api/tables/{OWN}/commands"
    for said in ({"type": "CloseBets"}, {"type": "LeaveSeat", "position": 2}, SEAT):
        assert served.client_of(KEYPAD).post(commands, json=said).status_code == 403
    served.send(KEYPAD, OWN, "SeatPlayer", position=1, player="ann")


@pytest.mark.parametrize(
    "end",
    [
        lambda accounts: accounts.close("dora", "ada"),
        lambda accounts: accounts.set_password("dora", "another horse", "ada"),
        lambda accounts: accounts.revoke_device(KEYPAD, "ada"),
    ],
)
def test_a_sign_in_ends_with_the_account_its_password_and_the_device(
    served: Floor, end: Callable[..., None]
) -> None:
    end(served.server.accounts)
    with pytest.raises(Forbidden, match="signed in at"):
        served.server.floor.send(DEVICE, OWN, SeatPlayer(1, "walk-in"))
    assert served.server.floor.at_devices.person_at(KEYPAD) is None


@pytest.mark.parametrize(("entered", "late"), [(False, 0), (True, 0), (True, 60)])
def test_a_sign_in_ends_when_nothing_is_entered_and_after_a_shift(
    served: Floor, entered: bool, late: int
) -> None:
    accounts, now = served.server.accounts, [0.0]
    persons = DevicePersons(accounts, lambda: now[0])
    persons.sign_in(KEYPAD, accounts.directory.accounts["dora"])
    if entered:
        for now[0] in range(0, MAX_SECONDS, IDLE_SECONDS - 1):
            assert persons.acting_principal(DEVICE).actor == "dora"
        now[0] = MAX_SECONDS + late
    else:
        now[0] = IDLE_SECONDS - 1
        assert persons.person_at(KEYPAD) is not None
        now[0] = IDLE_SECONDS
    assert persons.person_at(KEYPAD) is None
    why = "it lasts 12 hours" if entered else "nothing was entered for 30 minutes"
    with pytest.raises(Forbidden, match=f"no longer signed in at {KEYPAD}: {why}"):
        persons.acting_principal(DEVICE)
    assert persons.acting_principal(DEVICE).person is None
    ended = [note for note in served.audit() if note[1] == f"signed out at {KEYPAD}"]
    assert ended == [(KEYPAD, f"signed out at {KEYPAD}", "dora")]


def test_nobody_signs_out_of_a_device_that_is_not_there_or_that_nobody_uses(served: Floor) -> None:
    persons = served.server.floor.at_devices
    with pytest.raises(BadInput, match="no device no-keypad"):
        persons.sign_out("no-keypad", "ada")
    assert persons.person_at("no-keypad") is None
    persons.sign_out(KEYPAD, "ada")
    noted = len(served.audit())
    persons.sign_out(KEYPAD, "ada")
    assert len(served.audit()) == noted


def test_a_revoked_or_unknown_device_signs_nobody_in(served: Floor) -> None:
    accounts, persons = served.server.accounts, served.server.floor.at_devices
    dora = accounts.directory.accounts["dora"]
    with pytest.raises(BadInput, match="no device no-keypad"):
        persons.sign_in("no-keypad", dora)
    accounts.revoke_device(KEYPAD, "ada")
    with pytest.raises(BadInput, match="was revoked"):
        persons.sign_in(KEYPAD, dora)
    assert persons.person_at(KEYPAD) is None
