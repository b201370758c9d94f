"""Random rounds from a real shoe, settled again by a naive reading of the text.

The naive side reads the record of the round alone and shares no code with the engine.
"""

from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import dollars
from nightly import NIGHTLY
from tables import table_rules
from upcard.cards.shoe import ShuffledShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.events import PressOffered
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.play import due, question
from upcard.games.table_rules import TableRules
from upcard.host.records.record import round_record
from upcard.host.scripts.rounds import robot_table

SETTINGS = settings(
    max_examples=2_000 if NIGHTLY else 70,
)
WORTH = {"A": (1, 11), **dict.fromkeys("TJQK", (10,)), **{str(n): (n,) for n in range(2, 10)}}


def count(cards: list[str]) -> int:
    """The best total not over 21, else the least."""
    totals = {sum(values) for values in product(*(WORTH[card[0]] for card in cards))}
    return max((total for total in totals if total <= 21), default=min(totals))


def natural(cards: list[str]) -> bool:
    return len(cards) == 2 and count(cards) == 21


def cents(amount: Fraction) -> Fraction:
    """Whole cents, rounded down."""
    return Fraction(int(amount * 100), 100)


def naive_paid(
    row: dict[str, Any], hand: dict[str, Any], dealer: list[str], split: bool
) -> Fraction:
    """What is handed to the player of a hand (§§ 633a.7(p), (q), 633a.8(e), 633a.9, 633a.13(a))."""
    wagered = Fraction(row["wagered"])
    blackjack = natural(hand["cards"]) and not split
    mine, theirs = count(hand["cards"]), count(dealer)
    if "surrender" in hand["decisions"]:
        return cents(wagered / 2)
    if row["section"].endswith("633a.8(e)"):
        return 2 * wagered
    if natural(dealer):
        return wagered if blackjack else Fraction(0)
    if blackjack:
        return wagered + cents(wagered * 3 / 2)
    if mine > 21:
        return Fraction(0)
    if theirs > 21 or mine > theirs:
        return 2 * wagered
    return wagered if mine == theirs else Fraction(0)


def check_record(record: dict[str, Any]) -> None:
    dealer = record["dealer"]["cards"]
    assert record["dealer"]["total"] == count(dealer)
    for seat in record["positions"]:
        rows = [
            row
            for row in record["settlements"]
            if row["position"] == seat["position"] and row["wager"] == "blackjack"
        ]
        assert sorted(row["hand"] for row in rows) == list(range(1, len(seat["hands"]) + 1))
        for row in rows:
            hand = seat["hands"][row["hand"] - 1]
            assert hand["total"] == count(hand["cards"])
            paid = naive_paid(row, hand, dealer, len(seat["hands"]) > 1)
            assert Fraction(row["paid"]) == paid, row
    insured = [row for row in record["settlements"] if row["wager"] == "insurance"]
    for row in insured:
        assert dealer[0][0] == "A"
        factor = 3 if dealer[1][0] in "TJQK" else 0
        assert Fraction(row["paid"]) == factor * Fraction(row["wagered"])


@st.composite
def base_rules(draw: st.DrawFn) -> TableRules:
    """The choices of the base game that money depends on."""
    return table_rules(
        decks=draw(st.sampled_from((1, 2, 6))),
        dealing=draw(st.sampled_from(("shoe", "continuous-shuffler", "double-shoe"))),
        positions=5,
        smallest_chip="0.50",
        blackjack={
            "resplits": draw(st.integers(0, 3)),
            "resplit_aces": draw(st.booleans()),
            "settle_blackjack": draw(st.sampled_from(("immediately", "after-reveal"))),
            "payoff_order": draw(st.sampled_from(("collect-then-pay", "right-to-left"))),
        },
    )


def random_round(table: AutomatedTable[BlackjackState], bits: Any) -> dict[str, Any]:
    """A round of random wagers and random answers, and its record."""
    start = len(table.events)
    for position in range(1, 6):
        chips = 30 + bits(6)
        table.send(PlaceWager(position, "blackjack", chips * dollars("0.50")))
    table.send(CloseBets())
    while (asked := question(table.state)) is not None:
        answers = list(asked.answers.values())
        table.send(answers[bits(16) % len(answers)])
    assert table.state.phase is Phase.SETTLED
    return round_record(table.state, table.events[start:])


@SETTINGS
@given(rules=base_rules(), seed=st.integers(0, 2**32 - 1))
def test_every_hand_is_paid_as_a_naive_reading_says(rules: TableRules, seed: int) -> None:
    bits = seeded_bits(seed)
    table = AutomatedTable[BlackjackState](
        rules, ShuffledShoe(rules.decks, rules.sides, bits), UNTIL_CLEARED
    )
    for _ in range(6):
        before = dict(table.state.accounts)
        record = random_round(table, bits)
        check_record(record)
        for position in range(1, 6):
            net = sum(
                Fraction(row["net"]) for row in record["settlements"] if row["position"] == position
            )
            name = f"player {position}"
            moved = Fraction(table.state.accounts[name] - before.get(name, 0), 10_000)
            assert moved == net
        table.send(ClearTable())


@SETTINGS
@given(
    rules=base_rules(),
    seed=st.integers(0, 2**32 - 1),
    taken=st.sets(
        st.sampled_from(
            [automation for automation in Automation if automation is not Automation.CLEAR]
        )
    ),
)
def test_automations_do_what_would_be_asked_for(
    rules: TableRules, seed: int, taken: set[Automation]
) -> None:
    """A table with some automations gives the events of one with all of them."""
    some = Automation(0)
    for automation in taken:
        some |= automation
    tables = []
    for automations in (UNTIL_CLEARED, some):
        table = AutomatedTable[BlackjackState](
            rules, ShuffledShoe(rules.decks, rules.sides, seeded_bits(seed)), automations
        )
        play_by_hand(table)
        tables.append(table)
    full, partial = tables
    assert partial.events == full.events
    assert partial.state == full.state


def play_by_hand(table: AutomatedTable[BlackjackState]) -> None:
    """One round for two players who stand; steps that are not automatic are taken one by one."""

    def dealer() -> None:
        while (step := due(table.state)) is not None and step[1] is not ClearTable:
            table.take_step(step[1])

    dealer()
    for position in (1, 2):
        table.send(PlaceWager(position, "blackjack", dollars(15)))
    table.send(CloseBets())
    dealer()
    while (asked := question(table.state)) is not None:
        answers = asked.answers
        table.send(answers.get("stand") or answers["no-insurance"])
        dealer()
    assert table.state.phase is Phase.SETTLED


def test_robots_play_rounds_that_a_naive_reading_pays_too() -> None:
    slugs = ("lucky-ladies", "in-between", "royal-match-21", "kings-bounty", "house-money")
    rules = table_rules(wagers={slug: {} for slug in slugs})
    table = robot_table(rules, seed=5)
    presses = 0
    for _ in range(150):
        check_record(table.play())
    presses += sum(isinstance(event, PressOffered) for event in table.table.events)
    assert presses > 20
