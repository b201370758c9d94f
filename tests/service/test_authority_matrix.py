"""Who may do what: every command and every route, for every role, at their own table and another.

What stands in no row below fails: a new command or route says here who may use it.
"""

from collections.abc import Iterator
from typing import Any, Final, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import WebSocketDenialResponse

from amounts import dollars
from service.floors import OTHER, OWN, PASSWORD, PEOPLE, Floor, floor, journal, new_server
from tables import FedTable, table_rules
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    CloseBets,
    Command,
    CutCards,
    LeaveSeat,
    OrderReshuffle,
    PlaceWager,
    SeatPlayer,
    Stand,
)
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.commands import Decide
from upcard.engine.irregular.commands import ExposeCard, OverdrawDealer
from upcard.engine.jackpots.commands import PayJackpot, ValidateJackpot, VerifyHand
from upcard.engine.play import question
from upcard.engine.tagged_types import command_types
from upcard.service.access.authority import (
    Action,
    authorize,
    authorize_command,
    authorize_money,
    authorize_step,
    those_who_may,
)
from upcard.service.access.named_persons import section_naming_person
from upcard.service.access.principal import ANY_TABLE, Forbidden, Principal, Purpose, Role
from upcard.service.api.app import ROUTERS
from upcard.service.table_server import TableServer
from upcard.service.wire.commands import KINDS

DEALING: Final = {"dealer", "floorperson", "keypad"}
COMMANDS: Final[dict[str, set[str]]] = {
    # What players ask for, and whoever enters it for them.
    "SeatPlayer LeaveSeat CashOut DeclineCut CutCards Press TakeWinnings SwitchCards KeepCards "
    "Insure DeclineInsurance TakeEvenMoney Stand Hit DoubleDown SplitPair Surrender "
    "DeclineSurrender RefuseCard TakeMissedCard CallHandDead AnswerInsurance Decide": {
        "player",
        *DEALING,
    },
    "PlaceWager": {"player", "bet-sensor", *DEALING},
    "BringMoney": {"player"},
    # The dealer's steps.
    "Shuffle InsertCoverCard LoadShoe ReplaceDealer CloseBets CollectProgressiveWagers "
    "SettleOptionalWagers CloseInsurance UseCardReader SettleHeldWagers PayBlackjack TurnHoleCard "
    "SettleRound VerifyHand ConfirmLight PayJackpot CompletePapers ClearTable ReceiveDecks "
    "InspectCards SpreadCards WashCards SpreadIdleCards StackCards DrawInError MissDealerCard "
    "MissHand MissRequestedCard DealFromWrongSide MisuseCardReader ReportReaderFailure "
    "ReportShufflerJam ReportShufflerFailure CoverShuffler": DEALING,
    "ShowCoverCard FindFaceUpCard ExposeCard OverdrawDealer": {"shoe", *DEALING},
    # Cards and numbers: devices alone name them, and only where they feed the table.
    "DealCard BurnCard DrawDeterminant ReshuffleDiscards": {"shoe"},
    "AnnounceLuckyNumbers SpinWheel": {"wheel"},
    # What takes a floorperson or above.
    "PermitEntry OrderReshuffle OrderRecut ReturnProgressiveWager ReturnWagers ValidateJackpot "
    "RepairCardReader RepairShuffler": {"floorperson", "manager"},
    # What the floorperson does who is assigned to the table.
    "VerifyInspection InspectCardReader": {"floorperson"},
    # What meters and clocks say.
    "RecordAwards RecordMystery TellTime EndCountdown": set(),
}
MAY_SEND: Final = {name: who for names, who in COMMANDS.items() for name in names.split()}
BASES: Final = {"JackpotStep", "DrawnCard", "HandStep"}
KINDS_OF_ALL: Final = {kind.__name__: kind for kind in command_types()}

BOUND: Final = {"dealer", *Purpose}
"""Who works at tables of their own."""


def principal(kind: str, table: str) -> Principal:
    if kind in set(Purpose):
        dora = Principal("dora", Role.DEALER, (ANY_TABLE,))
        person = dora if kind == Purpose.KEYPAD else None
        return Principal("device", Role.DEVICE, (table,), Purpose(kind), person)
    return Principal("ann", Role(kind), (table,) if kind == "dealer" else ())


