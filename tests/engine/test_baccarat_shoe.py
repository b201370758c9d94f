"""The shoe, the seats and the limits of a baccarat table."""

import pytest

from amounts import dollars
from tables import cards, kinds
from tables_of_games import ALL_STEPS, baccarat_rules, baccarat_table, dealt, rules_of
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    CutCards,
    DealCard,
    DeclineCut,
    Hit,
    InsertCoverCard,
    LeaveSeat,
    LoadShoe,
    OrderReshuffle,
    PlaceWager,
    SeatPlayer,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
)
from upcard.engine.core.events import TableCleared
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import INVENTORY, LAYOUT

CHAPTER = "58 Pa. Code ch. 631a"
CARDS = "4s Kd 5h 7c"


def test_from_the_shuffle_to_the_wagers() -> None:
    table = baccarat_table()
    assert kinds(table.events) == [
        "CardsShuffled",
        "CardsCut",
        "CoverCardInserted",
        "CardsLoaded",
        "CardBurned",
    ]
    assert table.state.phase is Phase.WAGERING
    assert table.state.stack.remaining == 8 * 52 - 1
    assert table.state.shoes == 1


def test_the_cut_is_offered_to_whoever_came_first() -> None:
    table = baccarat_table(automations=Automation(0))
    table.send(SeatPlayer(3, "Ann"))
    table.send(SeatPlayer(5, "Bob"))
    table.send(Shuffle())
    assert table.refuses(CutCards(5, 30)) == CHAPTER
    assert table.refuses(CutCards(3, 9)) == CHAPTER
    table.send(DeclineCut(3))
    table.send(CutCards(0, 30))
    assert table.refuses(InsertCoverCard(103)) == CHAPTER
    table.send(InsertCoverCard(104))
    table.send(LoadShoe())
    table.send(BurnCard())
    assert table.state.phase is Phase.WAGERING


def test_the_cover_card_ends_the_shoe_with_its_round() -> None:
    table = baccarat_table(automations=ALL_STEPS)
    table.wager(1, "baccarat-player", 10)
    table.send(ShowCoverCard())
    assert table.refuses(ShowCoverCard()) == CHAPTER
    table.cards = cards(CARDS)
    table.send(CloseBets())
    happened = kinds(table.send(ClearTable()))
    assert happened[:2] == ["ReshuffleDue", "CardsShuffled"]
    assert table.state.phase is Phase.WAGERING
    assert table.state.shoes == 2


def test_the_cover_card_comes_only_where_a_card_is_drawn() -> None:
    table = dealt(CARDS)
    assert table.state.phase is Phase.SETTLED
    assert table.refuses(ShowCoverCard()) == CHAPTER
    table.send(ClearTable())
    assert table.refuses(ShowCoverCard(1)) == CHAPTER


def test_cleared_cards_lie_in_the_discard_rack() -> None:
    table = dealt(CARDS)
    (cleared,) = table.send(ClearTable())
    assert cleared == TableCleared(tuple(cards("4s 5h Kd 7c")))
    assert table.state.stack.discards[1:] == cleared.cards
    assert table.state.player == table.state.banker == ()


def test_no_round_is_begun_that_the_shoe_may_not_complete() -> None:
    """Six cards left are enough for a round; with fewer the shoe is reshuffled."""
    table = baccarat_table(baccarat_rules(decks=6))
    rounds = 0
    while table.state.shoes == 1:
        table.wager(1, "baccarat-player", 10)
        table.cards = cards("Ks Kd Qs Qd Js Jd")
        table.send(CloseBets())
        table.send(ClearTable())
        rounds += 1
    assert rounds == (6 * 52 - 1) // 6
    assert kinds(table.events).count("ReshuffleOrdered") == 1


def test_a_short_shoe_takes_no_wager_and_deals_no_round() -> None:
    table = baccarat_table(baccarat_rules(decks=6), ALL_STEPS & ~Automation.SHOE)
    for step in (Shuffle(), CutCards(0, 10), InsertCoverCard(78), LoadShoe(), BurnCard()):
        table.send(step)
    for _ in range(51):
        table.cards = cards("Ks Kd Qs Qd Js Jd")
        table.send(CloseBets())
        table.send(ClearTable())
    assert table.state.stack.remaining == 5
    assert table.refuses(CloseBets()) == CHAPTER
    assert table.refuses(PlaceWager(1, "baccarat-tie", dollars(10))) == CHAPTER
    table.send(OrderReshuffle())
    assert table.state.phase is Phase.SHUFFLING


def test_the_floor_does_not_reshuffle_in_mid_round() -> None:
    table = baccarat_table()
    table.wager(1, "baccarat-player", 10)
    assert table.refuses(OrderReshuffle()) == CHAPTER


def test_two_batches_alternate_in_a_shuffler() -> None:
    table = baccarat_table(baccarat_rules(dealing="automated-shuffler"))
    batches = [table.state.stack.batch]
    for _ in range(2):
        table.send(OrderReshuffle())
        batches.append(table.state.stack.batch)
    assert batches == [0, 1, 0]


def test_seats_and_positions() -> None:
    table = baccarat_table()
    table.wager(2, "baccarat-player", 10, player="Ann")
    assert table.state.seats == ((2, "Ann"),)
    assert table.refuses(PlaceWager(2, "baccarat-tie", dollars(10), "Bob")) == CHAPTER
    assert table.refuses(LeaveSeat(2)) == CHAPTER
    assert table.refuses(SeatPlayer(0)) == CHAPTER
    assert table.refuses(SeatPlayer(8)) == CHAPTER
    table.wager(2, "baccarat-tie", 10)
    assert table.state.boxes[1] is not None
    assert table.state.boxes[1].player == "Ann"


def test_a_player_s_decision_is_no_command_of_baccarat() -> None:
    table = baccarat_table()
    violation = table.flow.refusal(table.state, Hit(1))
    assert violation is not None
    assert (violation.section, violation.message) == (CHAPTER, "There is no hit in baccarat.")


def test_the_round_is_not_settled_before_its_third_cards() -> None:
    table = baccarat_table(automations=ALL_STEPS & ~Automation.SETTLE)
    table.cards = cards("Ks 2d Qs Kd")
    table.send(CloseBets())
    table.send(SettleOptionalWagers())
    for whose, card in (("Player's", "5s"), ("Banker's", "6d")):
        violation = table.flow.refusal(table.state, SettleRound())
        assert violation is not None
        assert violation.message == f"The {whose} Hand takes a third card first."
        assert table.refuses(DealCard(52)) == CHAPTER
        table.send(DealCard(*cards(card)))
    table.send(SettleRound())
    assert table.state.phase is Phase.SETTLED


@pytest.mark.parametrize(
    ("amount", "paid"),
    [("100", 195), ("20", 39), ("10", "19.50"), ("10.50", "20.47"), ("0.50", "0.97")],
)
def test_the_commission_is_exact_and_paid_in_whole_cents(amount: str, paid: int | str) -> None:
    """19 to 20: five percent of a win stays with the house, and what is left of a cent."""
    rules = rules_of({"table": {"name": "B", "game": "baccarat", "minimum": "0.50"}})
    table = baccarat_table(rules)
    table.wager(1, "baccarat-banker", amount)
    table.cards = cards("Ks 3h Qd 5c")
    table.send(CloseBets())
    wagered, won = dollars(amount), dollars(paid)
    assert table.state.accounts == {
        "player 1": won - wagered,
        LAYOUT: 0,
        INVENTORY: wagered - won,
    }
