"""What is done when something goes wrong: the cards run out in the middle of a round."""

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
    play_round,
    round_of,
    settled,
    shuffled_table,
    table_rules,
)
from upcard.cards.card import new_decks, parse_card
from upcard.cards.shoe import ShuffledShoe
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    DealCard,
    DrawDeterminant,
    Hit,
    PlaceWager,
    ReshuffleDiscards,
    ReturnWagers,
    SettleRound,
    Stand,
    TurnHoleCard,
)
from upcard.engine.core.events import DiscardsReshuffled
from upcard.engine.core.phases import Phase
from upcard.engine.play import question
from upcard.games.table_rules import TableRules

RACK = "2h 3h 4h 5h 6h 7h 8h"


def emptied(table: FedTable, *, remaining: int, rack: str = RACK) -> None:
    """So many cards are left in the shoe, and these lie in the discard rack."""
    stack = replace(table.state.stack, remaining=remaining, discards=tuple(cards(rack)))
    table.table.state = replace(table.state, stacks=(stack,))


def all_cards(state: BlackjackState, shoe: ShuffledShoe) -> Counter[int]:
    """Shoe, rack, segregated area and table together."""
    found: Counter[int] = Counter(state.dealer)
    for side, stack in enumerate(state.stacks):
        found += Counter(shoe._stacks[side])
        found += Counter(stack.discards) + Counter(stack.segregated)
    for _, box in state.in_play():
        for hand in box.hands:
            found += Counter(() if hand.removed else hand.cards)
    return found


def test_f_no_card_is_dealt_from_an_empty_shoe() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    emptied(table, remaining=2)
    table.send(CloseBets(), *(DealCard(card) for card in cards("9h 7s")))
    assert table.refuses(DealCard(0)) == "633a.14(f)"
    table.send(ReshuffleDiscards(parse_card("2h")))
    table.send(DealCard(parse_card("8h")))


def test_f_the_discards_go_in_and_the_first_card_out() -> None:
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    emptied(table, remaining=0)
    table.send(Hit(1))
    (event,) = table.send(ReshuffleDiscards(parse_card("3h")))
    assert event == DiscardsReshuffled(7, parse_card("3h"))
    assert table.state.stack.remaining == 6
    assert table.state.stack.discards == (parse_card("3h"),)
    assert table.state.phase is Phase.PLAYING


def test_f_the_round_is_completed() -> None:
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    emptied(table, remaining=0)
    table.send(Hit(1), ReshuffleDiscards(), DealCard(parse_card("4h")), Stand(1))
    table.send(TurnHoleCard(), SettleRound())
    assert settled(table.events)[-1][2] == "win"
    assert table.state.phase is Phase.SETTLED


@pytest.mark.parametrize("remaining", [1, 2, 300])
def test_f_not_while_cards_are_left(remaining: int) -> None:
    table = round_of("9h 7s 5h Td")
    emptied(table, remaining=remaining)
    assert table.refuses(ReshuffleDiscards()) == "633a.14(f)"


def test_f_not_between_rounds() -> None:
    table = FedTable()
    emptied(table, remaining=0)
    assert table.refuses(ReshuffleDiscards()) == "633a.14(f)"


@pytest.mark.parametrize("rack", ["", "2h"])
def test_f_a_card_to_burn_and_a_card_to_deal_are_needed(rack: str) -> None:
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    emptied(table, remaining=0, rack=rack)
    table.send(Hit(1))
    assert table.refuses(ReshuffleDiscards()) == "633a.14(f)"


@pytest.mark.parametrize("burned", [52, -2])
def test_f_the_first_card_is_a_card_of_the_deck(burned: int) -> None:
    table = round_of("9h 7s 5h Td")
    emptied(table, remaining=0)
    assert table.refuses(ReshuffleDiscards(burned)) == "633a.3(a)"


def test_f_the_segregated_cards_of_that_side_go_in_too() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.by_hand()
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("9h"), 0))
    red, black = table.state.stacks
    red = replace(red, remaining=0, discards=tuple(cards("2h 3h")), segregated=(12, 16))
    black = replace(black, discards=tuple(cards("4s")), segregated=(5,))
    table.table.state = replace(table.state, stacks=(red, black))
    table.send(ReshuffleDiscards())
    assert [stack.remaining for stack in table.state.stacks] == [3, 52]
    assert table.state.stacks[0].segregated == ()
    assert table.state.stacks[1] == black


