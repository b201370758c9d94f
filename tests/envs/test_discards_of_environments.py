"""§ 633a.14(f) in environments: the shoe runs out, its discards are shuffled and one is burned."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import pytest

from envs.episodes import assert_same_episodes
from tables import table_rules
from upcard.envs.shoe import EnvironmentShoe

IN_ROUND: Final = 12
"""Cards on the table when the shoe runs out."""

DISCARDS: Final = 40


def run_out(number: int) -> tuple[EnvironmentShoe, list[int]]:
    """A shoe of one deck that is dealt to its last card, and its cards in order."""
    shoe = EnvironmentShoe(table_rules(decks=1), number, cover=50)
    shoe.shuffle(0)
    return shoe, [shoe.draw(0) for _ in range(52)]


def test_the_cards_of_the_round_stay_and_the_discards_but_one_follow() -> None:
    shoe, dealt = run_out(1)
    discards = dealt[:DISCARDS]
    shoe.return_discards(0, discards)
    burned = shoe.burn(0)
    left = [shoe.draw(0) for _ in range(DISCARDS - 1)]
    assert shoe.order[:IN_ROUND] == dealt[DISCARDS:]
    assert sorted([*left, burned]) == sorted(discards)
    assert [card for card in discards if card != burned] != left, "they are shuffled"


def test_every_discard_is_burned_as_often() -> None:
    burned = Counter[int]()
    for number in range(4_000):
        shoe, dealt = run_out(number)
        shoe.return_discards(0, dealt[:DISCARDS])
        burned[dealt.index(shoe.burn(0))] += 1
    assert len(burned) == DISCARDS
    assert sum((count - 100) ** 2 / 100 for count in burned.values()) < 90  # 39 are expected


def test_the_engine_plays_on_with_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    reused: list[int] = []
    return_discards = EnvironmentShoe.return_discards

    def counted(shoe: EnvironmentShoe, side: int, cards: Sequence[int]) -> None:
        reused.append(len(cards))
        return_discards(shoe, side, cards)

    monkeypatch.setattr(EnvironmentShoe, "return_discards", counted)
    choices = {"decks": 1, "penetration": 0.95, "episode": "shoe", "observation": "composition"}
    assert_same_episodes(4, 100, 7, **choices)
    assert len(reused) > 5
