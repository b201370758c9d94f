"""Decks, batches and sides, and what a card is worth."""

import pytest

from tables import (
    MANUAL,
    FedTable,
    cards,
    findings,
    of_kind,
    play_round,
    shuffled_table,
    submission,
    table_rules,
)
from upcard.cards.card import new_decks, parse_card, value_of
from upcard.cards.totals import total_of
from upcard.engine.core.commands import (
    BurnCard,
    CloseBets,
    CutCards,
    DealCard,
    Hit,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    ShowCoverCard,
    Shuffle,
)
from upcard.engine.core.events import CardsLoaded, CardsShuffled, CoverCardInserted, Event
from upcard.engine.core.phases import Phase


@pytest.mark.parametrize("decks", [0, -1])
def test_a_at_least_one_deck(decks: int) -> None:
    assert findings(submission(decks=decks)) == [("table.decks", "633a.3(a)")]


@pytest.mark.parametrize("game", ["blackjack-switch", "switch-hands", "blackjack-premium"])
def test_a_at_least_one_deck_in_each_game(game: str) -> None:
    assert ("table.decks", "633a.3(a)") in findings(submission(game=game, decks=0))


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_a_a_shoe_holds_its_decks_and_a_cover_card(decks: int) -> None:
    table, _ = shuffled_table(table_rules(decks=decks), seed=1)
    (loaded,) = of_kind(table.events, CardsLoaded)
    (covered,) = of_kind(table.events, CoverCardInserted)
    assert loaded.cards == len(new_decks(decks)) == 52 * decks
    assert 0 < covered.from_bottom < loaded.cards


def test_a_a_card_that_no_deck_has_is_refused() -> None:
    table = FedTable(table_rules(), MANUAL)
    for command in (Shuffle(), CutCards(0, 10), InsertCoverCard(78), LoadShoe()):
        table.send(command)
    assert table.refuses(BurnCard(52)) == "633a.3(a)"
    assert table.refuses(BurnCard(-2)) == "633a.3(a)"
    table.send(BurnCard(51))
    table.wager(1)
    table.send(CloseBets())
    for card in (-1, 52):
        assert table.refuses(DealCard(card)) == "633a.3(a)"


def reshuffle_rounds(dealing: str, decks: int, rounds: int, **choices: object) -> list[Event]:
    table, _ = shuffled_table(table_rules(dealing=dealing, decks=decks, **choices), seed=2)
    for _ in range(rounds):
        play_round(table, range(1, 8))
    return table.events


@pytest.mark.parametrize("dealing", ["automated-shuffler", "from-the-hand"])
def test_b_two_batches_alternate_in_and_out_of_play(dealing: str) -> None:
    shuffled = of_kind(reshuffle_rounds(dealing, 2, 30), CardsShuffled)
    assert len(shuffled) >= 6
    assert [event.batch for event in shuffled] == [n % 2 for n in range(len(shuffled))]


def test_b_one_batch_is_all_there_is_without_a_shuffler() -> None:
    shuffled = of_kind(reshuffle_rounds("shoe", 2, 20), CardsShuffled)
    assert len(shuffled) >= 4
    assert {event.batch for event in shuffled} == {0}


def test_b_batches_alternate_when_the_floor_orders_the_first_reshuffle() -> None:
    """§ 633a.3(b)(4): each batch for every other shoe, also before the first round."""
    table = FedTable(table_rules(dealing="automated-shuffler"))
    table.send(OrderReshuffle())
    assert [event.batch for event in of_kind(table.events, CardsShuffled)] == [0, 1]


def test_b_the_discard_rack_holds_one_batch_at_a_time() -> None:
    table, _ = shuffled_table(table_rules(dealing="automated-shuffler", decks=1), seed=4)
    racks = []
    for _ in range(12):
        play_round(table, range(1, 6))
        racks.append((table.state.stack.batch, table.state.stack.discards))
    assert {batch for batch, _ in racks} == {0, 1}
    for _, discards in racks:
        assert len(set(discards)) == len(discards)  # one deck a batch: no card twice


def test_b_equal_batches_of_the_same_number_of_decks() -> None:
    events = reshuffle_rounds("automated-shuffler", 4, 40)
    assert {event.cards for event in of_kind(events, CardsLoaded)} == {208}
    assert findings(submission(dealing="automated-shuffler", equipment={"shuffler": False})) == [
        ("equipment.shuffler", "633a.3(b)")
    ]


@pytest.mark.parametrize("decks", [1, 4, 8])
def test_c_the_sides_of_a_double_shoe_hold_equally_many_decks(decks: int) -> None:
    table, _ = shuffled_table(table_rules(dealing="double-shoe", decks=decks), seed=1)
    loaded = of_kind(table.events, CardsLoaded)
    assert [(event.side, event.cards) for event in loaded] == [(0, 52 * decks), (1, 52 * decks)]
    assert table.state.phase is Phase.WAGERING


def test_c_each_side_has_its_own_cover_card() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1))
    assert len(of_kind(table.events, CoverCardInserted)) == 2
    table.send(ShowCoverCard(1))
    assert [stack.cover_place for stack in table.state.stacks] == [None, 0]
    assert table.refuses(ShowCoverCard(1)) == "633a.7(e)"
    assert table.refuses(ShowCoverCard(2)) == "633a.3(c)"
    table.send(ShowCoverCard(0))
    assert [stack.cover_place for stack in table.state.stacks] == [0, 0]


def test_c_a_shoe_has_no_second_side() -> None:
    assert FedTable().refuses(ShowCoverCard(1)) == "633a.3(c)"


def test_c_a_side_that_is_not_there_is_not_shuffled() -> None:
    assert FedTable(table_rules(), MANUAL).refuses(Shuffle(1)) == "633a.3(c)"


def test_c_the_sides_are_shuffled_one_after_the_other() -> None:
    table = FedTable(table_rules(dealing="double-shoe"), MANUAL)
    table.refuses(Shuffle(1))
    assert of_kind(table.send(Shuffle(0)), CardsShuffled)[0].side == 0


@pytest.mark.parametrize(("name", "value"), [(f"{pips}h", pips) for pips in range(2, 10)])
def test_e_cards_from_two_to_nine_have_their_face_value(name: str, value: int) -> None:
    assert value_of(parse_card(name)) == value


@pytest.mark.parametrize("rank", ["T", "J", "Q", "K"])
def test_e_tens_and_faces_are_ten(rank: str) -> None:
    assert {value_of(parse_card(rank + suit)) for suit in "shdc"} == {10}


@pytest.mark.parametrize(
    ("names", "total"),
    [
        ("As", 11),
        ("As Kd", 21),
        ("As 5d", 16),
        ("As 5d 5c", 21),
        ("As 5d 6c", 12),
        ("As Ad", 12),
        ("As Ad 9c", 21),
        ("As Ad Tc", 12),
        ("Ts 6d Ac", 17),
        ("Ts Jd Ac", 21),
        ("Ts Jd 2c", 22),
    ],
)
def test_e_an_ace_is_eleven_unless_that_exceeds_21(names: str, total: int) -> None:
    assert total_of(cards(names)) == total


def test_e_the_table_counts_as_the_text_does() -> None:
    table = FedTable()
    table.wager(1)
    table.deal("As 9d 5d 8c")
    assert table.state.box(1).hands[0].total == 16
    table.shoe.feed(cards("6c 4h"))
    table.send(Hit(1))
    assert table.state.box(1).hands[0].total == 12
    table.send(Hit(1))
    assert table.state.box(1).hands[0].total == 16