WHO: Final = [*(role for role in Role if role is not Role.DEVICE), *Purpose]


@pytest.fixture(scope="module")
def server() -> Iterator[TableServer]:
    with journal() as opened:
        yield new_server(opened)


@pytest.fixture(scope="module")
def states() -> dict[str, AnyTable]:
    """A table with ann at position 1, in each part of a round."""
    found: dict[str, AnyTable] = {}
    with journal() as opened:
        host = new_server(opened, bits=seeded_bits(1)).floor.host(OWN)
        found["between rounds"] = host.state
        host.send(PlaceWager(1, "blackjack", dollars(15), "ann"))
        found["betting"] = host.state
        host.send(CloseBets())
        found["playing"] = host.state
        while (asked := question(host.state)) is not None:
            host.send(asked.unanswered)
        found["settled"] = host.state
    assert len({state.phase for state in found.values()}) >= 3
    return found


def command(name: str, who: Principal) -> Command:
    """A command as somebody would send it: position 1, his own name, no card unless he reads it."""
    kind = KINDS_OF_ALL[name]
    values: dict[str, Any] = {"position": 1, "player": who.name, "wager": "jackpot-party"}
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        if field.name in values or not field.required:
            continue
        values[field.name] = {int: 1, str: "stand"}.get(hints[field.name], ())
    named = {field.name for field in msgspec.structs.fields(kind)}
    made: Command = kind(**{name: value for name, value in values.items() if name in named})
    return made


def is_allowed(check: Any) -> bool:
    try:
        check()
    except Forbidden:
        return False
    return True


def test_who_may_send_a_command_is_told_in_words() -> None:
    assert those_who_may(VerifyHand) == "a dealer or a floorperson"
    assert those_who_may(ValidateJackpot) == "a floorperson or a manager"


def test_every_command_stands_in_the_matrix() -> None:
    assert set(MAY_SEND) == set(KINDS_OF_ALL) - BASES
    assert sum(len(names.split()) for names in COMMANDS) == len(MAY_SEND)
    assert set(KINDS) == {name for name, who in MAY_SEND.items() if who}


@pytest.mark.parametrize("kind", WHO)
@pytest.mark.parametrize("name", sorted(MAY_SEND))
def test_a_command_is_for_whom_the_matrix_says(server: TableServer, name: str, kind: str) -> None:
    who = principal(kind, OWN)
    sent = command(name, who)
    for table in (OWN, OTHER):
        at_work = table == OWN or kind not in BOUND
        expected = kind in MAY_SEND[name] and at_work
        state = server.floor.state(table)
        assert is_allowed(lambda: authorize_command(who, sent, state, fed=True)) == expected  # noqa: B023 - called at once


@pytest.mark.parametrize("kind", WHO)
def test_a_command_is_for_the_same_people_in_every_part_of_a_round(
    states: dict[str, AnyTable], kind: str
) -> None:
    who = principal(kind, OWN)
    for name, allowed in MAY_SEND.items():
        sent = command(name, who)
        for part, own in states.items():
            there = replace(own, rules=replace(own.rules, name=OTHER))
            for state, at_work in ((own, True), (there, kind not in BOUND)):
                expected = kind in allowed and at_work
                found = is_allowed(lambda: authorize_command(who, sent, state, fed=True))  # noqa: B023 - called at once
                assert found == expected, (name, part, state.rules.name)


@pytest.mark.parametrize("name", ["DealCard", "BurnCard", "DrawDeterminant", "SpinWheel"])
def test_nobody_names_a_card_where_the_house_shuffles(server: TableServer, name: str) -> None:
    for kind in WHO:
        who = principal(kind, OWN)
        with pytest.raises(Forbidden):
            authorize_command(who, command(name, who), server.floor.state(OWN))


def test_a_dealer_names_no_card_even_where_the_table_is_fed(server: TableServer) -> None:
    state = server.floor.state(OWN)
    for named in (ExposeCard(3), OverdrawDealer(3), CloseBets(magic_card=3)):
        with pytest.raises(Forbidden, match="shoe and the wheel"):
            authorize_command(principal("dealer", OWN), named, state, fed=True)
    authorize_command(principal("shoe", OWN), ExposeCard(3), state, fed=True)


