"""Which paragraph settles each optional wager, and which asks for each step of its payout.

Read from the text by hand: the paragraphs of § 633a.7(g) in their order, and the steps of
§§ 633a.7(o), 633c.3(h), 633c.4(c), 633c.6(h), (j) and 633c.10(h).
"""

import pytest

from tables import table_rules
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.jackpots.commands import (
    CompletePapers,
    ConfirmLight,
    JackpotStep,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.jackpots.provisions import steps_of
from upcard.money.odds import MeterShare
from upcard.rules.loader import all_mysteries, wager_rules

SETTLED_BY = {
    "lucky-ladies": "633a.7(g)(1)",
    "match-the-dealer": "633a.7(g)(2)",
    "in-between": "633a.7(g)(3)",
    "royal-match-21": "633a.7(g)(4)",
    "bet-the-set-21": "633a.7(g)(5)",
    "kings-bounty": "633a.7(g)(6)",
    "super-match": "633a.7(g)(7)",
    "three-card-poker": "633a.7(g)(8)",
    "house-money": "633a.7(g)(10)",
    "switch-hands-ante": "633c.4(c)",
}
VERIFY, LIGHT, VALIDATE = VerifyHand, ConfirmLight, ValidateJackpot
PAY, PAPERS = PayJackpot, CompletePapers
STEPS: dict[str, list[tuple[type[JackpotStep], str]]] = {
    "hit-and-run": [
        (VERIFY, "633a.7(o)(2)(ii)(A)"),
        (VALIDATE, "633a.7(o)(2)(ii)(B)"),
        (PAY, "633a.7(o)(2)(ii)(C)"),
        (PAPERS, "633a.7(o)(2)(ii)(C)"),
    ],
    "straight-jack": [
        (VERIFY, "633a.7(o)(3)(ii)(A)"),
        (VALIDATE, "633a.7(o)(3)(ii)(B)"),
        (PAY, "633a.7(o)(3)(ii)(C)"),
        (PAPERS, "633a.7(o)(3)(ii)(C)"),
    ],
    "match-the-dealer-progressive": [
        (VERIFY, "633c.3(h)(1)"),
        (LIGHT, "633c.3(h)(2)"),
        (VALIDATE, "633c.3(h)(3)"),
        (PAY, "633c.3(h)(4)"),
        (PAPERS, "633c.3(h)(4)"),
    ],
    "blackjack-match": [
        (VERIFY, "633c.10(h)(1)"),
        (LIGHT, "633c.10(h)(2)"),
        (VALIDATE, "633c.10(h)(3)"),
        (PAY, "633c.10(h)(4)"),
        (PAPERS, "633c.10(h)(4)"),
    ],
}


@pytest.mark.parametrize("slug", SETTLED_BY)
def test_each_optional_wager_is_settled_by_its_own_paragraph(slug: str) -> None:
    """§§ 633a.7(g), 633c.4(c): the ante is collected as (c) says."""
    assert wager_rules(slug).data.settlement == f"58 Pa. Code § {SETTLED_BY[slug]}"


def test_g_10_ii_winnings_of_house_money_are_pressed_where_nobody_has_to_look() -> None:
    """§ 633a.7(g)(10)(ii): without an ace or ten-value upcard."""
    data = wager_rules("house-money").data
    assert data.press == "58 Pa. Code § 633a.7(g)(10)(ii)"
    assert data.options["press"] == "58 Pa. Code § 633a.7(g)(10)(ii)(A)"


@pytest.mark.parametrize("slug", STEPS)
def test_a_share_of_a_meter_takes_each_step_under_its_provision(slug: str) -> None:
    """§§ 633a.7(o), 633c.3(h), 633c.10(h)."""
    amount = {} if slug in ("hit-and-run", "straight-jack") else {"wager": 5}
    rules = table_rules(wagers={slug: amount})
    offered = rules.offered(slug)
    assert offered is not None
    index = next(
        index
        for index, award in enumerate(offered.awards)
        if any(isinstance(pay, MeterShare) for pay in award)
    )
    won = Jackpot(
        position=1,
        player="Ann",
        wager=slug,
        outcome=offered.wager.outcomes[index],
        shares=(MeterShare(100),),
    )
    found = [(step.command, step.section) for step in steps_of(rules, won)]
    assert found == [(step, f"58 Pa. Code § {section}") for step, section in STEPS[slug]]


def test_super_4_s_mystery_bonus_takes_the_steps_of_h_without_a_hand() -> None:
    """§§ 633c.6(h), 633c.6(j): (j) names no steps, so those of (h) but for the hand."""
    (data,) = [mystery for mystery in all_mysteries() if mystery.slug == "super-4-mystery"]
    assert data.settlement == data.pays_section == "58 Pa. Code § 633c.6(j)"
    rules = table_rules(wagers={"super-4": {"mystery": 1}})
    won = Jackpot(
        position=1,
        player="Ann",
        wager="super-4",
        outcome="mystery-bonus",
        mystery=True,
        shares=(MeterShare(100, "super-4-mystery"),),
    )
    found = [(step.command, step.section) for step in steps_of(rules, won)]
    steps = ((LIGHT, "(2)"), (VALIDATE, "(3)"), (PAY, "(4)"), (PAPERS, "(4)"))
    assert found == [(step, f"58 Pa. Code § 633c.6(h){part}") for step, part in steps]
