"""The dealing shoe: loading, the first card, the determinant card, the cover card."""

from collections import Counter

import pytest

from amounts import dollars
from tables import (
    MANUAL,
    SHOE,
    FedTable,
    after,
    answer_all,
    cards,
    dealt,
    kinds,
    of_kind,
    play_round,
    round_of,
    shuffled_table,
    table_rules,
)
from upcard.cards.card import is_red, name_of, new_decks, parse_card
from upcard.engine.blackjack.state import new_table
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    CutCards,
    DealCard,
    DrawDeterminant,
    Hit,
    InsertCoverCard,
    LoadShoe,
    PlaceWager,
    ReplaceDealer,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
    Stand,
    TurnHoleCard,
)
from upcard.engine.core.events import (
    CardBurned,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    DeterminantDrawn,
    ReshuffleDue,
)
from upcard.engine.core.phases import Phase

DOUBLE = table_rules(dealing="double-shoe", decks=1)


# (a)


def test_a_the_stack_goes_into_the_shoe_when_it_is_shuffled_cut_and_covered() -> None:
    state = new_table(table_rules())
    table = FedTable(automations=MANUAL)
    for step in (Shuffle(), CutCards(0, 30), InsertCoverCard(78)):
        table.table.state = state
        assert table.refuses(LoadShoe()) == "633a.7(a)"
        assert state.stack.remaining == 0
        state = after(state, step)
    loaded = after(state, LoadShoe())
    assert (loaded.stack.loaded, loaded.stack.remaining) == (True, 312)


def test_a_no_card_is_dealt_but_from_a_loaded_shoe() -> None:
    table = FedTable(automations=MANUAL)
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    assert table.refuses(BurnCard(0)) == "633a.7(c)"
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    assert table.refuses(LoadShoe()) == "633a.7(a)"


# (b)


def test_b_one_card_at_a_time_from_the_shoe_to_where_it_is_due() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.wager(5)
    table.send(CloseBets())
    for number, card in enumerate(cards("2h 3h 4h 5h 6h 7h"), 1):
        before = table.state.stack.remaining
        assert kinds(table.send(DealCard(card))) == ["CardDealt"]
        assert table.state.stack.remaining == before - 1
        on_table = sum(len(box.hands[0].cards) for _, box in table.state.in_play())
        assert on_table + len(table.state.dealer) == number
    assert table.refuses(DealCard(0)) == "633a.7(f)"


def test_b_the_dealer_cannot_send_a_card_elsewhere() -> None:
    assert DealCard.__struct_fields__ == ("card",)


# (c)


def test_c_the_first_card_of_each_batch_goes_to_the_discard_rack() -> None:
    table, _ = shuffled_table(table_rules(decks=1), seed=6)
    while len(of_kind(table.events, CardsLoaded)) < 3:
        play_round(table, (1, 2, 3))
    for event, following in zip(table.events, table.events[1:], strict=False):
        if isinstance(event, CardsLoaded):
            assert isinstance(following, CardBurned)
            assert table.state.phase is Phase.WAGERING
    assert table.state.stack.discards == (of_kind(table.events, CardBurned)[-1].card,)


def test_c_no_wager_is_dealt_before_the_first_card_is_removed() -> None:
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    assert table.state.phase is Phase.BURNING
    assert table.refuses(PlaceWager(1, "blackjack", dollars(15))) == "633a.6(c)"
    table.send(BurnCard(17))
    assert table.state.stack.discards == (17,)
    assert table.refuses(BurnCard(18)) == "633a.7(c)"


def test_c_a_new_dealer_removes_one_card() -> None:
    table = FedTable(automations=SHOE)
    assert kinds(table.send(ReplaceDealer())) == ["DealerReplaced", "CardBurned"]
    assert table.state.stack.remaining == 310
    assert len(table.state.stack.discards) == 2
    assert table.state.phase is Phase.WAGERING