def test_a_bet_sensor_places_progressive_wagers_alone(server: TableServer) -> None:
    sensor, state = principal("bet-sensor", OWN), server.floor.state(OWN)
    authorize_command(sensor, PlaceWager(1, "jackpot-party", dollars(5)), state)
    for wager in ("blackjack", "perfect-pairs", "no-wager"):
        with pytest.raises(Forbidden, match="only progressive wagers"):
            authorize_command(sensor, PlaceWager(1, wager, dollars(5)), state)


def test_a_player_speaks_for_himself_alone(server: TableServer) -> None:
    host = server.floor.host(OWN)
    host.send(SeatPlayer(1, "ann"))
    ann, bob = Principal("ann", Role.PLAYER), Principal("bob", Role.PLAYER)
    for asked in (Stand(1), LeaveSeat(1), PlaceWager(1, "blackjack", dollars(15), "bob")):
        with pytest.raises(Forbidden, match="another player"):
            authorize_command(bob, asked, host.state)
    authorize_command(ann, Stand(1), host.state)
    for named in (PlaceWager(2, "blackjack", dollars(15), "ann"), Decide("ann", "stand")):
        with pytest.raises(Forbidden, match="only for themselves"):
            authorize_command(bob, named, host.state)
    with pytest.raises(Forbidden, match="the dealer's"):
        authorize_command(ann, CutCards(0, 60), host.state)


def test_a_player_sees_his_own_game_account_alone() -> None:
    for who, other in (("ann", "bob"), ("bob", "ann")):
        player = Principal(who, Role.PLAYER)
        authorize_money(player, Action.SEE_MONEY, who)
        with pytest.raises(Forbidden, match="only their own"):
            authorize_money(player, Action.SEE_MONEY, other)
        authorize_money(Principal("cas", Role.CASHIER), Action.SEE_MONEY, who)


def test_players_of_one_round_play_their_own_positions() -> None:
    with journal() as opened:
        host = new_server(opened).floor.host(OWN)
        for position, name in ((1, "ann"), (2, "bob")):
            host.send(PlaceWager(position, "blackjack", dollars(15), name))
        host.send(CloseBets())
        for own, name, other in ((1, "ann", 2), (2, "bob", 1)):
            player = Principal(name, Role.PLAYER)
            authorize_command(player, Stand(own), host.state)
            with pytest.raises(Forbidden, match=f"Position {other} is another player's"):
                authorize_command(player, Stand(other), host.state)


NAMED: Final = {
    # (who asks, what): the provision that says whose step it is
    ("dealer", "ValidateJackpot"): "58 Pa. Code § 633c.2(h)(3)",
    ("player", "PayJackpot"): "58 Pa. Code § 633c.2(h)(4)",
    ("player", "OrderReshuffle"): "58 Pa. Code § 633a.5(f)",
    ("dealer", "OrderRecut"): "58 Pa. Code § 633a.5(e)",
    ("manager", "VerifyInspection"): "58 Pa. Code § 633a.4(a)",
    ("manager", "InspectCardReader"): "58 Pa. Code § 633a.2(f)",
    ("player", "CollectProgressiveWagers"): "58 Pa. Code § 633c.2(f)",
    ("player", "UseCardReader"): "58 Pa. Code § 633a.7(h)",
    ("manager", "Stand"): "",
    ("dealer", "PermitEntry"): "",
    ("surveillance", "RepairCardReader"): "",
}


@pytest.mark.parametrize(("kind", "name"), NAMED)
def test_a_refusal_by_role_carries_the_section_that_names_the_person(
    server: TableServer, kind: str, name: str
) -> None:
    """§§ 633a.2(f), 633a.4(a), 633a.5(e), (f), 633a.7(h), 633c.2(f), (h)."""
    who, state = principal(kind, OWN), server.floor.state(OWN)
    checks = (authorize_command, command(name, who)), (authorize_step, KINDS_OF_ALL[name])
    for check, asked in checks:
        with pytest.raises(Forbidden) as refused:
            check(who, asked, state)  # type: ignore[arg-type] # each with its own kind
        assert refused.value.section == NAMED[kind, name]
        assert str(refused.value).endswith(f"({NAMED[kind, name]})" if NAMED[kind, name] else ".")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("dealer", "A dealer"),
        ("administrator", "An administrator"),
        ("bet-sensor", "A bet sensor"),
    ],
)
def test_a_refusal_by_role_names_the_role_with_its_article(
    server: TableServer, kind: str, told: str
) -> None:
    who = principal(kind, OWN)
    with pytest.raises(Forbidden, match=f"^{told} may not send order-reshuffle"):
        authorize_command(who, OrderReshuffle(), server.floor.state(OWN))


