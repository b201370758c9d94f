"""Blackjack dealt from the hand: two decks at most, a card removed before each round."""

import pytest

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    findings,
    kinds,
    of_kind,
    play_round,
    shuffled_table,
    submission,
    table_rules,
)
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    DoubleDown,
    Hit,
    ReplaceDealer,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
    SplitPair,
    Stand,
    Surrender,
    TurnHoleCard,
)
from upcard.engine.core.events import (
    HOLE,
    UPCARD,
    CardBurned,
    CardDealt,
    CardsRemoved,
    WagerSettled,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.engine.views import Viewer, view_for


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_b_1_no_more_than_two_decks(decks: int) -> None:
    found = findings(submission(dealing="from-the-hand", decks=decks))
    assert ("table.decks", "633a.12(b)(1)") in found
    for fewer in (1, 2):
        assert findings(submission(dealing="from-the-hand", decks=fewer)) == []


def test_b_2_an_automated_shuffling_device() -> None:
    declared = submission(dealing="from-the-hand", decks=1, equipment={"shuffler": False})
    assert findings(declared) == [("equipment.shuffler", "633a.12(b)(2)")]


def test_b_5_the_first_card_of_each_round_is_removed() -> None:
    table, _ = shuffled_table(table_rules(dealing="from-the-hand", decks=2), seed=3)
    assert of_kind(table.events, CardBurned) == []
    for _ in range(15):
        played = kinds(play_round(table, (1, 2)))
        start = played.index("RemovalDue")
        removal = [kind for kind in played[start:] if kind != "CoverCardAppeared"]
        assert removal[:3] == ["RemovalDue", "CardBurned", "CardDealt"]
        assert played.count("CardBurned") == 1


def test_b_5_no_card_is_dealt_before_it() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2), SHOE)
    table.wager(1)
    table.send(CloseBets())
    assert table.state.phase is Phase.REMOVING
    assert table.refuses(DealCard(0)) == "633a.12(b)(5)"
    table.send(BurnCard(50))
    assert table.state.stack.discards == (50,)
    assert table.refuses(BurnCard(51)) == "633a.12(b)(5)"


def test_b_5_not_once_more_for_a_new_dealer() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2))
    assert kinds(table.send(ReplaceDealer())) == ["DealerReplaced", "BurnNotRequired"]


def test_b_5_then_in_the_order_of_every_deal() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2))
    table.wager(6)
    table.wager(2)
    assert [row[:2] for row in dealt(table.deal("9h 9c 7s 8h 8c Td"))] == [
        (2, 1),
        (6, 1),
        (UPCARD, 0),
        (2, 1),
        (6, 1),
        (HOLE, 0),
    ]


def test_b_5_the_removed_card_may_lie_under_the_cover_card() -> None:
    """§§ 633a.12(b)(5), 633a.7(e): the round goes on and the cards are shuffled after it."""
    table = FedTable(table_rules(dealing="from-the-hand", decks=1), SHOE)
    table.by_hand()
    table.wager(4)
    table.send(CloseBets(), ShowCoverCard(), BurnCard())
    table.send(*(DealCard(card) for card in cards("9h 7s 8h Td")))
    table.send(SettleOptionalWagers(), Stand(4), TurnHoleCard(), SettleRound())
    assert kinds(table.send(ClearTable())) == ["ReshuffleDue"]
    table.send(Shuffle())
    assert table.state.cut_offers == (4,)
    assert table.state.accounts["player 4"] == dollars(0)


def from_the_hand(names: str, positions: int = 1, **choices: object) -> FedTable:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2, **choices))
    for position in range(1, positions + 1):
        table.wager(position)
    table.deal(names)
    return table


def test_b_5_players_cards_lie_face_down() -> None:
    table = from_the_hand("Th 7s 9d Tc")
    dealt_up = {event.position: event.face_up for event in of_kind(table.events, CardDealt)}
    assert dealt_up == {1: False, UPCARD: True, HOLE: False}
    assert view(table.state).boxes[0].hands[0].cards == (HIDDEN, HIDDEN)
    assert view(table.state).boxes[0].hands[0].total is None


def test_b_6_each_player_sees_his_own() -> None:
    table = from_the_hand("Th 2c 7s 9d 3c Tc", positions=2)
    for player, shown in (("1", ("Th", "9d")), ("2", ("2c", "3c"))):
        for box in view(table.state, player).boxes:
            assert box.hands[0].cards == (shown if box.player == player else (HIDDEN, HIDDEN))
    assert view_for(table.state, Viewer.DEALER).table == view(table.state)
    assert view_for(table.state, Viewer.SURVEILLANCE).table == view(table.state)


@pytest.mark.parametrize("decision", [Surrender, DoubleDown, SplitPair])
def test_b_6_i_turned_over_for_a_decision_that_needs_them(decision: type[Command]) -> None:
    table = from_the_hand("8h 7s 8d Tc 2c 3c 4c")
    happened = table.send(decision(1))
    order = kinds(happened)
    assert order.index("CardsTurned") < order.index("DecisionMade")
    assert HIDDEN not in view(table.state).boxes[0].hands[0].cards


def test_b_6_ii_a_hand_over_21_is_discarded_at_once() -> None:
    table = from_the_hand("Th 8h 7s 6d 9c Tc Kd", positions=2)
    happened = table.send(Hit(1))
    (gone,) = of_kind(happened, CardsRemoved)
    assert gone.cards == tuple(cards("Th 6d Kd"))
    assert table.state.stack.discards[-3:] == gone.cards
    assert of_kind(happened, WagerSettled) == []
    assert view(table.state).boxes[0].hands[0].cards == ()
    table.send(Stand(2))
    assert table.state.phase is Phase.SETTLED


def test_b_7_drawn_cards_lie_face_up() -> None:
    table = from_the_hand("2h 7s 3d Tc 4c 5c")
    table.send(Hit(1))
    assert view(table.state).boxes[0].hands[0].cards == (HIDDEN, HIDDEN, "4c")


def test_b_9_all_are_turned_over_at_the_end() -> None:
    """§ 633a.12(b)(8): after the hole card and the dealer's draws."""
    table = from_the_hand("Th 8h 7s 9d 9c 8c 2d", positions=2)
    table.send(Stand(1))
    order = kinds(table.send(Stand(2)))
    turned = [at for at, kind in enumerate(order) if kind == "CardsTurned"]
    assert len(turned) == 2
    assert min(turned) > order.index("HoleCardTurned")
    assert min(turned) > order.index("CardDealt")
    assert view(table.state).boxes[0].hands[0].cards == ("Th", "9d")


def test_b_a_wager_on_the_cards_shows_them() -> None:
    """§ 633a.7(g): the dealer sees what is settled."""
    table = FedTable(table_rules(dealing="from-the-hand", decks=2, wagers={"perfect-pairs": {}}))
    table.wager(1, perfect_pairs=5)
    table.wager(2)
    table.deal("8h Th 7s 8d 9d Tc")
    first, second = view(table.state).boxes
    assert first.hands[0].cards == ("8h", "8d")
    assert second.hands[0].cards == (HIDDEN, HIDDEN)
