"""Progressive payouts in the engine: facts and when they come, amounts, automation, the record."""

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import FedTable, answer_all, kinds, of_kind, play_script, short, table_rules
from upcard.engine.blackjack.state import new_table
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    CloseBets,
    DeclineInsurance,
    ReturnWagers,
    Stand,
    TakeWinnings,
)
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.jackpot import PayoutStage
from upcard.engine.core.jackpot_events import (
    AwardsClaimed,
    AwardsDetermined,
    CollectionDue,
    HandVerified,
    JackpotEvent,
    JackpotPaid,
    MysteryAwarded,
    PapersCompleted,
    ProgressivesLocked,
)
from upcard.engine.core.ledger import postings
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    CompletePapers,
    JackpotStep,
    PayJackpot,
    RecordAwards,
    VerifyHand,
)
from upcard.engine.jackpots.decide import HANDLERS
from upcard.engine.jackpots.provisions import STEP_KINDS
from upcard.engine.jackpots.steps import awaiting_awards
from upcard.engine.play import due, evolve
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import MemoryMeters
from upcard.host.scripts.rounds import robot_table
from upcard.host.scripts.script import ScriptError, parse_script
from upcard.rules.violation import RuleViolation

PARTY = "jackpot-party"
RULES = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}, "house-money": {}})
ROYAL = "Qd Kd Jd Ad"
SCRIPT = """
cards    Qd Kd Jd Ad
wager 1  blackjack 15, jackpot-party 5
"""


def test_one_table_has_each_step_of_a_payout_once() -> None:
    """Every stage after the claim is reached, by every command and every event of a step."""
    assert [kind.stage for kind in STEP_KINDS] == list(PayoutStage)[1:]
    assert {kind.command for kind in STEP_KINDS} == set(JackpotStep.__subclasses__())
    assert {kind.event for kind in STEP_KINDS} == set(JackpotEvent.__subclasses__())


def unmetered(rules: TableRules = RULES) -> FedTable:
    """A table whose meters are somewhere else: amounts have to be recorded."""
    table = FedTable(rules)
    table.table.meters = None
    return table


def claimed(names: str = ROYAL) -> FedTable:
    """Position 1 waits for what the meter gives."""
    table = unmetered()
    table.wager(1, jackpot_party=5)
    table.deal(names)
    return table


# Facts


def test_wagers_are_named_from_the_dealer_s_left() -> None:
    rules = table_rules(wagers={"jackpot-party": {"wager": 5}, "super-4": {}})
    table = FedTable(rules)
    table.wager(3, super_4=5, jackpot_party=5)
    table.wager(1, super_4=5)
    table.deal("9h 8h 6s 9d 8d Td")
    (locked,) = of_kind(table.events, ProgressivesLocked)
    assert locked.round == 1
    assert locked.wagers == (
        (1, "super-4", dollars(5)),
        (3, "jackpot-party", dollars(5)),
        (3, "super-4", dollars(5)),
    )
    assert table.state.locked == locked.wagers


def test_no_fact_without_a_meter() -> None:
    offered = tuple(replace(wager, meters=()) for wager in RULES.wagers)
    table = FedTable(replace(RULES, wagers=offered))
    table.wager(1, jackpot_party=5)
    table.deal(ROYAL)
    assert of_kind(table.events, ProgressivesLocked) == []
    assert of_kind(table.events, AwardsClaimed) == []
    (settled,) = [event for event in of_kind(table.events, WagerSettled) if event.wager == PARTY]
    assert (settled.pending, settled.paid) == (False, 0)
    assert [str(share) for share in settled.meters] == ["100% of meter"]
    assert table.state.phase is Phase.SETTLED


def interrupted() -> FedTable:
    """Position 3 has won 10%, 2 is asked about House Money, 1 is not decided."""
    slug = "match-the-dealer-progressive"
    rules = table_rules(wagers={slug: {"wager": 5, "paytable": "1"}, "house-money": {}})
    table = unmetered(rules)
    table.wager(1, match_the_dealer_progressive=5)
    table.wager(2, house_money=5)
    table.wager(3, match_the_dealer_progressive=5)
    table.deal("9c 8c 9s 9s 8h 8d 9s Td")
    return table


