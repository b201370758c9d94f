"""The variations' strategies: against a naive analyzer, and by what has to hold of them."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any, Final

import pytest
from msgspec.structs import replace

from odds import naive_strategy as naive
from odds import naive_variations as variations
from tables import table_rules
from upcard.exact.strategy import games
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.games import rules_of, solve_table
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve, standard_deviation
from upcard.exact.strategy.variations.down_under import holes_of, solve_by_light
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.exact.strategy.variations.switch import SwitchSolution, solve_switch
from upcard.exact.strategy.variations.switch_hands import (
    ANTE,
    HandChoice,
    SwitchHandsSolution,
    rule_changes,
    solve_choice,
)
from upcard.games.baccarat import BaccaratRules
from upcard.games.blackjack import LOSE, hand_outcome
from upcard.games.premium import PremiumRules
from upcard.games.roulette import LightningRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.games.variation import Variation
from upcard.rules.violation import BadInput

HALF: Final = Fraction(1, 2)
EIGHTS: Final = {1: 2, 6: 2, 8: 4, 10: 6}
ACES: Final = {1: 5, 7: 3, 8: 4, 10: 6}
FIVES: Final = {1: 2, 5: 4, 6: 2, 9: 2, 10: 6}
SEVENS: Final = {1: 3, 5: 3, 7: 3, 8: 2, 10: 6}
FEW: Final = {1: 2, 6: 2, 8: 3, 10: 5}


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What the naive analyzer remembers is large."""
    yield
    for function in (naive.dealer, naive.settle, naive.play, naive.worth, naive.answer):
        function.cache_clear()


def dealt(cards: dict[int, int]) -> naive.Cards:
    return tuple(value for value, count in cards.items() for _ in range(count))


def shoe(cards: dict[int, int]) -> tuple[int, ...]:
    return tuple(cards.get(value, 0) for value in range(1, 11))


def close(value: float) -> Any:
    return pytest.approx(value, abs=1e-13)


# Down Under


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("cards", "resplits"), [(EIGHTS, 1), (SEVENS, 0)])
@pytest.mark.parametrize("dealer_22", ["loses", "pushes-low"])
def test_each_light_s_best_play_equals_the_naive_analyzer(
    cards: dict[int, int], resplits: int, dealer_22: str
) -> None:
    """Ch. 685a: 2 to 5, 6 to 9, 10 to ace; means, and the deviation of all of them together."""
    choices: dict[str, Any] = {"dealer_22": dealer_22, "resplits": resplits}
    choices["hit_split_aces"] = True
    rules = HandRules(**choices)
    solutions = solve_by_light(rules, shoe(cards), "composition")
    whole: naive.Law = {}
    for solution, holes in zip(solutions, ((2, 3, 4, 5), (6, 7, 8, 9), (1, 10)), strict=True):
        game = naive.Game(dealt(cards), holes=holes, **choices)
        law = naive.round_law(game)
        assert solution.expected_value == close(float(naive.mean(law)))
        for win, chance in law.items():
            whole[win] = whole.get(win, Fraction(0)) + chance
    assert sum(whole.values()) == 1
    assert standard_deviation(*solutions) == close(sqrt(naive.variance(whole)))


def test_a_light_helps_and_tells_no_more_than_the_hole_card() -> None:
    deck, rules = full_shoe(1), HandRules()
    without = solve(rules, deck).expected_value
    lit = sum(solution.expected_value for solution in solve_by_light(rules, deck, "composition"))
    told = sum(solve(rules, deck, "composition", (hole,)).expected_value for hole in range(10))
    assert without + 0.05 < lit < told - 0.02


def test_the_lights_cover_every_hole_card_once() -> None:
    assert [holes_of(light) for light in range(3)] == [(1, 2, 3, 4), (5, 6, 7, 8), (0, 9)]


# Hybrid games


