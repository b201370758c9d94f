"""Rounds with chosen cards, interpreted, against the engine: what shuffles seldom deal."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from amounts import dollars
from simulation.replay import DealtRound, OneShoe, Replay, difference
from simulation.strategies import at_random_for, basic
from tables import cards, table_rules
from upcard.cards.card import value_of
from upcard.compiled.hand_codes import SPLIT
from upcard.compiled.simulation import blocks, rounds, variations
from upcard.compiled.simulation import fields as at
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import OPENING, StrategyTable
from upcard.simulation.blackjack.variation_table import AnyStrategyTable
from upcard.simulation.block import compiled_kernels
from upcard.simulation.plan import plan

FIVE = {"minimum": 5}
WAGERS = {
    "blazing-7s": {"paytable": "A", "wager": 5},
    "bad-beat": FIVE,
    "straight-jack": FIVE,
}
RULES = table_rules(fully_automated=True, wagers=WAGERS)


@pytest.fixture
def arrange(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Deals one round of these cards by the kernels' own functions, run as Python."""

    def dealt(
        rules: TableRules, seats: int, names: str, strategy: AnyStrategyTable | None = None
    ) -> DealtRound:
        burned_and_dealt = [0, *cards(names)]

        def new_shoe(area: Any, ints: Any, _ahead: int) -> None:
            for place, card in enumerate(burned_and_dealt):
                area[at.SHOE + place], area[at.VALUES_OF + place] = card, value_of(card) - 1
            ints[at.READY] = ints[at.IN_SHOE] = len(burned_and_dealt)
            ints[at.IS_WHOLE], ints[at.COVER] = 1, 1

        planned = plan(rules, strategy or basic(6), seats=seats)
        play_round = rounds.play_round if rules.variation.areas == 1 else variations.play_round
        deal = blocks.block_of(blocks.batch_of(play_round))
        kernels = replace(compiled_kernels(planned), deal=deal)
        monkeypatch.setattr(blocks, "new_shoe", new_shoe)
        (found,) = OneShoe(planned, 0, kernels).rounds(0)
        assert found.cards == burned_and_dealt[1:]
        return found

    return dealt


@pytest.mark.parametrize(
    ("names", "outcomes"),
    [
        # § 633c.9(d)(4): a third card although the dealer has a Blackjack
        ("7h Ah 7h Kd 7h", {("blazing-7s", "three-7s-same-suit")}),
        ("7h Ah 7d Kd 7s", {("blazing-7s", "three-7s")}),
        ("7h Ah 7d Kd 6s", {("blazing-7s", "two-7s"), ("bad-beat", "blackjack")}),
        ("7h Kh 7d Ad Ts", {("blazing-7s", "two-7s"), ("bad-beat", "lose")}),
        ("7h Ah 8d Kd", {("blazing-7s", "one-7"), ("straight-jack", "two-card-straight")}),
        # a pair split twice: the third card dealt is the one that was split (§ 633c.9(d)(1))
        ("7h 6h 7d Td 7c Ts Ts 5h 9c", {("blazing-7s", "three-7s"), ("blackjack", "win")}),
        ("7h 6h 7d Td 5h 7c Ts Ts 9c", {("blazing-7s", "two-7s")}),
        # a card that busts the hand does not count
        ("7h Ts 5d Td Tc", {("blackjack", "bust"), ("blazing-7s", "one-7")}),
        ("4s 9s 5d Td 6c 8h", {("blackjack", "bust"), ("straight-jack", "three-card-straight")}),
    ],
)
def test_rare_rounds(arrange: Any, names: str, outcomes: set[tuple[str, str]]) -> None:
    dealt = arrange(RULES, 1, names)
    assert outcomes <= (+dealt.outcomes).keys()
    assert difference(dealt, Replay(RULES, basic(6), 1).play(dealt)) == ""


@pytest.mark.parametrize("seed", range(4))
def test_one_of_two_hands_gets_one_more_card(arrange: Any, seed: int) -> None:
    """§ 633c.9(d)(4) at Blackjack Switch, whose wagers stand on the first hand."""
    rules = table_rules(game="blackjack-switch", fully_automated=True, wagers=WAGERS)
    strategy = at_random_for(rules, seed)
    dealt = arrange(rules, 1, "7h Kh 7d Ad 5c Ts 7s", strategy)
    assert ("blazing-7s", "three-7s") in +dealt.outcomes
    assert difference(dealt, Replay(rules, strategy, 1).play(dealt)) == ""


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("7h 7d 7c Td 2c Ts Ts", "three-7s"),
        ("7h 6d 7c Td 7d Ts 5h", "two-7s"),
    ],
)
def test_the_upcard_decides_after_a_split_too(arrange: Any, names: str, outcome: str) -> None:
    """§ 633c.9(h): whatever the split hands draw."""
    sevens = {"blazing-7s": {"paytable": "A", "wager": 5, "third_card": "upcard"}}
    rules = table_rules(fully_automated=True, wagers=sevens, blackjack={"resplits": 0})
    dealt = arrange(rules, 1, names, splits_sevens())
    assert +dealt.outcomes >= Counter({("blazing-7s", outcome): 1})
    assert sum(count for (wager, _), count in dealt.outcomes.items() if wager == "blackjack") == 2
    assert difference(dealt, Replay(rules, splits_sevens(), 1).play(dealt)) == ""


def splits_sevens() -> StrategyTable:
    """Basic strategy but for two sevens, which are split against any upcard."""
    table = basic(6)
    decisions = table.decisions.copy()
    decisions[OPENING, table.pairs[6, 6], :] = SPLIT
    return replace(table, decisions=decisions)


def test_the_stake_beside_a_share_of_a_meter(arrange: Any) -> None:
    """By `stake_beside_meter` a share returns the stake beside it, or is the whole award."""
    for beside, net in ((False, -dollars(5)), (True, 0)):
        sevens = {"blazing-7s": {"paytable": "A", "wager": 5, "stake_beside_meter": beside}}
        rules = table_rules(fully_automated=True, wagers=sevens)
        dealt = arrange(rules, 1, "7h Ah 7h Kd 7h")
        assert dealt.nets["blazing-7s"] == net
        assert difference(dealt, Replay(rules, basic(6), 1).play(dealt)) == ""
