"""Hands that were missed, and rounds dealt from the wrong side of the double shoe."""

from collections import Counter

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    kinds,
    of_kind,
    refused,
    round_of,
    settled,
    short,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    DealCard,
    DrawDeterminant,
    Hit,
    PayBlackjack,
    PlaceWager,
    SettleHeldWagers,
    SettleOptionalWagers,
    SettleRound,
    Stand,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, WagerReturned
from upcard.engine.core.jackpot_events import ProgressivesLocked
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    CallHandDead,
    DealFromWrongSide,
    MissDealerCard,
    MissHand,
    MissRequestedCard,
    TakeMissedCard,
)
from upcard.engine.irregular.events import WrongSideDealt
from upcard.engine.jackpots.commands import CollectProgressiveWagers
from upcard.engine.play import question, refusal
from upcard.games.table_rules import TableRules


def dealing(positions: int = 2, rules: TableRules | None = None, **named: int) -> FedTable:
    """A table at which the first card is due; nothing is automatic but the shoe."""
    table = FedTable(rules, SHOE)
    for position in range(1, positions + 1):
        table.wager(position, **named)
    table.send(CloseBets())
    return table


def deal(table: FedTable, names: str) -> None:
    """The dealer deals these cards."""
    table.send(*(DealCard(card) for card in cards(names)))


def test_e_the_players_cards_come_first_then_the_dealer_s() -> None:
    table = dealing()
    deal(table, "Th Ah")
    table.send(MissDealerCard())
    assert table.state.targets == ((1, 1), (2, 1), (UPCARD, 0), (HOLE, 0))
    deal(table, "8h 7h Ts 7c")
    assert table.state.dealer == (parse_card("Ts"), parse_card("7c"))


def test_e_the_second_card_is_the_only_one_left() -> None:
    table = dealing(1)
    deal(table, "Th 7s 8h")
    table.send(MissDealerCard())
    assert table.state.targets == ((HOLE, 0),)


@pytest.mark.parametrize("dealt", ["", "Th", "Th Ah 7s", "Th Ah 7s 8h 7h Tc"])
def test_e_only_where_the_dealer_s_card_is_due(dealt: str) -> None:
    table = dealing()
    deal(table, dealt)
    command = MissDealerCard()
    assert (table.state.targets[:1] in (((UPCARD, 0),),)) is (dealt == "Th Ah")
    if dealt != "Th Ah":
        assert table.refuses(command) == "633a.14(e)"


def test_g_a_hand_without_cards_is_dead_and_its_wagers_go_back() -> None:
    rules = table_rules(wagers={"lucky-ladies": {}})
    table = dealing(2, rules, lucky_ladies=5)
    table.send(MissHand())
    deal(table, "9c Ts")
    events = table.send(MissHand())
    assert kinds(events) == ["HandMissed", "HandCalledDead", "WagerReturned", "WagerReturned"]
    assert table.state.accounts["player 1"] == 0
    assert table.state.box(1).hands[0].outcome == "void"
    deal(table, "9d 7c")
    table.send(SettleOptionalWagers())
    assert [row[0] for row in settled(table.events)] == [2]


def test_g_i_a_hand_that_is_named_is_the_one_whose_card_is_due() -> None:
    """§ 633a.14(g), (i): a step about another hand than the next one is refused."""
    table = dealing(2)
    assert table.refuses(MissHand(2)) == "633a.14(g)"
    assert table.refuses(MissHand(1, 2)) == "633a.14(g)"
    deal(table, "5h")
    assert table.refuses(MissHand(1)) == "633a.14(g)"
    table.send(MissHand(2, 1))
    assert table.state.faults.missed == ((2, 1),)


def test_g_the_player_is_included_in_the_next_deal() -> None:
    """§ 633a.14(g): also where a patron who sat out may not wager again."""
    table = FedTable(table_rules(mid_shoe_entry=False))
    table.wager(1)
    table.wager(2)
    table.send(CloseBets(), MissHand())
    table.shoe.feed(cards("9c Ts"))
    table.table.resume()
    table.send(MissHand())
    table.shoe.feed(cards("9d 7c"))
    table.table.resume()
    table.send(Stand(2), ClearTable())
    assert table.state.admitted == frozenset(("1", "2"))
    table.wager(1)


def test_g_with_one_card_the_player_chooses_after_the_others_have_theirs() -> None:
    table = dealing()
    deal(table, "9h 9c Ts")
    table.send(MissHand())
    assert question(table.state) is None
    deal(table, "9d")
    asked = question(table.state)
    assert asked is not None
    assert (asked.kind, asked.position) == ("missed-card", 1)
    assert list(asked.answers) == ["take-card", "dead-hand"]
    assert table.refuses(SettleOptionalWagers()) == "633a.14(g)"
    assert table.refuses(DealCard(parse_card("7c"))) == "633a.14(g)"  # the dealer's comes after
    table.send(TakeMissedCard(1))
    deal(table, "8h 7c")
    assert table.state.dealer == (parse_card("Ts"), parse_card("7c"))
    assert table.state.box(1).initial == (parse_card("9h"), parse_card("8h"))
    table.send(SettleOptionalWagers(), UseCardReader(), SettleHeldWagers())
    assert table.state.phase is Phase.PLAYING


def test_g_a_missed_second_card_may_be_missed_again() -> None:
    table = dealing(1)
    deal(table, "9h Ts")
    table.send(MissHand(), TakeMissedCard(1), MissHand())
    assert table.state.faults.missed == ((1, 1),)
    table.send(CallHandDead(1))
    assert table.state.accounts["layout"] == 0