def test_a_step_of_a_jackpot_is_named_by_its_own_wager() -> None:
    """§ 633c.9(e)(1), (3): Blazing 7's has provisions of its own, at other tables § 633c.2(h)."""
    table = FedTable(
        table_rules(wagers={"blazing-7s": {"paytable": "A", "wager": 5}}),
        UNTIL_CLEARED & ~Automation.FLOOR,
    )
    table.wager(1, blazing_7s=5)
    table.deal("7h 5s 7d Td 6c 8s")
    table.send(Stand(1))
    steps = (VerifyHand(1, "blazing-7s"), PayJackpot(1, "blazing-7s"))
    assert [section_naming_person(table.state, step) for step in steps] == [
        "58 Pa. Code § 633c.9(e)(1)",
        "58 Pa. Code § 633c.9(e)(3)",
    ]


STEPS: Final = {name for name, who in MAY_SEND.items() if "dealer" in who} | {
    name for name, who in MAY_SEND.items() if who & {"shoe", "wheel"}
}


@pytest.mark.parametrize("kind", WHO)
def test_dealers_floorpersons_and_keypads_take_the_steps_that_are_due(
    server: TableServer, kind: str
) -> None:
    for name in MAY_SEND:
        for table in (OWN, OTHER):
            who, state = principal(kind, OWN), server.floor.state(table)
            mine = kind in ("floorperson", "manager") or table == OWN
            takes = name in STEPS and kind in DEALING
            takes |= kind in ("floorperson", "manager") and kind in MAY_SEND[name]
            takes |= kind in ("shoe", "wheel", "bet-sensor") and kind in MAY_SEND[name]
            expected = takes and mine
            step = KINDS_OF_ALL[name]
            assert is_allowed(lambda: authorize_step(who, step, state)) == expected, (name, table)  # noqa: B023 - called at once


def test_whoever_works_everywhere_works_at_any_table(server: TableServer) -> None:
    relief = Principal("dora", Role.DEALER, (ANY_TABLE,))
    for table in (OWN, OTHER):
        authorize_command(relief, CloseBets(), server.floor.state(table))
        authorize(relief, Action.SEE_JACKPOTS, table)


# Routes

EVERYBODY: Final[set[str]] = set(WHO)
PERSONS: Final = {str(role) for role in Role if role is not Role.DEVICE}
READERS: Final = {"floorperson", "surveillance", "regulator", "manager", "administrator"}
OVERSIGHT: Final = READERS - {"floorperson"}
NO_BODY: Final = None
TEXT: Final = {"text": "[table]\nname = 3\n"}

