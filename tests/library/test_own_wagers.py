"""Wagers and paytables of one's own as objects: priced exactly, refused where they are broken."""

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb

import pytest

import upcard
from amounts import dollars
from documents import check_document
from upcard.analysis.exposure.wagers import is_exposed
from upcard.library.rules import rules_of_text
from upcard.library.wagers import Wager
from upcard.wagers.catalogue import wager as found_wager

PAYS = {"suited-21": "10 to 1", "sum-21": "3 to 1"}
OUTCOMES = ("lose", "sum-21", "suited-21")
TWENTY_ONE = 21


@upcard.kernel
def value(card: int) -> int:
    """Eleven for an ace."""
    rank = card >> 2
    return 11 if rank == 0 else min(rank + 1, 10)


@upcard.kernel
def suited_sum(first: int, second: int) -> int:
    """An index into OUTCOMES."""
    if value(first) + value(second) != TWENTY_ONE:
        return 0
    return 2 if first & 3 == second & 3 else 1


def made(classify: Callable[..., int] = suited_sum, **other: object) -> Wager:
    """The wager of these tests, with other values where they are given."""
    terms = {"outcomes": OUTCOMES, "pays": PAYS, **other}
    return upcard.wager("suited-sum", classify, **terms)  # type: ignore[arg-type] # on purpose


def test_it_is_priced_by_the_same_enumeration() -> None:
    (record,) = upcard.odds(made(), decks=8)
    suited, other, every = 4 * 4 * 64, 4 * 12 * 64, comb(416, 2)
    ways = {row.outcome: row.probability * every for row in record.outcomes}
    assert ways == {"suited-21": suited, "sum-21": other, "lose": every - suited - other}
    assert record.house_edge == 1 - Fraction(11 * suited + 4 * other, every)
    assert (record.jurisdiction, record.paytable, record.section) == (
        "house",
        "house",
        "house rules",
    )


def test_it_is_offered_by_a_table_as_an_object() -> None:
    mine = made()
    assert [wager.slug for wager in upcard.blackjack(wagers=[mine]).table.wagers] == ["suited-sum"]
    with_keys = upcard.blackjack(wagers={mine: {"minimum": 7}}).table.wagers
    assert with_keys[0].minimum == dollars(7)


def test_it_is_what_it_was_when_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = made()
    monkeypatch.setitem(suited_sum.__globals__, "TWENTY_ONE", 20)
    assert found_wager("suited-sum", "house").classify(0, 40) == 2
    assert upcard.odds(mine, decks=6).one().hit_frequency > 0


def test_made_again_it_replaces_the_first() -> None:
    made()
    again = made(pays={**PAYS, "suited-21": "30 to 1"}, section="Memo 7")
    assert upcard.odds(again, decks=8).one().outcomes[0].pays == "30 to 1"
    with pytest.raises(upcard.UpcardError, match="has no price"):
        made(pays={"suited-21": "10 to 1"})
    assert upcard.odds("suited-sum", decks=8).one().section == "Memo 7"


def test_its_rule_data_are_those_of_a_file() -> None:
    assert 'pays = { "suited-21" = "10 to 1", "sum-21" = "3 to 1" }' in made().toml
    assert made(decks=(6, 8)).to_dict()["facts"] == ("first", "second")
    check_document(json.loads(json.dumps(made().to_dict())))
    assert [record.decks for record in upcard.odds(made(decks=(6, 8)))] == [6, 8]


@upcard.kernel
def beyond(first: int, second: int) -> int:
    """No index for two kings."""
    return 99 if first + second == 100 else 0


@upcard.kernel
def ordered(first: int, second: int) -> int:
    """Depends on which card came first."""
    return 1 if first > second else 0


SHAPES = [1, 2]


@upcard.kernel
def late_21(drawn: int, player_total: int) -> int:
    """Takes facts that no exact count combines."""
    return 1 if drawn >= 0 and player_total == TWENTY_ONE else 0


def test_a_table_tells_of_a_wager_without_exact_odds_what_estimates_them() -> None:
    mine = upcard.wager(
        "late-21",
        late_21,
        outcomes=("lose", "won"),
        pays={"won": "3 to 1"},
        settles="after-others",
    )
    rules = upcard.blackjack(wagers=[mine])
    with pytest.raises(upcard.BadInput, match=r"^Late 21 has no exact odds: .* upcard sim estim"):
        upcard.odds("late-21", rules=rules)


@upcard.kernel
def listing(first: int, second: int) -> int:
    """Reads a list."""
    return SHAPES[0] * first * second


@upcard.kernel
def unknown(first: int, second: int, down: int) -> int:
    """Asks for no fact."""
    return first + second + down


