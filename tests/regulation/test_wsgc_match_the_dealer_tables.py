"""Washington's Match the Dealer Progressive: what each of the 21 tables prints."""

from fractions import Fraction

from upcard.money.odds import HouseSet, MeterShare, PaidOdds
from upcard.rules.schema import Paytable
from upcard.wagers.catalogue import checked_rules
from upcard.wagers.limits import refuse_decks

WSGC = "WSGC Match the Dealer Blackjack"
RULES = checked_rules("match-the-dealer-progressive", "wa")
TABLES = {table.id: table for table in RULES.paytables}

FIXED = (
    "one-non-suited-and-one-suited-match",
    "one-suited-match",
    "two-non-suited-matches",
    "one-non-suited-match",
)
ALL = (MeterShare(100),)
TENTH = (MeterShare(10),)
SET_BY_HOUSE = (HouseSet(),)

UP_JACKPOTS = {"two-suited-aces-of-spades": ALL, "two-suited-matches": TENTH}
BOTH_JACKPOTS = {
    "two-suited-matches-with-up-and-down": ALL,
    "two-suited-matches-with-up-or-down": TENTH,
}
FOUR_JACKPOTS = {
    "four-suited-aces": ALL,
    "four-suited-twos-to-kings": TENTH,
    "two-suited-matches": SET_BY_HOUSE,
}


def paytables(table: str, suffix: str = "") -> list[Paytable]:
    return [TABLES[f"{table}-{number}{suffix}"] for number in range(1, 9)]


def pays(table: str, suffix: str = "") -> list[list[Fraction]]:
    """The fixed pays of a table's eight paytables, a row of the table each."""
    rows = []
    for row in FIXED:
        awards = [paytable.awards[row] for paytable in paytables(table, suffix)]
        odds = [
            pay for award in awards for pay in award if isinstance(pay, PaidOdds) and pay.for_one
        ]
        rows.append([pay.ratio for pay in odds])
    return rows


def jackpots(table: str, suffix: str = "") -> dict[str, object]:
    """The rows above the fixed pays, which all eight paytables have."""
    found = [
        {row: award for row, award in paytable.awards.items() if row not in FIXED}
        for paytable in paytables(table, suffix)
    ]
    assert all(rows == found[0] for rows in found)
    return dict(found[0])


def edges(table: str, suffix: str = "") -> str:
    return " ".join(paytable.data.printed_house_edge for paytable in paytables(table, suffix))


def check_table(
    table: str, decks: int, form: str, system: str, *, alternates: bool = False
) -> None:
    """What all paytables of a table share."""
    for suffix in ("", "-alt") if alternates else ("",):
        for paytable in paytables(table, suffix):
            data = paytable.data
            assert data.section == f"{WSGC}, Table {table}"
            assert (data.decks, data.system) == ((decks,), system)
            assert data.form == form + suffix
            assert refuse_decks(RULES.data, paytable, decks) is None
            assert refuse_decks(RULES.data, paytable, decks + 1) is not None
    assert (f"{table}-1-alt" in TABLES) is alternates


def grid(*rows: str) -> list[list[Fraction]]:
    return [[Fraction(word) for word in row.split()] for row in rows]


# Attachment A: the up card


def test_table_3a() -> None:
    """WSGC Match the Dealer Blackjack, Table 3a: four decks; its first row is of spades."""
    check_table("3a", 4, "up", "v003", alternates=True)
    assert jackpots("3a") == UP_JACKPOTS
    assert pays("3a") == grid(
        "13 10 8 13 11 12 16 13", "11 7 4 10 7 8 13 9", "4 6 8 6 8 8 6 8", "2 3 4 3 4 4 3 4"
    )
    assert edges("3a") == "24.24% 24.12% 21.14% 15.51% 12.53% 9.66% 6.90% 6.79%"


def test_table_3b() -> None:
    """WSGC Match the Dealer Blackjack, Table 3b: five decks."""
    check_table("3b", 5, "up", "v003", alternates=True)
    assert jackpots("3b") == UP_JACKPOTS
    assert pays("3b") == grid(
        "10 13 11 10 11 12 13 16", "7 11 8 6 7 8 9 13", "6 4 6 8 8 8 8 6", "3 2 3 4 4 4 4 3"
    )
    assert edges("3b") == "22.88% 22.25% 19.83% 14.35% 11.30% 8.24% 5.19% 4.56%"


