"""Jackpot Party's lock-out, its collection, and the steps at which it is paid.

§§ 633c.3, 633c.6 and 633c.10 have the same words for their wagers.
"""

import pytest

from amounts import dollars
from tables import SHOE, FedTable, cards, kinds, of_kind, settled, table_rules
from upcard.engine.core.commands import ClearTable, CloseBets, DealCard, PlaceWager, Stand
from upcard.engine.core.events import TableCleared, WagerCollected, WagerReturned, WagerSettled
from upcard.engine.core.jackpot_events import AwardsClaimed, JackpotPaid, ProgressivesLocked
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    CompletePapers,
    ConfirmLight,
    PayJackpot,
    ReturnProgressiveWager,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.variations.from_the_hand import CardsTurned

PARTY = "jackpot-party"
RULES = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}})
WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR
COLLECTED = {
    "jackpot-party": "633c.2",
    "match-the-dealer-progressive": "633c.3",
    "super-4": "633c.6",
    "blackjack-match": "633c.10",
}
ROYAL = "Qd Kd Jd Ad"
"""A royal flush in diamonds for position 1: 100% of a meter of 50,000.80."""


def closed(slug: str, positions: int = 2) -> FedTable:
    """Bets are closed at a table with a wager of five dollars at each of its positions but one."""
    table = FedTable(table_rules(wagers={slug: {"wager": 5}}), SHOE)
    for position in range(1, positions + 1):
        table.wager(position)
        table.send(PlaceWager(position, slug, dollars(5)))
    table.wager(positions + 1)
    table.send(CloseBets())
    return table


def won(names: str = ROYAL) -> FedTable:
    """Position 1 has won, and the floor has done nothing yet."""
    table = FedTable(RULES, WITHOUT_FLOOR)
    table.wager(1, jackpot_party=5)
    table.deal(names)
    return table


@pytest.mark.parametrize("slug", COLLECTED)
def test_d_2_the_system_takes_no_wager_after_no_more_bets(slug: str) -> None:
    """§§ 633c.2(d)(2), 633c.3(d)(2), 633c.6(d)(2), 633c.10(d)(2)."""
    table = closed(slug)
    assert table.refuses(PlaceWager(3, slug, dollars(5))) == f"{COLLECTED[slug]}(d)(2)"


@pytest.mark.parametrize("slug", COLLECTED)
def test_f_no_card_before_the_wagers_are_collected(slug: str) -> None:
    """§§ 633c.2(f), 633c.3(f), 633c.6(f), 633c.10(f)."""
    table = closed(slug)
    assert table.state.phase is Phase.COLLECTING
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    events = table.send(CollectProgressiveWagers(2))
    assert kinds(events) == ["WagerCollected"] * 2 + ["ProgressivesLocked", "BetsClosed"]
    assert [event.position for event in of_kind(events, WagerCollected)] == [2, 1]
    assert of_kind(events, ProgressivesLocked)[0].wagers == (
        (1, slug, dollars(5)),
        (2, slug, dollars(5)),
    )
    assert table.state.accounts["table-inventory"] == dollars(10)


@pytest.mark.parametrize("slug", COLLECTED)
@pytest.mark.parametrize("chips", [0, 1, 3])
def test_f_as_many_chips_as_accepted_wagers(slug: str, chips: int) -> None:
    """§§ 633c.2(f), 633c.3(f), 633c.6(f), 633c.10(f)."""
    table = closed(slug)
    assert table.refuses(CollectProgressiveWagers(chips)) == f"{COLLECTED[slug]}(f)"


def test_f_a_wager_without_its_chip_is_returned_and_the_round_goes_on() -> None:
    table = closed(PARTY)
    assert table.refuses(ReturnProgressiveWager(3, PARTY)) == "633c.2(f)"
    assert table.refuses(ReturnProgressiveWager(1, "nonsense")) == "submission: wagers.nonsense"
    (returned,) = table.send(ReturnProgressiveWager(1, PARTY))
    assert isinstance(returned, WagerReturned)
    assert table.state.accounts["player 1"] == -dollars(15)
    assert table.refuses(CollectProgressiveWagers(2)) == "633c.2(f)"
    events = table.send(CollectProgressiveWagers(1))
    assert of_kind(events, ProgressivesLocked)[0].wagers == ((2, PARTY, dollars(5)),)


def test_f_all_of_them_may_be_returned() -> None:
    table = closed(PARTY, positions=1)
    table.send(ReturnProgressiveWager(1, PARTY))
    assert table.refuses(CollectProgressiveWagers(1)) == "633c.2(f)"
    assert kinds(table.send(CollectProgressiveWagers(0))) == ["BetsClosed"]
    assert table.state.round == 1


