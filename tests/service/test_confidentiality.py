"""What is nobody else's to see: the hole card of a round under way, a terminal's own matters."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from service.floors import BY, OWN, PASSWORD, Floor, floor
from upcard.cards.card import name_of
from upcard.cards.shuffle import seeded_bits
from upcard.engine.blackjack.state import BlackjackState
from upcard.service.access.principal import Principal, Role
from upcard.service.demonstration import TABLES, submissions

HYBRID: Final = dict(zip(TABLES, submissions(), strict=True))["hy-01"]
TABLE: Final = "HY-01"
FLOOR: Final = ("fay", "sue", "rex", "max", "ada")


@pytest.fixture(scope="module")
def hybrid() -> Iterator[Floor]:
    """A hybrid table after a round of two players, who share a position."""
    with floor("memory:", HYBRID, bits=seeded_bits(3)) as one:
        one.server.accounts.assign("dora", (TABLE,), BY)
        for name, amount in (("ann", "5.00"), ("bob", "10.00")):
            one.send(name, TABLE, "PlaceWager", position=1, wager="blackjack", amount=amount)
        one.send("dora", TABLE, "CloseBets")
        while _answer(one, "ann") or _answer(one, "bob"):
            pass
        one.send("dora", TABLE, "ClearTable")
        yield one


def _answer(served: Floor, name: str) -> bool:
    """Let a player stand and want no Insurance; whether they were asked."""
    answers = served.client_of(name).get(f"/api/tables/{TABLE}").json()["view"]["own"]["answers"]
    if "stand" in answers:
        served.send(name, TABLE, "Decide", player=name, decision="stand")
    elif answers:
        served.send(name, TABLE, "AnswerInsurance", player=name, answer="no-insurance")
    return bool(answers)


def told_about(served: Floor, name: str) -> set[str]:
    """The players of whom somebody is told something."""
    params = {"limit": 1000}
    records = served.client_of(name).get(f"/api/tables/{TABLE}/events", params=params).json()
    events = [event for record in records for event in record["events"]]
    assert events, "the player is told what lies on the layout"
    return {event["player"] for event in events if "player" in event}


def test_the_record_of_a_round_under_way_is_nobodys() -> None:
    """It has the hole card."""
    with floor(bits=seeded_bits(1)) as one:
        one.send("ann", OWN, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        one.send("dora", OWN, "CloseBets")
        state = one.server.floor.state(OWN)
        assert isinstance(state, BlackjackState)
        assert not state.hole_card_shown
        for name in ("dora", "ann", *FLOOR):
            answer = one.client_of(name).get(f"/api/tables/{OWN}/rounds")
            assert answer.status_code == 200
            assert name_of(state.dealer[1]) not in answer.text, f"{name} sees the hole card"


@pytest.mark.parametrize(
    ("names", "about"),
    [
        (("ann",), {"ann"}),
        (("bob",), {"bob"}),
        (("dora", "dan"), set[str]()),
        (FLOOR, {"ann", "bob"}),
    ],
)
def test_what_is_done_at_a_terminal_is_told_to_its_player_and_the_floor(
    hybrid: Floor, names: tuple[str, ...], about: set[str]
) -> None:
    for name in names:
        assert told_about(hybrid, name) == about, name


def test_a_feed_tells_no_more_of_the_other_terminals(hybrid: Floor) -> None:
    for name, about in (("ann", {"ann"}), ("dora", set[str]()), ("sue", {"ann", "bob"})):
        path = f"/api/tables/{TABLE}/feed?after=0"
        with hybrid.client_of(name).websocket_connect(path) as socket:
            events = [
                event for record in socket.receive_json()["events"] for event in record["events"]
            ]
        assert {event["player"] for event in events if "player" in event} == about, name


def test_an_answer_to_a_command_tells_no_more_either(hybrid: Floor) -> None:
    other = {"type": "PlaceWager", "position": 2, "wager": "blackjack", "amount": "5.00"}
    path = f"/api/tables/{TABLE}/commands"
    answer = hybrid.client_of("dora").post(path, json={**other, "player": "ann"}).json()
    assert answer["events"] == []
    own = hybrid.client_of("bob").post(path, json=other).json()
    assert "bob" in {event.get("player") for event in own["events"]}


def test_a_players_rounds_at_a_hybrid_table_have_his_own_terminal_alone(hybrid: Floor) -> None:
    for name in ("ann", "bob"):
        (record,) = hybrid.client_of(name).get(f"/api/tables/{TABLE}/rounds").json()
        assert [place["player"] for place in record["positions"]] == [name]
        assert {settlement["player"] for settlement in record["settlements"]} == {name}
        assert "community" in record, "the cards that all have in common"


def test_a_dealers_rounds_and_replay_have_no_players_terminal(hybrid: Floor) -> None:
    """§ 633c.5(c): what is on the layout, and nothing of the terminals."""
    (record,) = hybrid.client_of("dora").get(f"/api/tables/{TABLE}/rounds").json()
    assert (record["positions"], record["settlements"]) == ([], [])
    assert record["dealer"]["cards"]
    dora = Principal("dora", Role.DEALER, (TABLE,))
    told = [
        (step.by, step.commands, step.events)
        for step in hybrid.server.replays.steps_seen_by(dora, TABLE, record["round"])
    ]
    for secret in ("ann", "bob", "Decide", "PlaceWager", "AnswerInsurance"):
        assert secret not in str(told), secret
    assert "dora" in str(told), "her own steps are hers to see"


def test_the_floor_sees_every_terminal_in_rounds_and_replay(hybrid: Floor) -> None:
    (record,) = hybrid.client_of("fay").get(f"/api/tables/{TABLE}/rounds").json()
    assert {place["player"] for place in record["positions"]} == {"ann", "bob"}
    fay = Principal("fay", Role.FLOORPERSON)
    replays, number = hybrid.server.replays, record["round"]
    assert replays.steps_seen_by(fay, TABLE, number) == replays.steps(TABLE, number)


def replay(served: Floor, name: str, table: str, number: int) -> dict[str, Any]:
    """A round as its page plays it to somebody."""
    answer = served.client_of(name).get(f"/api/tables/{table}/rounds/{number}/replay")
    assert answer.status_code == 200, answer.text
    read: dict[str, Any] = answer.json()
    return read


def test_a_replay_has_the_terminal_of_its_viewer_alone(hybrid: Floor) -> None:
    (record,) = hybrid.client_of("fay").get(f"/api/tables/{TABLE}/rounds").json()
    number = record["round"]
    for name, others in (("ann", ("bob",)), ("bob", ("ann",)), ("dora", ("ann", "bob"))):
        shown = str(replay(hybrid, name, TABLE, number))
        assert not [other for other in others if f"'{other}'" in shown], name
    for name, players in (("ann", []), ("dora", []), ("sue", ["ann", "bob"])):
        last = replay(hybrid, name, TABLE, number)["moments"][-1]["beat"]["scene"]
        assert [terminal["player"] for terminal in last["terminals"]] == players, name
        assert all(terminal["mood"] and terminal["hands"] for terminal in last["terminals"])
    ann = replay(hybrid, "ann", TABLE, number)
    assert ann["told"]["words"].startswith(("You won", "You lost", "You are even"))
    assert ann["moments"][ann["opens"]]["beat"]["what"] == "CardDealt"
    hybrid.server.accounts.open("eve", Role.PLAYER, PASSWORD, BY)
    refused = hybrid.client_of("eve").get(f"/api/tables/{TABLE}/rounds/{number}/replay")
    assert refused.status_code == 422
    assert refused.json()["message"] == f"You had no wager in round {number} of table {TABLE}."


def test_a_replay_turns_the_hole_card_when_the_table_did() -> None:
    with floor(bits=seeded_bits(1)) as one:
        one.send("ann", OWN, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        one.send("dora", OWN, "CloseBets")
        for turned in (False, True):
            if turned:
                one.send("dora", OWN, "Stand", position=1)
            moments = replay(one, "ann", OWN, 1)["moments"]
            beats = [moment["beat"] for moment in moments]
            seen = [beat["scene"]["cards"]["dealer"]["cards"][1:2] for beat in beats]
            at = [beat["what"] for beat in beats].index("HoleCardTurned") if turned else len(beats)
            assert {tuple(cards) for cards in seen[:at]} == {(), ("??",)}
            assert all(cards != ["??"] for cards in seen[at:])
            assert [moment["moment"] for moment in moments] == sorted(
                (moment["moment"] for moment in moments),
                key=lambda name: [int(part) for part in name.split(".")],
            )
