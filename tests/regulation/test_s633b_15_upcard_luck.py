"""The temporary Upcard Luck, until chapter 633c replaced it with the same figures."""

from datetime import date

from upcard.wagers.catalogue import checked_rules

RULES = checked_rules("upcard-luck")
SECTION = "58 Pa. Code § 633b.15"


def test_b_four_six_and_eight_decks() -> None:
    (table,) = RULES.in_force(date(2024, 5, 24))
    assert table.data.decks == (4, 6, 8)


def test_g_holds_from_december_2021_until_chapter_633c() -> None:
    assert RULES.in_force(date(2021, 12, 3)) == ()
    (first,) = RULES.in_force(date(2021, 12, 4))
    (last,) = RULES.in_force(date(2024, 5, 24))
    (after,) = RULES.in_force(date(2024, 5, 25))
    assert first == last
    assert first.data.section == f"{SECTION}(g)"
    assert after.data.section == "58 Pa. Code § 633c.15(g)"


def test_g_pays() -> None:
    (table,) = RULES.in_force(date(2022, 1, 1))
    assert table.data.pays == {
        "ace-spades-and-jack-spades": "80 to 1",
        "blackjack": "8 to 1",
        "9-10-or-11": "4 to 1",
        "18-19-or-20": "3 to 1",
    }
