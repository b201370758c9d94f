"""The analyzer's kernels as Python runs them and as machine code: the same numbers."""

from array import array

import pytest

from upcard.compiled.strategy import fields as at
from upcard.compiled.strategy import hands as of_hands
from upcard.compiled.strategy import splits as of_splits
from upcard.compiled.strategy.board import Board
from upcard.exact.play.hands import TEN, blackjack_hole
from upcard.exact.strategy.cards import dealer_tree, hands, pair_places, rows

SHOE = (4, 4, 4, 4, 3, 4, 4, 4, 4, 16)
"""One deck against a five."""


LAID = [(*hand.counts, *hand.after, hand.total) for hand in hands()]


@pytest.fixture
def board() -> Board:
    found = Board(LAID, [dealer_tree(upcard, hits_soft_17=True) for upcard in range(10)])
    found.put_up(4, blackjack_hole(4), soft_17=True, all_lost=False)
    return found


@pytest.fixture
def lit() -> Board:
    """The hole card is known to be from ten to ace; a 22 pushes what is less than 21."""
    holes = (0, 9)
    trees = [dealer_tree(up, hits_soft_17=True, with_22=True, holes=holes) for up in range(10)]
    found = Board(LAID, trees)
    found.put_up(4, -1, soft_17=True, all_lost=False, holes=holes, beats_22=21)
    return found


@pytest.mark.parametrize("name", ["board", "lit"])
def test_hands_are_worth_the_same_in_python_and_compiled(
    name: str, request: pytest.FixtureRequest
) -> None:
    """The hands of 21, and some of 20 that draw to them."""
    board: Board = request.getfixturevalue(name)
    last = rows()[1].first + 20
    board.play(SHOE, 0, last, choose=True)
    compiled = array("d", board.out)
    board.out[:] = array("d", bytes(8 * len(board.out)))
    of_hands.hands(board.data, board.out)
    for place in (at.STAND, at.HIT, at.DRAWN):
        ours = board.out[place : place + last]
        assert list(ours) == pytest.approx(list(compiled[place : place + last]), abs=1e-15)
        assert any(ours)


@pytest.mark.parametrize("name", ["board", "lit"])
def test_splits_are_worth_the_same_in_python_and_compiled(
    name: str, request: pytest.FixtureRequest
) -> None:
    """A pair of tens: every moment, also with tens gone."""
    board: Board = request.getfixturevalue(name)
    left = (*SHOE[:TEN], SHOE[TEN] - 2)
    board.mark_hits(0, [hand.total < 12 for hand in hands()])
    compiled = board.split(left, TEN, pair_places(TEN), gone=2, one_card=False, cross=True)
    of_splits.splits(board.data, board.out)
    assert len(compiled) == at.KINDS
    for kind, moments in enumerate(compiled):
        place = at.MOMENTS + at.MAX_GONE * kind
        assert list(board.out[place : place + 3]) == pytest.approx(moments, abs=1e-13)
        assert all(moments)


def test_what_is_asked_twice_is_the_same(board: Board) -> None:
    """Nothing of an upcard or of a split is left behind on the board."""

    def ask(pair: int) -> list[list[float]]:
        left = tuple(count - 2 * (value == pair) for value, count in enumerate(SHOE))
        return board.split(left, pair, pair_places(pair), gone=4, one_card=False, cross=True)

    board.play(SHOE, 0, len(hands()), choose=True)
    chosen = board.hits()
    before = ask(2)
    ask(7)
    board.put_up(0, blackjack_hole(0), soft_17=True, all_lost=True)
    board.play(SHOE, 0, len(hands()), choose=False, squared=True)
    board.put_up(4, blackjack_hole(4), soft_17=True, all_lost=False)
    board.mark_hits(0, chosen)
    assert ask(2) == before
