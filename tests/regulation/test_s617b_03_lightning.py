"""Lightning Roulette's straight wager: 29 to 1, or the increased payout of a Lucky Number."""

from datetime import date
from fractions import Fraction

import pytest

from upcard.money.odds import PaidOdds
from upcard.wagers.catalogue import checked_rules
from upcard.wagers.lightning_straight import OUTCOMES, classify

RULES = checked_rules("lightning-straight")
(TABLE,) = RULES.paytables
SECTION = "58 Pa. Code § 617b.3"
PAYOUTS = [499, 399, 349, 299, 249, 199, 149, 99, 49]
POCKETS = range(37)


def pays(number: int, pocket: int, lucky: int) -> PaidOdds | None:
    """The odds of a straight wager; `lucky` counts the payouts from the lowest."""
    outcome = OUTCOMES[classify(number, pocket, lucky)]
    if outcome == "lose":
        return None
    (pay,) = TABLE.awards[outcome]
    assert isinstance(pay, PaidOdds)
    return pay


def test_a_offered_at_lightning_roulette() -> None:
    assert RULES.data.games == ("lightning-roulette",)


def test_b_layout() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_c_straight_wagers() -> None:
    assert RULES.data.section == f"{SECTION}(c)"
    assert RULES.data.needs == ()
    assert RULES.data.stake_returned


@pytest.mark.parametrize("number", [0, 17, 36])
def test_e_a_lucky_number_pays_the_increased_payout(number: int) -> None:
    for lucky, payout in enumerate(reversed(PAYOUTS), 1):
        assert pays(number, number, lucky) == PaidOdds(payout)


def test_e_a_lucky_number_that_does_not_come_loses() -> None:
    assert pays(17, 18, 9) is None
    assert pays(0, 36, 1) is None


def test_f_any_other_straight_wager_pays_29_to_1() -> None:
    assert [pays(17, 17, 0), pays(0, 0, 0)] == [PaidOdds(29), PaidOdds(29)]
    assert sum(pays(17, pocket, 0) is not None for pocket in POCKETS) == 1


def test_f_without_lucky_numbers_thirty_come_back_of_37() -> None:
    back = sum((pay.win + 1 for pocket in POCKETS if (pay := pays(5, pocket, 0))), 0)
    assert Fraction(back, len(POCKETS)) == Fraction(30, 37)


def test_g_nine_payouts() -> None:
    printed = {f"lucky-number-{payout}": f"{payout} to 1" for payout in PAYOUTS}
    assert TABLE.data.pays == printed | {"straight": "29 to 1"}
    assert TABLE.data.section == f"{SECTION}(g)"


def test_temporary_for_three_years() -> None:
    """The Bulletin's order: § 617b.3 holds from December 4, 2021."""
    days = (date(2021, 12, 3), date(2021, 12, 4), date(2024, 12, 3), date(2024, 12, 4))
    assert [bool(RULES.in_force(day)) for day in days] == [False, True, True, False]
