"""The shoes: shuffled, cut, covered, returned to; and the one that is fed."""

from collections import Counter

import pytest

from upcard.cards.card import new_decks, rank_of
from upcard.cards.shoe import FedShoe, OutOfCards, ShuffledShoe
from upcard.cards.shuffle import seeded_bits


def drain(shoe: ShuffledShoe, side: int = 0) -> list[int]:
    drawn = []
    while True:
        try:
            drawn.append(shoe.draw(side))
        except OutOfCards:
            return drawn


def fresh(decks: int = 1, sides: int = 1, seed: int = 3) -> ShuffledShoe:
    shoe = ShuffledShoe(decks, sides, seeded_bits(seed))
    for side in range(sides):
        shoe.shuffle(side)
    return shoe


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_a_shuffled_shoe_holds_every_card_of_its_decks(decks: int) -> None:
    drawn = drain(fresh(decks))
    assert Counter(drawn) == Counter(new_decks(decks))
    assert drawn != new_decks(decks)


def test_nothing_lies_in_a_shoe_before_the_shuffle() -> None:
    with pytest.raises(OutOfCards):
        ShuffledShoe(6).draw(0)


@pytest.mark.parametrize("depth", [10, 26, 42])
def test_the_cut_puts_the_top_at_the_bottom(depth: int) -> None:
    uncut = drain(fresh())
    shoe = fresh()
    shoe.cut(0, depth)
    assert drain(shoe) == uncut[depth:] + uncut[:depth]


def test_the_cover_card_comes_when_so_many_cards_are_left() -> None:
    shoe = fresh()
    shoe.insert_cover_card(0, 13)
    for _ in range(39):
        assert not shoe.cover_is_next(0)
        shoe.draw(0)
    assert shoe.cover_is_next(0)
    shoe.remove_cover_card(0)
    assert not shoe.cover_is_next(0)
    assert len(drain(shoe)) == 13


def test_a_shuffle_takes_the_cover_card_out() -> None:
    shoe = fresh()
    shoe.insert_cover_card(0, 52)
    assert shoe.cover_is_next(0)
    shoe.shuffle(0)
    assert not shoe.cover_is_next(0)
    assert len(drain(shoe)) == 52


def test_a_burned_card_is_the_top_card() -> None:
    order = drain(fresh())
    shoe = fresh()
    assert [shoe.burn(0), shoe.draw(0)] == order[:2]


def test_sides_are_apart() -> None:
    shoe = fresh(sides=2)
    first = [shoe.draw(0) for _ in range(30)]
    shoe.insert_cover_card(0, 22)
    assert shoe.cover_is_next(0)
    assert not shoe.cover_is_next(1)
    assert len(drain(shoe, 1)) == 52
    shoe.shuffle(1)
    assert Counter(first + drain(shoe, 0)) == Counter(new_decks(1))
    assert len(drain(shoe, 1)) == 52


def test_discards_return_shuffled() -> None:
    shoe = fresh()
    drawn = drain(shoe)
    shoe.return_discards(0, drawn[:20])
    again = drain(shoe)
    assert Counter(again) == Counter(drawn[:20])
    assert again not in (drawn[:20], drawn[:20][::-1])


def test_a_continuous_shuffler_mixes_the_cards_among_the_others() -> None:
    shoe = fresh()
    table = [shoe.draw(0) for _ in range(12)]
    shoe.put_back(table)
    order = drain(shoe)
    assert Counter(order) == Counter(new_decks(1))
    places = [order.index(card) for card in table]
    assert min(places) < 20
    assert max(places) > 20


def test_the_determinant_card_comes_from_the_fuller_side() -> None:
    shoe = fresh(sides=2)
    assert shoe.determinant_side(rank_of) == 0
    shoe.draw(0)
    assert shoe.determinant_side(rank_of) == 1


def test_a_fed_shoe_gives_the_cards_in_order() -> None:
    shoe = FedShoe([4, 8])
    shoe.feed([15, 16])
    shoe.shuffle(0)
    shoe.cut(0, 2)
    shoe.insert_cover_card(0, 1)
    assert not shoe.cover_is_next(0)
    assert [shoe.draw(0), shoe.draw(1)] == [4, 8]
    assert shoe.burn(0) == -1
    assert shoe.left == [15, 16]
    shoe.return_discards(0, [1, 2, 3])
    shoe.put_back([1])
    assert shoe.left == [15, 16]


def test_a_fed_shoe_runs_out_and_can_be_fed_again() -> None:
    shoe = FedShoe()
    for draw in (shoe.draw, lambda _side: shoe.determinant_side(rank_of)):
        with pytest.raises(OutOfCards, match="No more cards"):
            draw(0)
    shoe.feed([7])
    assert shoe.draw(0) == 7
    shoe.feed([9])
    shoe.clear()
    assert shoe.left == []
    with pytest.raises(OutOfCards):
        shoe.draw(0)


def test_a_fed_shoe_names_the_side_of_its_next_card() -> None:
    shoe = FedShoe([0, 1])
    red = {1: 0, 0: 1}
    assert shoe.determinant_side(lambda card: red[card]) == 1
    shoe.draw(0)
    assert shoe.determinant_side(lambda card: red[card]) == 0