@pytest.mark.parametrize(
    ("cards", "choices"),
    [
        (EIGHTS, {}),
        (EIGHTS, {"resplits": 0, "double": "9-11"}),
        (EIGHTS, {"resplits": 3}),
        (ACES, {"resplit_aces": True}),
        (ACES, {"hit_split_aces": True, "resplits": 1}),
    ],
)
def test_shared_cards_equal_the_naive_analyzer(
    cards: dict[int, int], choices: dict[str, Any]
) -> None:
    """§ 633c.5(q): all hands of a split take the same community cards."""
    rules = HandRules(surrender="none", shared_cards=True, **choices)
    named = choices | {"double": (9, 10, 11) if "double" in choices else tuple(range(4, 21))}
    game = naive.Game(dealt(cards), surrender="none", **named)
    found = solve(rules, shoe(cards)).expected_value
    assert found == close(float(variations.shared_mean(game)))
    own = solve(replace(rules, shared_cards=False), shoe(cards)).expected_value
    assert (found == pytest.approx(own, abs=1e-6)) is (rules.resplits == 0), "of each hand alike"


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("cards", [EIGHTS, ACES, FIVES])
@pytest.mark.parametrize("by_total", [False, True])
def test_only_the_original_wager_and_lost_hands_are_taken(
    cards: dict[int, int], *, by_total: bool
) -> None:
    """§ 633c.5(bb)(1): what was doubled and the second hand go back, unless they went over 21."""
    rules = HandRules(resplits=0, dealer_blackjack="busted")
    game = naive.Game(dealt(cards), resplits=0, peek="busted", by_total=by_total)
    found = solve(rules, shoe(cards), "total" if by_total else "composition").expected_value
    assert found == close(float(naive.mean(naive.round_law(game))))
    between = [
        solve(replace(rules, dealer_blackjack=kind), shoe(cards)).expected_value
        for kind in ("all", "busted", "original")
    ]
    assert between == sorted(between)


# Blackjack Switch


@pytest.mark.parametrize(
    ("pays", "against"),
    [
        (Fraction(3, 2), ((21, Fraction(1)), (22, Fraction(0)))),
        (Fraction(1), ((21, Fraction(1)),)),
    ],
    ids=["text", "industry"],
)
def test_a_switch_equals_the_naive_analyzer(
    pays: Fraction, against: tuple[tuple[int, Fraction], ...]
) -> None:
    """§ 633a.12(a)(4), (5): the decision, and what it wins."""
    given: dict[str, Any] = {"surrender": "none", "dealer_22": "pushes", "resplits": 0}
    game = naive.Game(dealt(FEW), pays=pays, against=against, **given)
    named: dict[str, Any] = {f"blackjack_against_{total}": odds for total, odds in against}
    rules = HandRules(blackjack_pays=pays, **named, **given)
    found = solve_switch(solve(rules, shoe(FEW)))
    won, often = variations.switched_mean(game)
    assert found.expected_value == close(float(won))
    assert found.often == close(float(often))
    assert 0.1 < found.often < 0.6


@cache
def solved(game: str) -> GameSolution:
    return solve_table(table_rules(game=game, decks=6))


@pytest.mark.nightly
def test_a_switch_that_makes_a_twenty_one() -> None:
    found = solved("blackjack-switch").switching
    assert isinstance(found, SwitchSolution)
    ace, four, five, ten = 0, 3, 4, 9
    assert found.switch.switches(5, (ten, five), (five, ten))
    assert not found.switch.switches(5, (ten, ten), (five, five))
    assert not found.switch.switches(5, (ace, ten), (ace, ten)), "it changes nothing"
    assert not found.switch.switches(5, (ace, ten), (ten, four)), "a Blackjack would be given up"
    for upcard in range(10):
        natural = found.switch.worth[upcard][ace][ten]
        assert found.switch.made[upcard][ace][ten] < natural
        assert found.switch.worth[upcard][ten][ace] == natural


def test_the_trade_s_readings_are_worth_less() -> None:
    """Always even money costs more than the exemption from a 22 brings."""
    values = []
    even: dict[str, str] = {"blackjack_pays": "industry"}
    for switch in ({}, even, even | {"dealer_22": "industry"}):
        table = table_rules(game="blackjack-switch", decks=6, switch=switch)
        found = solve_table(table, shoe=shoe(FIVES))
        assert found.standard_deviation() is None
        values.append(found.expected_value)
    text, even_money, both = values
    assert even_money < both < text


# Switch Hands, Blackjack Premium


@pytest.mark.parametrize(
    "variation",
    [SwitchHandsRules(), SwitchHandsRules(tie_pays=True), PremiumRules()],
    ids=["push", "1 to 2", "premium"],
)
def test_the_choice_equals_the_naive_analyzer(variation: SwitchHandsRules) -> None:
    """§ 633c.4(i), (o): the seen hand against the mean of the unseen one."""
    rules = HandRules(resplits=0, **rule_changes(variation, switched=False))
    two, odd = Fraction(2), Fraction(3, 2)
    colored = (two + odd) / 2
    premium = isinstance(variation, PremiumRules)
    seen = naive.Game(
        dealt(FEW),
        resplits=0,
        pays=colored if premium else odd,
        tied=Fraction(premium, 2),
    )
    tied = Fraction(premium or variation.tie_pays, 2)
    unseen = naive.Game(dealt(FEW), resplits=0, pays=colored, tied=tied)
    found = solve_choice(solve(rules, shoe(FEW)), variation)
    won, often = variations.chosen_mean(seen, unseen)
    assert found.on_the_hand == close(float(won))
    assert found.often == close(float(often))
    assert found.expected_value == found.on_the_hand - float(ANTE)


