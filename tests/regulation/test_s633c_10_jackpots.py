"""Blackjack Match: the steps of a jackpot, and envy bonuses for other players' hands."""

from amounts import dollars
from tables import FedTable, of_kind, settled, short, table_rules
from upcard.engine.core.commands import ClearTable, KeepCards, PlaceWager
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.jackpot_events import AwardsClaimed, JackpotPaid
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import (
    CompletePapers,
    ConfirmLight,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)

MATCH = "blackjack-match"
WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR


def dealt(
    names: str,
    players: tuple[str, ...],
    wager: int = 5,
    automations: Automation = UNTIL_CLEARED,
) -> FedTable:
    """Each player with a wager at a position from the first on, and the cards dealt."""
    rules = table_rules(
        adjacent_boxes=2, wagers={MATCH: {"paytable": "A", "wager": wager, "envy": True}}
    )
    table = FedTable(rules, automations)
    for position, player in enumerate(players, 1):
        table.wager(position, player=player)
        table.send(PlaceWager(position, MATCH, dollars(wager), player))
    table.deal(names)
    return table


def envy(table: FedTable) -> list[tuple[int, str, str]]:
    """Position, outcome and dollars of each envy bonus, as they were settled."""
    rows = [row for row in settled(table.events) if row[2].startswith("envy-")]
    return [(position, outcome, paid) for position, _, outcome, _, paid in rows]


def test_h_5_every_other_player_with_the_wager() -> None:
    table = dealt("As 9c 8h Ks Ks 2c 7h As", ("Ann", "Bob", "Cy"))
    assert envy(table) == [
        (3, "envy-ace-king-matching-suited-blackjacks", "3000.00"),
        (2, "envy-ace-king-matching-suited-blackjacks", "3000.00"),
    ]


def test_h_5_several_at_once() -> None:
    """Two matching Blackjacks: each brings the other a bonus, and the third player both."""
    table = dealt("As As 8h Ts Ts Ts 7h As", ("Ann", "Bob", "Cy"))
    name = "envy-matching-suited-blackjacks"
    assert envy(table) == [
        (3, name, "1000.00"),
        (1, name, "1000.00"),
        (3, name, "1000.00"),
        (2, name, "1000.00"),
    ]
    assert table.state.accounts["player Cy"] == dollars(2000 - 20)


def test_h_5_not_for_one_s_own_hand_nor_in_one_s_other_box() -> None:
    table = dealt("As 9c 8h Ks Ks 2c 7h As", ("Ann", "Ann", "Bob"))
    assert [position for position, _, _ in envy(table)] == [3]


def test_h_5_a_player_without_the_wager_receives_nothing() -> None:
    table = FedTable(table_rules(wagers={MATCH: {"paytable": "A", "wager": 5, "envy": True}}))
    table.wager(1, blackjack_match=5)
    table.wager(2)
    table.deal("As 9c Ks Ks 2c As")
    assert envy(table) == []


# Holders of a hand, whether or not they made the wager


def holding(names: str, *with_wager: int, reading: str = "holder", **choices: object) -> FedTable:
    """Ann, Bob and Cy at positions 1 to 3; those named have the wager."""
    offered = {"paytable": "A", "wager": 5, "envy": True, "envy_from": reading}
    table = FedTable(table_rules(adjacent_boxes=2, wagers={MATCH: offered}, **choices))
    for position, player in enumerate(("Ann", "Bob", "Cy"), 1):
        table.wager(position, player=player)
        if position in with_wager:
            table.send(PlaceWager(position, MATCH, dollars(5), player))
    table.deal(names)
    return table


def test_h_5_a_hand_whose_player_did_not_make_the_wager() -> None:
    """Ann holds the hand without the wager; Bob and Cy have it."""
    name = "envy-ace-king-matching-suited-blackjacks"
    table = holding("As 9c 8h Ks Ks 2c 7h As", 2, 3)
    assert envy(table) == [(3, name, "3000.00"), (2, name, "3000.00")]
    (event, _) = [event for event in of_kind(table.events, WagerSettled) if event.envy_of]
    assert (event.envy_of, short(event.section)) == (1, "633c.10(k)")
    assert table.state.accounts["player Ann"] == 0, "her Blackjack pushes, no more"


def test_h_5_in_the_other_reading_only_hands_with_the_wager() -> None:
    """`envy_from` = "wagerer"."""
    assert envy(holding("As 9c 8h Ks Ks 2c 7h As", 2, 3, reading="wagerer")) == []
    assert len(envy(holding("As 9c 8h Ks Ks 2c 7h As", 1, 2, 3, reading="wagerer"))) == 2


def test_h_5_who_has_no_wager_receives_nothing_for_a_holder_s_hand() -> None:
    assert [row[0] for row in envy(holding("As 9c 8h Ks Ks 2c 7h As", 3))] == [3]
    assert envy(holding("As 9c 8h Ks Ks 2c 7h As")) == []


def test_h_5_not_for_one_s_own_hand_in_a_box_without_the_wager() -> None:
    table = FedTable(
        table_rules(adjacent_boxes=2, wagers={MATCH: {"paytable": "A", "wager": 5, "envy": True}})
    )
    for position, player in enumerate(("Ann", "Ann", "Bob"), 1):
        table.wager(position, player=player)
    table.send(PlaceWager(2, MATCH, dollars(5), "Ann"), PlaceWager(3, MATCH, dollars(5), "Bob"))
    table.deal("As 9c 8h Ks Ks 2c 7h As")
    assert [position for position, _, _ in envy(table)] == [3]