ROUTES: Final[dict[str, tuple[set[str] | None, Any]]] = {
    # Nobody has to sign in for these.
    "POST /api/session": (None, {"name": "nobody", "password": "nothing"}),
    "GET /healthz": (None, NO_BODY),
    "GET /readyz": (None, NO_BODY),
    "GET /metrics": (None, NO_BODY),
    "GET /api/session": (PERSONS, NO_BODY),
    "GET /api/version": (EVERYBODY, NO_BODY),
    "GET /api/tables": (EVERYBODY, NO_BODY),
    "GET /api/tables/{table}": (EVERYBODY, NO_BODY),
    "GET /api/tables/{table}/offers": (EVERYBODY, NO_BODY),
    "GET /api/tables/{table}/events": (EVERYBODY, NO_BODY),
    "GET /api/tables/{table}/shuffles": (EVERYBODY, NO_BODY),
    "POST /api/tables/{table}/entropy": ({"player"}, {"text": "mine"}),
    "GET /api/tables/{table}/rounds/{number}/shuffles": (EVERYBODY, NO_BODY),
    "GET /api/tables/{table}/rounds": ({"player", "dealer", *READERS}, NO_BODY),
    "GET /api/tables/{table}/rounds/{number}/replay": ({"player", "dealer", *READERS}, NO_BODY),
    "GET /api/tables/{table}/rounds/{number}/evidence": (OVERSIGHT, NO_BODY),
    "GET /api/tables/{table}/jackpots": ({"dealer", *READERS}, NO_BODY),
    "POST /api/tables/{table}/commands": (  # a manager does not stand for a player
        {"player", *DEALING},
        {"type": "Stand", "position": 1},
    ),
    "POST /api/tables/{table}/steps": (DEALING, {"step": "TurnHoleCard"}),
    "PUT /api/tables/{table}/automation": ({"dealer", "floorperson"}, {}),
    "WS /api/tables/{table}/feed": (EVERYBODY, NO_BODY),
    "GET /api/asyncapi.json": (None, NO_BODY),
    "WS /api/channel": (EVERYBODY, NO_BODY),  # each command asks for its own authority
    "WS /api/meters/feed": (EVERYBODY, NO_BODY),
    "GET /api/meters": (EVERYBODY, NO_BODY),
    "GET /api/jackpots": ({"dealer", *READERS}, NO_BODY),
    "GET /api/odds/{wager}": (PERSONS, NO_BODY),
    "GET /api/odds/{wager}/par-sheet": (PERSONS, NO_BODY),
    "GET /api/submissions": (READERS, NO_BODY),
    "POST /api/submissions/check": (READERS, TEXT),
    "POST /api/submissions": ({"manager"}, TEXT),
    "POST /api/submissions/{table}/{version}/approval": ({"manager"}, {"on": "2024-07-01"}),
    "POST /api/submissions/{table}/{version}/force": ({"manager"}, NO_BODY),
    "DELETE /api/submissions/{table}/{version}/force": ({"manager"}, NO_BODY),
    "POST /api/parameters": ({"manager"}, TEXT),
    "POST /api/journal/verification": (OVERSIGHT, NO_BODY),
    "GET /api/journal/export": (OVERSIGHT, NO_BODY),
    "GET /api/audit": (OVERSIGHT - {"manager"}, NO_BODY),
    "GET /api/accounts": ({"administrator"}, NO_BODY),
    "POST /api/accounts": (
        {"administrator"},
        {"name": "ann", "role": "player", "password": PASSWORD},
    ),
    "PATCH /api/accounts/{name}": ({"administrator"}, {"tables": []}),
    "GET /api/accounts/{name}/money": ({"player", "cashier", *READERS}, NO_BODY),
    "POST /api/accounts/{name}/money": ({"cashier"}, {"what": "withdrawal", "amount": "1"}),
    "POST /api/accounts/{name}/money/{number}/confirmation": ({"cashier", "manager"}, NO_BODY),
    "PUT /api/accounts/{name}/limits": (
        {"player", "floorperson", "manager"},
        {"kind": "session", "minutes": 600_000},
    ),
    "GET /api/accounts/{name}/statement": ({"player", "cashier", *READERS}, NO_BODY),
    "GET /api/devices": ({"administrator"}, NO_BODY),
    "POST /api/devices": ({"administrator"}, {"name": "ann", "purpose": "sign", "table": OWN}),
    "DELETE /api/devices/{name}": ({"administrator"}, NO_BODY),
    "GET /api/devices/{name}/person": ({"player", "dealer", "floorperson"}, NO_BODY),
    "POST /api/devices/{name}/person": ({"player", "dealer", "floorperson"}, NO_BODY),
    "DELETE /api/devices/{name}/person": ({"player", "dealer", "floorperson"}, NO_BODY),
    "PUT /api/session/password": (PERSONS, {"old": "not this one", "new": "nor this one"}),
    "POST /api/session/second-factor": (PERSONS, {"password": "not this one"}),
    "PUT /api/session/second-factor": (PERSONS, {"ticket": "none", "code": "000000"}),
    "POST /api/session/second-factor/removal": (
        PERSONS,
        {"password": "not this one", "code": "000000"},
    ),
    "GET /api/computations": (EVERYBODY, NO_BODY),
    "DELETE /api/computations/{computation}": (EVERYBODY, NO_BODY),
    "GET /api/sessions": (PERSONS, NO_BODY),
    "DELETE /api/sessions": (PERSONS, NO_BODY),
    "DELETE /api/sessions/{session_id}": (PERSONS, NO_BODY),
    "DELETE /api/session": (PERSONS, NO_BODY),
}
"""Who may use a route (None: whoever comes), and a body that changes nothing."""