def runs_out(rules: TableRules, seed: int, rounds: int) -> int:
    """How often the shoe ran out; no card is ever lost or doubled, and every round completes."""
    table, shoe = shuffled_table(rules, seed)
    times = 0
    for _ in range(rounds):
        played = play_round(table, range(1, 8), "hit", clear=False)
        assert table.state.phase is Phase.SETTLED
        assert all_cards(table.state, shoe) == Counter(new_decks(rules.decks * rules.sides))
        ran_out = of_kind(played, DiscardsReshuffled)
        if ran_out:
            assert "CoverCardAppeared" in kinds(played)
            assert kinds(table.send(ClearTable()))[0] == "ReshuffleDue"
        else:
            table.send(ClearTable())
        times += len(ran_out)
    return times


@pytest.mark.parametrize("dealing", ["shoe", "automated-shuffler", "from-the-hand"])
def test_f_no_card_is_lost_or_doubled_over_many_rounds(dealing: str) -> None:
    assert sum(runs_out(table_rules(dealing=dealing, decks=1), seed, 12) for seed in range(4)) > 3


def test_f_nor_at_a_double_shoe() -> None:
    rules = table_rules(dealing="double-shoe", decks=1)
    assert sum(runs_out(rules, seed, 16) for seed in range(6)) > 3


def test_f_the_shoe_is_dealt_when_it_ran_out_so_it_is_reshuffled_after_the_round() -> None:
    """§§ 633a.14(f), 633a.5(a): also where nobody announced the cover card."""
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    emptied(table, remaining=0)
    table.send(Hit(1), ReshuffleDiscards(), DealCard(parse_card("4h")), Stand(1))
    table.send(TurnHoleCard(), SettleRound(), ClearTable())
    assert table.state.phase is Phase.SHUFFLING


def test_f_a_round_without_any_card_left_is_ended_and_wagers_go_back() -> None:
    """§ 633a.14(f): the text does not say what follows; nothing is lost."""
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    emptied(table, remaining=0, rack="2c")
    table.send(Hit(1))
    assert table.refuses(DealCard(parse_card("4h"))) == "633a.14(f)"
    assert table.refuses(ReshuffleDiscards()) == "633a.14(f)"
    assert kinds(table.send(ReturnWagers())) == ["WagerReturned", "RoundSettled"]
    assert set(table.state.accounts.values()) == {0}
    assert kinds(table.send(ClearTable())) == ["TableCleared"]


def test_f_wagers_do_not_go_back_while_there_are_cards() -> None:
    table = round_of("9h 7s 5h Td")
    table.by_hand()
    assert table.refuses(ReturnWagers()) == "633a.14(f)"
    table.send(Hit(1))
    assert table.refuses(ReturnWagers()) == "633a.14(f)"
    emptied(table, remaining=0)
    assert table.refuses(ReturnWagers()) == "633a.14(f)"


def test_f_a_crowded_single_deck_never_stops() -> None:
    """§ 633a.14(f): seven seats that split all they can may use every card there is."""
    rules = table_rules(decks=1, blackjack={"resplits": 3, "resplit_aces": True})
    returned = 0
    for seed in (660, 1569, 2360):
        table, _ = shuffled_table(rules, seed)
        for position in range(1, 8):
            table.send(PlaceWager(position, "blackjack", dollars(15)))
        table.send(CloseBets())
        while (asked := question(table.state)) is not None:
            hand = table.state.box(asked.position).hands[asked.hand - 1] if asked.hand else None
            word = "split" if "split" in asked.answers else "stand"
            if word == "stand" and hand is not None and hand.total < 18:
                word = "hit"
            table.send(asked.answers.get(word, next(iter(asked.answers.values()))))
        returned += "WagerReturned" in kinds(table.events)
        assert table.state.accounts["layout"] == 0
        assert sum(table.state.accounts.values()) == 0
    assert returned > 0
