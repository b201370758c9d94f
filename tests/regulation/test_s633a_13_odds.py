"""Payout odds, row by row as the text prints them; and the payout limit."""

from fractions import Fraction

import pytest

from amounts import dollars
from tables import (
    FedTable,
    findings,
    play_script,
    settled,
    submission,
    table_rules,
)
from upcard.engine.core.commands import CloseInsurance, Stand
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import PaidOdds, describe, winnings

# Typed from § 633a.13: wager, paytable, decks of a shoe, rows.
PRINTED: list[tuple[str, str, tuple[int, ...], dict[str, str]]] = [
    (
        "lucky-ladies",
        "standard",
        (1, 2, 4, 5, 6, 8),
        {
            "queen-of-hearts-pair-and-dealer-blackjack": "1,000 to 1",
            "queen-of-hearts-pair": "200 to 1",
            "matched-20": "25 to 1",
            "suited-20": "10 to 1",
            "any-20": "4 to 1",
        },
    ),
    (
        "match-the-dealer",
        "standard",
        (6,),
        {
            "same-suit-match": "11 to 1",
            "different-suit-match": "4 to 1",
            "two-same-suit-matches": "22 to 1",
            "same-and-different-suit-matches": "15 to 1",
            "two-different-suit-matches": "8 to 1",
        },
    ),
    (
        "match-the-dealer",
        "standard",
        (8,),
        {
            "same-suit-match": "14 to 1",
            "different-suit-match": "3 to 1",
            "two-same-suit-matches": "28 to 1",
            "same-and-different-suit-matches": "17 to 1",
            "two-different-suit-matches": "6 to 1",
        },
    ),
    (
        "in-between",
        "standard",
        (1, 2, 4, 5, 6, 8),
        {
            "triple-match": "30 to 1",
            "one-card-spread": "10 to 1",
            "two-card-spread": "6 to 1",
            "three-card-spread": "4 to 1",
            "all-others": "1 to 1",
        },
    ),
    ("royal-match-21", "A", (1,), {"royal-match": "10 to 1", "suited-match": "3 to 1"}),
    ("royal-match-21", "B", (1,), {"royal-match": "5 to 1", "suited-match": "3 to 1"}),
    (
        "royal-match-21",
        "C",
        (2, 4, 5, 6, 8),
        {"royal-match": "30 to 1", "suited-match": "2.5 to 1"},
    ),
    (
        "royal-match-21",
        "D",
        (2, 4, 5, 6, 8),
        {"royal-match": "25 to 1", "suited-match": "2.5 to 1"},
    ),
    ("royal-match-21", "E", (2, 4, 5, 6, 8), {"royal-match": "50 to 1", "suited-match": "2 to 1"}),
    ("bet-the-set-21", "A", (1,), {"pair": "15 to 1"}),
    ("bet-the-set-21", "B", (2,), {"suited-pair": "25 to 1", "pair": "10 to 1"}),
    ("bet-the-set-21", "C", (4, 5, 6, 8), {"suited-pair": "15 to 1", "pair": "10 to 1"}),
    ("bet-the-set-21", "D", (4, 5, 6, 8), {"suited-pair": "12 to 1", "pair": "10 to 1"}),
    (
        "kings-bounty",
        "standard",
        (1, 2, 4, 5, 6, 8),
        {
            "king-of-spades-pair-and-dealer-blackjack": "1,000 to 1",
            "king-of-spades-pair": "200 to 1",
            "suited-kings-pair": "50 to 1",
            "suited-queens-jacks-or-10s-pair": "25 to 1",
            "suited-20": "9 to 1",
            "pair-of-kings": "6 to 1",
            "any-20": "4 to 1",
        },
    ),
    (
        "three-card-poker",
        "A",
        (1, 2, 4, 5, 6, 8),
        {
            "straight-flush": "9 to 1",
            "three-of-a-kind": "9 to 1",
            "straight": "9 to 1",
            "flush": "9 to 1",
        },
    ),
    (
        "three-card-poker",
        "B",
        (1, 2, 4, 5, 6, 8),
        {
            "straight-flush": "30 to 1",
            "three-of-a-kind": "20 to 1",
            "straight": "10 to 1",
            "flush": "5 to 1",
        },
    ),
    (
        "house-money",
        "single-deck",
        (1,),
        {
            "ace-king-suited": "9 to 1",
            "two-card-straight-flush": "5 to 1",
            "pair": "3 to 1",
            "two-card-straight": "1 to 1",
        },
    ),
    (
        "house-money",
        "multiple-deck",
        (2, 4, 5, 6, 8),
        {
            "ace-king-suited": "9 to 1",
            "two-card-straight-flush": "4 to 1",
            "pair": "3 to 1",
            "two-card-straight": "1 to 1",
        },
    ),
]
DECKS = (1, 2, 4, 5, 6, 8)


def offered(slug: str, paytable: str, decks: int, **choices: object) -> OfferedWager:
    """The wager as a table of so many decks offers it."""
    rules = table_rules(decks=decks, wagers={slug: {"paytable": paytable, **choices}})
    found = rules.offered(slug)
    assert found is not None
    return found


