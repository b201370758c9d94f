"""§ 633a.14(f): the shoe runs out, and the discards are shuffled, one burned, the others dealt."""

from array import array

import pytest

from simulation.kernel_areas import Areas, empty_areas
from upcard.cards.card import parse_card, value_of
from upcard.compiled.simulation import codes, double_shoe, shoe
from upcard.compiled.simulation import fields as at

SEATS = 2
EARLIER = 20


def at_the_end(upcard: str = "9h", **flags: int) -> Areas:
    """A deck dealt to its end in a round of two seats, the first of which is done.

    It has a Blackjack, `code` says otherwise. The round began behind `EARLIER` cards.
    """
    cards, ints = empty_areas(seed=4)
    shoe.new_shoe(cards, ints, 52)
    ints[at.SEATS], ints[at.AREAS], ints[at.START] = SEATS, 1, EARLIER
    ints[at.PLAYED] = ints[at.HANDS] = 1
    ints[at.FIRST_OF], ints[at.SECOND_OF] = 0, SEATS + 1
    ints[at.CODES] = flags.pop("code", codes.NATURAL)
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
        ("Ah", {"KEEPS_NATURALS": 1, "code": codes.EVEN_MONEY}, True),
        ("Ah", {"code": codes.SURRENDERED}, True),
        ("Ah", {"code": codes.SURRENDERED, "KEEPS_SURRENDERS": 1}, False),
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


def test_cards_that_nobody_plays_are_discards() -> None:
    """§ 633c.4(g): the hand that was not chosen lies in the discard rack."""
    cards, ints = at_the_end(code=20)
    ints[at.SET_ASIDE] = 1
    ints[at.ASIDE], ints[at.ASIDE + 1] = 5, 6
    earlier, aside = list(cards[:EARLIER]), [cards[EARLIER + 5], cards[EARLIER + 6]]
    count = shoe.list_discards(cards, ints, EARLIER)
    assert list(cards[at.SPARE : at.SPARE + count]) == earlier + aside


@pytest.mark.parametrize(("keeps", "removed"), [(1, 1), (2, 0)])
def test_a_second_hand_is_found_behind_the_splits_of_the_first(keeps: int, removed: int) -> None:
    """At Blackjack Switch each Blackjack waits for the dealer's hand (§ 633a.12(a)(5))."""
    cards, ints = at_the_end(code=20, KEEPS_NATURALS=keeps)
    ints[at.AREAS], ints[at.PLAYED], ints[at.SECOND_HAND] = 2, 2, 3
    ints[at.CODES + 3] = codes.NATURAL
    ints[at.FIRST_OF + 1], ints[at.SECOND_OF + 1] = 6, 8
    assert shoe.number_of(ints, 1) == 3
    count = shoe.list_discards(cards, ints, EARLIER)
    expected = [cards[EARLIER + 6], cards[EARLIER + 8]] * removed
    assert list(cards[at.SPARE + EARLIER : at.SPARE + count]) == expected


def test_the_second_side_of_a_double_shoe_has_its_own_discards() -> None:
    cards, ints = at_the_end(code=20, BASE=double_shoe.HALF, IS_WHOLE=0)
    shoe.new_shoe(cards, ints, 52)
    ints[at.START] = double_shoe.HALF + EARLIER
    rest_of_side = list(cards[double_shoe.HALF : double_shoe.HALF + 52])
    moved = shoe.deal_discards(cards, ints, double_shoe.HALF + 52)
    assert moved == ints[at.READY] == double_shoe.HALF + 52 - EARLIER
    assert list(cards[double_shoe.HALF : moved]) == rest_of_side[EARLIER:]
    left = rest(cards, ints)
    assert len(left) == EARLIER - 1
    assert set(left) < set(rest_of_side[:EARLIER])


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