def test_g_progressive_wagers_are_locked_once_by_the_first_card() -> None:
    """§§ 633a.14(g), 633a.2(d)(2): whose card it is makes no difference."""
    rules = table_rules(wagers={"hit-and-run": {}})
    table = dealing(2, rules, hit_and_run=5)
    table.send(MissHand())
    deal(table, "9c")
    assert table.refuses(PlaceWager(1, "hit-and-run", dollars(5))) == "633a.2(d)(2)"
    deal(table, "Ts 9h 9d")
    assert len(of_kind(table.events, ProgressivesLocked)) == 1


def test_g_a_progressive_wager_that_was_collected_is_returned_from_the_inventory() -> None:
    rules = table_rules(wagers={"jackpot-party": {"wager": 5}})
    table = FedTable(rules, SHOE)
    table.wager(1, jackpot_party=5)
    table.send(CloseBets(), CollectProgressiveWagers(), MissHand())
    deal(table, "Ts")
    returned = of_kind(table.send(MissHand()), WagerReturned)
    assert [event.collected for event in returned] == [True, False]
    assert set(table.state.accounts.values()) == {0}


def test_h_the_round_goes_on_from_the_side_it_was_drawn_from() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("9h"), 0))
    assert table.send(DealFromWrongSide()) == [WrongSideDealt(1)]
    deal(table, "7s 9d Td")
    assert [stack.remaining for stack in table.state.stacks] == [51, 49]
    assert Counter(table.state.cards_from(0)) == Counter([parse_card("9h")])
    assert Counter(table.state.cards_from(1)) == Counter(cards("7s 9d Td"))
    table.send(SettleOptionalWagers(), Stand(1), TurnHoleCard(), SettleRound())
    table.send(ClearTable())
    assert [stack.discards for stack in table.state.stacks] == [
        tuple(cards("9h")),
        tuple(cards("9d 7s Td")),
    ]
    assert not table.state.faults.wrong_side


def test_h_a_removed_blackjack_returns_each_card_to_its_side() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("Ah"), 0), DealFromWrongSide())
    deal(table, "7s Kd Td")
    table.send(SettleOptionalWagers(), PayBlackjack())
    assert [stack.discards for stack in table.state.stacks] == [
        tuple(cards("Ah")),
        tuple(cards("Kd")),
    ]


def test_h_a_segregated_determinant_is_no_card_of_the_round() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("9s"), 0))
    assert table.state.side == 1
    table.send(DealFromWrongSide())
    assert table.state.side == 0
    deal(table, "9h")
    assert table.refuses(DealFromWrongSide()) == "633a.14(h)"
    assert [stack.remaining for stack in table.state.stacks] == [50, 52]


def test_h_a_shoe_with_one_side_has_no_wrong_one() -> None:
    assert dealing().refuses(DealFromWrongSide()) == "633a.14(h)"


def test_i_the_hand_waits_for_all_others() -> None:
    table = round_of("5h 9c 8s 7d 9d Tc", positions=2)
    table.by_hand()
    table.send(Hit(1), MissRequestedCard())
    assert table.refuses(TakeMissedCard(1)) == "633a.14(i)"
    assert question(table.state).position == 2  # type: ignore[union-attr]
    table.send(Stand(2))
    assert table.refuses(TurnHoleCard()) == "633a.14(i)"
    table.send(TakeMissedCard(1), DealCard(parse_card("2c")), Stand(1))
    assert [hand.total for hand in table.state.box(1).hands] == [14]
    table.send(TurnHoleCard())


def test_i_the_original_wager_of_a_dead_hand_goes_back() -> None:
    """§ 633a.14(i): the wagers beside it are decided by the cards that were dealt."""
    rules = table_rules(wagers={"hit-and-run": {}})
    table = FedTable(rules)
    table.wager(1, hit_and_run=5)
    table.deal("5h 8s 7d Tc")
    table.by_hand()
    table.send(Hit(1), MissRequestedCard())
    events = table.send(CallHandDead(1))
    assert kinds(events) == ["HandCalledDead", "WagerReturned"]
    assert "hit-and-run" in table.state.box(1).wagers
    table.send(TurnHoleCard(), SettleRound())
    assert settled(table.events) == [(1, "hit-and-run", "lose", "5.00", "0.00")]
    assert table.state.accounts["player 1"] == -dollars(5)


def test_i_several_hands_choose_in_the_order_in_which_they_were_missed() -> None:
    table = round_of("5h 5c 8s 7d 7h Tc", positions=2)
    table.by_hand()
    table.send(Hit(1), MissRequestedCard(), Hit(2), MissRequestedCard())
    assert table.refuses(CallHandDead(2)) == "633a.14(i)"
    table.send(CallHandDead(1), TakeMissedCard(2), DealCard(parse_card("9d")))
    table.send(TurnHoleCard())
    assert table.state.accounts["player 1"] == 0


def test_h_an_empty_side_gives_no_round() -> None:
    """§ 633a.14(h): the determinant of one side, and not a card in the other."""
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("9h"), 0))
    side = table.state.side
    right, wrong = table.state.stacks[side], table.state.stacks[1 - side]
    stacks = [right, replace(wrong, remaining=0)]
    empty = replace(table.state, stacks=tuple(stacks if side == 0 else stacks[::-1]))
    violation = refused(empty, DealFromWrongSide())
    assert (short(violation.section), violation.message) == (
        "633a.14(h)",
        "The other side of the shoe is empty.",
    )
    assert refusal(table.state, DealFromWrongSide()) is None