def test_f_nothing_is_collected_where_nothing_was_wagered() -> None:
    table = FedTable(RULES, SHOE)
    table.wager(1)
    assert kinds(table.send(CloseBets())) == ["BetsClosed"]
    assert table.refuses(CollectProgressiveWagers()) == "633c.2(f)"
    assert table.refuses(ReturnProgressiveWager(1, PARTY)) == "633c.2(f)"


def test_g_a_losing_wager_waits_for_nobody() -> None:
    """§ 633c.2(g)(1): without an ace up or a Blackjack it is lost, and no jackpot arises."""
    table = won("9h 7s 9d Td")
    assert settled(table.events) == [(1, PARTY, "lose", "5.00", "0.00")]
    assert table.state.jackpots == ()


def test_h_every_payout_waits_for_its_steps_in_their_order() -> None:
    table = won()
    (settlement,) = [event for event in of_kind(table.events, WagerSettled) if event.wager == PARTY]
    assert (settlement.pending, settlement.paid) == (True, 0)
    steps = [
        (VerifyHand(1, PARTY), "HandVerified", "633c.2(h)(1)"),
        (ConfirmLight(1, PARTY), "LightConfirmed", "633c.2(h)(2)"),
        (ValidateJackpot(1, PARTY), "JackpotValidated", "633c.2(h)(3)"),
        (PayJackpot(1, PARTY), "JackpotPaid", "633c.2(h)(4)"),
        (CompletePapers(1, PARTY), "PapersCompleted", "633c.2(h)(4)"),
    ]
    for index, (step, event, section) in enumerate(steps):
        for other, _, _ in steps[:index] + steps[index + 1 :]:
            assert table.refuses(other) == section
        assert table.refuses(ClearTable()) == "633c.2(h)(4)"
        assert kinds(table.send(step)) == [event]
    assert table.refuses(CompletePapers(1, PARTY)) == "633c.2(h)"
    table.send(ClearTable())
    assert table.state.jackpots == ()


@pytest.mark.parametrize(("slug", "names"), [("super-4", "Qs Ks Js As"), (PARTY, ROYAL)])
def test_h_2_there_is_a_light_to_be_seen(slug: str, names: str) -> None:
    """§§ 633c.2(h)(2), 633c.6(h)(1) to (4)."""
    table = FedTable(table_rules(wagers={slug: {"wager": 5}}), WITHOUT_FLOOR)
    table.wager(1)
    table.send(PlaceWager(1, slug, dollars(5)))
    table.deal(names)
    table.send(VerifyHand(1, slug))
    assert table.refuses(ValidateJackpot(1, slug)) == f"{COLLECTED[slug]}(h)(2)"
    table.send(ConfirmLight(1, slug), ValidateJackpot(1, slug), PayJackpot(1, slug))
    assert table.refuses(ClearTable()) == f"{COLLECTED[slug]}(h)(4)"


def test_h_of_match_the_dealer() -> None:
    """§ 633c.3(h): paid right after the initial deal, and the round goes on meanwhile."""
    slug = "match-the-dealer-progressive"
    rules = table_rules(wagers={slug: {"wager": 5, "paytable": "1"}})
    table = FedTable(rules, WITHOUT_FLOOR)
    table.wager(1, match_the_dealer_progressive=5)
    table.deal("9h 9s 9d Td")
    assert table.state.phase is Phase.PLAYING
    assert table.refuses(PayJackpot(1, slug)) == "633c.3(h)(1)"
    table.send(VerifyHand(1, slug), Stand(1), ConfirmLight(1, slug))
    assert table.refuses(ClearTable()) == "633c.3(h)(4)"
    table.send(ValidateJackpot(1, slug), PayJackpot(1, slug), ClearTable())
    assert table.state.accounts["player 1"] == dollars(-15 - 5 + 20)


def test_h_4_fixed_odds_come_from_the_table_inventory() -> None:
    table = won("Kc Kd Kh As")  # three of a kind: 150 to 1, the stake was collected
    assert table.state.accounts["payable"] == -table.state.accounts["house"] == dollars(750)
    table.send(VerifyHand(1, PARTY), ConfirmLight(1, PARTY), ValidateJackpot(1, PARTY))
    (paid,) = table.send(PayJackpot(1, PARTY))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source, paid.player) == (dollars(750), "table-inventory", "1")
    assert table.refuses(CompletePapers(1, PARTY)) == "633c.2(h)"
    assert table.state.accounts == {
        "player 1": dollars(-15 - 5 + 750),
        "layout": 0,
        "table-inventory": -dollars(750 - 15 - 5),
        "payable": 0,
        "house": 0,
    }
    table.send(ClearTable())


