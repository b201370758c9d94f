"""Lightning Roulette at the table: wagers, then Lucky Numbers, then the spin."""

import pytest

from amounts import dollars
from tables import kinds, of_kind
from tables_of_games import (
    NUMBERS,
    PAYOUTS,
    roulette_rules,
    roulette_table,
    rows,
    spun,
)
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager, SettleRound
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.steps import Automation
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.events import LuckyNumbersAnnounced
from upcard.engine.roulette.view import view
from upcard.games.roulette import LuckyNumber, lightning_rules
from upcard.rules.violation import RuleViolation

SECTION = "58 Pa. Code § 617b.3"
MANUAL = Automation(0)
ONE = AnnounceLuckyNumbers((LuckyNumber(4, 49),))


def test_a_the_wheel_has_one_zero() -> None:
    table = roulette_table(automations=MANUAL)
    table.send(CloseBets())
    table.send(ONE)
    for pocket in (-1, 37, 100):
        assert table.refuses(SpinWheel(pocket)) == f"{SECTION}(a)"
    table.send(SpinWheel(0))
    assert table.state.pocket == 0


def test_a_a_cleared_table_has_no_number() -> None:
    """The ball of the last round rests nowhere when the layout is cleared for the next."""
    table = roulette_table(automations=MANUAL)
    for step in (CloseBets(), ONE, SpinWheel(17), SettleRound(), ClearTable()):
        table.send(step)
    assert (table.state.pocket, table.state.lucky) == (-1, ())
    shown = view(table.state)
    assert (shown.pocket, shown.lucky) == (None, {})


def test_c_wagers_are_placed_until_no_more_bets() -> None:
    table = roulette_table(automations=MANUAL)
    straight, red = (PlaceWager(1, name, dollars(5)) for name in ("straight-17", "red"))
    table.send(straight)
    for step in (CloseBets(), ONE, SpinWheel(17), SettleRound()):
        table.send(step)
        assert table.refuses(red) == f"{SECTION}(c)"
    table.send(ClearTable())
    table.send(straight)


def test_d_lucky_numbers_come_after_the_wagers_and_before_the_spin() -> None:
    table = roulette_table(automations=MANUAL)
    assert table.refuses(ONE) == f"{SECTION}(d)"
    table.send(CloseBets())
    assert table.refuses(SpinWheel(4)) == f"{SECTION}(d)"
    table.send(ONE)
    assert table.refuses(ONE) == f"{SECTION}(d)"
    assert table.refuses(SettleRound()) == f"{SECTION}(e)"
    table.send(SpinWheel(4))
    assert table.refuses(SpinWheel(5)) == f"{SECTION}(d)"


def test_d_they_are_announced_with_their_payouts() -> None:
    table = spun(17, {17: 299, 4: 49}, {"straight-17": 10})
    (announced,) = of_kind(table.events, LuckyNumbersAnnounced)
    assert announced.numbers == (LuckyNumber(17, 299), LuckyNumber(4, 49))
    assert kinds(table.events)[-5:] == [
        "BetsClosed",
        "LuckyNumbersAnnounced",
        "BallRested",
        "WagerSettled",
        "RoundSettled",
    ]


@pytest.mark.parametrize(
    "numbers",
    [
        (),
        tuple(LuckyNumber(number, 49) for number in range(6)),
        (LuckyNumber(4, 49), LuckyNumber(4, 99)),
        (LuckyNumber(-1, 49),),
        (LuckyNumber(37, 49),),
    ],
)
def test_d_one_to_five_different_numbers_on_the_layout(numbers: tuple[LuckyNumber, ...]) -> None:
    table = roulette_table(automations=MANUAL)
    table.send(CloseBets())
    assert table.refuses(AnnounceLuckyNumbers(numbers)) == f"{SECTION}(d)"


def test_d_as_many_as_the_table_is_configured_for() -> None:
    table = roulette_table(roulette_rules(numbers={1: 1, 3: 1}), MANUAL)
    table.send(CloseBets())
    two, three = (
        AnnounceLuckyNumbers(tuple(LuckyNumber(number, 49) for number in range(count)))
        for count in (2, 3)
    )
    assert table.refuses(two) == "submission: lightning.numbers"
    table.send(three)


def test_d_the_configuration_says_how_many_fall() -> None:
    with pytest.raises(RuleViolation) as raised:
        lightning_rules({0: 1, 1: 1}, PAYOUTS)
    assert raised.value.section == f"{SECTION}(d)"
    for numbers in ({6: 1}, {}, {1: 0}, {1: 5, 2: -1}):
        with pytest.raises(RuleViolation) as raised:
            lightning_rules(numbers, PAYOUTS)
        assert raised.value.section == f"{SECTION}(d)"


def test_e_the_payout_displayed_is_paid_to_straight_wagers_alone() -> None:
    """§ 617b.3(e): whatever else wins on the number is paid as without it."""
    names = ("straight-17", "split-17-20", "black", "straight-20")
    table = spun(17, {17: 499, 20: 99}, dict.fromkeys(names, 2))
    assert rows(table.events) == [
        ("straight-20", "lose", "0.00"),
        ("straight-17", "lucky-number-499", "1000.00"),
        ("split-17-20", "win", "36.00"),
        ("black", "win", "4.00"),
    ]
    sections = {row.wager: row.section for row in of_kind(table.events, WagerSettled)}
    assert sections["straight-17"] == f"{SECTION}(e)"


def test_f_any_other_straight_wager_is_paid_29_to_1() -> None:
    table = spun(0, {1: 49}, {"straight-0": 2})
    (settled,) = of_kind(table.events, WagerSettled)
    assert (settled.outcome, settled.paid, settled.section) == (
        "straight",
        dollars(60),
        f"{SECTION}(f)",
    )


def test_g_all_nine_payouts_are_in_the_configuration() -> None:
    for payout in PAYOUTS:
        rest = {other: weight for other, weight in PAYOUTS.items() if other != payout}
        for payouts in (rest, {**PAYOUTS, payout: 0}, {**rest, payout + 1: 1}):
            with pytest.raises(RuleViolation) as raised:
                lightning_rules(NUMBERS, payouts)
            assert raised.value.section == f"{SECTION}(g)"


def test_g_no_other_payout_is_displayed() -> None:
    table = roulette_table(automations=MANUAL)
    table.send(CloseBets())
    for payout in (0, 29, 50, 500, -49):
        lucky = AnnounceLuckyNumbers((LuckyNumber(17, payout),))
        assert table.refuses(lucky) == f"{SECTION}(g)"
