"""Super 4: ten combinations, a chosen suit, dollars and five meters."""

import tomllib
from importlib import resources

import pytest

from amounts import dollars
from tables import cards
from upcard.money.odds import FixedAmount, MeterShare
from upcard.rules.meter_schema import MeterData
from upcard.rules.schema import LimitsData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

RULES = checked_rules("super-4")
TABLES = {table.id: table for table in RULES.paytables}
SECTION = "58 Pa. Code § 633c.6"
ROWS = wager("super-4").outcomes[:0:-1]
SUITS = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}


def made(names: str, form: str = "") -> str:
    """What two cards of the player, the upcard and the hole card make."""
    found = wager("super-4", "pa", form)
    return found.outcomes[found.classify(*cards(names))]


def test_a_rows_from_the_top() -> None:
    assert ROWS == (
        "royal-flush-chosen-suit",
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


@pytest.mark.parametrize("chosen", SUITS)
@pytest.mark.parametrize("reading", ["", "industry-"])
def test_a_1_and_2_royal_flush_in_the_chosen_suit(chosen: str, reading: str) -> None:
    for name, suit in SUITS.items():
        row = "royal-flush-chosen-suit" if name == chosen else "royal-flush-other-suit"
        names = " ".join(rank + suit for rank in "QKJA")
        assert made(names, reading + chosen) == row
        assert made(" ".join(rank + suit for rank in "AKQJ"), reading + chosen) == "lose"


def test_a_1_spades_where_no_suit_is_named() -> None:
    assert made("Qs Js As Ks") == made("Qs Js As Ks", "industry") == "royal-flush-chosen-suit"
    assert made("Qd Jd Ad Kd") == made("Qd Jd Ad Kd", "industry") == "royal-flush-other-suit"


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Kc Kd Kh As", "three-of-a-kind"),
        ("Ah Ah Ah Kh", "three-of-a-kind"),
        ("Jc Kd Qs Ah", "straight"),
        ("Jc Qd Ts Ah", "dealer-blackjack"),
        ("2c 9c Ac Tc", "flush"),
        ("Ac Tc Ac Tc", "flush"),
        ("3h 9d Ah Kd", "all-cards-same-color"),
        ("3s 3s As Kc", "all-cards-same-color"),
    ],
)
def test_a_3_4_5_7_as_in_jackpot_party(names: str, outcome: str) -> None:
    assert made(names) == made(names, "industry") == outcome


@pytest.mark.parametrize(
    ("names", "text", "industry"),
    [
        ("As Kh As Kh", "two-pair", "two-pair"),
        ("As Kd As Kh", "pair", "two-pair"),
        ("Ad Kc As Kh", "dealer-blackjack", "two-pair"),
        ("Ah Kd Ad Kh", "all-cards-same-color", "two-pair"),
        ("7s 7s Ad Kh", "pair", "pair"),
        ("7s 7h Ad Kh", "dealer-blackjack", "pair"),
        ("Kh 2s Ad Kh", "pair", "pair"),
        ("Ks 2s Ad Kh", "dealer-blackjack", "pair"),
    ],
)
def test_a_6_and_8_by_suit_and_rank_or_by_rank(names: str, text: str, industry: str) -> None:
    assert made(names) == text
    assert made(names, "industry") == industry


def test_a_9_and_10_the_dealer_alone() -> None:
    assert made("3h 9d As Kh") == "dealer-blackjack"
    assert made("3h 9d Kh As") == "dealer-blackjack"
    assert made("3h 9d As 9h") == "dealer-ace-up"
    assert made("3h 9d 9h As") == "lose"


def test_b_decks() -> None:
    assert {table.data.decks for table in RULES.paytables} == {(1, 2, 4, 6, 8)}
    refused = refuse_decks(RULES.data, TABLES["1-1"], 5)
    assert refused is not None
    assert refused.section == f"{SECTION}(b)"


def test_c_area() -> None:
    assert RULES.data.area == f"{SECTION}(c)"


