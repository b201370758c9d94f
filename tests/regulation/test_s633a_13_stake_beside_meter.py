"""The stake beside a share of a meter, where the wager is not collected before the deal.

58 Pa. Code §§ 633a.13(j)(1), (l)(1), (m)(1), 633c.9(f): by default a share is the whole award.
"""

from fractions import Fraction

import pytest

from amounts import dollars
from tables import play_script, table_rules
from upcard.exact.par import ParRecord
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.exact.table import table_records
from upcard.games.table_rules import TableRules
from upcard.rules.loader import all_wagers
from upcard.simulation.blackjack.columns import columns_of

SEVEN_CARDS = "Th 2c Td 2d 2h 2s 3c 3d 7c"
EIGHT_CARDS = "Th 2c 9d 2d 2h 2s 2c 3c 3d 3h"
SIX_IN_A_ROW = "As Th 2h 7d 3c 4d 5h 6h"
THREE_SEVENS = "7h 5s 7h Td 7h 6s"

ROUNDS = {
    "bad-beat": (SEVEN_CARDS, "stand", "21-with-seven-or-more-cards", 0),
    "hit-and-run": (EIGHT_CARDS, "stand", "eight-or-more-cards", 0),
    "straight-jack": (
        SIX_IN_A_ROW,
        "hit hit hit hit",
        "six-card-straight-with-an-ace-of-spades",
        200 * 5 + 5,
    ),
    "blazing-7s": (THREE_SEVENS, "hit", "three-7s-same-suit", 0),
}
"""The cards of a round that wins the whole meter, the decisions, the row, what odds hand back."""

SHOWN = 20_000


def rules(slug: str, *, beside: bool) -> TableRules:
    wager: dict[str, object] = {"increment": "5%", "stake_beside_meter": beside}
    wager |= {"paytable": "A", "wager": 5} if slug == "blazing-7s" else {"minimum": 5}
    return table_rules(wagers={slug: wager})


def record(slug: str, *, beside: bool) -> ParRecord:
    asked = OddsRequest(readings={"stake_beside_meter": beside})
    return records(slug, "pa", decks=6, request=asked)[0]


def test_the_wagers_that_are_not_collected_before_the_deal() -> None:
    """§§ 633a.7(o), 633c.9(d): every progressive wager of Pennsylvania without `collected`."""
    for rule in all_wagers():
        data = rule.data
        there = data.jurisdiction == "pa" and data.progressive and not data.collected
        assert ("stake_beside_meter" in data.readings) is there, data.slug
        assert there is (data.slug in ROUNDS and data.jurisdiction == "pa")


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("slug", ROUNDS)
def test_a_share_is_the_whole_award_or_the_stake_comes_back(slug: str, beside: bool) -> None:
    cards, words, row, odds = ROUNDS[slug]
    script = (
        f"cards {cards}\nmeter {slug} {SHOWN}\nwager 1 blackjack 15, {slug} 5\ndecide 1 {words}\n"
    )
    (played,) = play_script(rules(slug, beside=beside), script)
    (line,) = [settlement for settlement in played["settlements"] if settlement["wager"] == slug]
    assert line["outcome"] == row
    increment = Fraction(5 * 5, 100)
    stake = 5 if beside and slug != "straight-jack" else 0
    assert Fraction(line["paid"]) == SHOWN + increment + odds + stake


@pytest.mark.parametrize("slug", ROUNDS)
def test_odds_differ_by_the_chance_of_a_share(slug: str) -> None:
    """Straight Jack's shares stand beside odds "to 1", which return the stake in any case."""
    plain, beside = record(slug, beside=False), record(slug, beside=True)
    shares = [row for row in plain.outcomes if "meter" in row.pays]
    chance = sum((row.probability for row in shares), Fraction(0))
    assert chance > 0
    if slug == "straight-jack":
        chance = Fraction(0)
    assert beside.fixed_return - plain.fixed_return == chance
    assert beside.fixed_return_to_1 - plain.fixed_return_to_1 == chance
    assert (plain.options.get("stake_beside_meter"), beside.options["stake_beside_meter"]) == (
        None,
        True,
    )


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("slug", ROUNDS)
def test_the_odds_of_a_table_and_its_simulation_agree(slug: str, beside: bool) -> None:
    """What a share wins without its meter: the stake is lost or comes back."""
    table = rules(slug, beside=beside)
    (found,) = table_records(table, slug)
    (column,) = [column for column in columns_of(table) if column.name == slug]
    back = {row.outcome: row.back for row in found.outcomes}
    for outcome, won in zip(column.outcomes, column.nets, strict=True):
        if outcome in back:  # rows of this paytable
            assert won == back[outcome] * column.wagered - column.wagered, outcome
    _, _, row, odds = ROUNDS[slug]
    returned = Fraction(odds, 5) + (1 if beside and not odds else 0)
    assert back[row] == returned
    assert column.wagered == dollars(5)


def test_for_1_pays_n_in_all() -> None:
    """§§ 633a.13(j)(1), (l)(1): by both readings the odds of these tables return no stake."""
    for slug in ("bad-beat", "hit-and-run"):
        for beside in (False, True):
            for row in record(slug, beside=beside).outcomes:
                if "for 1" in row.pays:
                    assert row.back == Fraction(row.pays.replace(",", "").split()[0])