def rows_of(wager: OfferedWager) -> dict[str, str]:
    """The rows that can be won, in the words of a paytable."""
    pairs = zip(wager.wager.outcomes, wager.awards, strict=True)
    return {outcome: describe(award) for outcome, award in pairs if award}


def check_rows(slug: str) -> None:
    """Every printed table of a wager, each deck count, against what a table pays."""
    mine = [entry for entry in PRINTED if entry[0] == slug]
    assert mine
    for _, paytable, decks, rows in mine:
        for count in decks:
            wager = offered(slug, paytable, count)
            assert rows_of(wager) == rows, (paytable, count)
            for outcome, award in zip(wager.wager.outcomes, wager.awards, strict=True):
                if not award:
                    continue
                ratio = Fraction(rows[outcome].replace(",", "").removesuffix(" to 1"))
                assert winnings(award, dollars(20)) == dollars(20) * ratio


def check_decks(slug: str) -> None:
    """Each deck count takes the tables that are printed for it and refuses the others."""
    tables: dict[str, set[int]] = {}
    for name, paytable, decks, _ in PRINTED:
        if name == slug:
            tables.setdefault(paytable, set()).update(decks)
    for paytable, decks_of_table in tables.items():
        for count in DECKS:
            document = submission(decks=count, wagers={slug: {"paytable": paytable}})
            found = findings(document)
            if count in decks_of_table:
                assert found == []
            else:
                assert [field for field, _ in found] == [f"wagers.{slug}.paytable"]
                assert found[0][1].startswith("633a.13(")


def test_a_blackjack_3_to_2_and_everything_else_1_to_1() -> None:
    rules = table_rules()
    assert (str(rules.blackjack_odds), str(rules.win_odds)) == ("3 to 2", "1 to 1")
    (blackjack, win, split) = play_script(
        rules,
        """
        cards Ah 7s Kd Td
        wager 1 blackjack 25

        cards Th 7s 9d Td
        wager 1 blackjack 25

        cards Ah 7s Ad Td Kc Qc
        wager 1 blackjack 25
        decide 1 split
        """.replace("        ", ""),
    )
    assert [row["paid"] for row in blackjack["settlements"]] == ["62.50"]
    assert [row["paid"] for row in win["settlements"]] == ["50.00"]
    assert [row["paid"] for row in split["settlements"]] == ["50.00", "50.00"]


@pytest.mark.parametrize(
    ("wager", "won"), [("15.01", "22.51"), ("0.01", "0.01"), ("0.03", "0.04"), ("15.50", "23.25")]
)
def test_a_3_to_2_in_whole_cents_rounded_down(wager: str, won: str) -> None:
    assert PaidOdds(3, 2).winnings(dollars(wager)) == dollars(won)


def test_b_insurance_2_to_1() -> None:
    rules = table_rules()
    assert [describe(award) for award in rules.insurance.awards if award] == ["2 to 1"]


def test_c_lucky_ladies() -> None:
    check_rows("lucky-ladies")
    check_decks("lucky-ladies")


def test_d_match_the_dealer() -> None:
    check_rows("match-the-dealer")
    check_decks("match-the-dealer")


def test_d_each_matching_card_is_paid_once() -> None:
    table = FedTable(table_rules(wagers={"match-the-dealer": {}}))
    table.wager(1, match_the_dealer=10)
    table.deal("8s 8s 8d Td")
    row = (1, "match-the-dealer", "same-and-different-suit-matches", "10.00", "160.00")
    assert settled(table.events) == [row]


def test_e_in_between() -> None:
    check_rows("in-between")
    check_decks("in-between")


def test_f_royal_match_21() -> None:
    check_rows("royal-match-21")
    check_decks("royal-match-21")


@pytest.mark.parametrize(
    ("paytable", "decks"), [("A", 1), ("B", 1), ("C", 6), ("D", 6), ("E", 6), ("C", 2)]
)
def test_f_crown_treasure_is_1_000_for_1_where_offered(paytable: str, decks: int) -> None:
    with_bonus = table_rules(
        decks=decks,
        wagers={"royal-match-21": {"paytable": paytable, "crown_treasure": True}},
    )
    table = FedTable(with_bonus)
    table.wager(1, royal_match_21=5)
    table.deal("Kd Kc Qd Qc")
    table.send(Stand(1))
    bonus = [row for row in settled(table.events) if row[2] == "crown-treasure"]
    assert bonus == [(1, "royal-match-21", "crown-treasure", "0.00", "5000.00")]
    without = FedTable(table_rules(decks=decks, wagers={"royal-match-21": {"paytable": paytable}}))
    without.wager(1, royal_match_21=5)
    without.deal("Kd Kc Qd Qc")
    without.send(Stand(1))
    assert [row[2] for row in settled(without.events)] == ["royal-match", "push"]


def test_g_bet_the_set_21() -> None:
    check_rows("bet-the-set-21")
    check_decks("bet-the-set-21")