def test_table_3c() -> None:
    """WSGC Match the Dealer Blackjack, Table 3c: six decks."""
    check_table("3c", 6, "up", "v003", alternates=True)
    assert jackpots("3c") == UP_JACKPOTS
    assert pays("3c") == grid(
        "12 10 8 12 13 11 15 13", "10 7 4 9 10 7 12 9", "4 6 8 6 6 8 6 8", "2 3 4 3 3 4 3 4"
    )
    assert edges("3c") == "24.11% 22.06% 20.00% 15.71% 12.53% 10.48% 6.19% 4.13%"


def test_table_3d() -> None:
    """WSGC Match the Dealer Blackjack, Table 3d: eight decks."""
    check_table("3d", 8, "up", "v003", alternates=True)
    assert jackpots("3d") == UP_JACKPOTS
    assert pays("3d") == grid(
        "9 12 8 12 10 13 14 15", "6 10 4 9 6 10 11 12", "6 4 8 6 8 6 6 6", "3 2 4 3 4 3 3 3"
    )
    assert edges("3d") == "24.35% 22.62% 19.44% 14.38% 12.79% 11.06% 7.73% 4.41%"


def test_attachment_a() -> None:
    """WSGC Match the Dealer Blackjack, Attachment A: three rows may replace both jackpot rows."""
    for table in ("3a", "3b", "3c", "3d"):
        assert pays(table, "-alt") == pays(table)
        assert edges(table, "-alt") == edges(table)
        assert jackpots(table, "-alt") == {
            "three-suited-aces-of-spades-with-king-of-spades-down": ALL,
            "three-suited-aces": TENTH,
            "three-card-suited-match": SET_BY_HOUSE,
        }
    assert RULES.data.options == {
        "prizes": f"{WSGC}, Tables 3-5",
        "prizes_paid": f"{WSGC}, Attachment A",
    }


# Attachment B: both of the dealer's cards


def test_table_4a() -> None:
    """WSGC Match the Dealer Blackjack, Table 4a: two decks, three jackpot rows of its own."""
    check_table("4a", 2, "two-decks", "v003")
    assert jackpots("4a") == {
        "ace-and-king-of-spades-match": ALL,
        "any-four-aces": TENTH,
        "any-four-of-same-rank": SET_BY_HOUSE,
    }
    assert pays("4a") == grid(
        "15/2 8 7 10 8 17/2 23/2 13/2",
        "6 13/2 5 17/2 6 13/2 10 4",
        "3 3 4 3 4 4 3 5",
        "3/2 3/2 2 3/2 2 2 3/2 5/2",
    )
    assert edges("4a") == "20.92% 18.98% 13.17% 11.24% 9.30% 7.36% 5.43% 5.43%"


def check_halves(table: str, of: str) -> None:
    """Both cards are paid, each half of what the up card alone is."""
    assert [[2 * pay for pay in row] for row in pays(table)] == pays(of)
    assert edges(table) == edges(of)
    assert jackpots(table) == BOTH_JACKPOTS


def test_table_4b() -> None:
    """WSGC Match the Dealer Blackjack, Table 4b: four decks."""
    check_table("4b", 4, "both", "v003", alternates=True)
    check_halves("4b", "3a")
    assert pays("4b")[0] == grid("13/2 5 4 13/2 11/2 6 8 13/2")[0]


def test_table_4c() -> None:
    """WSGC Match the Dealer Blackjack, Table 4c: five decks."""
    check_table("4c", 5, "both", "v003", alternates=True)
    check_halves("4c", "3b")


def test_table_4d() -> None:
    """WSGC Match the Dealer Blackjack, Table 4d: six decks."""
    check_table("4d", 6, "both", "v003", alternates=True)
    check_halves("4d", "3c")


def test_table_4e() -> None:
    """WSGC Match the Dealer Blackjack, Table 4e: eight decks."""
    check_table("4e", 8, "both", "v003", alternates=True)
    check_halves("4e", "3d")


