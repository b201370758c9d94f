"""Perfect Pairs: what a pair is, what it pays, and when."""

from datetime import date

from tables import FedTable, cards, kinds, of_kind, settled, table_rules
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.exact.first_cards import counts
from upcard.wagers.catalogue import checked_rules, wager

WAGER = wager("perfect-pairs")
RULES = checked_rules("perfect-pairs")
SECTION = "58 Pa. Code § 633c.1"


def made(names: str) -> str:
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def test_b_any_pair_wins_and_nothing_else() -> None:
    assert made("Kh Qh") == "lose"
    assert made("Th Jh") == "lose"  # the same value is not the same rank
    assert made("Ah 2h") == "lose"
    assert RULES.data.section == f"{SECTION}(b)"


def test_d_settles_before_the_card_reader_is_used() -> None:
    """§ 633c.1(d): from the dealer's right, a loser collected and a pair paid with its stake."""
    table = FedTable(
        table_rules(wagers={"perfect-pairs": {"paytable": "A"}}),
        Automation.ALL & ~Automation.READER,
    )
    for position in (1, 2, 3):
        table.wager(position, perfect_pairs=5)
    events = table.deal("9h 8c 4d Ks 9d 8c 5d Td")
    assert table.state.phase is Phase.PEEKING
    assert settled(events) == [
        (3, "perfect-pairs", "lose", "5.00", "0.00"),
        (2, "perfect-pairs", "perfect-pair", "5.00", "130.00"),
        (1, "perfect-pairs", "colored-pair", "5.00", "65.00"),
    ]
    sections = [event.section for event in of_kind(events, WagerSettled)]
    assert sections == [f"{SECTION}(d)(2)", f"{SECTION}(e)", f"{SECTION}(e)"]
    assert kinds(events).index("WagerSettled") > kinds(events).index("CardDealt")
    assert RULES.data.settlement == f"{SECTION}(d)(1)"


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
