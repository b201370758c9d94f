"""Match the Dealer progressive: six combinations, twenty paytables, one seed for each wager."""

import pytest

from tables import FedTable, cards, of_kind, settled, table_rules
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.exact.first_cards import counts
from upcard.money.odds import MeterShare, PaidOdds
from upcard.rules.meter_schema import MeterData
from upcard.rules.schema import LimitsData
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.limits import refuse_decks

WAGER = wager("match-the-dealer-progressive")
RULES = checked_rules("match-the-dealer-progressive")
SECTION = "58 Pa. Code § 633c.3"
ROWS = WAGER.outcomes[:0:-1]


def made(names: str) -> str:
    """What the player's two cards make with the upcard."""
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def odds(decks: int) -> dict[str, list[int]]:
    """The odds below the two jackpots, from the top, by paytable."""
    found: dict[str, list[int]] = {}
    for table in RULES.paytables:
        if table.data.decks == (decks,):
            assert table.awards[ROWS[0]] == (MeterShare(100),)
            assert table.awards[ROWS[1]] == (MeterShare(10),)
            pays = [pay for row in ROWS[2:] for pay in table.awards[row]]
            found[table.id] = [
                pay.win for pay in pays if isinstance(pay, PaidOdds) and pay.stake == 1
            ]
    return found


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("As As As", "two-suited-match-aces-of-spades"),
        ("Ah Ah Ah", "two-suited-match-all-others"),
        ("Ks Ks Ks", "two-suited-match-all-others"),
        ("As Ah As", "one-non-suited-match-and-one-suited-match"),
        ("Kd Ks Ks", "one-non-suited-match-and-one-suited-match"),
        ("Ks Qs Ks", "one-suited-match"),
        ("Kd Kh Ks", "two-non-suited-matches"),
        ("Kd Kd Ks", "two-non-suited-matches"),
        ("Kd Qd Ks", "one-non-suited-match"),
        ("Qs Js Ks", "lose"),
        ("Td Jd Ks", "lose"),
    ],
)
def test_a_combinations(names: str, outcome: str) -> None:
    first, second, upcard = names.split()
    assert made(names) == made(f"{second} {first} {upcard}") == outcome


def test_a_six_decks() -> None:
    """An upcard of 312 leaves 5 cards like it, 18 of its rank and 288 others."""
    assert counts(WAGER, 6) == {
        "two-suited-match-aces-of-spades": 6 * 10,
        "two-suited-match-all-others": 306 * 10,
        "one-non-suited-match-and-one-suited-match": 312 * 5 * 18,
        "one-suited-match": 312 * 5 * 288,
        "two-non-suited-matches": 312 * 153,
        "one-non-suited-match": 312 * 18 * 288,
        "lose": 312 * 144 * 287,
    }


def test_b_six_or_eight_decks() -> None:
    assert [table.data.decks for table in RULES.paytables] == [(6,)] * 10 + [(8,)] * 10
    refused = refuse_decks(RULES.data, RULES.paytables[0], 4)
    assert refused is not None
    assert refused.section == f"{SECTION}(b)"


def test_c_area() -> None:
    assert RULES.data.area == f"{SECTION}(c)"


def test_d_placement_ends_with_no_more_bets() -> None:
    assert (RULES.data.locks, RULES.data.lock_out) == ("no-more-bets", f"{SECTION}(d)(2)")


def test_e_one_or_five_dollars() -> None:
    assert RULES.data.limits == LimitsData(f"{SECTION}(e)", "", ("$1", "$5"), house_selects=True)


def test_f_collected_before_the_deal() -> None:
    assert RULES.data.collected == f"{SECTION}(f)"
    assert RULES.data.progressive
    assert not RULES.data.stake_returned


def test_g_settles_with_the_initial_deal() -> None:
    """§ 633c.3(g): before the card reader, from the dealer's right; a loser under (g)(1)."""
    rules = table_rules(wagers={"match-the-dealer-progressive": {"paytable": "1", "wager": 5}})
    table = FedTable(rules, Automation.ALL & ~Automation.READER)
    table.wager(1, match_the_dealer_progressive=5)
    table.wager(2, match_the_dealer_progressive=5)
    events = table.deal("Kh 4d Ks 9d 5d Td")
    assert table.state.phase is Phase.PEEKING
    assert settled(events) == [
        (2, "match-the-dealer-progressive", "lose", "5.00", "0.00"),
        (1, "match-the-dealer-progressive", "one-non-suited-match", "5.00", "10.00"),
    ]
    sections = [event.section for event in of_kind(events, WagerSettled)]
    assert sections == [f"{SECTION}(g)(1)", f"{SECTION}(i)"]


def test_the_settlement_is_cited() -> None:
    assert RULES.data.settlement == f"{SECTION}(h)"


def test_i_ten_paytables_for_six_decks() -> None:
    assert odds(6) == {
        "1": [12, 10, 4, 2],
        "2": [10, 7, 6, 3],
        "3": [8, 4, 8, 4],
        "4": [75, 4, 15, 3],
        "5": [12, 9, 6, 3],
        "6": [13, 10, 6, 3],
        "7": [11, 7, 8, 4],
        "8": [100, 5, 20, 3],
        "9": [15, 12, 6, 3],
        "10": [13, 9, 8, 4],
    }


def test_i_ten_paytables_for_eight_decks() -> None:
    assert odds(8) == {
        "1": [9, 6, 6, 3],
        "2": [12, 10, 4, 2],
        "3": [8, 4, 8, 4],
        "4": [75, 4, 15, 3],
        "5": [12, 9, 6, 3],
        "6": [10, 6, 8, 4],
        "7": [13, 10, 6, 3],
        "8": [14, 11, 6, 3],
        "9": [100, 5, 20, 3],
        "10": [15, 12, 6, 3],
    }


def test_j_seed_and_rates() -> None:
    meter = MeterData("1,000× the wager", "", "15%", "6%")
    assert [table.data.meters for table in RULES.paytables] == [{"": meter}] * 20