def test_c_a_new_dealer_removes_it_before_dealing_also_after_the_wagers() -> None:
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    table.send(BurnCard())
    table.wager(1)
    table.send(ReplaceDealer())
    assert table.refuses(CloseBets()) == "633a.6(c)"
    table.send(BurnCard(), CloseBets())
    assert table.refuses(ReplaceDealer()) == "633a.7(c)"


def test_c_a_new_dealer_may_meet_the_cover_card() -> None:
    """§§ 633a.7(c), (e): it is put to the side, then the card behind it is removed."""
    table, shoe = shuffled_table(table_rules(decks=1), seed=2)
    while not shoe.cover_is_next(0):
        table.send(ReplaceDealer())  # each removes a card, until 13 are left
    assert table.state.stack.remaining == 13
    replaced = table.send(ReplaceDealer())
    assert kinds(replaced) == ["DealerReplaced", "CoverCardAppeared", "CardBurned"]
    assert "ReshuffleDue" in kinds(play_round(table))


@pytest.mark.parametrize(
    ("dealing", "burned"),
    [("shoe", 1), ("automated-shuffler", 1), ("double-shoe", 0), ("from-the-hand", 0)],
)
def test_c_a_card_is_burned_where_no_card_begins_each_round(dealing: str, burned: int) -> None:
    """§§ 633a.7(c), 633a.7(d), 633a.12(b)(5): two ways begin each round with a card."""
    table = FedTable(table_rules(dealing=dealing, decks=2))
    assert len(of_kind(table.events, CardBurned)) == burned
    assert len(of_kind(table.send(ReplaceDealer()), CardBurned)) == burned


# (d)


def test_d_no_first_card_is_burned_from_a_double_shoe() -> None:
    table = FedTable(DOUBLE)
    assert of_kind(table.events, CardBurned) == []
    assert kinds(table.send(ReplaceDealer())) == ["DealerReplaced", "BurnNotRequired"]
    assert [stack.remaining for stack in table.state.stacks] == [52, 52]


def test_d_1_the_determinant_card_comes_before_each_round() -> None:
    table = FedTable(DOUBLE, SHOE)
    for _ in range(2):
        table.wager(1)
        table.send(CloseBets())
        assert table.state.phase is Phase.DETERMINING
        assert table.refuses(DealCard(1)) == "633a.7(f)"
        table.by_hand()
        table.send(DrawDeterminant(parse_card("9h"), 0))
        assert table.refuses(DrawDeterminant(parse_card("9h"), 0)) == "633a.7(d)(1)"
        table.send(*(DealCard(card) for card in cards("7s 8h Td")))
        table.send(SettleOptionalWagers(), Stand(1), TurnHoleCard())
        table.send(SettleRound(), ClearTable())


@pytest.mark.parametrize("colors", ["red-first", "red-second"])
@pytest.mark.parametrize("drawn_from", [0, 1])
@pytest.mark.parametrize("name", ["5h", "5d", "5s", "5c"])
def test_d_1_its_suit_says_from_which_side(name: str, drawn_from: int, colors: str) -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1, double_shoe_colors=colors), SHOE)
    table.wager(1)
    (card,) = cards(name)
    table.send(CloseBets())
    drawn = table.send(DrawDeterminant(card, drawn_from))
    side = 0 if bool(is_red(card)) == (colors == "red-first") else 1
    assert drawn[0] == DeterminantDrawn(card, drawn_from, side)
    assert table.state.side == side


def test_d_2_a_card_of_its_own_side_becomes_the_first_card() -> None:
    table = FedTable(DOUBLE, SHOE)
    table.wager(2)
    table.wager(4)
    table.send(CloseBets())
    drawn = table.send(DrawDeterminant(parse_card("9h"), 0))
    assert dealt(drawn) == [(2, 1, "9h")]
    table.send(*(DealCard(card) for card in cards("8h 7s")))
    assert [stack.remaining for stack in table.state.stacks] == [49, 52]
    assert [stack.segregated for stack in table.state.stacks] == [(), ()]


