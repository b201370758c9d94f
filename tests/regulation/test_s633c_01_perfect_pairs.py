"""Perfect Pairs: what a pair is, what it pays, and when."""

from datetime import date

from tables import cards
from upcard.odds.enumerate import counts
from upcard.wagers.catalogue import priced, wager

WAGER = wager("perfect-pairs")
RULES = priced("perfect-pairs")
SECTION = "58 Pa. Code § 633c.1"


def made(names: str) -> str:
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def test_b_any_pair_wins_and_nothing_else() -> None:
    assert made("Kh Qh") == "lose"
    assert made("Th Jh") == "lose"  # the same value is not the same rank
    assert made("Ah 2h") == "lose"
    assert RULES.data.section == f"{SECTION}(b)"


def test_d_settles_before_the_card_reader_is_used() -> None:
    data = RULES.data
    assert (data.settles, data.settlement) == ("initial-deal", f"{SECTION}(d)(1)")
    assert data.collects == f"{SECTION}(d)(2)"
    assert data.stake_returned


def test_e_two_paytables() -> None:
    pays = {table.id: table.data.pays for table in RULES.paytables}
    assert pays == {
        "A": {"perfect-pair": "25 to 1", "colored-pair": "12 to 1", "mixed-pair": "6 to 1"},
        "B": {"perfect-pair": "30 to 1", "colored-pair": "10 to 1", "mixed-pair": "5 to 1"},
    }


def test_e_no_deck_count_is_printed() -> None:
    assert {table.data.decks for table in RULES.paytables} == {(1, 2, 4, 5, 6, 8)}


def test_e_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert len(RULES.in_force(date(2024, 5, 25))) == 2


def test_f_perfect_colored_and_mixed() -> None:
    assert made("8c 8c") == "perfect-pair"
    assert made("8c 8s") == "colored-pair"
    assert made("8h 8d") == "colored-pair"
    assert made("8d 8h") == "colored-pair"
    assert made("8c 8h") == "mixed-pair"
    assert made("8d 8s") == "mixed-pair"


def test_f_six_decks() -> None:
    """52 cards, six of each: C(6, 2) identical pairs, 36 of any two cards."""
    assert counts(WAGER, 6) == {
        "perfect-pair": 52 * 15,
        "colored-pair": 26 * 36,
        "mixed-pair": 52 * 36,
        "lose": 52 * 48 * 36 // 2,
    }


def test_f_one_deck_has_no_perfect_pair() -> None:
    assert counts(WAGER, 1)["perfect-pair"] == 0
