"""The exact analyzer: against a public analyzer's figures, a naive one, and itself."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any, Final

import pytest

from nightly import every
from odds import naive_strategy as naive
from upcard.exact.strategy.cards import counts_of, hands, places, rows, shoe_without, two_cards
from upcard.exact.strategy.dealer import blackjack_against_ace, dealer_outcomes, insurance
from upcard.exact.strategy.resplits import endings
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import Solution, effects_of_removal, solve, standard_deviation
from upcard.rules.violation import BadInput

ACE: Final = 0
TEN: Final = 9

TWOS: Final = (0, 4, 4, 2, 0, 0, 2, 0, 0, 7)
"""A shoe of nineteen cards that several analyzers were compared on."""


# Against a public analyzer


@pytest.mark.parametrize(("decks", "per_cent"), [(1, 0.203982313), (6, -0.330268037)])
def test_expected_values_of_a_public_analyzer(decks: int, per_cent: float) -> None:
    """S17, double any two, double after split, split to four, aces once, late surrender."""
    value = solve(HandRules(), full_shoe(decks)).expected_value
    assert value == pytest.approx(per_cent / 100, abs=1e-11)


def test_actions_of_a_public_analyzer() -> None:
    """A pair of twos against a seven in a small shoe, to all its digits."""
    solution = solve(HandRules(surrender="none"), TWOS)
    assert solution.worth((1, 1), 6) == {
        "stand": pytest.approx(-0.61639194139, abs=1e-11),
        "hit": pytest.approx(-0.13266733267, abs=1e-11),
        "double": pytest.approx(-1.23278388278, abs=1e-11),
        "split": pytest.approx(-0.76210220335, abs=1e-11),
    }


def test_a_late_surrender_costs_half_the_wager_once_no_blackjack_was_found() -> None:
    """What a player sees when asked is over the deals that are played on."""
    solution = solve(HandRules(surrender="late"), (5, 0, 0, 0, 0, 0, 3, 4, 0, 6))
    for upcard in (ACE, TEN):
        seen = solution.worth((6, TEN), upcard)
        assert seen["surrender"] == pytest.approx(-0.5, abs=1e-12)
        assert -1 <= seen["stand"] <= 1


def test_an_early_surrender_costs_half_the_wager_over_all_hole_cards() -> None:
    solution = solve(HandRules(surrender="early"), (5, 0, 0, 0, 0, 0, 3, 4, 0, 6))
    for upcard in (ACE, TEN):
        assert solution.worth((6, TEN), upcard)["surrender"] == -0.5


# Against a naive analyzer

DOUBLES: Final = {
    "any": tuple(range(4, 21)),
    "any-with-21": tuple(range(4, 22)),
    "9-11": (9, 10, 11),
    "10-11": (10, 11),
}
EIGHTS: Final = {1: 2, 6: 2, 8: 4, 10: 6}
ACES: Final = {1: 5, 7: 3, 8: 4, 10: 6}
THREES: Final = {3: 4, 8: 2, 9: 4, 10: 6}
NINES: Final = {1: 4, 7: 2, 9: 6, 10: 7}
FOURS: Final = {1: 3, 4: 3, 9: 5, 10: 7}
FIVES: Final = {1: 3, 5: 3, 10: 9}

GAMES: Final[list[tuple[dict[int, int], dict[str, Any]]]] = [
    (EIGHTS, {}),
    (EIGHTS, {"hits_soft_17": True, "dealer_blackjack": "all", "surrender": "early"}),
    (EIGHTS, {"double": "9-11", "resplits": 0, "surrender": "none"}),
    (EIGHTS, {"resplits": 1, "dealer_blackjack": "original", "blackjack_pays": Fraction(6, 5)}),
    (ACES, {"resplit_aces": True, "surrender": "early"}),
    (ACES, {"hit_split_aces": True, "double": "10-11", "blackjack_pays": Fraction(2)}),
    (ACES, {"hit_split_aces": True, "resplit_aces": True, "dealer_blackjack": "all"}),
    (THREES, {"double_after_split": False, "blackjack_pays": Fraction(1)}),
    (THREES, {"hits_soft_17": True, "resplits": 1, "dealer_blackjack": "all"}),
    (NINES, {"resplits": 3, "double": "9-11"}),
    (NINES, {"resplits": 3, "resplit_aces": True, "dealer_blackjack": "all"}),
    (FOURS, {"hits_soft_17": True, "surrender": "none", "dealer_blackjack": "original"}),
    (FIVES, {"double": "any-with-21", "hit_split_aces": True, "resplit_aces": True}),
    (FIVES, {"double": "any-with-21", "dealer_blackjack": "all", "resplits": 1}),
]


def _naive(cards: dict[int, int], choices: dict[str, Any], *, by_total: bool) -> naive.Law:
    shoe = tuple(value for value, count in cards.items() for _ in range(count))
    named = {"dealer_blackjack": "peek", "blackjack_pays": "pays"}
    given = {named.get(name, name): value for name, value in choices.items() if name != "double"}
    double = DOUBLES[choices.get("double", "any")]
    return naive.round_law(naive.Game(shoe, double=double, by_total=by_total, **given))


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """What the naive analyzer remembers is large."""
    yield
    for function in (naive.dealer, naive.settle, naive.play, naive.worth, naive.answer):
        function.cache_clear()


BY_TOTAL: Final = (0, 2, 5, 8, 11, 12)


@pytest.mark.nightly(but=3)
@pytest.mark.parametrize(
    ("game", "by_total"),
    [
        *((at, False) for at in every(2, range(len(GAMES)))),
        *((at, True) for at in every(2, BY_TOTAL)),
    ],
)
def test_every_option_equals_the_naive_analyzer(game: int, *, by_total: bool) -> None:
    """Mean and deviation of a whole round, splits included."""
    cards, choices = GAMES[game]
    law = _naive(cards, choices, by_total=by_total)
    shoe = tuple(cards.get(value, 0) for value in range(1, 11))
    solution = solve(HandRules(**choices), shoe, "total" if by_total else "composition")
    assert solution.expected_value == pytest.approx(float(naive.mean(law)), abs=1e-13)
    deviation = sqrt(naive.variance(law))
    assert standard_deviation(solution) == pytest.approx(deviation, abs=1e-13)


def test_a_split_21_doubles_where_the_next_card_is_a_ten() -> None:
    """Of the best play only the hands of an ace and a ten differ, and it wins more."""
    shoe = tuple(FIVES.get(value, 0) for value in range(1, 11))
    without_21, with_21 = solve(HandRules(), shoe), solve(HandRules(double="any-with-21"), shoe)
    assert with_21.expected_value > without_21.expected_value + 0.05
    natural = places()[counts_of((ACE, TEN))]
    for upcard, answer in with_21.answers.items():
        before = without_21.answers[upcard].column.marks
        assert answer.column.marks.hits == before.hits
        doubles = answer.column.marks.doubles
        assert {at for at in two_cards() if doubles[at] != before.doubles[at]} <= {natural}
    six = [solve(HandRules(double=double), full_shoe(6)) for double in ("any", "any-with-21")]
    assert six[0].expected_value == six[1].expected_value


def test_the_naive_games_split_and_double_and_surrender() -> None:
    """The comparison reaches what it is for: several hands at once, doubled, and halves."""
    wins = set(_naive(EIGHTS, {}, by_total=False))
    assert {Fraction(-1, 2), Fraction(3, 2), Fraction(4), Fraction(5)} <= wins
    assert min(wins) <= -4


@pytest.mark.parametrize("upcard", [1, 6, 8, 10])
def test_every_action_equals_the_naive_analyzer(upcard: int) -> None:
    cards = tuple(value for value, count in EIGHTS.items() for _ in range(count))
    game = naive.Game(cards)
    column = _of(EIGHTS).answers[upcard - 1].column
    compared = 0
    for place, chance in ((place, column.chance(place)) for place in two_cards()):
        hand = tuple(value + 1 for value in hands()[place].values)
        if chance and hand != (1, 10):
            for action, worth in column.worth(place).items():
                wanted = naive.worth(game, hand, upcard, action)
                assert worth == pytest.approx(float(wanted), abs=1e-13), (hand, action)
                compared += 1
    assert compared > 25


def _of(cards: dict[int, int]) -> Solution:
    return solve(HandRules(), tuple(cards.get(value, 0) for value in range(1, 11)))


# The dealer, Insurance, even money


@pytest.mark.parametrize("upcard", range(10))
def test_the_dealer_s_outcomes_equal_the_naive_dealer_s(upcard: int) -> None:
    cards = {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 1, 8: 1, 9: 1, 10: 4}
    shoe = tuple(cards.values())
    dealt = tuple(value for value, count in cards.items() for _ in range(count))
    for hits in (False, True):
        found = dealer_outcomes(HandRules(hits_soft_17=hits), shoe, upcard)
        game = naive.Game(dealt, hits_soft_17=hits)
        wanted = naive.dealer(game, (upcard + 1,), naive.without(dealt, upcard + 1))
        assert found["bust"] == wanted[22] + wanted[23]
        assert found["21"] + found["blackjack"] == wanted[21]
        assert [found[str(total)] for total in range(17, 21)] == [
            wanted.get(total, 0) for total in range(17, 21)
        ]
    naive.dealer.cache_clear()


def test_a_full_deck_s_blackjacks() -> None:
    assert dealer_outcomes(HandRules(), full_shoe(1), ACE)["blackjack"] == Fraction(16, 51)
    assert dealer_outcomes(HandRules(), full_shoe(1), TEN)["blackjack"] == Fraction(4, 51)
    assert dealer_outcomes(HandRules(), full_shoe(1), 5)["blackjack"] == 0


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_insurance_wins_where_tens_are_more_than_a_third(decks: int) -> None:
    """§ 633a.8: 2 to 1 on a ten-value hole card."""
    shoe = full_shoe(decks)
    assert insurance(shoe) == Fraction(3 * 16 * decks, 52 * decks - 1) - 1
    assert insurance(shoe, TEN, TEN) < insurance(shoe) < insurance(shoe, 4, 4)
    assert insurance((4, *[0] * 8, 16)) > 0


@pytest.mark.parametrize("pays", [0, -1])
def test_a_blackjack_that_pays_nothing_is_no_game(pays: int) -> None:
    with pytest.raises(BadInput, match=f"A Blackjack pays more than nothing, not {pays}"):
        solve(HandRules(blackjack_pays=Fraction(pays)), full_shoe(1))


def test_even_money_is_the_blackjack_with_its_insurance() -> None:
    """§ 633a.8(e): with 3 to 2, half a wager of Insurance makes it worth 1 whatever happens."""
    for decks, pays in product((1, 6), (Fraction(3, 2), Fraction(6, 5))):
        rules = HandRules(blackjack_pays=pays)
        kept = blackjack_against_ace(rules, full_shoe(decks))
        insured = kept + insurance(full_shoe(decks), ACE, TEN) / 2
        assert (insured == 1) is (pays == Fraction(3, 2))
        solution = solve(rules, full_shoe(decks))
        column = solution.answers[ACE].column
        natural = column.worth(places()[counts_of((ACE, TEN))])
        assert natural["stand"] == pytest.approx(float(kept), abs=1e-14)


# Invariances


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("play", ["composition", "total"])
def test_effects_of_removal_add_up_to_nothing(play: Any) -> None:
    """A card that nobody sees changes no mean, whatever it is; each by itself does."""
    rules = HandRules(hits_soft_17=True, hit_split_aces=True, resplits=3, dealer_blackjack="all")
    solution = solve(rules, full_shoe(2), play)
    effects = effects_of_removal(solution)
    total = sum(solution.shoe[value] * effect for value, effect in effects.items())
    assert total == pytest.approx(0, abs=1e-12)
    assert effects[4] == max(effects.values())
    assert effects[4] > 0.003
    assert effects[TEN] < 0


@pytest.mark.nightly
def test_removing_a_card_is_worth_no_more_than_knowing_it() -> None:
    solution = solve(HandRules(), full_shoe(1))
    for value, effect in effects_of_removal(solution).items():
        known = solve(HandRules(), shoe_without(solution.shoe, value)).expected_value
        assert known >= solution.expected_value + effect - 1e-12


def test_better_rules_are_worth_more() -> None:
    shoe = full_shoe(6)
    worst = HandRules(
        hits_soft_17=True,
        double="10-11",
        double_after_split=False,
        resplits=0,
        surrender="none",
        dealer_blackjack="all",
        blackjack_pays=Fraction(1),
    )
    better: list[dict[str, Any]] = [
        {"blackjack_pays": Fraction(6, 5)},
        {"blackjack_pays": Fraction(3, 2)},
        {"blackjack_pays": Fraction(2)},
        {"dealer_blackjack": "peek"},
        {"hits_soft_17": False},
        {"double": "9-11"},
        {"double": "any"},
        {"double_after_split": True},
        {"resplits": 1},
        {"resplits": 3},
        {"resplit_aces": True},
        {"hit_split_aces": True},
        {"surrender": "late"},
        {"surrender": "early"},
    ]
    chosen: dict[str, Any] = {}
    before = solve(worst, shoe).expected_value
    for change in better:
        chosen |= change
        base = {name: getattr(worst, name) for name in worst.__struct_fields__}
        value = solve(HandRules(**(base | chosen)), shoe).expected_value
        assert value > before + 1e-6, change
        before = value


def test_original_wagers_lost_is_worth_the_same_as_a_peek() -> None:
    """Nothing but the original wager is at stake with a dealer Blackjack in either."""
    values = {
        solve(HandRules(dealer_blackjack=kind), full_shoe(4)).expected_value
        for kind in ("peek", "original")
    }
    assert len(values) == 1


def test_by_composition_is_worth_more_than_by_total() -> None:
    gains = []
    for decks in (1, 2, 8):
        plays: Any = ("composition", "total")
        one, other = (solve(HandRules(), full_shoe(decks), play).expected_value for play in plays)
        gains.append(one - other)
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] > 0


def test_many_decks_need_no_composition() -> None:
    shoe = full_shoe(1_000_000)
    one = solve(HandRules(), shoe)
    other = solve(HandRules(), shoe, "total")
    assert one.expected_value == pytest.approx(other.expected_value, abs=1e-12)


def test_splitting_ends_in_every_way() -> None:
    """With one resplit: two unpaired; a pair first or second, then open hands."""
    found = {(end.drawn, end.unpaired, end.open): end.orders for end in endings(1)}
    assert found == {(0, 2, 0): 1, (1, 0, 3): 1, (1, 1, 2): 1}
    assert {(end.drawn, end.unpaired, end.open) for end in endings(0)} == {(0, 0, 2)}


def test_hands_are_ordered_so_that_a_draw_leads_to_a_row_before() -> None:
    row_of = {place: at for at, row in enumerate(rows()) for place in range(row.first, row.end)}
    assert sorted(row_of) == list(range(len(hands())))
    for place, hand in enumerate(hands()):
        for after in hand.after:
            assert after < 0 or row_of[after] < row_of[place]
        assert sum(hand.counts) == hand.size >= 2
        assert places()[hand.counts] == place


# What makes no game


@pytest.mark.parametrize(
    "shoe", [(0,) * 9 + (7,), (4, 4, 4, 0, 0, 0, 0, 0, 0, 0), (30, *[0] * 9), (0,) * 9 + (8,)]
)
def test_cards_that_may_run_out_are_refused(shoe: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="may run out"):
        solve(HandRules(), shoe)


def test_rules_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match="resplit 0 to 15 times, not 16"):
        solve(HandRules(resplits=16), full_shoe(1))
    with pytest.raises(BadInput, match="more than nothing"):
        solve(HandRules(blackjack_pays=Fraction(0)), full_shoe(1))
    with pytest.raises(BadInput, match="1 to 1,000,000 decks, not 0"):
        full_shoe(0)
