"""TriLux Deluxe: three cards as a poker hand, a paytable by decks, winnings that may be capped."""

from datetime import date

import pytest

from amounts import dollars
from submission.examples import findings_of
from tables import BLACKJACK_GAMES, FedTable, cards, settled, table_rules
from upcard.engine.core.commands import Command, Press, Stand
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import Moment
from upcard.wagers.limits import refuse_amount, refuse_decks

WAGER = wager("trilux-deluxe")
RULES = checked_rules("trilux-deluxe")
SECTION = "58 Pa. Code § 633c.11"


def made(names: str) -> str:
    return WAGER.outcomes[WAGER.classify(*cards(names))]


def test_a_the_players_two_cards_and_the_upcard() -> None:
    assert WAGER.facts == ("first", "second", "upcard")
    assert RULES.data.section == f"{SECTION}(a)"


def test_b_area() -> None:
    assert RULES.data.area == f"{SECTION}(b)"


def test_c_at_most_twice_the_blackjack_wager() -> None:
    assert refuse_amount(RULES.data, dollars(30), dollars(15)) is None
    refused = refuse_amount(RULES.data, dollars(30) + 1, dollars(15))
    assert refused is not None
    assert refused.section == f"{SECTION}(c)"


def test_d_settles_at_the_initial_deal() -> None:
    data = RULES.data
    assert (data.settles, data.settlement) == ("initial-deal", f"{SECTION}(d)(1)")
    assert data.collects == f"{SECTION}(d)(2)"
    assert data.stake_returned


def capped(names: str, cap: str, positions: int = 1) -> FedTable:
    """A round of flushes under an ace or ten, after the card reader, with so much capped."""
    table = FedTable(table_rules(wagers={"trilux-deluxe": {}}))
    for position in range(1, positions + 1):
        table.wager(position, trilux_deluxe=5)
    table.deal(names)
    for position in range(positions, 0, -1):
        table.send(Press(position, dollars(cap)))
    return table


def test_e_all_or_a_portion_is_capped_and_the_rest_is_collected() -> None:
    """§ 633c.11(e): a flush of 25; 20 lies in the Press area, 5 and the wager are the player's."""
    table = FedTable(table_rules(wagers={"trilux-deluxe": {}}))
    table.wager(1, trilux_deluxe=5)
    table.deal("2h 9h 4h Td")
    assert table.refuses(Press(1, dollars("25.50"))) == "633c.11(e)"
    table.send(Press(1, dollars(20)))
    assert table.state.box(1).hands[0].capped == dollars(20)
    assert table.state.accounts["player 1"] == dollars(5) - dollars(15) + 0
    assert table.state.accounts["layout"] == dollars(15) + dollars(20)


@pytest.mark.parametrize(
    ("names", "decisions", "outcome", "paid"),
    [
        ("Kh 9h Qh 8d Td", (Stand(1),), "win", "40.00"),
        ("Kh 9h Qh 2d 9d", (Stand(1),), "push", "20.00"),
        ("Kh 9h 6h Td", (Stand(1),), "lose", "0.00"),
        ("Ah 9h Kh Td", (), "blackjack", "40.00"),
    ],
)
def test_f_capped_winnings_are_paid_even_money_with_the_hand(
    names: str, decisions: tuple[Command, ...], outcome: str, paid: str
) -> None:
    """§ 633c.11(f): a Blackjack, which is paid 3 to 2, included."""
    table = capped(names, "20")
    table.send(*decisions)
    rows = [row for row in settled(table.events) if row[1] == "trilux-deluxe"]
    assert rows[-1] == (1, "trilux-deluxe", outcome, "20.00", paid)


def test_f_nothing_is_capped_when_the_dealer_has_blackjack() -> None:
    table = FedTable(table_rules(wagers={"trilux-deluxe": {}}))
    table.wager(1, trilux_deluxe=5)
    table.deal("2h Kh 4h Ad")
    assert settled(table.events) == [
        (1, "trilux-deluxe", "flush", "5.00", "30.00"),
        (1, "blackjack", "dealer-blackjack", "15.00", "0.00"),
    ]
    assert table.state.accounts["player 1"] == dollars(10)


