"""The deviation of a wager with its additional payouts, against every deal."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import msgspec
import pytest

from reports.paper_tables import facts, source_from
from upcard.reports.par.additional import additional_payouts
from upcard.reports.par.risk import deviation_with_bonuses
from upcard.reports.par.sheet import par_sheets
from upcard.reports.rendering.figures import power_of_ten
from upcard.reports.rendering.paper import PaperTable
from upcard.wagers.catalogue import wager


def royal(cards: tuple[int, int]) -> bool:
    """A king and a queen of one suit."""
    return cards[0] % 4 == cards[1] % 4 and {card // 4 for card in cards} == {11, 12}


def test_the_deviation_with_the_crown_treasure_is_that_of_every_deal() -> None:
    """§ 633a.13(f): one deck, dealt naively; a crown is two Royal Matches, 1,000 for 1 beside."""
    text = '[table]\nname = "A"\ndecks = 1\n[wagers.royal-match-21]\ncrown_treasure = true\n'
    table = source_from(text)
    (record,) = [each for each in table.records if each.wager == "royal-match-21"]
    back = {row.outcome: row.back for row in record.outcomes}
    paid = record.bonuses[0].won.back
    pairs_of_deck = list(combinations(range(52), 2))
    mean = square = Fraction(0)
    for own in pairs_of_deck:
        suited = own[0] % 4 == own[1] % 4
        name = "royal-match" if royal(own) else "suited-match" if suited else "lose"
        crowns = 0
        if name == "royal-match":
            crowns = sum(royal(each) for each in pairs_of_deck if not set(each) & set(own))
        with_crown = Fraction(crowns, comb(50, 2))
        for chance, won in ((with_crown, back[name] + paid), (1 - with_crown, back[name])):
            mean += chance * won / len(pairs_of_deck)
            square += chance * won**2 / len(pairs_of_deck)
    exact = sqrt(square - mean**2)
    assert deviation_with_bonuses(record, record.wager_units) == pytest.approx(exact, rel=1e-12)
    assert exact > record.standard_deviation
    sheet = next(each for each in par_sheets(table) if each.name == "par-royal-match-21")
    assert facts(sheet, "Volatility")["With bonuses"] == f"{exact:.6f}"


def test_a_bonus_beside_is_won_with_the_outcome_that_it_is_within() -> None:
    """§§ 633a.1, 633c.13(i): no other outcome of the wager has the bonus."""
    crown = wager("royal-match-21")
    assert crown.bonus is not None
    for own in product(range(52), repeat=2):
        if crown.bonus.when(*own, 1):
            assert crown.outcomes[crown.classify(*own)] == crown.bonus.within
    buster, cash = wager("buster-blackjack"), wager("buster-blackjack", "pa", "bonus")
    for total, cards in product(range(4, 27), range(2, 12)):
        found = cash.classify(1, total, cards)
        assert not found or buster.outcomes[buster.classify(total, cards)] == cash.outcomes[found]


def test_a_cash_bonus_counts_less_on_a_larger_wager() -> None:
    """§ 633c.13(i): dollars whatever the wager; at $30 half as many units as at $15."""
    text = '[table]\nname = "A"\n[wagers.buster-blackjack]\nbonus = "B1"\nmaximum = 100\n'
    (record,) = [each for each in source_from(text).records if each.bonuses]
    units = record.wager_units
    once, twice = (deviation_with_bonuses(record, units * times) for times in (1, 2))
    assert once is not None
    assert twice is not None
    assert once > twice > record.standard_deviation
    none = msgspec.structs.replace(record, bonuses=())
    assert deviation_with_bonuses(none, units) is None


def test_a_long_number_in_short() -> None:
    assert power_of_ten(30_803_326_001_436_996_161_481_587_420_160_000) == "3.080 × 10³⁴"


def test_a_bonus_is_called_by_its_name_not_by_a_letter_alone() -> None:
    """§ 633c.13(i): the cash bonus by paytable B1."""
    text = '[table]\nname = "A"\n[wagers.buster-blackjack]\nmaximum = 100\nbonus = "B1"\n'
    (record,) = [each for each in source_from(text).records if each.wager == "buster-blackjack"]
    (table,) = additional_payouts(record, 7).blocks
    assert isinstance(table, PaperTable)
    assert table.rows[0][0] == "Cash bonus B1: Dealer busts with eight or more cards"
