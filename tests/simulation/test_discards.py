"""§ 633a.14(f): the shoe runs out, and the discards are shuffled, one burned, the others dealt."""

from array import array

import pytest

from simulation.kernel_areas import Areas, empty_areas
from upcard.cards.card import parse_card, value_of
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation import shoe

SEATS = 2
EARLIER = 20


def at_the_end(upcard: str = "9h", **flags: int) -> Areas:
    """A deck dealt to its end in a round of two seats, the first of which is done.

    It has a Blackjack, `code` says otherwise. The round began behind `EARLIER` cards.
    """
    cards, ints = empty_areas(seed=4)
    shoe.new_shoe(cards, ints, 52)
    ints[at.SEATS], ints[at.START] = SEATS, EARLIER
    ints[at.PLAYED] = ints[at.HANDS] = 1
    ints[at.CODES] = flags.pop("code", at.NATURAL)
    for name, flag in flags.items():
        ints[getattr(at, name)] = flag
    place = cards[:52].index(parse_card(upcard))
    cards[place], cards[EARLIER + SEATS] = cards[EARLIER + SEATS], cards[place]
    for place in range(52):
        cards[at.VALUES_OF + place] = value_of(cards[place]) - 1
    return cards, ints


def rest(cards: "array[int]", ints: "array[int]") -> list[int]:
    """The cards that are dealt next, in no order."""
    return sorted(cards[ints[at.READY] : ints[at.IN_SHOE]])


@pytest.mark.parametrize(
    ("upcard", "flags", "removed"),
    [
        ("9h", {}, True),
        ("9h", {"KEEPS_NATURALS": 1}, True),
        ("Kh", {"KEEPS_NATURALS": 1}, False),
        ("Ah", {"KEEPS_NATURALS": 1}, False),
        ("Ah", {"KEEPS_NATURALS": 1, "code": at.EVEN_MONEY}, True),
        ("Ah", {"code": at.SURRENDERED}, True),
        ("Ah", {"code": at.SURRENDERED, "KEEPS_SURRENDERS": 1}, False),
        ("Ah", {"code": 20}, False),
    ],
)
def test_discards_are_the_cards_of_earlier_rounds_and_of_removed_hands(
    upcard: str, flags: dict[str, int], *, removed: bool
) -> None:
    cards, ints = at_the_end(upcard, **flags)
    earlier, first = list(cards[:EARLIER]), [cards[EARLIER], cards[EARLIER + SEATS + 1]]
    in_round = list(cards[EARLIER:52])
    moved = shoe.deal_discards(cards, ints, 52)
    assert moved == ints[at.READY] == len(in_round)
    assert list(cards[:moved]) == in_round
    discards = sorted(earlier + first * removed)
    left = rest(cards, ints)
    assert len(left) == len(discards) - 1
    for card in left:
        discards.remove(card)
    assert len(discards) == 1


def test_every_discard_is_burned_as_often() -> None:
    burned: list[int] = []
    for counter in range(4_000):
        cards, ints = at_the_end(code=20)
        ints[at.COUNTER] = 1_000 * counter
        earlier = set(cards[:EARLIER])
        shoe.deal_discards(cards, ints, 52)
        burned += earlier - set(rest(cards, ints))
    counts = [burned.count(card) for card in set(burned)]
    assert len(burned) == 4_000
    assert len(counts) == EARLIER
    assert sum((count - 200) ** 2 / 200 for count in counts) < 60


def test_a_new_shoe_is_whole_again() -> None:
    cards, ints = at_the_end()
    shoe.deal_discards(cards, ints, 52)
    shoe.supply(cards, ints, ints[at.READY], 20)
    shoe.new_shoe(cards, ints, 10)
    assert sorted(cards[:52]) == list(range(52))
    assert (ints[at.IS_WHOLE], ints[at.IN_SHOE]) == (1, 52)


def test_without_discards_another_shoe_is_taken() -> None:
    cards, ints = at_the_end(code=20, START=0)
    shoe.deal_discards(cards, ints, 52)
    assert ints[at.IN_SHOE] - ints[at.READY] == 51