def test_the_ante_of_switch_hands_is_lost_beside_what_the_hand_wins() -> None:
    """§ 633c.4(c): a fifth of the Blackjack wager, never returned."""
    found = SwitchHandsSolution(HandChoice((), ()), on_the_hand=0.25, often=0.5)
    assert found.expected == {"blackjack": 0.25, "switch-hands-ante": -1.0}
    assert found.expected_value == pytest.approx(0.25 - 0.2)


@pytest.mark.nightly
def test_a_hand_is_kept_where_it_wins_and_given_up_where_it_loses() -> None:
    found = solved("switch-hands").switching
    assert isinstance(found, SwitchHandsSolution)
    for upcard in range(10):
        assert not found.choice.switches(upcard, 0, 9)
        assert not found.choice.switches(upcard, 9, 9)
        assert found.choice.switches(upcard, 9, 5)
        assert found.choice.switches(upcard, 5, 9)
    assert found.without_choice is None


@pytest.mark.nightly
def test_without_an_ante_premium_is_the_base_game_with_tied_blackjacks_paid() -> None:
    found = solved("blackjack-premium").switching
    assert isinstance(found, SwitchHandsSolution)
    plain = HandRules(hit_split_aces=True, blackjack_tied=Fraction(1, 2))
    assert found.without_choice is not None
    assert found.without_choice == close(solve(plain, full_shoe(6)).expected_value)
    ante = replace(plain, blackjack_one_color=Fraction(2))
    kept = solve(ante, full_shoe(6)).expected_value
    assert found.without_choice < kept < found.on_the_hand


# Tables


@pytest.mark.parametrize(
    ("game", "choices", "wanted"),
    [
        ("match-the-dealer-blackjack", {"jurisdiction": "wa"}, {}),
        ("switch-hands", {}, {}),
        ("blackjack-premium", {}, {"blackjack_one_color": Fraction(2), "blackjack_tied": HALF}),
        ("down-under-blackjack", {}, {"dealer_22": "pushes-low"}),
        ("down-under-blackjack", {"down_under": {"dealer_22": "bust"}}, {}),
        ("hybrid-blackjack", {}, {"surrender": "none", "shared_cards": True}),
        (
            "hybrid-blackjack-no-hole-card",
            {},
            {"resplits": 0, "hit_split_aces": False, "dealer_blackjack": "busted"},
        ),
    ],
)
def test_the_rules_of_each_game(game: str, choices: dict[str, Any], wanted: dict[str, Any]) -> None:
    table = table_rules(game=game, decks=6, **choices)
    assert rules_of(table) == replace(HandRules(hit_split_aces=True), **wanted)


def test_what_a_researcher_changes_comes_last() -> None:
    table = table_rules(game="hybrid-blackjack-no-hole-card", decks=6)
    assert rules_of(table, {"resplits": 2, "surrender": "none"}).resplits == 2


@pytest.mark.parametrize(
    ("game", "variation"),
    [
        ("baccarat", BaccaratRules()),
        ("lightning-roulette", LightningRules((1,) * 5, (1,) * 9)),
    ],
)
def test_where_there_is_no_hand_there_is_no_strategy(game: str, variation: Variation) -> None:
    table = replace(table_rules(), game=game, variation=variation)
    with pytest.raises(BadInput, match="no hand to play"):
        rules_of(table)


class SeventeenLoses(Variation, frozen=True):
    """A variation from outside: a tie at 17 loses."""

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        ordinary = hand_outcome(player, player_blackjack, dealer, dealer_blackjack)
        return LOSE if player == dealer == 17 and large == 0 else ordinary


def test_hands_that_are_settled_by_unknown_rules_have_no_best_play() -> None:
    """Else the analyzer would call the value of ordinary Blackjack exact."""
    table = replace(table_rules(), variation=SeventeenLoses())
    told = r"its outcome is its own, and there is no exact/strategy/variations/NAME\.py that says"
    with pytest.raises(BadInput, match=rf"The best play of blackjack is not known: {told}"):
        solve_table(table)


def test_a_change_of_no_rule_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    part = StrategyPart(changes=lambda _table: {"resplit_tens": True})
    monkeypatch.setattr(games, "part_of", lambda *_game: part)
    with pytest.raises(BadInput, match=r"blackjack changes 'resplit_tens', which is no rule"):
        rules_of(table_rules())