def test_d_2_another_card_is_segregated_and_the_other_side_deals() -> None:
    table = FedTable(DOUBLE, SHOE)
    table.wager(2)
    table.send(CloseBets())
    (spade,) = cards("9s")
    drawn = table.send(DrawDeterminant(spade, 0))
    assert dealt(drawn) == []
    assert table.state.stacks[0].segregated == (spade,)
    first = table.send(*(DealCard(card) for card in cards("8c 7c 6c 5c")))
    assert dealt(first)[0] == (2, 1, "8c")
    assert [stack.remaining for stack in table.state.stacks] == [51, 48]


@pytest.mark.parametrize("side", [-1, 2])
def test_d_1_from_either_side_and_no_other(side: int) -> None:
    table = FedTable(DOUBLE, SHOE)
    table.wager(1)
    table.send(CloseBets())
    assert table.refuses(DrawDeterminant(0, side)) == "633a.7(d)(1)"
    assert table.refuses(DrawDeterminant(52, 0)) == "633a.3(a)"


def test_d_the_segregated_card_stays_until_its_side_is_reshuffled() -> None:
    table, _ = shuffled_table(DOUBLE, seed=5)
    seen = {0: 0, 1: 0}
    for _ in range(40):
        loads = len(of_kind(table.events, CardsLoaded))
        before = [stack.segregated for stack in table.state.stacks]
        played = play_round(table, (1, 2))
        drawn = of_kind(played, DeterminantDrawn)[0]
        shuffled = [event.side for event in of_kind(played, CardsShuffled)]
        for side, stack in enumerate(table.state.stacks):
            apart = drawn.side != side and drawn.drawn_from == side
            wanted = (*before[side], drawn.card) if apart else before[side]
            assert stack.segregated == (() if side in shuffled else wanted)
            seen[side] += apart
        assert len(of_kind(table.events, CardsLoaded)) == loads + len(shuffled)
    assert min(seen.values()) > 0


# (e)


def cover_at(place: int) -> FedTable:
    """A round with the cover card before card number `place` (0: before the first wager)."""
    table = FedTable(automations=SHOE)
    table.by_hand()
    if place == 0:
        table.send(ShowCoverCard())
    table.wager(1)
    table.send(CloseBets())
    for number, card in enumerate(cards("9h 7s 5h Td"), 1):
        if number == place:
            table.send(ShowCoverCard())
        table.send(DealCard(card))
    table.send(SettleOptionalWagers(), Hit(1))
    if place == 5:
        table.send(ShowCoverCard())
    table.send(DealCard(parse_card("4c")), Stand(1), TurnHoleCard())
    table.send(SettleRound())
    return table


@pytest.mark.parametrize("place", range(6))
def test_e_the_hand_is_completed_then_the_cards_are_reshuffled(place: int) -> None:
    table = cover_at(place)
    assert len(of_kind(table.events, CoverCardAppeared)) == 1
    assert kinds(table.send(ClearTable())) == ["ReshuffleDue"]
    assert table.state.phase is Phase.SHUFFLING
    assert table.refuses(PlaceWager(1, "blackjack", dollars(15))) == "633a.6(c)"


def test_e_without_the_cover_card_the_shoe_goes_on() -> None:
    table = cover_at(99)
    assert kinds(table.send(ClearTable())) == ["TableCleared"]
    assert table.state.phase is Phase.WAGERING


def test_e_the_cover_card_comes_once_a_shoe() -> None:
    table = cover_at(0)
    assert table.refuses(ShowCoverCard()) == "633a.7(e)"


def test_e_the_cover_card_comes_only_where_a_card_is_drawn() -> None:
    """§ 633a.7(e): not while the dealer waits for a player's decision."""
    waiting = round_of("9h 7s 5h Td")
    assert waiting.state.phase is Phase.PLAYING
    assert waiting.refuses(ShowCoverCard()) == "633a.7(e)"


