"""Jackpot Party: the ten combinations, the 76 paytables, and what is settled when."""

from datetime import date

import pytest

from tables import cards
from upcard.money.odds import MeterShare
from upcard.rules.meter_schema import MeterData
from upcard.rules.schema import LimitsData, Paytable
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("jackpot-party")
RULES = checked_rules("jackpot-party")
TABLES = {table.id: table for table in RULES.paytables}
SECTION = "58 Pa. Code § 633c.2"
ROWS = WAGER.outcomes[:0:-1]

OPTIONS = [f"P{number}-{option}" for number in range(17, 37) for option in "ABC"]


def made(names: str) -> str:
    """What two cards of the player, the upcard and the hole card make."""
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def printed(table: Paytable) -> list[str]:
    """What the rows pay, from the top."""
    return [table.data.pays[row] for row in ROWS]


def test_a_rows_from_the_top() -> None:
    assert ROWS == (
        "royal-flush-diamonds",
        "royal-flush-other-suit",
        "three-of-a-kind",
        "straight",
        "flush",
        "two-pair",
        "all-cards-same-color",
        "pair",
        "dealer-blackjack",
        "dealer-ace-up",
    )


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Qd Jd Ad Kd", "royal-flush-diamonds"),
        ("Kd Qd Jd Ad", "royal-flush-diamonds"),
        ("Qs Jh Ad Kd", "straight"),
        ("Kc Jc Ac Qc", "royal-flush-other-suit"),
        ("Ad Jd Kd Qd", "lose"),  # the ace is the player's
        ("Td Jd Ad Kd", "flush"),  # ace, king, jack and ten
        ("Qd Jd Ad Td", "flush"),
    ],
)
def test_a_1_and_2_royal_flush(names: str, outcome: str) -> None:
    assert made(names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Ac Ad As Kh", "three-of-a-kind"),
        ("Kc Kd Kh As", "three-of-a-kind"),
        ("Kh Kh Kh Ah", "three-of-a-kind"),  # a flush too
        ("7c 7d As Kh", "pair"),
        ("Qc Qd As Kh", "pair"),  # the same value is not the same rank
    ],
)
def test_a_3_three_of_a_kind(names: str, outcome: str) -> None:
    assert made(names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Jc Kd Qs Ah", "straight"),
        ("Ks Qs Js Ah", "straight"),
        ("Qs Jh Ad Td", "dealer-blackjack"),  # ace, queen, jack and ten are no run
        ("2s 3h Ad Kd", "dealer-blackjack"),  # the ace is not between the king and the two
        ("2s 3h Ad 4d", "dealer-ace-up"),  # a run, but no Blackjack
    ],
)
def test_a_4_straight(names: str, outcome: str) -> None:
    assert made(names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("2c 9c Ac Tc", "flush"),
        ("Ac Tc Ac Tc", "flush"),  # two pair too
        ("7c 7c Ac Tc", "flush"),  # a pair too
        ("2c 9c Ac Ts", "all-cards-same-color"),
        ("2c 9c Ac Th", "dealer-blackjack"),
    ],
)
def test_a_5_flush(names: str, outcome: str) -> None:
    assert made(names) == outcome


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Ah Kd As Kc", "two-pair"),
        ("Kc As Kc As", "two-pair"),  # the same color too
        ("Ah Qd As Kc", "pair"),
        ("Kh Qd As Kc", "pair"),
        ("Ah 9d As Kc", "pair"),
        ("Ah Qc As Kc", "pair"),
    ],
)
def test_a_6_and_8_two_pair_and_pair(names: str, outcome: str) -> None:
    assert made(names) == outcome


def test_a_7_one_color() -> None:
    assert made("3h 9d Ah Kd") == "all-cards-same-color"
    assert made("3s 3c As Kc") == "all-cards-same-color"  # a pair too
    assert made("3h 9d Ah Ks") == "dealer-blackjack"


def test_a_9_and_10_the_dealer_alone() -> None:
    assert made("3h 9d As Kh") == "dealer-blackjack"
    assert made("3h 9d Kh As") == "dealer-blackjack"
    assert made("3h 9d As 9h") == "dealer-ace-up"
    assert made("Ah Ad As Ac") == "dealer-ace-up"
    assert made("3h 9d 9h As") == "lose"
    assert made("Ks Kd Kh Kc") == "lose"


def test_b_decks() -> None:
    found = {table.data.decks for table in RULES.paytables}
    assert found == {(1,), (2,), (4,), (6,), (8,)}
    by_rule = [1, 2, 4, 6, 8]
    for first in (7, 12):
        assert [TABLES[f"P{first + at}"].data.decks for at in range(5)] == [(n,) for n in by_rule]
    for first in (17, 22, 27, 32):
        for at, decks in enumerate(by_rule):
            assert {TABLES[f"P{first + at}-{option}"].data.decks for option in "ABC"} == {(decks,)}
    refused = refuse_decks(RULES.data, TABLES["P1"], 8)
    assert refused is not None
    assert refused.section == f"{SECTION}(i)"
    assert refuse_decks(RULES.data, TABLES["P1"], 6) is None