def test_claims_come_when_the_last_wager_of_their_kind_is_decided() -> None:
    """House Money interrupts the initial settlement; the claim follows the answer."""
    table = interrupted()
    assert [jackpot.position for jackpot in table.state.jackpots] == [3]
    assert of_kind(table.events, AwardsClaimed) == []
    events = table.send(TakeWinnings(2))
    assert kinds(events)[:3] == ["WinningsTaken", "WagerSettled", "AwardsClaimed"]
    (fact,) = of_kind(events, AwardsClaimed)
    assert [(claim.position, claim.percent, claim.wagered) for claim in fact.claims] == [
        (3, 10, dollars(5))
    ]


def test_one_fact_names_all_winners_from_the_left() -> None:
    table = unmetered()
    for position in (1, 2, 4):
        table.wager(position, jackpot_party=5)
    table.deal("Qd 2h Qd Kd Jd 7h Jd Ad")
    (fact,) = of_kind(table.events, AwardsClaimed)
    assert fact.wager == PARTY
    assert [(claim.position, claim.hand, claim.player) for claim in fact.claims] == [
        (1, 0, "1"),
        (4, 0, "4"),
    ]
    assert {(claim.outcome, claim.meter, claim.percent) for claim in fact.claims} == {
        ("royal-flush-diamonds", "", 100)
    }


def test_claims_come_before_the_round_is_settled() -> None:
    table = unmetered(table_rules(wagers={"hit-and-run": {}}))
    table.wager(1, hit_and_run=5)
    table.deal("Th 2c Kd 2d 2h 2s 3d Ah Ad 7d")
    names = kinds(table.send(Stand(1)))
    assert names.index("AwardsClaimed") < names.index("RoundSettled")


def test_a_round_without_cards_claims_what_was_won_before() -> None:
    """Wagers that are returned are decided too (§ 633a.14(f))."""
    table = interrupted()
    stack = replace(table.state.stack, remaining=0, discards=())
    table.table.state = replace(
        table.state, phase=Phase.DEALING, targets=((1, 1),), stacks=(stack,)
    )
    assert kinds(table.send(ReturnWagers()))[-2:] == ["AwardsClaimed", "RoundSettled"]


# Amounts


def test_the_amounts_are_recorded_as_they_were_claimed() -> None:
    table = claimed()
    assert table.refuses(RecordAwards(PARTY, ())) == "633c.2(h)"
    assert table.refuses(RecordAwards(PARTY, ((2, "", 100),))) == "633c.2(h)"
    assert table.refuses(RecordAwards(PARTY, ((1, "mega", 100),))) == "633c.2(h)"
    assert table.refuses(RecordAwards(PARTY, ((1, "", 101),))) == "633c.2(h)"
    assert table.refuses(RecordAwards(PARTY, ((1, "", -100),))) == "633c.2(h)"
    assert table.refuses(RecordAwards("super-4", ())) == "submission: wagers.super-4"
    table.send(RecordAwards(PARTY, ((1, "", dollars(61_000)),)))
    assert table.refuses(RecordAwards(PARTY, ((1, "", 100),))) == "633c.2(h)"
    assert [jackpot.amount for jackpot in table.state.jackpots] == [dollars(61_000)]


def test_nothing_is_recorded_where_nothing_was_claimed() -> None:
    table = unmetered()
    assert table.refuses(RecordAwards(PARTY, ((1, "", 100),))) == "633c.2(h)"


def test_an_empty_meter_gives_nothing() -> None:
    table = claimed()
    table.send(RecordAwards(PARTY, ((1, "", 0),)))
    assert [event.amount for event in of_kind(table.events, JackpotPaid)] == [0]


def test_payment_waits_for_the_amount() -> None:
    table = claimed()
    assert table.refuses(PayJackpot(1, PARTY)) == "633c.2(h)(4)"
    assert [jackpot.amount for jackpot in table.state.jackpots] == [None]
    assert [jackpot.amount for jackpot in view(table.state).jackpots] == [None]


