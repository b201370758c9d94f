"""Bad Beat beside a surrender: the cards of the hand are collected. §§ 633a.9(a), 633a.7(o)(1)."""

import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

from simulation.replay import OneShoe, Replay, difference
from simulation.strategies import basic
from tables import play_script, table_rules
from upcard.compiled.hand_codes import STAND, SURRENDER, row_of
from upcard.exact.play import totals as play_totals
from upcard.exact.play.basic import TotalActions
from upcard.exact.play.hands import shoe_of
from upcard.exact.play.playing_out import play_out_counts
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.exact.table import table_records
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import OPENING, StrategyTable
from upcard.simulation.plan import plan
from upcard.wagers.catalogue import form_of, wager

naive: Any = import_module("odds.naive_play")

LOST_20 = "Th 6c Td 5d 4h 6h"
"""A 20 against a 21 of four cards."""

FORMS = {(False, "out"): "", (True, "out"): "any-20"}
FORMS |= {(False, "in"): "surrendered-in", (True, "in"): "any-20-surrendered-in"}


def rules(surrendered: str, *, any_20: bool = False, **more: object) -> TableRules:
    choices = {"increment": "5%", "any_20": any_20, "surrendered": surrendered, "minimum": 5}
    return table_rules(wagers={"bad-beat": choices | more})


def settled(table: TableRules, cards: str, words: str) -> dict[str, tuple[str, str]]:
    script = f"cards {cards}\nwager 1 blackjack 15, bad-beat 5\ndecide 1 {words}\n"
    (played,) = play_script(table, script)
    return {
        settlement["outcome"]: (settlement["wager"], settlement["paid"])
        for settlement in played["settlements"]
    }


@pytest.mark.parametrize(
    ("surrendered", "row", "paid"),
    [("out", "lose", "0.00"), ("in", "21-with-four-cards", "250.00")],
)
def test_a_surrendered_20_against_a_21(surrendered: str, row: str, paid: str) -> None:
    """The dealer draws for the wager all the same (§ 633a.7(n))."""
    found = settled(rules(surrendered), LOST_20, "surrender")
    assert found == {"surrender": ("blackjack", "7.50"), row: ("bad-beat", paid)}
    played = settled(rules(surrendered), LOST_20, "stand")
    assert played["21-with-four-cards"] == ("bad-beat", "250.00"), "the same hand played"


@pytest.mark.parametrize(
    ("surrendered", "row", "paid"), [("out", "lose", "0.00"), ("in", "player-has-a-20", "5.00")]
)
def test_a_surrendered_20_where_any_20_wins(surrendered: str, row: str, paid: str) -> None:
    """§ 633a.7(o)(1)(i)."""
    found = settled(rules(surrendered, any_20=True), "Th 6c Td 5d 7h", "surrender")
    assert found[row] == ("bad-beat", paid)


def test_the_bonuses_look_at_no_finished_hand() -> None:
    """§ 633a.1: the Magic Card matches one of the first two cards, the lucky seat is a seat."""
    table = rules("out", magic_card=True, lucky_player=True)
    script = (
        f"cards {LOST_20}\nmagic-card Th\nlucky-seat 1\n"
        "wager 1 blackjack 15, bad-beat 5\ndecide 1 surrender\n"
    )
    (played,) = play_script(table, script)
    paid = {settlement["outcome"]: settlement["paid"] for settlement in played["settlements"]}
    assert paid["lose"] == "0.00"
    assert (paid["magic-card-bonus"], paid["lucky-player-bonus"]) == ("100.00", "25.00")


@pytest.mark.parametrize(("any_20", "surrendered"), FORMS)
def test_the_submission_chooses_the_classifier(any_20: bool, surrendered: str) -> None:
    table = rules(surrendered, any_20=any_20)
    (offered,) = table.wagers
    assert form_of(offered.wager) == FORMS[any_20, surrendered]
    (found,) = table_records(table, "bad-beat")
    assert found.form == FORMS[any_20, surrendered]
    assert found.options["any_20"] is any_20
    assert found.options.get("surrendered") == (None if surrendered == "out" else "in")