def test_c_area() -> None:
    assert RULES.data.area == f"{SECTION}(c)"


def test_d_placement_ends_with_no_more_bets() -> None:
    assert (RULES.data.locks, RULES.data.lock_out) == ("no-more-bets", f"{SECTION}(d)(2)")


def test_e_one_or_five_dollars_as_the_house_selects() -> None:
    assert RULES.data.limits == LimitsData(f"{SECTION}(e)", "", ("$1", "$5"), house_selects=True)
    fives = {name for name, table in TABLES.items() if table.data.wagers == ("$5",)}
    ones = {name for name, table in TABLES.items() if table.data.wagers == ("$1",)}
    assert ones == {"P3", "P6"}
    assert fives == {f"P{n}" for n in (1, 2, 4, 5, 7, 8, 9, 12, 13, 14, 15, 16)}


def test_f_collected_before_the_deal() -> None:
    assert RULES.data.collected == f"{SECTION}(f)"
    assert RULES.data.progressive
    assert not RULES.data.stake_returned


def test_g_after_the_peek() -> None:
    data = RULES.data
    assert (data.settles, data.collects) == ("peek", f"{SECTION}(g)(1)")


def test_the_settlement_is_cited() -> None:
    assert RULES.data.settlement == f"{SECTION}(h)"


def test_i_seventy_six_paytables() -> None:
    assert list(TABLES) == [f"P{number}" for number in range(1, 17)] + OPTIONS
    assert {table.data.effective for table in RULES.paytables} == {date(2024, 5, 25)}


@pytest.mark.parametrize("name", ["P1", "P4"])
def test_i_p1_and_p4(name: str) -> None:
    table = TABLES[name]
    odds = "150 to 1, 80 to 1, 60 to 1, 40 to 1, 20 to 1, 10 to 1, 5 to 1, 2 to 1"
    assert printed(table) == ["100% of progressive", "10% of progressive", *odds.split(", ")]
    assert table.awards["royal-flush-diamonds"] == (MeterShare(100),)
    assert table.data.meters == {"": MeterData("$50,000", "", "16%", "3.75%")}


@pytest.mark.parametrize("name", ["P12", "P13", "P14", "P15", "P16"])
def test_i_p12_to_p16(name: str) -> None:
    table = TABLES[name]
    odds = "100 to 1, 75 to 1, 50 to 1, 25 to 1, 15 to 1, 10 to 1, 4 to 1, 2 to 1"
    assert printed(table) == ["100% progressive", "10% progressive", *odds.split(", ")]
    assert table.data.meters == {"": MeterData("$50,000", total_increment="23.25%")}


def test_i_options_differ_in_the_mega_meter_alone() -> None:
    for first in range(17, 37):
        option = {letter: TABLES[f"P{first}-{letter}"].data for letter in "ABC"}
        mega = [option[letter].meters["mega"] for letter in "ABC"]
        assert [(meter.seed, meter.increment) for meter in mega] == [
            ("$50,000", "6%"),
            ("$25,000", "7%"),
            ("$10,000", "7.5%"),
        ]
        others = [{**data.meters, "mega": None} for data in option.values()]
        assert others[0] == others[1] == others[2]
        assert option["A"].pays == option["B"].pays == option["C"].pays


def test_i_each_meter_has_a_row() -> None:
    names = ("mega", "major", "minor", "mini", "micro")
    for first, count in ((17, 3), (22, 4), (27, 4), (32, 5)):
        for name in (f"P{first + at}-{option}" for at in range(5) for option in "ABC"):
            table = TABLES[name]
            assert tuple(table.data.meters) == names[:count]
            shares = tuple(MeterShare(100, meter) for meter in names[:count])
            assert tuple(table.awards[row][0] for row in ROWS[:count]) == shares


def test_i_rates_of_the_smaller_meters() -> None:
    def rates(name: str) -> list[str]:
        return [meter.increment for meter in TABLES[name].data.meters.values()]

    assert rates("P17-A") == ["6%", "7%", "7%"]
    assert rates("P22-A") == rates("P27-A") == ["6%", "5%", "3%", "3%"]
    assert rates("P34-A") == ["6%", "5%", "3%", "3%", "3%"]
    assert rates("P35-A") == rates("P36-A") == ["6%", "2%", "3%", "3%", "3%"]


def test_i_envy_bonus() -> None:
    envy = {"royal-flush-diamonds": "$3,000", "royal-flush-other-suit": "$1,000"}
    for name, table in TABLES.items():
        number = int(name.removeprefix("P").partition("-")[0])
        none = number <= 6 or 27 <= number <= 31
        assert table.data.envy == ({} if none else envy), name
    assert RULES.data.options["envy"] == f"{SECTION}(i)"
