"""Hybrid rounds with chosen cards, interpreted, against the engine: what shuffles seldom deal."""

from typing import Any

import pytest

from amounts import dollars
from simulation.replay_games import ACTIONS, HybridReplay, Round, dealt_rounds, difference
from tables import cards
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard.cards.card import value_of
from upcard.compiled.hand_codes import STAND
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import batches, hybrid
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars
from upcard.simulation.blackjack.strategy_table import OPENING, StrategyTable, by_total
from upcard.simulation.games import hybrid as family
from upcard.simulation.games.dealing import TalliedDealer
from upcard.simulation.games.hybrid_plan import HybridPlayers, plan

CROWN = {
    "royal-match-21": {"paytable": "C", "crown_treasure": True},
    "bet-the-set-21": {},
    "kings-bounty": {},
}


def opens(word: str, **answers: bool) -> StrategyTable:
    """Does one thing with the first two cards where it may, and stands then."""

    def decide(moment: int, counts: tuple[int, ...], _upcard: int) -> int:
        may = moment == OPENING and (word != "split" or 2 in counts)
        return ACTIONS.index(word) if may else STAND

    table = by_total(word, decide)
    choices: dict[str, Any] = answers
    return StrategyTable(
        word, table.following, table.totals, table.pairs, table.decisions, **choices
    )