def test_attachment_b() -> None:
    """WSGC Match the Dealer Blackjack, Attachment B: three rows may replace both jackpot rows."""
    for table in ("4b", "4c", "4d", "4e"):
        assert pays(table, "-alt") == pays(table)
        assert edges(table, "-alt") == edges(table)
        assert jackpots(table, "-alt") == {
            "four-suited-aces": ALL,
            "four-card-suited-match": TENTH,
            "three-card-suited-match-with-up-or-down": SET_BY_HOUSE,
        }


# Attachment C: the up card, jackpots with both


def check_fixed(table: str, same: str) -> None:
    assert pays(table) == pays(same)
    assert edges(table) == edges(same)


def test_attachment_c() -> None:
    """WSGC Match the Dealer Blackjack, Attachment C: the fixed pays are Attachment A's."""
    for letter in "abcd":
        assert jackpots(f"5{letter}") == FOUR_JACKPOTS
        check_fixed(f"5{letter}", f"3{letter}")


def test_table_5a() -> None:
    """WSGC Match the Dealer Blackjack, Table 5a: four decks."""
    check_table("5a", 4, "up-four", "v003")


def test_table_5b() -> None:
    """WSGC Match the Dealer Blackjack, Table 5b: five decks."""
    check_table("5b", 5, "up-four", "v003")


def test_table_5c() -> None:
    """WSGC Match the Dealer Blackjack, Table 5c: six decks; the scan garbles four figures."""
    check_table("5c", 6, "up-four", "v003")
    assert edges("5c").split()[4:] == ["12.53%", "10.48%", "6.19%", "4.13%"]


def test_table_5d() -> None:
    """WSGC Match the Dealer Blackjack, Table 5d: eight decks."""
    check_table("5d", 8, "up-four", "v003")


# Attachments D and E: A and B again under system v002, without alternates


def test_attachment_d() -> None:
    """WSGC Match the Dealer Blackjack, Attachment D: Attachment A's tables."""
    for letter in "abcd":
        assert jackpots(f"8{letter}") == UP_JACKPOTS
        check_fixed(f"8{letter}", f"3{letter}")


def test_table_8a() -> None:
    """WSGC Match the Dealer Blackjack, Table 8a: four decks."""
    check_table("8a", 4, "up", "v002")


def test_table_8b() -> None:
    """WSGC Match the Dealer Blackjack, Table 8b: five decks."""
    check_table("8b", 5, "up", "v002")


def test_table_8c() -> None:
    """WSGC Match the Dealer Blackjack, Table 8c: six decks."""
    check_table("8c", 6, "up", "v002")


def test_table_8d() -> None:
    """WSGC Match the Dealer Blackjack, Table 8d: eight decks."""
    check_table("8d", 8, "up", "v002")


def test_attachment_e() -> None:
    """WSGC Match the Dealer Blackjack, Attachment E: Attachment B's tables from four decks on."""
    for letter in "abcd":
        check_halves(f"9{letter}", f"3{letter}")
    assert "9e-1" not in TABLES


def test_table_9a() -> None:
    """WSGC Match the Dealer Blackjack, Table 9a: four decks."""
    check_table("9a", 4, "both", "v002")


def test_table_9b() -> None:
    """WSGC Match the Dealer Blackjack, Table 9b: five decks."""
    check_table("9b", 5, "both", "v002")


def test_table_9c() -> None:
    """WSGC Match the Dealer Blackjack, Table 9c: six decks."""
    check_table("9c", 6, "both", "v002")


def test_table_9d() -> None:
    """WSGC Match the Dealer Blackjack, Table 9d: eight decks."""
    check_table("9d", 8, "both", "v002")


def test_every_table_is_listed_once() -> None:
    """WSGC Match the Dealer Blackjack, Tables 3-5, and WSGC Match the Dealer Blackjack, Tables 8-9.

    Eight paytables a table; those with alternates have eight more.
    """
    letters = {"3": "abcd", "4": "abcde", "5": "abcd", "8": "abcd", "9": "abcd"}
    tables = [number + letter for number in letters for letter in letters[number]]
    alternates = [table for table in tables if table[0] in "34" and table != "4a"]
    ids = [f"{table}-{number}" for table in tables for number in range(1, 9)]
    ids += [f"{table}-{number}-alt" for table in alternates for number in range(1, 9)]
    assert sorted(table.id for table in RULES.paytables) == sorted(ids)
    assert {table.data.system for table in RULES.paytables} == {"v002", "v003"}
