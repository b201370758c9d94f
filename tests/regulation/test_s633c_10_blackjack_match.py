"""Blackjack Match: seven combinations in three readings, four paytables, the envy bonus."""

import pytest

from tables import cards
from upcard.money.odds import MeterShare
from upcard.rules.meter_schema import MeterData
from upcard.rules.schema import LimitsData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

RULES = checked_rules("blackjack-match")
TABLES = {table.id: table for table in RULES.paytables}
SECTION = "58 Pa. Code § 633c.10"
ROWS = wager("blackjack-match").outcomes[:0:-1]

ACE_KING, MATCHING, SUITED, BOTH, OWN_SUITED, OWN, ACE = ROWS


def made(names: str, form: str = "") -> str:
    """What two cards of the player, the upcard and the hole card make."""
    found = wager("blackjack-match", "pa", form)
    return found.outcomes[found.classify(*cards(names))]


def test_a_rows_from_the_top() -> None:
    assert ROWS == (
        "ace-king-matching-suited-blackjacks",
        "matching-suited-blackjacks",
        "player-and-dealer-suited-blackjacks",
        "player-and-dealer-blackjacks",
        "player-suited-blackjack",
        "player-blackjack",
        "player-any-ace",
    )


@pytest.mark.parametrize(
    ("names", "text", "card_by_card", "row_name"),
    [
        ("Ah Kh Kh Ah", ACE_KING, ACE_KING, ACE_KING),
        ("As Ts As Ts", MATCHING, MATCHING, MATCHING),  # the example of (2)
        ("As Ts Qs As", SUITED, SUITED, SUITED),  # the example of (3)
        ("As Kh As Kh", BOTH, ACE_KING, BOTH),
        ("Qh As As Qh", BOTH, MATCHING, BOTH),
        ("As Kh As Qh", BOTH, SUITED, BOTH),
        ("As Ks Ah Kh", BOTH, BOTH, SUITED),  # the same ranks, other suits
        ("As Ks Ah Th", BOTH, BOTH, SUITED),
        ("As Kh Ah Ks", BOTH, BOTH, BOTH),  # the same suits, but crossed
        ("As Ks Ah Kd", BOTH, BOTH, BOTH),
        ("As Kc Ah Td", BOTH, BOTH, BOTH),
    ],
)
def test_a_1_to_4_two_blackjacks(names: str, text: str, card_by_card: str, row_name: str) -> None:
    assert made(names) == text
    assert made(names, "card-by-card") == card_by_card
    assert made(names, "row-name") == row_name


@pytest.mark.parametrize("form", ["", "card-by-card", "row-name"])
@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As Ks 9s As", OWN_SUITED),
        ("Ks As Ah 9s", OWN_SUITED),
        ("As Kh 9s 9d", OWN),
        ("As 9s As Ks", ACE),
        ("9s As 9d 8d", ACE),
        ("As As As Ks", ACE),
        ("Ks Qs As Ks", "lose"),
        ("9s 2d 9d 8d", "lose"),
    ],
)
def test_a_5_to_7_one_blackjack_or_none(names: str, outcome: str, form: str) -> None:
    assert made(names, form) == outcome


def test_b_six_or_eight_decks() -> None:
    assert {table.data.decks for table in RULES.paytables} == {(6, 8)}
    refused = refuse_decks(RULES.data, TABLES["A"], 2)
    assert refused is not None
    assert refused.section == f"{SECTION}(b)"


def test_c_area() -> None:
    assert RULES.data.area == f"{SECTION}(c)"


def test_d_placement_ends_with_no_more_bets() -> None:
    assert (RULES.data.locks, RULES.data.lock_out) == ("no-more-bets", f"{SECTION}(d)(2)")


def test_e_one_or_five_dollars_as_the_house_selects() -> None:
    assert RULES.data.limits == LimitsData(f"{SECTION}(e)", "", ("$1", "$5"), house_selects=True)


def test_f_collected_before_the_deal() -> None:
    assert RULES.data.collected == f"{SECTION}(f)"
    assert RULES.data.progressive
    assert not RULES.data.stake_returned


def test_g_after_the_peek() -> None:
    data = RULES.data
    assert (data.settles, data.collects) == ("peek", f"{SECTION}(g)(1)")


def test_h_settlement_and_envy() -> None:
    assert RULES.data.settlement == f"{SECTION}(h)"
    for table in RULES.paytables:
        assert set(table.data.envy) == {ACE_KING, MATCHING}


@pytest.mark.parametrize(
    ("names", "odds", "seed", "secondary"),
    [
        ("A", "200 to 1, 30 to 1, 10 to 1, 5 to 1, 3 to 1", "$10,000", "2.5%"),
        ("B", "200 to 1, 30 to 1, 10 to 1, 5 to 1, 3 to 1", "$5,000", "3.25%"),
        ("C", "300 to 1, 50 to 1, 10 to 1, 5 to 1, 2 to 1", "$10,000", "2.5%"),
        ("D", "300 to 1, 50 to 1, 10 to 1, 5 to 1, 2 to 1", "$5,000", "3.25%"),
    ],
)
def test_i_four_paytables(names: str, odds: str, seed: str, secondary: str) -> None:
    table = TABLES[names]
    pays = [table.data.pays[row] for row in ROWS]
    assert pays == ["100% of meter", "10% of meter", *odds.split(", ")]
    assert table.awards[ACE_KING] == (MeterShare(100),)
    assert table.awards[MATCHING] == (MeterShare(10),)
    assert table.data.meters == {"": MeterData(seed, "", "13%", secondary)}


def test_k_envy_bonus_for_five_dollars() -> None:
    """The table prints a fifth of these for $1."""
    for table in RULES.paytables:
        assert table.data.envy == {ACE_KING: "$3,000", MATCHING: "$1,000"}
    assert RULES.data.options["envy"] == f"{SECTION}(k)"
