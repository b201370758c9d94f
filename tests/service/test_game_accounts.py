"""Game accounts over the API: cashiers, two persons, limits, races for one balance, statements."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.live import PLAIN
from service.floors import Floor, floor
from upcard.host.verification.verify import verify
from upcard.submission.compiling.text import rules_of

MONEY = PLAIN.replace("positions = 3", "positions = 3\nbring_money = true")
OTHER_MONEY = MONEY.replace("BJ-01", "BJ-02")
TABLE = "BJ-01"
CLIENTS = 40


@pytest.fixture
def served() -> Iterator[Floor]:
    settings: dict[str, Any] = {"two_persons_above": dollars(1_000), "limit_delay": 24}
    with floor("memory:", OTHER_MONEY, MONEY, **settings) as there:
        yield there


def pay(there: Floor, by: str, what: str, amount: str, name: str = "ann", **headers: str) -> Any:
    body = {"what": what, "amount": amount}
    return there.client_of(by).post(f"/api/accounts/{name}/money", json=body, headers=headers)


def balance(there: Floor, name: str = "ann") -> str:
    shown: str = there.client_of(name).get(f"/api/accounts/{name}/money").json()["balance"]
    return shown


def sent(there: Floor, name: str, command: str, **fields: Any) -> Any:
    body = {"type": command, **fields}
    return there.client_of(name).post(f"/api/tables/{TABLE}/commands", json=body)


def limit(there: Floor, by: str, **fields: Any) -> Any:
    return there.client_of(by).put("/api/accounts/ann/limits", json=fields)


def test_deposit_bring_play_leave_withdraw_and_the_statement(served: Floor) -> None:
    assert pay(served, "cas", "deposit", "100").status_code == 200
    assert sent(served, "ann", "SeatPlayer", position=1).status_code == 200
    assert sent(served, "ann", "BringMoney", amount="60").status_code == 200
    own = served.client_of("ann").get(f"/api/tables/{TABLE}").json()["view"]["own"]
    assert own["money"] == {"at_table": "60.00", "may_wager": {"blackjack": ["15.00", "60.00"]}}
    too_much = sent(served, "ann", "PlaceWager", position=1, wager="blackjack", amount="75")
    assert too_much.status_code == 409
    assert too_much.json()["message"] == "ann has $60 at this table; this takes $75."
    assert sent(served, "ann", "LeaveSeat", position=1).status_code == 200
    assert pay(served, "cas", "withdrawal", "30").status_code == 200
    assert balance(served) == "70.00"
    lines = served.client_of("ann").get("/api/accounts/ann/statement").json()
    assert [(line["what"], line["amount"], line["balance"]) for line in lines] == [
        ("withdrawal", "-30.00", "70.00"),
        ("cashed out", "60.00", "100.00"),
        ("brought to table", "-60.00", "40.00"),
        ("deposit", "100.00", "100.00"),
    ]
    verdict = verify(served.server.floor.journal, rules_of)
    assert verdict.verified, verdict.first_difference


def test_a_new_player_of_a_demonstration_has_play_money_and_is_told_how_to_get_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with floor("memory:", OTHER_MONEY) as there:
        shows = replace(there.server.settings, demonstration=True)
        monkeypatch.setattr(there.server, "settings", shows)
        body = {"name": "zoe", "role": "player", "password": "paper boat lantern 7"}
        assert there.client_of("ada").post("/api/accounts", json=body).status_code == 201
        shown = there.client_of("cas").get("/api/accounts/zoe/money").json()
        assert shown["balance"] == "1000.00"
        assert pay(there, "cas", "deposit", "5").status_code == 200
        assert staged(there, "ann")["advice"] == ""
        assert pay(there, "cas", "withdrawal", "5").status_code == 200
        money = staged(there, "ann")
        assert money["advice"].startswith("Your game account is empty. In this demonstration")
        assert money["desk"] == "/enter/cashier?then=/cashier%3Fplayer%3Dann"


def staged(there: Floor, name: str) -> Any:
    """What the table page of a player shows of their money."""
    with there.client_of(name).websocket_connect("/api/channel") as channel:
        channel.send_json({"id": 1, "table": "BJ-02", "follow": True, "stage": True})
        while "stage" not in (message := channel.receive_json()):
            pass
        return message["stage"]["money"]


def test_a_player_without_money_is_told_the_name_of_the_account(served: Floor) -> None:
    assert staged(served, "ann")["advice"].endswith("Your account has the name ann.")


@pytest.mark.parametrize("name", ["bob", "dora", "fay", "max", "keypad@BJ-02"])
def test_nobody_else_brings_a_player_s_money(served: Floor, name: str) -> None:
    pay(served, "cas", "deposit", "100")
    assert sent(served, name, "BringMoney", amount="10", player="ann").status_code == 403
    assert balance(served) == "100.00"


def test_an_account_is_read_by_its_player_and_by_those_who_watch(served: Floor) -> None:
    for path in ("money", "statement"):
        assert served.client_of("bob").get(f"/api/accounts/ann/{path}").status_code == 403
        assert served.client_of("sue").get(f"/api/accounts/ann/{path}").status_code == 200
        assert served.client_of("cas").get(f"/api/accounts/nobody/{path}").status_code == 404


def test_a_cashier_alone_pays_and_no_more_than_the_account_holds(served: Floor) -> None:
    pay(served, "cas", "deposit", "100")
    for name in ("ann", "fay", "max", "ada", "dora"):
        assert pay(served, name, "deposit", "10").status_code == 403
    assert pay(served, "cas", "deposit", "-10").status_code == 422
    assert pay(served, "cas", "withdrawal", "100.01").status_code == 409
    assert balance(served) == "100.00"


def test_two_persons_from_the_threshold_on(served: Floor) -> None:
    done = pay(served, "cas", "deposit", "999.99")
    assert done.json()["waits"] is False
    waits = pay(served, "cas", "deposit", "1000").json()
    assert waits == {"number": 2, "waits": True}
    assert balance(served) == "999.99"
    path = "/api/accounts/ann/money/2/confirmation"
    alone = served.client_of("cas").post(path)
    assert alone.status_code == 403
    assert alone.json()["message"] == "Somebody other than cas has to confirm this deposit."
    assert served.client_of("cid").post(path).status_code == 200
    assert served.client_of("max").post(path).status_code == 409  # it is done
    assert balance(served) == "1999.99"
    assert verify(served.server.floor.journal, rules_of).verified


def test_a_key_has_one_effect(served: Floor) -> None:
    first = pay(served, "cas", "deposit", "10", **{"Idempotency-Key": "k"})
    assert pay(served, "cas", "deposit", "10", **{"Idempotency-Key": "k"}).json() == first.json()
    assert pay(served, "cas", "deposit", "11", **{"Idempotency-Key": "k"}).status_code == 409
    assert balance(served) == "10.00"
    assert verify(served.server.floor.journal, rules_of).verified


def test_a_loss_limit_counts_what_was_brought_and_not_cashed_out(served: Floor) -> None:
    pay(served, "cas", "deposit", "500")
    assert limit(served, "ann", kind="loss-day", dollars="100").status_code == 200
    assert sent(served, "ann", "BringMoney", amount="80").status_code == 200
    refused = sent(served, "ann", "BringMoney", amount="20.01")
    assert refused.status_code == 409
    assert refused.json()["message"] == (
        "ann's loss limit is $100.00 a day: at most $20.00 can be brought now."
    )
    assert verify(served.server.floor.journal, rules_of).verified


def test_a_stricter_limit_holds_at_once_and_a_looser_one_later(served: Floor) -> None:
    pay(served, "cas", "deposit", "500")
    assert sent(served, "ann", "BringMoney", amount="80").status_code == 200
    assert limit(served, "ann", kind="loss-day", dollars="90").status_code == 200
    looser = limit(served, "ann", kind="loss-day", dollars="1000")
    assert looser.status_code == 200
    (shown,) = served.client_of("ann").get("/api/accounts/ann/money").json()["limits"]
    assert (shown["value"], shown["later"]) == ("$90.00", "$1,000.00")
    assert sent(served, "ann", "BringMoney", amount="11").status_code == 409
    assert limit(served, "max", kind="loss-week", dollars="85").status_code == 200
    assert sent(served, "ann", "BringMoney", amount="6").status_code == 409
    assert verify(served.server.floor.journal, rules_of).verified


def test_exclusion_and_session_stop_wagers_and_money_and_let_the_player_cash_out(
    served: Floor,
) -> None:
    pay(served, "cas", "deposit", "500")
    sent(served, "ann", "BringMoney", amount="80")
    assert limit(served, "ann", kind="session", dollars="5").status_code == 422
    until = served.server.floor.cashier.now + 3600 * 1_000_000
    assert limit(served, "ann", kind="exclusion", until=until).status_code == 200
    assert limit(served, "ann", kind="exclusion", until=until - 1).status_code == 409
    wager = sent(
        served, "dan", "PlaceWager", position=1, wager="blackjack", amount="15", player="ann"
    )
    assert wager.status_code == 409
    assert "ann is excluded from play until" in wager.json()["message"]
    assert sent(served, "ann", "BringMoney", amount="1").status_code == 409
    assert sent(served, "ann", "CashOut").status_code == 200
    assert pay(served, "cas", "withdrawal", "500").status_code == 200


def test_forty_clients_at_one_balance(served: Floor) -> None:
    """Deposits are $100; forty requests of $30 each, at two tables and the cashier's desk."""
    pay(served, "cas", "deposit", "100")
    ann, cas = served.client_of("ann"), served.client_of("cas")

    def one(number: int) -> int:
        if number % 3 == 2:
            body = {"what": "withdrawal", "amount": "30"}
            return int(cas.post("/api/accounts/ann/money", json=body).status_code)
        table = ("BJ-01", "BJ-02")[number % 2]
        body = {"type": "BringMoney", "amount": "30"}
        return int(ann.post(f"/api/tables/{table}/commands", json=body).status_code)

    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = list(clients.map(one, range(CLIENTS)))
    assert sorted(answers) == [200] * 3 + [409] * 37
    assert balance(served) == "10.00"
    verdict = verify(served.server.floor.journal, rules_of)
    assert verdict.verified, verdict.first_difference
