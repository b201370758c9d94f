"""Shuffle, cut, cover card and reshuffle."""

from collections import Counter

import pytest

from amounts import dollars
from tables import (
    MANUAL,
    FedTable,
    after,
    cards,
    kinds,
    of_kind,
    play_round,
    round_of,
    shuffled_table,
    submission,
    table_rules,
)
from upcard.cards.card import new_decks, parse_card
from upcard.cards.shoe import ShuffledShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.blackjack.state import BlackjackState, new_table
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    CutCards,
    DealCard,
    DeclineCut,
    Hit,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    PlaceWager,
    SeatPlayer,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
    Stand,
    TurnHoleCard,
)
from upcard.engine.core.events import (
    CardBurned,
    CardsCut,
    CardsLoaded,
    CardsShuffled,
    CoverCardAppeared,
    CoverCardInserted,
)
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.submission.check import check

SEATS = ((4, "Ann"), (2, "Bob"), (6, "Cid"))


def seated() -> BlackjackState:
    """A shuffled table at which Ann (4) arrived first, then Bob (2) and Cid (6)."""
    state = new_table(table_rules())
    for position, player in SEATS:
        state = after(state, SeatPlayer(position, player))
    return after(state, Shuffle())


def played(
    *positions: int, cover: int = -1, hole: str = "Td", table: FedTable | None = None
) -> FedTable:
    """A round in which everybody stands, its cards on the table; nothing is automatic any more.

    The cover card comes when so many cards were dealt, the drawn card of the dealer included.
    """
    table = table or FedTable(automations=Automation.SHOE)
    table.by_hand()
    for position in positions:
        table.wager(position)
    table.send(CloseBets())
    players = len(positions)
    names = [*["9h"] * players, "7s", *["8c"] * players, hole]
    for number, card in enumerate(cards(" ".join(names))):
        if number == cover:
            table.send(ShowCoverCard())
        table.send(DealCard(card))
    table.send(SettleOptionalWagers(), *(Stand(position) for position in positions))
    table.send(TurnHoleCard())
    if cover == len(names):
        table.send(ShowCoverCard())
    if table.state.dealer_total < 17:
        table.send(DealCard(parse_card("9d")))
    table.send(SettleRound())
    return table


def offers_after(table: FedTable) -> tuple[int, ...]:
    """To whom the cut is offered when the cards are cleared and shuffled."""
    table.send(ClearTable())
    assert table.state.phase is Phase.SHUFFLING
    table.send(Shuffle())
    return offers(table)


def offers(table: FedTable) -> tuple[int, ...]:
    """To whom the cut is offered now, in order."""
    return table.state.cut_offers


# (a)


def test_a_no_wager_before_the_cards_are_shuffled() -> None:
    table = FedTable(automations=MANUAL)
    assert table.refuses(PlaceWager(1, "blackjack", dollars(15))) == "633a.6(c)"
    assert table.refuses(LoadShoe()) == "633a.7(a)"
    assert table.refuses(CloseBets()) == "633a.6(c)"


def test_a_shuffled_after_each_shoe_and_not_in_between() -> None:
    table = round_of("7s 9d 8h 8c")
    assert table.refuses(Shuffle()) == "633a.5(a)"
    table.send(Stand(1), ClearTable())
    assert table.refuses(Shuffle()) == "633a.5(a)"
    assert len(of_kind(table.events, CardsShuffled)) == 1


def test_a_a_reshuffle_restores_the_full_shoe() -> None:
    table, _ = shuffled_table(table_rules(decks=1), seed=11)
    while len(of_kind(table.events, CardsLoaded)) < 2:
        play_round(table, (1, 2, 3))
    # a full shoe, less the first card
    assert table.state.stack.remaining == 51
    assert len(table.state.stack.discards) == 1


# (b)


def test_b_the_cut_is_offered_before_the_cards_go_into_the_shoe() -> None:
    state = seated()
    assert state.phase is Phase.CUTTING
    table = FedTable(automations=MANUAL)
    table.table.state = state
    assert table.refuses(InsertCoverCard(100)) == "633a.5(d)"
    assert table.refuses(LoadShoe()) == "633a.7(a)"


def test_b_only_who_is_offered_the_cut_cuts() -> None:
    table = FedTable(automations=MANUAL)
    table.table.state = seated()
    assert table.refuses(CutCards(2, 100)) == "633a.5(c)"
    assert table.refuses(CutCards(0, 100)) == "633a.5(c)"
    assert table.refuses(DeclineCut(2)) == "633a.5(c)"
    assert kinds(table.send(CutCards(4, 100))) == ["CardsCut"]