def test_d_placement_ends_with_no_more_bets() -> None:
    assert (RULES.data.locks, RULES.data.lock_out) == ("no-more-bets", f"{SECTION}(d)(2)")


def test_e_five_dollars_alone() -> None:
    assert RULES.data.limits == LimitsData(f"{SECTION}(e)", "", ("$5",))


def test_f_collected_before_the_deal() -> None:
    assert RULES.data.collected == f"{SECTION}(f)"
    assert RULES.data.progressive
    assert not RULES.data.stake_returned


def test_g_after_the_peek_and_a_blackjack_with_a_ten_up_wins() -> None:
    data = RULES.data
    assert (data.settles, data.collects) == ("peek", f"{SECTION}(g)(1)")
    assert made("3h 9d Td Ac") == "dealer-blackjack"


def test_the_settlement_is_cited() -> None:
    assert RULES.data.settlement == f"{SECTION}(h)"


def test_i_eight_options() -> None:
    assert list(TABLES) == ["1-1", "1-2", "1-3", "2-1", "2-2", "3-1", "3-2", "3-3"]


def test_i_paytable_1_option_1() -> None:
    table = TABLES["1-1"]
    assert [table.data.pays[row] for row in ROWS] == [
        "Star progressive",
        "Heart progressive",
        "Spade progressive",
        "$750",
        "$250",
        "$200",
        "$100",
        "$50",
        "$25",
        "$10",
    ]
    assert table.awards["royal-flush-chosen-suit"] == (MeterShare(100, "star"),)
    assert table.awards["straight"] == (FixedAmount(dollars(750)),)
    assert table.data.meters == {
        "star": MeterData("$50,000", "", "6%"),
        "heart": MeterData("$5,000", "", "7%"),
        "spade": MeterData("$500", "", "7%"),
    }


def test_i_fixed_dollars_are_the_same_in_every_paytable() -> None:
    for name, table in TABLES.items():
        from_top = {"1": 3, "2": 4, "3": 5}[name[0]]
        for row in ROWS[from_top:]:
            assert table.data.pays[row] == TABLES["1-1"].data.pays[row]


def test_i_meters() -> None:
    stars = {name: table.data.meters["star"] for name, table in TABLES.items()}
    assert {name: (meter.seed, meter.increment) for name, meter in stars.items()} == {
        "1-1": ("$50,000", "6%"),
        "1-2": ("$25,000", "7%"),
        "1-3": ("$10,000", "7.5%"),
        "2-1": ("$50,000", "6%"),
        "2-2": ("$25,000", "6%"),
        "3-1": ("$50,000", "6%"),
        "3-2": ("$25,000", "6%"),
        "3-3": ("$10,000", "6%"),
    }
    rates = {
        "1": ["$5,000 7%", "$500 7%"],
        "2": ["$5,000 5%", "$500 3%", "$300 3%"],
        "3": ["$5,000 2%", "$500 3%", "$300 3%", "$250 3%"],
    }
    for name, table in TABLES.items():
        star, *lesser = table.data.meters.items()
        assert star[0] == "star"
        assert [f"{meter.seed} {meter.increment}" for _, meter in lesser] == rates[name[0]]
        named = [meter for meter, _ in lesser]
        assert named == ["heart", "spade", "diamond", "club"][: len(lesser)]


def test_j_three_mystery_configurations() -> None:
    assert RULES.data.options["mystery"] == f"{SECTION}(j)"
    file = resources.files("upcard.rules") / "data" / "mystery" / "super_4_mystery.toml"
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    assert (data["wagers"], data["section"]) == (["super-4"], f"{SECTION}(j)")
    figures = ("id", "minimum", "maximum", "increment")
    assert [tuple(found[key] for key in figures) for found in data["configuration"]] == [
        ("1", "$250", "$1,000", "5%"),
        ("2", "$100", "$500", "5%"),
        ("3", "$100", "$200", "2%"),
    ]