def test_no_handler_pays_where_no_payout_waits_for_the_step() -> None:
    """The check before it refuses such a step; a handler must not take the last payout instead."""
    table = claimed()
    for step in (PayJackpot(1, PARTY), CompletePapers(1, PARTY)):
        with pytest.raises(RuntimeError, match="No payout of position 1 waits for this step"):
            HANDLERS[type(step)](table.state, step)


# Automation


def test_automation_waits_for_the_amount_and_goes_on() -> None:
    table = claimed()
    assert table.state.phase is Phase.DRAWING
    assert awaiting_awards(table.state) == (PARTY,)
    assert due(table.state) is None
    assert kinds(table.table.resume()) == []
    names = kinds(table.send(RecordAwards(PARTY, ((1, "", 100),))))
    assert names == [
        "AwardsDetermined",
        "JackpotPaid",
        "PapersCompleted",
        "WagerSettled",
        "RoundSettled",
    ]


def test_floor_s_steps_are_taken_as_soon_as_they_can_be() -> None:
    table = claimed()
    assert [jackpot.stage for jackpot in table.state.jackpots] == ["validated"]


@pytest.mark.parametrize("taking", [Automation.ALL & ~Automation.FLOOR, Automation.DEAL])
def test_who_does_not_take_floor_s_steps_goes_on_without_them(taking: Automation) -> None:
    table = FedTable(RULES, UNTIL_CLEARED & ~Automation.FLOOR)
    table.wager(1, jackpot_party=5)
    table.deal("9h As 9d 7c")
    table.send(DeclineInsurance(1))
    assert table.state.jackpots != ()
    assert due(table.state) == (Automation.FLOOR, VerifyHand)
    assert due(table.state, taking) is None  # the player is asked
    table.send(Stand(1))
    assert table.state.phase is Phase.SETTLED
    assert due(table.state, taking) is None


def test_what_fails_leaves_the_meters_as_they_were() -> None:
    """The first command collects already and feeds the meter; the second is refused."""
    table = FedTable(RULES)
    table.wager(1, jackpot_party=5)
    meters = table.table.meters
    with pytest.raises(RuleViolation):
        table.send(CloseBets(), CollectProgressiveWagers())
    assert table.table.meters is meters
    assert table.state.locked == ()


def test_the_state_is_a_fold_of_the_events() -> None:
    table = FedTable(RULES)
    table.wager(1, jackpot_party=5)
    table.deal(ROYAL)
    again = new_table(RULES)
    for event in table.events:
        again = evolve(again, event)
    assert again == table.state


def test_robots_bring_jackpots_to_an_end() -> None:
    wagers = {PARTY: {"paytable": "P20-B", "wager": 5}, "super-4": {"mystery": 3}}
    table = robot_table(table_rules(wagers=wagers), seed=9)
    assert isinstance(table.table.meters, MemoryMeters)
    table.table.meters = table.table.meters.with_amount("super-4-mystery", dollars("199.90"))
    lines, paid = [], 0
    for _ in range(60):
        lines += table.play()["settlements"]
        paid += len(of_kind(table.table.events, JackpotPaid))
    assert sum(line["wager"] == PARTY and line["outcome"] != "lose" for line in lines) > 5
    assert any(line["outcome"] == "mystery-bonus" for line in lines)
    assert paid > 10


# Ledger


