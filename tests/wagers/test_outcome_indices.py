"""A classifier returns an index into its wager's outcomes; every count refuses another value."""

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest
from msgspec.structs import replace

from nightly import NIGHTLY
from simulation.strategies import basic
from tables import table_rules
from tables_of_games import baccarat_rules, roulette_rules
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard import engine
from upcard.analysis.players import player_of
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.compiled import trial
from upcard.exact.counting import count_outcomes
from upcard.exact.first_cards import bonus_counts
from upcard.exact.removal import removal, removal_left
from upcard.games.table_rules import TableRules
from upcard.rules.loader import all_wagers, wager_rules
from upcard.rules.violation import RulebookError
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.games import baccarat, hybrid, roulette
from upcard.simulation.plan import plan
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import WagerRule, kernel
from upcard.wagers.own.arguments import arguments

DECKS: Final = 6
ENGINE: Final = Path(engine.__file__).parent
SHOE: Final = (DECKS,) * 52


def below(first: int, second: int) -> int:
    return -1 if first == second else 0


def above(first: int, second: int) -> int:
    return 40 if first == second else 0


def no_number(first: int, second: int) -> Any:
    return (first + second) / 52


def below_of_four(first: int, second: int, upcard: int, hole: int) -> int:
    return -1 if first == second and upcard == hole else 0


def above_of_four(first: int, second: int, upcard: int, hole: int) -> int:
    return 1 << 40 if first == second and upcard == hole else 0


def below_of_the_dealer(dealer_cards: int, dealer_total: int) -> int:
    return -1 if dealer_total > 21 and dealer_cards > 2 else 0


@kernel
def below_of_a_fold(folded: int) -> int:
    return -1 if folded > 0 else 0


def below_of_two_hands(player_total: int, dealer_total: int) -> int:
    return -1 if player_total == dealer_total else 0


def above_of_two_hands(player_total: int, dealer_total: int) -> int:
    return 9 if player_total == dealer_total else 0


def below_of_terminals(first: int, second: int, dealer_royal_match: int) -> int:
    return -1 if first == second and dealer_royal_match == 1 else 0


def below_of_insurance(hole: int) -> int:
    return -1 if hole == 0 else 0


def below_of_the_wheel(number: int, pocket: int) -> int:
    return -1 if number == pocket else 0


WRONG: Final[dict[str, tuple[str, Callable[..., Any], str]]] = {
    "below, of two cards": ("perfect-pairs", below, "-1"),
    "above, of two cards": ("perfect-pairs", above, "40"),
    "a float": ("perfect-pairs", no_number, "0.0"),
    "below, compiled": ("lucky-aces", below_of_four, "-1"),
    "above, compiled": ("lucky-aces", above_of_four, "1099511627776"),
    "of the dealer's totals": ("hit-and-run", below_of_the_dealer, "-1"),
    "of the dealer's fold": ("axman", below_of_a_fold, "-1"),
    "below, of finished hands": ("bad-beat", below_of_two_hands, "-1"),
    "of two finished hands": ("bad-beat", above_of_two_hands, "9"),
    "of the player's fold": ("straight-jack", below_of_a_fold, "-1"),
    "of the wheel": ("lightning-straight", below_of_the_wheel, "-1"),
    "of baccarat": ("baccarat-tie", above_of_two_hands, "9"),
    "of baccarat, below": ("baccarat-tie", below_of_two_hands, "-1"),
}
WRONG_AT_A_TABLE: Final[dict[str, tuple[str, Callable[..., Any], str]]] = {
    "of shared hands": ("buzzer-beater", below_of_two_hands, "-1"),
    "of terminals": ("royal-match-21", below_of_terminals, "-1"),
}
WITH_EFFECTS: Final = ("below, compiled", "above, compiled", "of the dealer's totals")


def broken(case: str) -> tuple[WagerRule, str]:
    """A wager of the rulebook with a broken classifier, and its refusal as a pattern."""
    slug, classify, value = (WRONG | WRONG_AT_A_TABLE)[case]
    found = replace(wager(slug), classify=classify)
    known = rf"its outcomes \(0 to {len(found.outcomes) - 1}\)\.$"
    return found, f"^The classifier of {slug} returns {value}, which is no index into {known}"


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize("case", WRONG)
def test_odds_refuse_what_is_no_index(case: str) -> None:
    found, refusal = broken(case)
    data = wager_rules(found.slug).data
    with pytest.raises(RulebookError, match=refusal):
        count_outcomes(data, found, DECKS)