def test_b_the_dealer_cuts_when_nobody_accepts() -> None:
    table = FedTable(automations=MANUAL)
    table.table.state = seated()
    table.send(DeclineCut(4))
    assert table.refuses(DeclineCut(4)) == "633a.5(c)"
    assert table.refuses(CutCards(4, 100)) == "633a.5(c)"
    assert table.send(CutCards(0, 100)) == [CardsCut(0, 100)]


def test_b_the_dealer_cuts_where_nobody_sits() -> None:
    state = after(new_table(table_rules()), Shuffle())
    assert state.cut_offers == ()
    assert after(state, CutCards(0, 10)).phase is Phase.COVERING


def test_b_no_cut_outside_its_moment() -> None:
    table = FedTable()
    assert table.refuses(CutCards(0, 100)) == "633a.5(b)"
    assert table.refuses(DeclineCut(1)) == "633a.5(b)"


# (c)


def test_c_1_the_first_player_to_arrive_when_the_game_begins() -> None:
    assert seated().cut_offers == (4,)


def test_c_1_the_order_of_arrival_stays_when_a_player_wagers() -> None:
    state = after(seated(), CutCards(4, 50), InsertCoverCard(78), LoadShoe())
    state = after(state, BurnCard(), PlaceWager(4, "blackjack", dollars(15)))
    assert state.seats == SEATS
    assert state.box(4).player == "Ann"


@pytest.mark.parametrize(("cover", "position"), [(0, 2), (1, 4), (2, 6), (4, 2), (5, 4), (6, 6)])
def test_c_2_the_player_on_whose_area_the_cover_card_appeared(cover: int, position: int) -> None:
    table = played(2, 4, 6, cover=cover)
    assert offers_after(table) == (position,)
    table.send(DeclineCut(position))
    assert offers(table) == ()


def test_c_2_on_a_card_that_a_player_draws() -> None:
    table = round_of("9h 9c 7s 8h 8c 7d 2d 3d 4d", positions=2)
    table.send(Stand(1))
    table.by_hand()
    table.send(Hit(2))
    assert table.send(ShowCoverCard()) == [CoverCardAppeared(0, 2)]


@pytest.mark.parametrize(("cover", "hole"), [(3, "Td"), (7, "Td"), (8, "2d")])
def test_c_3_on_the_dealer_s_hand_from_the_right_counterclockwise(cover: int, hole: str) -> None:
    """§ 633a.5(c)(3): on the upcard, the hole card or a card that the dealer draws."""
    table = played(2, 4, 6, cover=cover, hole=hole)
    assert offers_after(table) == (6, 4, 2)
    assert table.refuses(CutCards(2, 100)) == "633a.5(c)"
    table.send(DeclineCut(6))
    assert offers(table) == (4, 2)
    table.send(DeclineCut(4), DeclineCut(2))
    assert table.refuses(CutCards(2, 100)) == "633a.5(c)"
    table.send(CutCards(0, 100))
    assert table.state.phase is Phase.COVERING


def test_c_4_ordered_by_the_floor_from_the_right_counterclockwise() -> None:
    table = played(2, 4, 6)
    table.send(ClearTable())
    assert table.state.phase is Phase.WAGERING
    table.send(OrderReshuffle(), Shuffle())
    assert offers(table) == (6, 4, 2)


def test_c_4_the_floor_s_order_outranks_where_the_cover_card_lay() -> None:
    table = played(2, 4)
    table.send(ClearTable(), ShowCoverCard(), OrderReshuffle(), Shuffle())
    assert offers(table) == (4, 2)


def test_c_2_again_once_the_floor_s_reshuffle_is_over() -> None:
    table = played(2, 4)
    table.send(ClearTable(), OrderReshuffle(), Shuffle(), CutCards(4, 50))
    table.send(InsertCoverCard(78), LoadShoe(), BurnCard())
    assert offers_after(played(2, 4, cover=0, table=table)) == (2,)


# (d)


@pytest.mark.parametrize("decks", [1, 2, 5, 6, 8])
def test_d_the_cut_is_ten_cards_from_either_end_at_least(decks: int) -> None:
    full = 52 * decks
    table = FedTable(table_rules(decks=decks), MANUAL)
    table.send(Shuffle())
    for depth in (-1, 0, 9, full - 9, full, full + 1):
        assert table.refuses(CutCards(0, depth)) == "633a.5(d)"
    for depth in (10, full - 10):
        assert after(table.state, CutCards(0, depth)).phase is Phase.COVERING


@pytest.mark.parametrize(
    ("decks", "least"), [(1, 13), (2, 26), (4, 52), (5, 65), (6, 78), (8, 104)]
)
def test_d_the_cover_card_lies_a_quarter_from_the_bottom_at_least(decks: int, least: int) -> None:
    table = FedTable(table_rules(decks=decks), MANUAL)
    table.send(Shuffle(), CutCards(0, 10))
    for from_bottom in (-1, 0, least - 1, 52 * decks):
        assert table.refuses(InsertCoverCard(from_bottom)) == "633a.5(d)"
    assert after(table.state, InsertCoverCard(least)).phase is Phase.LOADING