@pytest.fixture
def arrange(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Deals one round of these cards by the kernels' own functions, run as Python."""

    def dealt(rules: TableRules, names: str, *players: StrategyTable) -> Round:
        named = cards(names)

        def new_shoe(area: Any, ints: Any, _ahead: int) -> None:
            for place, card in enumerate(named):
                area[at.SHOE + place], area[at.VALUES_OF + place] = card, value_of(card) - 1
            ints[at.READY], ints[at.COVER] = 1 << 20, 0

        planned = plan(rules, HybridPlayers("chosen", players), seats=len(players))
        raw = batches.deals_batches(batches.deals_shoes(hybrid.play_round))
        dealer = TalliedDealer(family.lay_out(planned), planned.columns, raw)
        monkeypatch.setattr(batches, "new_shoe", new_shoe)
        (found,) = dealt_rounds(planned, dealer, 0, 0)
        assert found.cards == named
        assert difference(found, HybridReplay(planned).play(found)) == ""
        return found

    return dealt


def told(found: Round) -> set[str]:
    """What was settled: wager, outcome and how often where that is not once."""
    return {
        f"{wager} {outcome}" + (f" x{count}" if count > 1 else "")
        for (wager, outcome), count in found.outcomes.items()
        if count
    }


@pytest.mark.parametrize(
    ("names", "word", "outcome", "net"),
    [
        # (bb)(1), § 633a.10(b): what was doubled comes back
        ("6s Kd 5d Td Ad", "double", "dealer-blackjack", "-5.00"),
        # the first hand bears the original wager, the second one's comes back
        ("8s Kd 8d Td Ts Ad", "split", "dealer-blackjack x2", "-5.00"),
        # a hand over 21 is lost before the dealer's second card
        ("9s Kd 6d Td", "hit", "bust", "-5.00"),
        ("Ts Kd 6d Ad", "surrender", "dealer-blackjack", "-5.00"),
        ("Ts Kd 6d 9d", "surrender", "surrender", "-2.50"),
        ("Ts 5d 6d", "surrender", "surrender", "-2.50"),
        ("As Kd Td Ad", "stand", "push", "0.00"),
        ("As Kd Td 5d", "stand", "blackjack", "7.50"),
    ],
)
def test_without_a_hole_card(arrange: Any, names: str, word: str, outcome: str, net: str) -> None:
    found = arrange(no_hole_card_rules(wagers={}), names, opens(word))
    if net:
        assert told(found) == {f"blackjack {outcome}"}
        assert format_dollars(found.nets["blackjack"]) == net


def test_insurance_waits_for_the_second_card_of_a_hand_that_lost(arrange: Any) -> None:
    found = arrange(no_hole_card_rules(wagers={}), "9s Ad 6d Td Kd", opens("hit", insures=True))
    assert told(found) == {"blackjack bust", "insurance win"}


def test_a_royal_match_waits_for_the_dealers(arrange: Any) -> None:
    rules = no_hole_card_rules(wagers=CROWN)
    found = arrange(rules, "Ks Kh Qs Qh", opens("stand"))
    assert {"royal-match-21 royal-match", "royal-match-21 crown-treasure crown-treasure"} <= told(
        found
    )
    assert "royal-match-21 royal-match" in told(arrange(rules, "Ks 7h Qs Qh", opens("stand")))


@pytest.mark.parametrize(
    ("limit", "share"), [(None, "1000.00"), (500, "166.66"), (2_000, "666.66"), (5_000, "1000.00")]
)
def test_the_top_row_is_shared(arrange: Any, limit: int | None, share: str) -> None:
    """§ 633a.13(o): two stand and one splits; for each of them the dealer comes to a Blackjack."""
    table: dict[str, Any] = {} if limit is None else {"aggregate_limit": limit}
    rules = no_hole_card_rules(wagers=CROWN, **table)
    stands, splits = opens("stand"), opens("split")
    found = arrange(rules, "Ks As Ks Th Jd Qh", stands, splits, stands)
    top = "king-of-spades-pair-and-dealer-blackjack"
    assert f"kings-bounty {top} x3" in told(found)
    assert found.nets["kings-bounty"] == 3 * round(float(share) * 10_000)
    alone = arrange(rules, "Ks As Ks Th 2d 9d", splits)
    assert "kings-bounty king-of-spades-pair" in told(alone)


@pytest.mark.parametrize(
    ("names", "outcome", "buzzer"),
    [
        ("As Ad Td Kd", "push", "blackjack-against-blackjack"),
        ("As Ad Td 5d 4c", "blackjack", "lose"),
        ("As 7d Td Kd", "blackjack", "lose"),
        ("Ts Kd 9d Ad", "dealer-blackjack", "19-against-21-or-blackjack"),
        ("Ts 5d 9d 6d Th", "lose", "19-against-21-or-blackjack"),
        ("Ts 8d 8h Td", "push", "equal-hands-below-19"),
    ],
)
def test_with_a_hole_card(arrange: Any, names: str, outcome: str, buzzer: str) -> None:
    found = arrange(hole_card_rules(), names, opens("stand"))
    assert told(found) == {f"blackjack {outcome}", f"buzzer-beater {buzzer}"}


def test_what_is_not_provided_for(arrange: Any) -> None:
    """§ 633c.5(u): equal hands below 19 return the stake or lose it."""
    returned = arrange(hole_card_rules(), "Ts 8d 8h Td", opens("stand"))
    assert returned.nets["buzzer-beater"] == 0
    collected = arrange(hole_card_rules(unprovided="collected"), "Ts 8d 8h Td", opens("stand"))
    assert told(collected) == {"blackjack push", "buzzer-beater lose"}
    assert collected.nets["buzzer-beater"] == -dollars(1)


@pytest.mark.parametrize(
    ("answers", "settled"),
    [
        ({"takes_even_money": True}, {"blackjack blackjack"}),
        ({"insures": True}, {"blackjack push", "insurance win"}),
    ],
)
def test_an_ace_before_a_blackjack(
    arrange: Any, answers: dict[str, bool], settled: set[str]
) -> None:
    """§ 633c.5(o), (u): Buzzer Beater is decided by both Blackjacks all the same."""
    found = arrange(hole_card_rules(), "As Ad Td Kd", opens("stand", **answers))
    assert told(found) == {*settled, "buzzer-beater blackjack-against-blackjack"}


@pytest.mark.parametrize(("card", "outcome"), [("Kc", "win"), ("8c", "lose")])
def test_both_hands_of_a_pair_take_the_same_card(arrange: Any, card: str, outcome: str) -> None:
    """§ 633c.5(q): the dealer comes to 17."""
    found = arrange(hole_card_rules(), f"8s 5d 8d Td {card} 2h", opens("split"))
    assert told(found) == {f"blackjack {outcome} x2", "buzzer-beater lose"}