NAMED_IN_PATHS: Final[dict[str, Any]] = {
    "version": 9,
    "number": 9,
    "wager": "perfect-pairs",
    "name": "nobody",
    "session_id": "none",
    "computation": "none",
}

SEEN_BY_ALL: Final = {"dealer"}
"""Who sees other tables than their own as a spectator does."""
SPECTATED: Final = {"GET /api/tables/{table}", "WS /api/tables/{table}/feed"} | {
    f"GET /api/tables/{{table}}/{what}"
    for what in ("offers", "events", "shuffles", "rounds/{number}/shuffles")
}


@pytest.fixture(scope="module")
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def test_every_route_stands_in_the_matrix() -> None:
    there = {
        f"{method} {route.path}"
        for module in ROUTERS
        for route in module.router.routes
        for method in getattr(route, "methods", ["WS"])
    }
    assert there == set(ROUTES)


def status(served: Floor, name: str, route: str, table: str, body: Any) -> int:
    """What somebody is answered under a route; 101 for a WebSocket that begins."""
    method, path = route.split()
    path = path.format(table=table, **NAMED_IN_PATHS | {"name": owner_of(path)})
    if method != "WS":
        answer: int = served.client_of(name).request(method, path, json=body).status_code
        return answer
    try:
        with served.client_of(name).websocket_connect(path) as socket:
            if path == "/api/channel":  # it only answers
                socket.send_json({})
            assert {"seq", "problem"} & set(socket.receive_json())
            return 101
    except WebSocketDenialResponse as denied:
        refused: int = denied.status_code
        return refused


def owner_of(path: str) -> str:
    """Whose account or device a path is about: nobody's, or the game account of a player."""
    return (
        "ann" if path.endswith(("/money", "/confirmation", "/limits", "/statement")) else "nobody"
    )


PERSON_OF: Final = {role: name for name, (role, _) in reversed(PEOPLE.items())}


@pytest.mark.parametrize("kind", WHO)
def test_a_route_is_for_whom_the_matrix_says(served: Floor, kind: str) -> None:
    expect_matrix(served, kind, ROUTES)


def expect_matrix(served: Floor, kind: str, routes: dict[str, tuple[set[str] | None, Any]]) -> None:
    """Each route is refused to all but whom it is for, at their own table and another."""
    name = f"{kind}@{OWN}" if kind in set(Purpose) else PERSON_OF[Role(kind)]
    assert kind != "dealer" or name == "dora"
    for route, (whose, body) in routes.items():
        for table in (OWN, OTHER) if "{table}" in route else (OWN,):
            if route in ("POST /api/submissions/{table}/{version}/approval", "DELETE /api/session"):
                table = OWN  # noqa: PLW2901 - no table's dealer has a part in it
            found = status(served, name, route, table, body)
            elsewhere = table == OTHER and kind in BOUND
            elsewhere &= not (kind in SEEN_BY_ALL and route in SPECTATED)
            assert found < 500, (route, found)
            if whose is not None:
                expected = kind in whose and not elsewhere
                assert (found not in (401, 403)) == expected, (route, table, found)


@pytest.fixture(scope="module")
def in_a_round() -> Iterator[Floor]:
    """A floor where ann plays at position 1 of both tables."""
    with floor() as one:
        for table in (OWN, OTHER):
            one.send("ann", table, "PlaceWager", position=1, wager="blackjack", amount="15.00")
            one.server.floor.host(table).send(CloseBets())
        yield one


@pytest.mark.parametrize("kind", WHO)
def test_a_tables_routes_are_for_the_same_people_while_a_round_is_played(
    in_a_round: Floor, kind: str
) -> None:
    of_tables = {route: who for route, who in ROUTES.items() if "/tables/{table}" in route}
    expect_matrix(in_a_round, kind, of_tables)


def test_nobody_comes_in_without_signing_in(served: Floor) -> None:
    for route, (whose, body) in ROUTES.items():
        if whose is None:
            continue
        method, path = route.split()
        path = path.format(table=OWN, **NAMED_IN_PATHS | {"name": owner_of(path)})
        if method == "WS":
            with (
                pytest.raises(WebSocketDenialResponse) as refused,
                served.anybody.websocket_connect(path),
            ):
                pass
            assert refused.value.status_code == 401
        else:
            assert served.anybody.request(method, path, json=body).status_code == 401, route