def test_e_the_cover_card_does_not_come_once_the_dealer_has_all_cards() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("9h 7s 8h Td")))
    table.send(SettleOptionalWagers(), Stand(1), TurnHoleCard())
    assert table.state.phase is Phase.DRAWING
    assert table.refuses(ShowCoverCard()) == "633a.7(e)"


@pytest.mark.parametrize("dealing", ["shoe", "automated-shuffler", "from-the-hand"])
def test_e_1_no_card_is_missing_when_a_single_shoe_is_reshuffled(dealing: str) -> None:
    table, shoe = shuffled_table(table_rules(dealing=dealing, decks=1), seed=9)
    for _ in range(25):
        for position in (1, 2):
            table.send(PlaceWager(position, "blackjack", dollars(15)))
        table.send(CloseBets())
        answer_all(table, "hit")
        state = table.state
        hands = [hand for _, box in state.in_play() for hand in box.hands if not hand.removed]
        on_table = [card for hand in hands for card in hand.cards]
        left = Counter(shoe._stacks[0])
        assert left + Counter(on_table) + Counter(state.dealer) + Counter(
            state.stack.discards
        ) == Counter(new_decks(1))
        table.send(ClearTable())


def test_e_2_3_only_the_side_of_the_cover_card_is_reshuffled() -> None:
    table = FedTable(DOUBLE, SHOE)
    table.by_hand()
    table.wager(1)
    table.send(CloseBets(), DrawDeterminant(parse_card("9h"), 0))
    table.send(ShowCoverCard(0), *(DealCard(card) for card in cards("7s 8h Td")))
    table.send(SettleOptionalWagers(), Stand(1), TurnHoleCard(), SettleRound())
    assert kinds(table.send(ClearTable())) == ["ReshuffleDue"]
    assert [stack.loaded for stack in table.state.stacks] == [False, True]
    other = table.state.stacks[1]
    (shuffled,) = of_kind(table.send(Shuffle()), CardsShuffled)
    assert shuffled.side == 0
    table.send(CutCards(1, 20), InsertCoverCard(13))
    assert kinds(table.send(LoadShoe())) == ["CardsLoaded", "BurnNotRequired"]
    assert table.state.phase is Phase.WAGERING
    assert table.state.stacks[0].remaining == 52
    assert table.state.stacks[1] == other


def test_e_2_the_segregated_cards_of_that_side_are_among_them() -> None:
    table, shoe = shuffled_table(DOUBLE, seed=12)
    due = 0
    for _ in range(60):
        play_round(table, (1, 2, 3), clear=False)
        state = table.state
        hands = [box.hands[0] for _, box in state.in_play() if not box.hands[0].removed]
        on_table = [card for hand in hands for card in hand.cards]
        for side, stack in enumerate(state.stacks):
            whole = Counter(shoe._stacks[side])
            whole += Counter(stack.discards) + Counter(stack.segregated)
            if side == state.side:
                whole += Counter(on_table) + Counter(state.dealer)
            assert whole == Counter(new_decks(1)), sorted(map(name_of, whole))
        cleared = table.send(ClearTable())
        due += isinstance(cleared[0], ReshuffleDue)
    assert due > 4


def test_e_2_a_cover_card_of_the_side_that_does_not_deal() -> None:
    """§ 633a.7(d)(1), (e): it may cover the determinant card; that side is reshuffled after."""
    table = FedTable(DOUBLE, SHOE)
    table.by_hand()
    table.wager(1)
    table.send(CloseBets(), ShowCoverCard(0), DrawDeterminant(parse_card("9s"), 0))
    table.send(*(DealCard(card) for card in cards("9c 7s 8h Td")))
    table.send(SettleOptionalWagers(), Stand(1), TurnHoleCard())
    table.send(SettleRound(), ClearTable(), Shuffle())
    assert table.state.side == 0
    assert table.state.stacks[0].segregated == ()
    assert len(table.state.stacks[1].discards) == 4
