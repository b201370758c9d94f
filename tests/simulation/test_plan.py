"""What is simulated, and what is refused in one sentence."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from amounts import dollars
from simulation.strategies import basic
from tables import table_rules
from upcard.games import blackjack as game
from upcard.games.switch_hands import TIED
from upcard.games.table_rules import TableRules
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds
from upcard.rules.violation import BadInput, RuleViolation
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of, raw_because
from upcard.simulation.plan import plan
from upcard.simulation.variations.kit import SimulationPart


def column(rules: TableRules, name: str, bonus: str = "") -> WagerColumn:
    (found,) = (
        column for column in columns_of(rules) if (column.name, column.bonus) == (name, bonus)
    )
    return found


@pytest.mark.parametrize(
    ("choices", "seats", "message"),
    [
        ({"dealing": "double-shoe", "decks": 51}, 1, "At most 50 decks are simulated, not 51"),
        ({"positions": 5}, 6, "with 1 to 5 seats, not 6"),
        ({}, 0, "1 to 7 seats, not 0"),
    ],
)
def test_what_is_not_simulated(choices: dict[str, Any], seats: int, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        plan(table_rules(**choices), basic(6), seats=seats)


def test_a_game_that_is_not_simulated_is_named() -> None:
    with pytest.raises(BadInput, match="Tables of whist are not simulated, so T-01 is not"):
        family_of(replace(table_rules(), game="whist"))


class _PaysTwice(Variation, frozen=True):
    def tie_odds(self, switched: bool | None) -> PaidOdds | None:  # noqa: ARG002 - a hook
        return TIED


def test_a_game_whose_blackjacks_pay_by_its_own_rule_needs_its_part_of_the_simulator() -> None:
    """The kernel would pay what the table's payoff says, and the means would be wrong."""
    rules = table_rules()
    with pytest.raises(BadInput, match="its tie_odds is its own"):
        plan(replace(rules, variation=_PaysTwice()), basic(6))
    assert plan(rules, basic(6)).rules is rules


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"tables": 2}, "tables"),
        ({"switches": True}, "switches"),
        ({"parameters": lambda _: {1: 1}}, "parameters"),
        ({"naturals": lambda _: np.zeros((2, 2), np.uint8)}, "naturals"),
        ({"pays": {14: TIED}}, "pays"),
    ],
)
def test_what_the_plain_kernel_does_not_read_is_refused(given: dict[str, Any], name: str) -> None:
    with pytest.raises(BadInput, match=f"reads no `{name}`"):
        SimulationPart(**given)
    assert SimulationPart(dealt="varied", **given).dealt == "varied"


def test_a_wager_that_may_not_be_placed_is_refused() -> None:
    """§ 633c.15: Upcard Luck is at most the Blackjack wager."""
    rules = table_rules(wagers={"upcard-luck": {"minimum": 5, "maximum": 50}})
    (offered,) = rules.wagers
    dear = replace(rules, wagers=(replace(offered, minimum=2 * rules.minimum),))
    with pytest.raises(RuleViolation, match="at most the Blackjack wager"):
        plan(dear, basic(6))


def test_what_a_hand_wins_is_paid_to_the_cent() -> None:
    rules = table_rules(minimum="12.50", smallest_chip="0.50")
    found = column(rules, "blackjack")
    wins = dict(zip(found.outcomes[:14:2], found.nets[:14:2], strict=True))
    assert wins == {
        "blackjack": dollars("18.75"),
        "win": dollars("12.50"),
        "push": 0,
        "lose": -dollars("12.50"),
        "bust": -dollars("12.50"),
        "surrender": -dollars("6.25"),
        "dealer-blackjack": -dollars("12.50"),
    }
    assert found.nets[2 * game.WIN + 1] == dollars(25)
    assert (found.outcomes[14], found.nets[14]) == ("blackjack", dollars("12.50"))  # even money
    assert [net // found.unit for net in found.nets] == list(found.pays)
    assert found.unit == dollars("6.25")


def test_insurance_is_half_in_chips_that_there_are() -> None:
    found = column(table_rules(minimum=25, smallest_chip=5), "insurance")
    assert (found.wagered, found.nets) == (dollars(15), (-dollars(15), dollars(30)))


@pytest.mark.parametrize(("limit", "top"), [(None, 5_000), (20_000, 5_000), (1_000, 1_000)])
def test_the_aggregate_limit_bounds_the_top_row(limit: int | None, top: int) -> None:
    """§ 633a.13(o)."""
    rules = table_rules(wagers={"lucky-ladies": {"minimum": 5}})
    bounded = replace(rules, aggregate_limit=None if limit is None else dollars(limit))
    assert column(bounded, "lucky-ladies").nets[-1] == dollars(top)


def test_bonuses_are_paid_beside_their_wager() -> None:
    rules = table_rules(
        wagers={"royal-match-21": {"paytable": "D", "minimum": 5, "crown_treasure": True}}
    )
    beside = column(rules, "royal-match-21", "crown-treasure")
    assert beside.nets[0] == 0 < beside.nets[1]
    assert beside.wagered == column(rules, "royal-match-21").wagered


@pytest.mark.parametrize(
    ("choices", "fresh", "burns", "removes", "cover"),
    [
        ({}, False, 1, 0, 234),
        ({"decks": 1}, False, 1, 0, 39),
        ({"decks": 2, "dealing": "from-the-hand"}, False, 0, 1, 78),
        ({"dealing": "automated-shuffler"}, False, 1, 0, 234),
        ({"dealing": "continuous-shuffler"}, True, 0, 0, 234),
        ({"dealing": "double-shoe", "decks": 4}, False, 0, 0, 156),
    ],
)
def test_how_the_cards_are_dealt(
    choices: dict[str, Any], *, fresh: bool, burns: int, removes: int, cover: int
) -> None:
    found = plan(table_rules(**choices), basic(6))
    assert (found.fresh, found.burns, found.removes, found.cover) == (fresh, burns, removes, cover)


@pytest.mark.parametrize(
    ("game", "because"),
    [
        ("switch-hands", "which cards make a hand is chosen after the deal"),
        ("down-under-blackjack", "the game's own rules go beyond"),
        ("blackjack", ""),
    ],
)
def test_raw_means_say_why_they_are(game: str, because: str) -> None:
    said = raw_because(table_rules(game=game))
    assert said.startswith(because)
    assert bool(said) is bool(because)