def test_each_step_of_a_payout_moves_what_it_should() -> None:
    won = WagerSettled(
        position=1,
        hand=0,
        wager=PARTY,
        outcome="pair",
        wagered=dollars("0.05"),
        paid=dollars("0.50"),
        section="58 Pa. Code § 633c.2(i)",
        player="Ann",
        pending=True,
    )
    assert dict(postings(won)) == {
        "layout": -dollars("0.05"),
        "table-inventory": dollars("0.05"),
        "payable": dollars("0.50"),
        "house": -dollars("0.50"),
    }
    assert dict(postings(replace(won, collected=True)))["table-inventory"] == 0
    paid = JackpotPaid(1, PARTY, 1, dollars("0.50"), "table-inventory", "Ann")
    assert dict(postings(paid)) == {
        "payable": -dollars("0.50"),
        "player Ann": dollars("0.50"),
        "table-inventory": -dollars("0.50"),
        "house": dollars("0.50"),
    }
    for source in ("jackpot-slip", "game-account"):
        moved = dict(postings(replace(paid, source=source)))
        assert moved == {"payable": -dollars("0.50"), "player Ann": dollars("0.50")}


@pytest.mark.parametrize(
    "event",
    [
        CollectionDue(),
        ProgressivesLocked(1, ((1, PARTY, dollars(5)),)),
        AwardsClaimed(PARTY, ()),
        AwardsDetermined(PARTY, ((1, "", 100),)),
        MysteryAwarded(1, PARTY, 100, "Ann"),
        HandVerified(1, PARTY, 1),
        PapersCompleted(1, PARTY, 1),
    ],
)
def test_facts_move_nothing_at_the_table(event: Event) -> None:
    assert postings(event) == ()


# Scripts and records


def party_row(script: str) -> dict[str, object]:
    (record,) = play_script(RULES, script)
    (row,) = [line for line in record["settlements"] if line["wager"] == PARTY]
    return dict(row)


def test_the_record_shows_what_was_paid_in_all() -> None:
    row = party_row(SCRIPT)
    assert (row["paid"], row["net"], row["meters"]) == ("50000.80", "49995.80", ["100% of meter"])


def test_a_script_says_what_a_meter_shows() -> None:
    assert party_row(SCRIPT + "meter jackpot-party 61234.50")["paid"] == "61235.30"
    with pytest.raises(ScriptError, match="is not one meter of this table"):
        play_script(RULES, SCRIPT + "meter mega 5")
    with pytest.raises(ScriptError, match="feeds a meter"):
        play_script(table_rules(), "cards 9h 7s 9d Tc\nwager 1 blackjack 15\nmeter mega 5")


def test_a_meter_s_short_name_is_enough_where_it_is_unique() -> None:
    rules = table_rules(wagers={PARTY: {"paytable": "P20-B", "wager": 5}})
    (record,) = play_script(rules, SCRIPT + "meter mega 30000")
    assert record["settlements"][0]["paid"] == "30000.35"


def test_steps_left_over_are_listed() -> None:
    (record,) = play_script(RULES, "cards 9h 7s 9d Tc\nwager 1 blackjack 15\nstep pay-jackpot")
    assert record["unused_steps"] == ["pay-jackpot"]


@pytest.mark.parametrize(
    "step", ["pay-jackpot=3", "collect-progressive-wagers=x", "dance", "replace-dealer=1"]
)
def test_a_script_s_steps_are_known(step: str) -> None:
    with pytest.raises(ScriptError, match="is not a step"):
        parse_script(f"cards 9h\nstep {step}")


def test_the_refusal_is_the_round_s_answer() -> None:
    (record,) = play_script(RULES, SCRIPT + "step complete-papers")
    assert short(record["refused"]["section"]) == "633c.2(h)(1)"


def test_a_refused_round_leaves_meters_and_steps_to_the_next() -> None:
    first, second = play_script(RULES, SCRIPT + "step pay-jackpot\n" + SCRIPT)
    assert "refused" in first
    assert second["settlements"][0]["paid"] == "50000.80"


def test_the_view_shows_payouts_and_how_far_they_are() -> None:
    table = FedTable(RULES, UNTIL_CLEARED & ~Automation.FLOOR)
    table.wager(1, jackpot_party=5)
    table.deal(ROYAL)
    answer_all(table.table)
    table.send(VerifyHand(1, PARTY))
    (shown,) = view(table.state).jackpots
    assert (shown.position, shown.wager, shown.outcome) == (1, PARTY, "royal-flush-diamonds")
    assert (shown.amount, shown.stage) == ("50000.80", "hand-verified")