def test_h_4_a_percentage_does_not_come_from_the_table_inventory() -> None:
    table = won()
    table.send(VerifyHand(1, PARTY), ConfirmLight(1, PARTY), ValidateJackpot(1, PARTY))
    (paid,) = table.send(PayJackpot(1, PARTY))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("50000.80"), "jackpot-slip")
    assert table.state.accounts["table-inventory"] == dollars(15 + 5)
    assert table.state.accounts["player 1"] == dollars("49980.80")
    assert table.state.accounts["payable"] == -dollars("50000.80")  # what the meter has put there


def test_h_4_the_cards_remain_on_the_table() -> None:
    """A Blackjack that is paid in mid-round lies there until the papers are complete."""
    rules = table_rules(wagers={"blackjack-match": {"wager": 5, "paytable": "A"}})
    table = FedTable(rules, WITHOUT_FLOOR)
    table.wager(1, blackjack_match=5)
    table.wager(2)
    events = table.deal("As 9c 7h Ks 9d Td")
    assert settled(events)[-1] == (1, "blackjack", "blackjack", "15.00", "37.50")
    assert "CardsRemoved" not in kinds(events)
    assert table.state.box(1).hands[0].removed is False
    table.send(Stand(2))
    assert table.refuses(ClearTable()) == "633c.10(h)(4)"
    table.table.automations |= Automation.FLOOR
    table.table.resume()
    (cleared,) = table.send(ClearTable())
    assert isinstance(cleared, TableCleared)
    assert sorted(cleared.cards) == sorted(cards("As Ks 9c 9d 7h Td"))


def test_h_the_cards_go_once_everything_is_done() -> None:
    """With the floor at work the same Blackjack is paid and removed."""
    rules = table_rules(wagers={"blackjack-match": {"wager": 5, "paytable": "A"}})
    table = FedTable(rules)
    table.wager(1, blackjack_match=5)
    table.wager(2)
    assert "CardsRemoved" in kinds(table.deal("As 9c 7h Ks 9d Td"))


def test_i_the_highest_hand_brings_envy_to_the_others() -> None:
    """§ 633c.2(i): P7 prints $3,000 and $1,000 beside the top rows."""
    rules = table_rules(decks=1, wagers={PARTY: {"paytable": "P7", "wager": 5, "envy": True}})
    table = FedTable(rules)
    for position in (1, 2, 3):
        table.wager(position, jackpot_party=5)
    table.deal("Qs 9c 8h Ks Js 2c 7h As")
    rows = [row for row in settled(table.events) if row[1] == PARTY]
    assert rows[3:] == [
        (3, PARTY, "envy-royal-flush-other-suit", "0.00", "1000.00"),
        (2, PARTY, "envy-royal-flush-other-suit", "0.00", "1000.00"),
    ]
    events = of_kind(table.events, JackpotPaid)
    assert [
        (event.position, event.source) for event in events if event.amount == dollars(1000)
    ] == [
        (3, "table-inventory"),
        (2, "table-inventory"),
    ]


def holding(reading: str, **choices: object) -> FedTable:
    """Position 1 holds a royal flush in diamonds without the wager, which 2 and 3 have."""
    offered = {"paytable": "P8", "wager": 5, "envy": True, "envy_from": reading}
    table = FedTable(table_rules(decks=2, wagers={PARTY: offered}, **choices))
    table.wager(1)
    for position in (2, 3):
        table.wager(position, jackpot_party=5)
    table.deal("Qd 9c 8h Kd Jd 2c 7h Ad")
    return table


@pytest.mark.parametrize(("reading", "positions"), [("holder", [3, 2]), ("wagerer", [])])
def test_i_envy_for_a_hand_whose_player_did_not_make_the_wager(
    reading: str, positions: list[int]
) -> None:
    """§ 633c.2(i) says what is paid, not when: it is read as § 633c.10(h)(5)."""
    table = holding(reading)
    rows = [row for row in settled(table.events) if row[2].startswith("envy-")]
    name = "envy-royal-flush-diamonds"
    assert rows == [(position, PARTY, name, "0.00", "3000.00") for position in positions]
    assert not of_kind(table.events, AwardsClaimed), "nobody has won of the meter"


@pytest.mark.parametrize(("reading", "turned"), [("holder", True), ("wagerer", False)])
def test_i_dealt_from_the_hand_the_cards_that_bring_envy_are_turned_over(
    reading: str, turned: bool
) -> None:
    """§ 633a.12(b): the dealer sees what is paid for, before paying."""
    table = holding(reading, dealing="from-the-hand")
    places = [
        (type(event).__name__, event.position)
        for event in table.events
        if (isinstance(event, CardsTurned) and event.position == 1)
        or (isinstance(event, WagerSettled) and event.envy_of)
    ]
    first = [("CardsTurned", 1), ("WagerSettled", 3), ("WagerSettled", 2)]
    assert places[: 3 if turned else 1] == (first if turned else first[:1])
