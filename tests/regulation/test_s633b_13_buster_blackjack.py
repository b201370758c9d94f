"""The temporary Buster Blackjack for four decks, until chapter 633c replaced it."""

from datetime import date

from upcard.wagers.catalogue import checked_rules

RULES = checked_rules("buster-blackjack")
SECTION = "58 Pa. Code § 633b.13"


def test_h_four_decks_from_december_2021() -> None:
    assert RULES.in_force(date(2021, 12, 3)) == ()
    (table,) = RULES.in_force(date(2021, 12, 4))
    assert table.data.section == f"{SECTION}(h)"
    assert table.data.pays == {
        "eight-or-more-cards": "250 to 1",
        "seven-cards": "50 to 1",
        "six-cards": "15 to 1",
        "five-cards": "4 to 1",
        "four-cards": "2 to 1",
        "three-cards": "2 to 1",
    }


def test_c_four_decks() -> None:
    (table,) = RULES.in_force(date(2024, 5, 24))
    assert table.data.decks == (4,)


def test_h_ends_where_chapter_633c_begins() -> None:
    sections = {table.data.section for table in RULES.in_force(date(2024, 5, 25))}
    assert f"{SECTION}(h)" not in sections