@pytest.mark.parametrize("upcard", ["As", "Ks", "Qs", "Js", "Ts"])
def test_e_and_f_a_choice_to_cap_waits_for_the_peek(upcard: str) -> None:
    """§ 633c.11(f): there is none where the dealer has Blackjack."""
    assert WAGER.press == "beside"
    assert RULES.data.press == f"{SECTION}(e)"
    assert WAGER.hold is not None
    assert (WAGER.hold.without_blackjack, WAGER.hold.with_blackjack) == (Moment.PEEK, Moment.PEEK)
    assert WAGER.hold.when(*cards(f"2s 3s {upcard}")) == 1
    assert WAGER.hold.when(*cards(f"2s 3d {upcard}")) == (1 if upcard == "As" else 0)


def test_e_the_portion_is_the_players_choice_not_the_houses() -> None:
    (refused,) = findings_of('[table]\nname = "A"\n[wagers.trilux-deluxe]\npress = "50%"\n')
    assert (refused.severity, refused.field) == ("error", "wagers.trilux-deluxe.press")
    assert refused.section == f"{SECTION}(e)"


@pytest.mark.parametrize("part", ["0.50", "12.50", "40"])
def test_e_any_portion_of_the_winnings_may_be_capped(part: str) -> None:
    """A straight with a 4 up: 40 are won with 5."""
    table = FedTable(table_rules(wagers={"trilux-deluxe": {"minimum": 5, "maximum": 100}}))
    table.wager(1, 15, trilux_deluxe=5)
    table.deal("2s 4h 3d 9c")
    table.send(Press(1, dollars(part)))
    assert table.state.box(1).hands[0].capped == dollars(part)
    assert table.state.box(1).hands[0].wager == dollars(15)


def test_e_no_more_than_the_winnings() -> None:
    table = FedTable(table_rules(wagers={"trilux-deluxe": {"minimum": 5, "maximum": 100}}))
    table.wager(1, 15, trilux_deluxe=5)
    table.deal("2s 4h 3d 9c")
    assert table.refuses(Press(1, dollars("40.50"))) == "633c.11(e)"


def test_e_no_wait_under_a_small_upcard() -> None:
    assert WAGER.hold is not None
    assert WAGER.hold.when(*cards("2s 3s 9s")) == 0


def test_h_three_paytables() -> None:
    assert [(table.id, table.data.decks) for table in RULES.paytables] == [
        ("TLX-1", (1,)),
        ("TLX-2", (2,)),
        ("TLX-3", (4, 6, 8)),
    ]
    pays = {table.id: tuple(table.data.pays.values()) for table in RULES.paytables}
    assert pays["TLX-1"] == ("20 to 1", "15 to 1", "9 to 1", "6 to 1")
    assert pays["TLX-2"] == ("20 to 1", "15 to 1", "9 to 1", "5 to 1")
    assert pays["TLX-3"] == ("25 to 1", "15 to 1", "8 to 1", "5 to 1")
    assert {table.data.section for table in RULES.paytables} == {f"{SECTION}(h)"}


@pytest.mark.parametrize(
    ("table", "decks"), [(0, 2), (0, 6), (1, 1), (1, 8), (2, 1), (2, 2), (2, 5)]
)
def test_i_a_paytable_for_other_decks_is_refused(table: int, decks: int) -> None:
    refused = refuse_decks(RULES.data, RULES.paytables[table], decks)
    assert refused is not None
    paragraph = "" if decks == 5 else f"({table + 1})"
    assert refused.section == f"{SECTION}(i){paragraph}"


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("2h 9h Kh", "flush"),
        ("2h 9h Kd", "lose"),
        ("9h Tc Jd", "straight"),
        ("Ah 2c 3d", "straight"),
        ("Qh Kc Ad", "straight"),
        ("Kh Ac 2d", "lose"),
        ("Jh 9h Th", "straight-flush"),
        ("8h 8c 8d", "three-of-a-kind"),
        ("8h 8h 8h", "three-of-a-kind"),
        ("8h 8c 9d", "lose"),
    ],
)
def test_j_the_hands(names: str, row: str) -> None:
    assert made(names) == row


def test_h_holds_from_the_day_of_the_chapter() -> None:
    assert RULES.data.games == BLACKJACK_GAMES
    assert RULES.data.effective == date(2024, 5, 25)
    assert RULES.in_force(date(2024, 5, 24)) == ()
    assert [table.id for table in RULES.in_force(date(2024, 5, 25), 8)] == ["TLX-3"]
