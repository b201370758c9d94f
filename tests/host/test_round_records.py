"""The record of a round: a payout that waits, and the dealer's cards that players share."""

from host.live import bet, host, journal, play
from tables import FedTable, table_rules
from tables_of_hybrid import without_hole_card
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import DeclineInsurance
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.host.records.hybrid import hybrid_record
from upcard.host.records.record import round_record
from upcard.host.records.replay import rounds_of
from upcard.host.scripts.robots import Robot
from upcard.submission.compiling.text import rules_of

PROGRESSIVE = "match-the-dealer-progressive"


def test_a_payout_that_waits_is_not_paid_yet() -> None:
    """§ 633a.7(o)(1): until a floorperson has validated it nothing is paid, not a fraction."""
    rules = table_rules(
        game="down-under-blackjack",
        wagers={PROGRESSIVE: {"wager": 1}},
        down_under={"two_large": "exposed"},
    )
    table = FedTable(rules, UNTIL_CLEARED & ~Automation.FLOOR)
    table.wager(1, match_the_dealer_progressive=1)
    table.deal("As As As 9c")
    table.send(DeclineInsurance(1))
    (waiting,) = table.state.jackpots
    assert not waiting.paid
    (told,) = [
        settlement
        for settlement in round_record(table.state, table.events)["settlements"]
        if settlement["wager"] == PROGRESSIVE
    ]
    assert (told["wagered"], told["paid"], told["net"]) == ("1.00", "0.00", "-1.00")


def test_the_dealer_of_a_table_without_a_hole_card() -> None:
    """§ 633c.5(aa)(2): the cards that all stand against, the first one where they differ."""
    together = without_hole_card()
    for player in ("ann", "bob"):
        together.place(player, blackjack=10)
    together.deal("Ts 7h 8d")
    together.answer("ann", "stand")
    together.answer("bob", "stand")
    together.feed("Kc")
    told = hybrid_record(together.state, together.events)
    assert told["dealer"] == {"cards": ["7h", "Kc"], "total": 17}
    apart = without_hole_card()
    for player in ("ann", "bob"):
        apart.place(player, blackjack=10)
    apart.deal("Ts 7h 2d")
    apart.answer("ann", "stand")
    apart.answer("bob", "hit")
    apart.feed("Kc")
    assert (apart.dealer("ann"), apart.dealer("bob")) == ("7h Kc", "7h")
    told = hybrid_record(apart.state, apart.events)
    assert told["dealer"] == {"cards": ["7h"], "total": 7}


def test_a_round_that_is_not_settled_is_told_as_open() -> None:
    with journal() as opened:
        table = host(opened)
        play(table, 1)
        assert [record.get("open", False) for record in rounds_of(opened, "BJ-02", rules_of)] == [
            False
        ]
        bet(table, [Robot(position, seeded_bits(2)) for position in (1, 2)])
        done, begun = rounds_of(opened, "BJ-02", rules_of)
        assert ("open" in done, begun["open"]) == (False, True)
        assert begun["round"] == done["round"] + 1