def test_h_kings_bounty() -> None:
    check_rows("kings-bounty")
    check_decks("kings-bounty")


def test_k_three_card_poker() -> None:
    check_rows("three-card-poker")
    check_decks("three-card-poker")


def test_n_house_money() -> None:
    check_rows("house-money")
    check_decks("house-money")


# (o)


LIMITED: dict[str, dict[str, object]] = {
    "lucky-ladies": {"maximum": 25},
    "kings-bounty": {"maximum": 25},
}
QUEENS_AND_KINGS = "Qh Ks As Qh Ks Kd"


@pytest.mark.parametrize(("limit", "complies"), [(24_999, False), (25_000, True), (50_000, True)])
def test_o_the_limit_is_at_least_25_000(limit: int, complies: bool) -> None:
    found = findings(submission(decks=2, aggregate_limit=limit, wagers=LIMITED))
    assert found == ([] if complies else [("table.aggregate_limit", "633a.13(o)")])


@pytest.mark.parametrize(("maximum", "least"), [(25, 25_000), (26, 26_000), (100, 100_000)])
def test_o_and_at_least_what_one_patron_could_win(maximum: int, least: int) -> None:
    wagers = {"lucky-ladies": {"maximum": maximum}}
    for limit, complies in ((least, True), (least - 1, False)):
        found = findings(submission(decks=2, aggregate_limit=limit, wagers=wagers))
        assert (found == []) == complies, limit


def test_o_a_patron_of_several_boxes_could_win_several_times() -> None:
    wagers = {"lucky-ladies": {"maximum": 25}, "kings-bounty": {"maximum": 20}}
    for limit, complies in ((50_000, True), (49_999, False)):
        found = findings(submission(aggregate_limit=limit, adjacent_boxes=2, wagers=wagers))
        assert (found == []) == complies, limit


def test_o_only_for_the_wagers_that_the_text_means() -> None:
    wagers = {"royal-match-21": {"paytable": "C"}, "match-the-dealer": {}}
    found = findings(submission(aggregate_limit=25_000, wagers=wagers))
    assert found == [("table.aggregate_limit", "633a.13(o)")]


def shares(*wagers: str, limit: int = 25_000) -> list[str]:
    """What is paid, stakes included, for queens of hearts of these wagers, from position 1."""
    offering: dict[str, dict[str, object]] = {"lucky-ladies": {"maximum": 25}}
    rules = table_rules(decks=8, aggregate_limit=limit, wagers=offering, smallest_chip="0.01")
    table = FedTable(rules)
    for position, wager in enumerate(wagers, 1):
        table.wager(position, lucky_ladies=wager)
    queens = " ".join(["Qh"] * len(wagers))
    table.deal(f"{queens} Ks {queens} Ad")
    rows = [row for row in settled(table.events) if row[1] == "lucky-ladies"]
    assert sum(table.state.accounts.values()) == 0
    return [row[4] for row in sorted(rows)]


def test_o_shared_in_proportion_to_the_wagers() -> None:
    assert shares("10", "15") == ["10010.00", "15015.00"]  # 25,000 in all: not above the limit
    assert shares("10", "20") == ["8343.33", "16686.66"]  # a third and two thirds, and the stakes
    assert shares("25", "25", "25") == ["8358.33"] * 3


@pytest.mark.parametrize("wagers", [("25", "24.99"), ("7", "11", "13"), ("0.01", "25", "25", "3")])
def test_o_never_more_than_the_limit_in_all_and_never_a_cent_of_it_lost_but_by_rounding(
    wagers: tuple[str, ...],
) -> None:
    paid = sum(dollars(share) for share in shares(*wagers))
    stakes = sum(dollars(wager) for wager in wagers)
    assert dollars(25_000) - dollars("0.01") * len(wagers) < paid - stakes <= dollars(25_000)


def test_o_who_wins_another_row_or_has_no_wager_takes_no_part_of_the_limit() -> None:
    """A pair of queens of hearts, a suited 20 and such a pair without the wager beside it."""
    offering: dict[str, dict[str, object]] = {"lucky-ladies": {"maximum": 25}}
    table = FedTable(table_rules(decks=8, aggregate_limit=25_000, wagers=offering))
    for position in (1, 2):
        table.wager(position, lucky_ladies=25)
    table.wager(3)
    table.deal("Qh Kd Qh Ks Qh Qd Qh Ad")
    paid = {row[0]: row[4] for row in settled(table.events) if row[1] == "lucky-ladies"}
    assert sorted(paid.values()) == ["25025.00", "275.00"]


def test_o_nothing_is_limited_without_a_limit() -> None:
    table = FedTable(table_rules(wagers={"lucky-ladies": {}, "kings-bounty": {}}))
    table.wager(1, lucky_ladies=100)
    table.wager(2, kings_bounty=100)
    table.deal(QUEENS_AND_KINGS)
    table.send(CloseInsurance())
    paid = {row[1]: row[4] for row in settled(table.events) if row[1] != "blackjack"}
    assert paid == {"lucky-ladies": "100100.00", "kings-bounty": "100100.00"}
