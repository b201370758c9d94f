"""Who files a submission neither approves it nor puts it in force; the records say so."""

from msgspec.structs import replace

from amounts import dollars
from host.live import PLAIN
from service.floors import OTHER, PASSWORD, Floor, floor
from service.test_floor_api import LINKED
from upcard.host.verification.verify import verify
from upcard.service.access.principal import Role
from upcard.service.startup_notes import notes_before_start
from upcard.service.table_server import TableServer
from upcard.submission.compiling.text import rules_of

CHANGED = PLAIN.replace("positions = 3", "positions = 2")
APPROVAL = {"on": "2026-07-01"}


def done(served: Floor, who: str, what: str, version: int) -> tuple[int, str]:
    body = APPROVAL if what == "approval" else None
    answer = served.client_of(who).post(f"/api/submissions/{OTHER}/{version}/{what}", json=body)
    return answer.status_code, "" if answer.status_code < 400 else answer.json()["message"]


def test_three_acts_take_two_people() -> None:
    with floor(separate_duties=True) as served:
        served.server.accounts.open("mia", Role.MANAGER, PASSWORD, "the tests")
        filed = served.client_of("max").post("/api/submissions", json={"text": CHANGED})
        version = filed.json()["version"]
        mine = f"You filed version {version} of {OTHER}: another person"
        assert done(served, "max", "approval", version) == (403, f"{mine} approves it.")
        assert done(served, "mia", "approval", version)[0] == 200
        assert done(served, "max", "force", version) == (403, f"{mine} puts it in force.")
        assert done(served, "mia", "force", version)[0] == 204
        assert ("max", "refused", "put a Rules Submission in force at BJ-01") in served.audit()


def test_one_person_may_do_all_where_it_is_switched_off() -> None:
    with floor(separate_duties=False) as served:
        version = (
            served.client_of("max")
            .post("/api/submissions", json={"text": CHANGED})
            .json()["version"]
        )
        assert done(served, "max", "approval", version)[0] == 200
        assert done(served, "max", "force", version)[0] == 204


def note_controls(server: TableServer) -> None:
    server.note_controls("upcard serve", notes_before_start(server.floor.journal))


def test_controls_are_noted_when_they_change_and_verify_tells_them() -> None:
    with floor(separate_duties=True, two_persons_above=dollars(1_000)) as served:
        server = served.server
        note_controls(server)
        note_controls(server)
        vars(server)["settings"] = replace(
            server.settings, two_persons_above=None, separate_duties=False
        )
        note_controls(server)
        verdict = verify(server.floor.journal, rules_of)
        assert verdict.verified
        before, after = (control.message for control in verdict.controls)
        assert "payouts of $1,000.00 or more take two people" in before
        assert "neither approves it nor puts it in force" in before
        assert "no payout takes two people; who files a submission may also approve it" in after
        assert ("upcard serve", "controls in force", after) in served.audit()


def test_parameters_of_meters_take_two_people_too() -> None:
    """They take effect at once, at every table that feeds the meters."""
    changed = LINKED.replace('"10%"', '"12.5%"')
    assert changed != LINKED
    with floor("memory:", LINKED, separate_duties=True) as served:
        served.server.accounts.open("mia", Role.MANAGER, PASSWORD, "the tests")

        def submitted(who: str) -> tuple[int, str]:
            answer = served.client_of(who).post("/api/parameters", json={"text": changed})
            return answer.status_code, "" if answer.status_code < 400 else answer.json()["message"]

        assert submitted("max")[1].startswith("This text is no approved version of BJ-02's")
        filed = served.client_of("max").post("/api/submissions", json={"text": changed}).json()
        place = f"/api/submissions/BJ-02/{filed['version']}"
        assert submitted("mia")[0] == 403, "it is not approved"
        assert served.client_of("mia").post(f"{place}/approval", json=APPROVAL).status_code == 200
        mine = f"You filed version {filed['version']} of BJ-02: another person"
        assert submitted("max") == (403, f"{mine} submits its parameters.")
        assert submitted("mia") == (204, "")
        assert verify(served.server.floor.journal, rules_of).verified
