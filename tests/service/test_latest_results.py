"""The latest results of a table: what its page draws as roads or as the wheel's last numbers."""

from upcard.service.stage.latest_results import COLUMN, KEPT, LatestResults


def test_a_full_road_loses_a_column_so_that_no_bead_moves_up_or_down() -> None:
    spun = [{"event": "BallRested", "pocket": number % 37} for number in range(KEPT + COLUMN + 1)]
    results = LatestResults()
    results.follow(spun[:KEPT])
    assert [result["number"] for result in results.results] == [n % 37 for n in range(KEPT)]
    for count in range(1, COLUMN + 2):
        results.follow(spun[KEPT + count - 1 : KEPT + count])
        first = COLUMN if count <= COLUMN else 2 * COLUMN
        shown = [result["number"] for result in results.results]
        assert shown == [n % 37 for n in range(first, KEPT + count)]
