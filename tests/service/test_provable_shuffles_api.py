"""The commitment before the round, a player's own text in the cut, the check afterwards, by API."""

from typing import Any

import msgspec
from fastapi.testclient import TestClient

from command_line import upcard
from host.live import PLAIN, answer
from service.floors import BRISK, OTHER, Floor, floor
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.phases import Phase
from upcard.host.records.round_proof import RoundProof, check_round
from upcard.host.scripts.robots import Robot
from upcard.journal.codec import encode
from upcard.service.history.evidence import proof_in


def shuffles(who: TestClient) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = who.get(f"/api/tables/{OTHER}/shuffles").json()
    return said


def one_round(served: Floor) -> None:
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    served.send("dan", OTHER, "CloseBets")
    answer(served.server.floor.host(OTHER), [Robot(1, seeded_bits(2))])
    served.send("dan", OTHER, "ClearTable")


def test_a_player_adds_to_the_cut_and_checks_the_round(tmp_path: Any) -> None:
    place = str(tmp_path / "floor.journal")
    slow = msgspec.structs.replace(BRISK, cut=3_600)
    with floor(place, PLAIN, pace=slow) as served:
        ann = served.client_of("ann")
        served.send("ann", OTHER, "SeatPlayer", position=1)
        served.send("fay", OTHER, "OrderReshuffle")
        assert served.server.floor.state(OTHER).phase == Phase.CUTTING
        (before,) = shuffles(ann)
        assert (before["open"], before["added"]) == (True, [])
        said = ann.post(f"/api/tables/{OTHER}/entropy", json={"text": "my dog's name"})
        assert said.status_code == 204
        assert (
            served.client_of("bob")
            .post(f"/api/tables/{OTHER}/entropy", json={"text": "no seat"})
            .json()["message"]
            == f"bob has no seat at table {OTHER}."
        )
        assert ann.post(f"/api/tables/{OTHER}/entropy", json={"text": "x" * 65}).status_code == 422
        assert shuffles(ann)[0]["added"] == [{"player": "ann", "text": "my dog's name"}]
        served.send("ann", OTHER, "DeclineCut", position=1)
        if served.server.floor.state(OTHER).phase == Phase.CUTTING:
            served.client_of("dan").post(f"/api/tables/{OTHER}/steps", json={"step": "CutCards"})
        assert not shuffles(ann)[0]["open"]
        one_round(served)
        number = served.server.floor.state(OTHER).round
        path = f"/api/tables/{OTHER}/rounds/{number}/shuffles"
        (check,) = ann.get(path).json()
        assert (check["checked"], check["commitment"]) == (False, before["commitment"])
        served.send("fay", OTHER, "OrderReshuffle")
        (check,) = ann.get(path).json()
        assert (check["checked"], check["commitment"]) == (True, before["commitment"])
        assert ann.get(f"/api/tables/{OTHER}/rounds/99/shuffles").status_code == 422
        an_overseer_files_its_evidence(served, number)
    result = upcard("verify", place, "--round", str(number), "--table", OTHER)
    assert "ann added to the cut: my dog's name" in result.stdout
    assert "these are its cards, in their places" in result.stdout


def an_overseer_files_its_evidence(served: Floor, number: int) -> None:
    path = f"/api/tables/{OTHER}/rounds/{number}/evidence"
    served.server.checkpoints.write()
    answered = served.client_of("rex").get(path)
    assert answered.headers["content-disposition"].endswith(f"{OTHER}%20round%20{number}.html")
    inside = encode(msgspec.json.decode(proof_in(answered.text)))
    proof = msgspec.json.decode(inside, type=RoundProof)
    check_round(proof, served.server.public_keys[0])
    assert (proof.table, proof.round) == (OTHER, number)
    refused = served.client_of("ann").get(path)
    assert refused.status_code == 403
    assert refused.json()["message"] == "A player may not take the evidence of a round."
    for name, sees in (("rex", True), ("ann", False)):
        assert served.client_of(name).get(f"{path[:-8]}replay").json()["evidence"] == sees