@pytest.mark.parametrize("classify", [below, above, no_number])
def test_a_table_refuses_what_is_no_index(classify: Callable[..., Any]) -> None:
    """The engine settles by `decided`: a value below 0 would be an outcome from the other end."""
    found = replace(wager("perfect-pairs"), classify=classify)
    with pytest.raises(RulebookError, match=r"^The classifier of perfect-pairs returns .*, which "):
        found.decided(7, 7)
    settling = [path for path in ENGINE.rglob("*.py") if ".classify(" in path.read_text()]
    assert settling == []


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("case", WITH_EFFECTS)
def test_effects_of_removal_refuse_what_is_no_index(case: str) -> None:
    found, refusal = broken(case)
    backs = [Fraction(0)] * len(found.outcomes)
    with pytest.raises(RulebookError, match=refusal):
        removal(found, DECKS, backs)
    with pytest.raises(RulebookError, match=refusal):
        removal_left(found, DECKS, SHOE, backs)


def test_an_additional_payout_is_won_or_not() -> None:
    found = wager("royal-match-21")
    assert found.bonus is not None
    found = replace(found, bonus=replace(found.bonus, when=above))
    with pytest.raises(RulebookError, match=r"returns 40, .* outcomes \(0 to 1\)\.$"):
        bonus_counts(found, DECKS)


def value_a_full_shoe(found: WagerRule) -> None:
    valuing = valuing_of(found, DECKS)
    assert valuing is not None
    valuing.make(np.zeros(len(found.outcomes)))(np.full((1, 52), float(DECKS)))


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("case", ["below, of two cards", "above, compiled", "of the dealer's fold"])
def test_remaining_shoes_refuse_what_is_no_index(case: str) -> None:
    found, refusal = broken(case)
    with pytest.raises(RulebookError, match=refusal):
        value_a_full_shoe(found)


def test_remaining_shoes_know_what_is_not_offered_from_what_is_no_index() -> None:
    """Insurance is offered beside an ace alone."""
    found = replace(wager("insurance"), classify=below_of_insurance)
    with pytest.raises(RulebookError, match="insurance returns -1"):
        valuing_of(found, DECKS)
    value_a_full_shoe(wager("insurance"))


def with_column(planned: Any, found: WagerRule) -> Any:
    """A plan in which the wager with the slug of `found` has its classifier."""
    columns = tuple(
        dataclasses.replace(column, wager=found)
        if column.wager is not None and column.wager.slug == found.slug
        else column
        for column in planned.columns
    )
    assert columns != planned.columns
    return dataclasses.replace(planned, columns=columns)


@pytest.mark.parametrize(
    "case", ["below, of two cards", "above, of two cards", "below, of finished hands"]
)
def test_a_simulation_refuses_what_is_no_index(case: str) -> None:
    found, refusal = broken(case)
    rules = table_rules(wagers={found.slug: {"minimum": 5}})
    planned = with_column(plan(rules, basic(DECKS)), found)
    dealer = BlackjackDealer(planned, compiled_kernels(planned))
    with pytest.raises(RulebookError, match=refusal):
        dealer.deal_block(1, 0, 1_000)


TABLES: Final[dict[str, tuple[ModuleType, TableRules]]] = {
    "of baccarat": (baccarat, baccarat_rules()),
    "of baccarat, below": (baccarat, baccarat_rules()),
    "of the wheel": (roulette, roulette_rules()),
    "of shared hands": (hybrid, hole_card_rules()),
    "of terminals": (hybrid, no_hole_card_rules()),
}


@pytest.mark.parametrize("case", TABLES)
def test_simulations_of_other_games_refuse_what_is_no_index(case: str) -> None:
    module, rules = TABLES[case]
    found, refusal = broken(case)
    planned = with_column(module.plan(rules, player_of(rules, "total").strategy), found)
    with pytest.raises(RulebookError, match=refusal):
        module.lay_out(planned)


BY_DAY: Final = 6_000
"""Arguments of a trial by day: `test_golden_odds.py` counts all deals, refusing a wrong one."""

RULEBOOK: Final = [
    (rules.data.slug, rules.data.jurisdiction, form)
    for rules in all_wagers()
    for form in dict.fromkeys(table.form for table in rules.data.paytable)
]


@pytest.mark.parametrize(("slug", "jurisdiction", "form"), RULEBOOK)
def test_wagers_of_the_rulebook_pass_the_trial_of_wagers_from_outside(
    slug: str, jurisdiction: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each function returns an index whatever the cards, and knows no order of two of them."""
    if not NIGHTLY:
        monkeypatch.setattr(trial, "arguments", partial(arguments, number=BY_DAY))
    for function in trial._functions(wager(slug, jurisdiction, form)):
        assert len(trial._try_function(*function).found) > 0