def test_odds_of_basic_strategy_which_surrenders_no_20() -> None:
    plain = records("bad-beat", paytable="standard", decks=6)
    within = records(
        "bad-beat",
        paytable="standard",
        decks=6,
        request=OddsRequest(readings={"surrendered": "in"}),
    )
    for one, other in zip(plain, within, strict=True):
        assert one.outcomes == other.outcomes
        assert other.options["surrendered"] == "in"
    assert [record.form for record in within] == ["surrendered-in", "any-20-surrendered-in"]
    assert play_out_counts(wager("bad-beat"), 1) == play_out_counts(
        wager("bad-beat", form="surrendered-in"), 1
    )


class Surrenders:
    """A player who surrenders every 20 of two cards against any upcard, and stands else."""

    def __init__(self) -> None:
        stands = tuple((STAND,) * 10 for _ in range(41))
        given_up = [list(row) for row in stands]
        for row in (row_of(20, 0), row_of(10, 1)):
            given_up[row] = [SURRENDER] * 10
        self.totals = TotalActions(tuple(tuple(row) for row in given_up), stands, stands)


def two_card_20s(decks: int) -> dict[str, Fraction]:
    """Chances that 20 in two cards loses to a 21 without Blackjack, from naive dealer's hands."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    full = naive.full_shoe(decks)
    for upcard in naive.VALUES:
        for hand in ("TT", "A9", "9A"):
            ways, left = 1, full
            for value in (upcard, *hand):
                ways *= left[naive.VALUES.index(value)]
                left = naive.without(left, value)
            for (total, cards), more in naive.dealer_ways(left, upcard).items():
                if total == 21 and cards > 2:
                    row = naive.bad_beat_of(20, total, cards)
                    found[row] += Fraction(ways * more, math.perm(52 * decks, 2 + cards))
    return dict(found)


def test_odds_of_a_player_who_surrenders_20s_are_those_of_a_naive_count() -> None:
    """One deck: "in" wins what the two-card 20s lose, "out" wins against a Blackjack alone."""
    strategy: Any = Surrenders()
    chances = {}
    for form in ("", "surrendered-in"):
        found = wager("bad-beat", form=form)
        counted = play_totals.counts(found.classify, shoe_of(1), strategy, surrender=True)
        total = sum(counted.values())
        chances[form] = {
            found.outcomes[index]: Fraction(ways, total) for index, ways in counted.items() if ways
        }
    expected = two_card_20s(1)
    assert set(chances[""]) == {"lose", "blackjack"}
    assert chances["surrendered-in"] == {
        **expected,
        "blackjack": chances[""]["blackjack"],
        "lose": chances[""]["lose"] - sum(expected.values()),
    }


def surrenders_20s() -> StrategyTable:
    """Basic strategy but for two ten-value cards, which are surrendered."""
    table = basic(6)
    decisions = table.decisions.copy()
    decisions[OPENING, table.pairs[9, 9], :] = SURRENDER
    return replace(table, decisions=decisions)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("surrendered", ["out", "in"])
def test_a_simulated_player_who_surrenders_20s(surrendered: str) -> None:
    """Engine and kernels agree; the reading decides whether the wager ever wins such a hand."""
    table = rules(surrendered, any_20=True)
    strategy = surrenders_20s()
    planned = plan(table, strategy)
    dealer, replay = OneShoe(planned, 7), Replay(table, strategy, 1)
    won = 0
    for shoe in range(6):
        replay.next_shoe()
        for dealt in dealer.rounds(shoe):
            assert difference(dealt, replay.play(dealt)) == ""
            gave_up = dealt.outcomes["blackjack", "surrender"] > 0
            is_20 = [name % 52 >> 2 for name in dealt.cards[0:3:2]]
            if gave_up and all(rank >= 9 for rank in is_20):
                won += dealt.outcomes["bad-beat", "lose"] == 0
    assert (won > 0) is (surrendered == "in")
