"""The latest results of a table: what its page draws as roads or as the wheel's last numbers."""

from upcard.cards.card import parse_card
from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.core.events import DRAW, CardDealt, ReshuffleDue, RoundSettled
from upcard.engine.roulette.events import BallRested
from upcard.service.stage.latest_results import COLUMN, KEPT, LatestResults


def test_a_full_road_loses_a_column_so_that_no_bead_moves_up_or_down() -> None:
    spun = [BallRested(number % 37) for number in range(KEPT + COLUMN + 1)]
    results = LatestResults()
    results.follow(spun[:KEPT])
    assert [result["number"] for result in results.results] == [n % 37 for n in range(KEPT)]
    for count in range(1, COLUMN + 2):
        results.follow(spun[KEPT + count - 1 : KEPT + count])
        first = COLUMN if count <= COLUMN else 2 * COLUMN
        shown = [result["number"] for result in results.results]
        assert shown == [n % 37 for n in range(first, KEPT + count)]


def test_a_round_of_baccarat_is_told_by_its_cards_and_other_hands_are_not() -> None:
    results = LatestResults()
    for position, cards in ((PLAYERS_HAND, "9h 8d"), (BANKERS_HAND, "Kc 4s"), (DRAW, "2h")):
        results.follow(CardDealt(position, 0, parse_card(card)) for card in cards.split())
    results.follow([RoundSettled(), ReshuffleDue(()), RoundSettled()])
    assert results.results == [{"winner": "player", "player": 7, "banker": 4}]
