"""The third cards of baccarat against a second version, written from the reading of ch. 631a."""

from itertools import product

from tables_of_games import baccarat_rules, baccarat_table
from upcard.engine.core.commands import CloseBets
from upcard.games.baccarat import NO_CARD, point_count, points, third_card_due

CHART = {
    # the banker's points: the third cards of the player on which the banker draws, "-" for none
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-012345679",
    4: "-234567",
    5: "-4567",
    6: "67",
    7: "",
}


ACE, KING = 0, 51


def of_points(number: int) -> int:
    """A card of so many points, modulo ten."""
    return 4 * ((number - 1) % 10)


def naive_hands(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both finished hands of the points of six cards, as many as are needed."""
    player, banker, rest = cards[0:4:2], cards[1:4:2], list(cards[4:])
    first, second = sum(player) % 10, sum(banker) % 10
    if first in (8, 9) or second in (8, 9):
        return player, banker
    third = "-"
    if first in (0, 1, 2, 3, 4, 5):
        player = (*player, rest.pop(0))
        third = str(player[-1])
    if third in CHART[second]:
        banker = (*banker, rest.pop(0))
    return player, banker


def kernel_hands(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same by the program's kernel."""
    hands = {1: cards[0:4:2], 2: cards[1:4:2]}
    first, second = sum(hands[1]) % 10, sum(hands[2]) % 10
    rest, third = list(cards[4:]), NO_CARD
    while len(hands[2]) == 2 and (due := third_card_due(first, second, third)):
        hands[due] = (*hands[due], rest.pop(0))
        third = hands[1][2] if len(hands[1]) == 3 else NO_CARD
    return hands[1], hands[2]


def test_the_kernel_deals_all_hands_as_the_chart() -> None:
    """Every four initial cards by their points, every third card of the player."""
    for cards in product(range(10), repeat=5):
        assert kernel_hands((*cards, 7)) == naive_hands((*cards, 7)), cards


def test_points_of_every_card() -> None:
    worth = dict(zip("A23456789TJQK", (*range(1, 10), 0, 0, 0, 0), strict=True))
    for card in range(52):
        assert points(card) == worth["A23456789TJQK"[card // 4]]
    assert point_count(()) == 0
    assert point_count((32, 33, 34)) == 7


def test_the_table_deals_all_hands_as_the_chart() -> None:
    """Every pair of point counts and every rank of the player's third card, on the engine."""
    table = baccarat_table(baccarat_rules())
    fresh = table.state
    for first, second, third in product(range(10), range(10), range(13)):
        initial = (ACE, KING, of_points(first - 1), of_points(second))
        cards = (*initial, 4 * third + 1, 26)
        table.state, table.cards = fresh, list(cards)
        table.send(CloseBets())
        player, banker = naive_hands(tuple(points(card) for card in cards))
        assert tuple(map(points, table.state.player)) == player
        assert tuple(map(points, table.state.banker)) == banker
        assert len(table.cards) == 6 - len(player) - len(banker)


def test_the_players_read_the_chart_in_words() -> None:
    *_, player, alone, by_third = baccarat_rules().variation.explained()
    assert player == "Player's Hand: draws on 0 to 5, stands on more."
    assert alone == "Banker's Hand: draws on 0 to 5 where the Player's Hand has two cards."
    assert by_third == (
        "After a third card of the Player's Hand: the Banker's Hand draws on 0 to 2; on 3 except "
        "to an 8; on 4 to a 2 through 7; on 5 to a 4 through 7; on 6 to a 6 through 7."
    )