@pytest.mark.parametrize("seed", range(6))
def test_d_automatic_cuts_keep_to_the_limits(seed: int) -> None:
    table, _ = shuffled_table(table_rules(decks=2), seed)
    (cut,) = of_kind(table.events, CardsCut)
    assert 10 <= cut.depth <= 94
    (cover,) = of_kind(table.events, CoverCardInserted)
    assert cover.from_bottom == 26


def test_d_what_was_on_top_of_the_cover_card_is_dealt_last() -> None:
    rules = table_rules(decks=1)
    uncut = ShuffledShoe(1, 1, seeded_bits(5))
    uncut.shuffle(0)
    order = [uncut.draw(0) for _ in range(52)]
    table, shoe = shuffled_table(rules, 5)
    (cut,) = of_kind(table.events, CardsCut)
    (burned,) = of_kind(table.events, CardBurned)
    drawn = [burned.card, *(shoe.draw(0) for _ in range(51))]
    assert drawn == order[cut.depth :] + order[: cut.depth]


def test_d_then_the_stack_goes_into_the_shoe() -> None:
    state = after(seated(), CutCards(4, 10), InsertCoverCard(78))
    assert after(state, LoadShoe()).stack.remaining == 312


# (f)


def test_f_reshuffled_after_the_cover_card_and_the_round() -> None:
    table = played(1, cover=2)
    assert table.refuses(OrderReshuffle()) == "633a.5(f)"
    assert table.refuses(Shuffle()) == "633a.5(a)"
    assert kinds(table.send(ClearTable())) == ["ReshuffleDue"]
    assert table.state.phase is Phase.SHUFFLING
    assert table.refuses(PlaceWager(1, "blackjack", dollars(15))) == "633a.6(c)"


def test_f_a_floorperson_may_order_it_after_any_round() -> None:
    table = round_of("7s 9d 8h 8c")
    assert table.refuses(OrderReshuffle()) == "633a.5(f)"
    table.send(Stand(1))
    assert table.refuses(OrderReshuffle()) == "633a.5(f)"
    table.send(ClearTable())
    shuffles = len(of_kind(table.events, CardsShuffled))
    table.send(OrderReshuffle())
    assert len(of_kind(table.events, CardsShuffled)) == shuffles + 1
    assert table.state.stack.remaining == 311


def test_f_not_while_wagers_lie_on_the_layout() -> None:
    table = FedTable()
    table.wager(3)
    assert table.refuses(OrderReshuffle()) == "633a.5(f)"


def test_f_no_reshuffle_while_the_cover_card_lies_in_the_shoe() -> None:
    table, shoe = shuffled_table(table_rules(decks=2), seed=8)
    rounds = 0
    while len(of_kind(table.events, CardsShuffled)) < 2:
        assert table.state.phase is Phase.WAGERING
        assert not shoe.cover_is_next(0) or table.state.stack.remaining == 26
        play_round(table, (1, 2))
        rounds += 1
    shown = [kind for kind in kinds(table.events) if kind in ("CoverCardAppeared", "ReshuffleDue")]
    assert shown == ["CoverCardAppeared", "ReshuffleDue"]
    assert rounds > 3


# (h)


def test_h_a_continuous_shuffler_has_neither_cut_nor_cover_card() -> None:
    table, _ = shuffled_table(table_rules(dealing="continuous-shuffler"), seed=1)
    assert kinds(table.events) == ["CardsLoaded", "CardBurned"]
    manual = FedTable(table_rules(dealing="continuous-shuffler"))
    assert manual.refuses(CutCards(0, 20)) == "633a.5(b)"
    assert manual.refuses(InsertCoverCard(80)) == "633a.5(d)"
    assert manual.refuses(ShowCoverCard()) == "633a.5(h)"


def test_h_the_cards_of_a_round_go_back_among_the_others() -> None:
    table, shoe = shuffled_table(table_rules(dealing="continuous-shuffler", decks=1), seed=3)
    for _ in range(60):
        play_round(table, (1, 2, 3), clear=False)
        hands = [box.hands[0] for _, box in table.state.in_play() if not box.hands[0].removed]
        away = sum(len(hand.cards) for hand in hands) + len(table.state.dealer)
        away += len(table.state.stack.discards)
        assert table.state.stack.remaining == 52 - away
        table.send(ClearTable())
        assert table.state.stack.remaining == 52
    assert len(of_kind(table.events, CardsLoaded)) == 1
    assert Counter(shoe.draw(0) for _ in range(52)) == Counter(new_decks(1))


def test_h_any_number_of_decks_complies() -> None:
    for decks in (1, 5, 8):
        _, found = check(submission(dealing="continuous-shuffler", decks=decks))
        assert found == []