@pytest.mark.parametrize(
    ("classify", "reason"),
    [
        (beyond, r"classify\(first=49, second=51\) is 99, no index into its outcomes \(0 to 2\)"),
        (ordered, r"is 0, and 1 with the two cards exchanged, whose order is not known"),
        (listing, "reads 'SHAPES', which is no whole number"),
        (unknown, "asks for 'down', which is no fact"),
        (lambda first, second: first + second, "is not marked @upcard.kernel"),
    ],
)
def test_a_broken_classifier_makes_no_wager(classify: Callable[..., int], reason: str) -> None:
    with pytest.raises(upcard.UpcardError, match=reason):
        upcard.wager("never-made", classify, outcomes=OUTCOMES, pays=PAYS)
    with pytest.raises(upcard.BadInput, match="has no wager 'never-made'"):
        upcard.odds("never-made")


@pytest.mark.parametrize("name", ["lucky-ladies", "Suited Sum", "blackjack", "a/b"])
def test_a_name_is_a_slug_that_nothing_else_has(name: str) -> None:
    with pytest.raises(upcard.UpcardError):
        upcard.wager(name, suited_sum, outcomes=OUTCOMES, pays=PAYS)


LADIES = {
    "queen-of-hearts-pair-and-dealer-blackjack": "1,000 to 1",
    "queen-of-hearts-pair": "125 to 1",
    "matched-20": "19 to 1",
    "suited-20": "9 to 1",
    "any-20": "4 to 1",
}


def test_a_paytable_of_ones_own_is_priced_like_a_printed_one() -> None:
    (printed,) = upcard.odds("lucky-ladies", decks=6)
    pays = {row.outcome: row.pays for row in printed.outcomes if row.award}
    (same,) = upcard.odds("lucky-ladies", decks=6, pays=pays)
    assert same.house_edge == printed.house_edge
    (other,) = upcard.odds("lucky-ladies", decks=6, paytable={**pays, "any-20": "5 to 1"})
    twenty = next(row.probability for row in printed.outcomes if row.outcome == "any-20")
    assert printed.house_edge - other.house_edge == twenty
    assert other.paytable == "house"
    assert other.section == "submission: wagers.lucky-ladies.pays"


@pytest.mark.parametrize(
    ("pays", "reason"),
    [
        ({"any-20": "4 to 1"}, "has no price for matched-20, queen-of-hearts-pair, "),
        ({**LADIES, "any-21": "2 to 1"}, "prices any-21, which it has not"),
        ({**LADIES, "any-20": "four"}, "any-20: 'four' is not odds"),
        ({**LADIES, "any-20": "N/A"}, "any-20: 'N/A' is no price"),
        ({**LADIES, "any-20": "100% of meter"}, "any-20: '100% of meter' is no price"),
    ],
)
def test_a_paytable_prices_exactly_the_winning_outcomes(pays: dict[str, str], reason: str) -> None:
    with pytest.raises(upcard.BadInput, match=reason):
        upcard.odds("lucky-ladies", decks=6, pays=pays)


@upcard.kernel
def closer(player_total: int, dealer_total: int) -> int:
    """The player's total lies between the dealer's and 21."""
    return 1 if dealer_total < player_total <= TWENTY_ONE else 0


@pytest.mark.nightly
def test_what_play_decides_has_a_table_of_house_rules_for_its_exposure() -> None:
    terms = {"outcomes": ("lose", "closer"), "settles": "last-dealer-card"}
    mine = upcard.wager("closer-total", closer, pays={"closer": "1 to 1"}, **terms)  # type: ignore[arg-type] # texts
    for pays in (None, {"closer": "3 to 2"}):
        (found,) = upcard.odds(mine, decks=6, pays=pays)
        assert found.method == "exact-under-strategy"
        assert is_exposed(found.record)


HOUSE = '[table]\nname = "H-01"\njurisdiction = "house"\n'


def test_a_live_table_deals_it_and_cites_its_section() -> None:
    rules = rules_of_text(HOUSE).with_wagers(made(section="Memo 7"), "perfect-pairs", "suited-sum")
    assert rules.text.count("[wagers.") == 2
    table = upcard.Table(rules, seed=7)
    table.bet(1, blackjack=15, suited_sum=5)
    table.deal()
    (settled,) = [
        settlement for settlement in table.settlements if settlement.wager == "suited-sum"
    ]
    assert settled.section == "Memo 7"
    assert "suited-sum" in repr(rules)


def test_a_table_of_a_state_does_not_offer_it() -> None:
    with pytest.raises(upcard.DoesNotComply, match="not a wager that may be offered"):
        rules_of_text(HOUSE.replace("house", "pa")).with_wagers(made())