def test_h_5_hands_with_and_without_the_wager_from_the_dealer_s_right() -> None:
    """Bob holds one without, Ann one with the wager: Cy gets both, Ann that of Bob."""
    name = "envy-matching-suited-blackjacks"
    table = holding("As As 8h Ts Ts Ts 7h As", 1, 3)
    assert envy(table) == [(3, name, "1000.00"), (1, name, "1000.00"), (3, name, "1000.00")]
    brought = [event.envy_of for event in of_kind(table.events, WagerSettled) if event.envy_of]
    assert brought == [2, 2, 1]


def test_h_5_lesser_hands_without_the_wager_bring_none() -> None:
    assert envy(holding("As 9c 8h Ks Ts 2c 7h As", 2, 3)) == []


def test_h_5_a_holder_s_bonus_waits_for_no_other_payout() -> None:
    """Nobody is owed for the hand itself: there is nothing to verify first."""
    offered = {"paytable": "A", "wager": 5, "envy": True}
    table = FedTable(table_rules(wagers={MATCH: offered}), WITHOUT_FLOOR)
    table.wager(1)
    table.wager(2, blackjack_match=5)
    table.deal("As 9c Ks Ks 2c As")
    (paid,) = table.send(PayJackpot(2, MATCH))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(3000), "table-inventory")
    table.send(ClearTable())


def test_h_5_the_first_hand_of_a_holder_at_blackjack_switch() -> None:
    """As a wager does, the bonus looks at the first hand of a position (§ 633a.12(a))."""
    deal = "{} {} 9c 8c 7c 8d Ks {} {} 2c 3c 4c 5c As"
    for first, second, count in (("As Ks", "6h 5h", 1), ("6h 5h", "As Ks", 0)):
        (one, other), (two, more) = first.split(), second.split()
        table = FedTable(
            table_rules(
                game="blackjack-switch", wagers={MATCH: {"paytable": "A", "wager": 5, "envy": True}}
            )
        )
        for position, player in enumerate(("Ann", "Bob", "Cy"), 1):
            table.wager(position, player=player)
        table.send(PlaceWager(2, MATCH, dollars(5), "Bob"))
        table.deal(deal.format(one, two, other, more))
        table.send(*(KeepCards(position) for position in (1, 2, 3)))
        assert [row[0] for row in envy(table)] == [2] * count


def test_h_5_the_house_may_offer_none() -> None:
    table = FedTable(table_rules(wagers={MATCH: {"paytable": "A", "wager": 5}}))
    table.wager(1, blackjack_match=5)
    table.wager(2, blackjack_match=5)
    table.deal("As 9c Ks Ks 2c As")
    assert envy(table) == []


def test_h_5_lesser_hands_bring_none() -> None:
    table = dealt("As 9c 8h Ks Ts 2c 7h As", ("Ann", "Bob", "Cy"))
    assert envy(table) == []


def test_h_5_paid_from_the_inventory_after_the_hand_that_brings_it() -> None:
    table = dealt("As 9c Ks Ks 2c As", ("Ann", "Bob"), automations=WITHOUT_FLOOR)
    assert table.refuses(PayJackpot(2, MATCH)) == "633c.10(k)"
    assert table.refuses(VerifyHand(2, MATCH)) == "633c.10(k)"
    table.send(VerifyHand(1, MATCH), ConfirmLight(1, MATCH), ValidateJackpot(1, MATCH))
    assert table.refuses(PayJackpot(2, MATCH)) == "633c.10(k)"
    table.send(PayJackpot(1, MATCH))
    (paid,) = table.send(PayJackpot(2, MATCH))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source, paid.player) == (dollars(3000), "table-inventory", "Bob")
    assert table.refuses(ClearTable()) == "633c.10(h)(4)"
    table.send(CompletePapers(1, MATCH), ClearTable())


def test_h_5_the_cards_of_the_others_may_go() -> None:
    """Whom a bonus is owed may lose the cards: another's are verified."""
    table = dealt("As 9c Ks Ks 2c As", ("Ann", "Bob"), automations=WITHOUT_FLOOR)
    assert [jackpot.position for jackpot in table.state.jackpots] == [1, 2]
    for step in (
        VerifyHand,
        ConfirmLight,
        ValidateJackpot,
        PayJackpot,
        CompletePapers,
    ):
        table.send(step(1, MATCH))
    assert table.refuses(ClearTable()) == "633c.10(k)"


def test_k_a_fifth_for_a_wager_of_one_dollar() -> None:
    table = dealt("As 9c 8h Ks Ks 2c 7h As", ("Ann", "Bob", "Cy"), wager=1)
    assert {paid for _, _, paid in envy(table)} == {"600.00"}
    table = dealt("As 9c 8h Ts Ts 2c 7h As", ("Ann", "Bob", "Cy"), wager=1)
    assert {paid for _, _, paid in envy(table)} == {"200.00"}


def test_j_the_jackpot_is_split_equally() -> None:
    """Half of 10,001.95 each, in whole cents."""
    table = dealt("As As 8h Ks Ks Ks 7h As", ("Ann", "Bob", "Cy"))
    paid = [event for event in of_kind(table.events, JackpotPaid) if event.amount != dollars(3000)]
    assert {event.position: event.amount for event in paid} == {
        1: dollars("5000.97"),
        2: dollars("5000.97"),
    }
    (claimed,) = of_kind(table.events, AwardsClaimed)
    assert [(claim.position, claim.percent) for claim in claimed.claims] == [(1, 100), (2, 100)]
