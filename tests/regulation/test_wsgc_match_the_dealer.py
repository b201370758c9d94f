"""Washington's Match the Dealer: the bonus wagers and the progressive, table by table."""

from datetime import date
from fractions import Fraction

import pytest

from upcard.cards.card import parse_card
from upcard.money.odds import HouseSet, MeterShare, Odds
from upcard.rules.schema import LimitsData, Paytable
from upcard.wagers.catalogue import priced, wager
from upcard.wagers.kit import Moment, Wager, refuse_companions, refuse_decks

WSGC = "WSGC Match the Dealer Blackjack"
PROGRESSIVE = "match-the-dealer-progressive"
UP = priced("match-the-dealer", "wa")
DOWN = priced("match-the-dealer-down", "wa")
RULES = priced(PROGRESSIVE, "wa")
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


def made(found: Wager, names: str) -> str:
    """What the player's two cards make with the dealer's up and down card, in either order."""
    first, second, upcard, hole = (parse_card(name) for name in names.split())
    facts = {"first": first, "second": second, "upcard": upcard, "hole": hole}
    value = found.classify(*[facts[fact] for fact in found.facts])
    facts |= {"first": second, "second": first}
    assert found.classify(*[facts[fact] for fact in found.facts]) == value
    return found.outcomes[value]


def paytables(table: str, suffix: str = "") -> list[Paytable]:
    return [TABLES[f"{table}-{number}{suffix}"] for number in range(1, 9)]


def pays(table: str, suffix: str = "") -> list[list[Fraction]]:
    """The fixed pays of a table's eight paytables, a row of the table each."""
    rows = []
    for row in FIXED:
        awards = [paytable.awards[row] for paytable in paytables(table, suffix)]
        odds = [pay for award in awards for pay in award if isinstance(pay, Odds) and pay.for_one]
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


# The bonus wagers


def test_bonus_configurations() -> None:
    """WSGC Match the Dealer Blackjack, Table 1: the down card's wager beside the up card's.

    WSGC Match the Dealer Blackjack, Table 6 says the same.
    """
    assert refuse_companions(UP.data, frozenset()) is None
    refused = refuse_companions(DOWN.data, frozenset())
    assert refused is not None
    assert refused.section == f"{WSGC}, Table 1"
    assert refuse_companions(DOWN.data, frozenset({"match-the-dealer"})) is None


def test_bonus_payouts() -> None:
    """WSGC Match the Dealer Blackjack, Table 2, suited and unsuited.

    WSGC Match the Dealer Blackjack, Table 7 prints the same.
    """
    for rules in (UP, DOWN):
        found = [
            (table.id, *table.data.decks, *table.data.pays.values(), table.data.printed_house_edge)
            for table in rules.paytables
        ]
        assert found == [
            ("standard", 2, "19:1", "4:1", "3.31%"),
            ("alt-1", 2, "24:1", "3:1", "5.25%"),
            ("alt-2", 2, "23:1", "3:1", "7.20%"),
            ("standard", 4, "12:1", "4:1", "4.84%"),
            ("standard", 5, "15:1", "3:1", "4.76%"),
            ("standard", 6, "11:1", "4:1", "4.06%"),
            ("standard", 8, "14:1", "3:1", "3.67%"),
        ]
        assert rules.data.stake_returned
        assert not rules.in_force(date(2024, 6, 29), 1)


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ("Ks 9h Ks", "suited-match"),
        ("Ks 9h Kd", "unsuited-match"),
        ("Ks Kh Kd", "two-unsuited-matches"),
        ("Ks Kh Kh", "suited-and-unsuited-matches"),
        ("Ks Ks Ks", "two-suited-matches"),
        ("Ks Qh Ts", "lose"),
        ("Ks Qs Js", "lose"),
    ],
)
def test_bonus_matches(names: str, outcome: str) -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): each match is paid.

    WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v002) says the same.
    """
    first, second, card = names.split()
    up, down = wager("match-the-dealer", "wa"), wager("match-the-dealer-down", "wa")
    assert made(up, f"{first} {second} {card} 2c") == outcome
    assert made(down, f"{first} {second} 2c {card}") == outcome
    table = UP.paytables[0]
    won = {
        "suited-match": 19,
        "unsuited-match": 4,
        "two-unsuited-matches": 8,
        "suited-and-unsuited-matches": 23,
        "two-suited-matches": 38,
    }
    assert up.award(table, outcome) == ((Odds(won[outcome]),) if outcome in won else ())


def test_moments() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003): up, then down."""
    assert (UP.data.settles, DOWN.data.settles) == ("initial-deal", "hole-card")
    assert UP.data.order < DOWN.data.order < RULES.data.order


# The progressive wager


def test_progressive_wager() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003).

    One fixed amount, which the house sets; no other wager is needed beside it.
    """
    section = f"{WSGC}, Progressive Rules and Dealing Procedures (v003)"
    assert RULES.data.limits == LimitsData(section, house_selects=True)
    assert RULES.data.progressive
    assert not RULES.data.stake_returned
    assert RULES.data.needs == ()


def test_the_down_card_is_waited_for() -> None:
    """WSGC Match the Dealer Blackjack, Tables 3-5: what the up card alone decides does not wait.

    WSGC Match the Dealer Blackjack, Tables 8-9: nor there.
    """
    deals = {"three": "Ks Ks Ks", "aces": "As As As", "one": "Ks 9h Ks", "none": "2s 3s Ks"}
    waits = {}
    for form in ("up", "up-alt", "up-four", "both", "both-alt", "two-decks"):
        hold = wager(PROGRESSIVE, "wa", form).hold
        waits[form] = set()
        if hold is not None:
            assert hold.with_blackjack is hold.without_blackjack is Moment.HOLE_CARD
            for name, cards in deals.items():
                if hold.when(*(parse_card(card) for card in cards.split())) == 1:
                    waits[form].add(name)
    every = set(deals)
    assert waits == {
        "up": set(),
        "up-alt": {"aces"},
        "up-four": {"three", "aces"},
        "both": every,
        "both-alt": every,
        "two-decks": every,
    }


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
    assert RULES.data.options == {"prizes": f"{WSGC}, Tables 3-5"}


@pytest.mark.parametrize(
    ("names", "up", "alternate", "four"),
    [
        ("As As As Ks", UP.paytables[0].id, "", ""),
    ][:0]
    + [
        (
            "As As As Ks",
            "two-suited-aces-of-spades",
            "three-suited-aces-of-spades-with-king-of-spades-down",
            "two-suited-matches",
        ),
        ("As As As Kh", "two-suited-aces-of-spades", "three-suited-aces", "two-suited-matches"),
    ],
)
def test_placeholder(names: str, up: str, alternate: str, four: str) -> None: ...
