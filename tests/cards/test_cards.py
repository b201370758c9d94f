"""Card names, ranks, suits and the marks of a card."""

import pytest

from upcard.cards.card import (
    DECK_SIZE,
    NAMES,
    in_decks,
    is_red,
    is_ten_or_ace,
    name_of,
    names_of,
    new_decks,
    parse_card,
    rank_of,
    suit_of,
)

RANKS = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]


def test_decks_in_words() -> None:
    assert [in_decks(number) for number in (0, 1, 2)] == ["no cards", "1 deck", "2 decks"]


def test_names_round_trip() -> None:
    assert len(set(NAMES)) == DECK_SIZE == 52
    for card in range(52):
        assert parse_card(name_of(card)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [("As", 0), ("2h", 5), ("Td", 38), ("10d", 38), ("Jc", 43), ("qH", 45), (" ks ", 48)],
)
def test_a_name_means_rank_and_suit(text: str, card: int) -> None:
    assert parse_card(text) == card
    assert RANKS[rank_of(card)][0].upper() in (text.strip()[0].upper(), "A", "1")
    assert "shdc"[suit_of(card)] == text.strip()[-1].lower()


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "sA", "11h", "Ass", "??", "A s", "joker"])
def test_what_is_no_card_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as raised:
        parse_card(text)
    assert repr(text) in str(raised.value)
    assert str(raised.value).endswith(".")


def test_names_keep_the_order() -> None:
    assert names_of([48, 0, 3]) == ["Ks", "As", "Ac"]


def test_red_cards_and_cards_that_may_become_a_blackjack() -> None:
    red = {name for name in NAMES if is_red(parse_card(name))}
    assert red == {name for name in NAMES if name[1] in "hd"}
    assert len(red) == 26
    high = {name for name in NAMES if is_ten_or_ace(parse_card(name))}
    assert high == {name for name in NAMES if name[0] in "ATJQK"}


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_decks_hold_every_card_equally_often(decks: int) -> None:
    cards = new_decks(decks)
    assert len(cards) == 52 * decks
    assert {cards.count(card) for card in range(52)} == {decks}
