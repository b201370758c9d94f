"""A round step by step, and what a table took beside what was to be expected of it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from math import sqrt
from time import sleep

import msgspec
import pytest

from amounts import dollars
from host.live import PLAIN
from service.floors import new_server
from solved_once import solved_once
from tables import table_rules
from upcard.analysis.strategies import played_strategy
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.events import BetsClosed, TableCleared, WagerPlaced
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.engine.core.money_events import MoneyBrought
from upcard.engine.play import question
from upcard.exact.strategy import games
from upcard.games.table_rules import TableRules
from upcard.host.records.replay import rounds_of
from upcard.host.tables.committing import stream_of
from upcard.journal.opening import open_journal
from upcard.money.amount import format_dollars
from upcard.rules.digest import rules_digest
from upcard.rules.violation import BadInput
from upcard.service.demonstration import submissions
from upcard.service.history import takings
from upcard.service.history.last_wagers import LastWager, last_wagers
from upcard.service.history.replays import Replays
from upcard.service.history.rounds import matches
from upcard.service.history.sums import KEPT_MINUTES, Minutes, PlacedSums, Sums
from upcard.service.history.takings import POINTS, Takings, TakingsBook, total_takings
from upcard.service.history.wager_moments import TableMoments, WagerMoments, moments_of
from upcard.service.table_server import TableServer
from upcard.service.tables.offers import outcome_in_words, titles_of
from upcard.simulation.run import simulate
from upcard.submission.compiling.text import rules_of
from upcard.text.times import MINUTE

__all__ = ["solved_once"]

ROUNDS = 120
WAGERS = (15, 30, 45)


@pytest.fixture(scope="module")
def server() -> Iterator[TableServer]:
    """A table at which rounds were played, the last one still open."""
    journal = open_journal("memory:", rules=rules_digest())
    server = new_server(journal, PLAIN, bits=seeded_bits(5))
    (name,) = server.floor.tables
    host = server.floor.host(name)
    for number in range(ROUNDS + 1):
        host.send(PlaceWager(1, "blackjack", dollars(WAGERS[number % 3]), "ann"))
        host.send(CloseBets())
        if number == ROUNDS:
            break
        while (asked := question(host.state)) is not None:
            host.send(asked.unanswered)
        host.send(ClearTable())
    yield server
    server.floor.close()
    journal.close()


@pytest.mark.parametrize("number", [1, 2, 49, 50, 51, 52, ROUNDS])
def test_a_round_is_replayed_from_its_first_wager_to_the_cleared_table(
    server: TableServer, number: int
) -> None:
    (name,) = server.floor.tables
    steps = server.replays.steps(name, number)
    events = [event for step in steps for event in step.events]
    assert events[0]["event"] in ("WagerPlaced", "PlayerSeated", "CardsShuffled")
    cleared = [event for event in events if event["event"] in ("TableCleared", "ReshuffleDue")]
    assert len(cleared) == 1
    record = next(
        record
        for record in rounds_of(server.floor.journal, name, rules_of)
        if record["round"] == number
    )
    settled = [event for event in events if event["event"] == "WagerSettled"]
    assert [settlement["outcome"] for settlement in settled] == [
        settlement["outcome"] for settlement in record["settlements"]
    ]
    assert {step.seq for step in steps} <= set(record["records"])


def test_the_wagers_to_repeat_are_those_of_the_last_round_of_a_player(server: TableServer) -> None:
    (name,) = server.floor.tables
    journal, stream = server.floor.journal, stream_of(name)
    last = server.floor.host(name).position
    over = server.replays.steps(name, ROUNDS)[-1].seq
    for position, amount in ((last, WAGERS[ROUNDS % 3]), (over, WAGERS[(ROUNDS - 1) % 3])):
        placed = last_wagers(journal, stream, position, "ann")
        assert placed == (LastWager(1, "blackjack", dollars(amount)),)
    assert last_wagers(journal, stream, last, "an") == ()


def test_marks_on_the_way_change_nothing(server: TableServer) -> None:
    (name,) = server.floor.tables
    fresh = Replays(server.floor.journal, rules_of)
    for number in (ROUNDS, 1, 51):
        assert fresh.steps(name, number) == server.replays.steps(name, number)


@pytest.mark.parametrize("before", [None, 1, 2, 50, 51, 52, ROUNDS, ROUNDS + 2])
def test_rounds_newest_first_are_those_of_the_whole_journal(
    server: TableServer, before: int | None
) -> None:
    (name,) = server.floor.tables
    rounds = list(rounds_of(server.floor.journal, name, rules_of))
    wanted = [
        dealt_round
        for dealt_round in reversed(rounds)
        if before is None or dealt_round["round"] < before
    ]
    assert list(server.replays.rounds_back(name, before)) == wanted


def test_the_hole_card_is_told_once_it_was_turned(server: TableServer) -> None:
    (name,) = server.floor.tables
    settled = server.replays.steps(name, 1)
    cards = [
        event["card"] for step in settled for event in step.events if event["event"] == "CardDealt"
    ]
    turned = any(event["event"] == "HoleCardTurned" for step in settled for event in step.events)
    assert ("??" not in cards) == turned
    still_open = server.replays.steps(name, ROUNDS + 1)
    dealt = [event for step in still_open for event in step.events if event["event"] == "CardDealt"]
    assert [event["card"] for event in dealt].count("??") == 1


@pytest.mark.parametrize("number", [0, ROUNDS + 2])
def test_a_round_that_there_is_not(server: TableServer, number: int) -> None:
    (name,) = server.floor.tables
    with pytest.raises(BadInput, match=f"no round {number}"):
        server.replays.steps(name, number)


def test_rounds_are_found_by_words(server: TableServer) -> None:
    (name,) = server.floor.tables
    record = next(rounds_of(server.floor.journal, name, rules_of))
    titles = {"blackjack": "Blackjack wager"}
    assert matches(record, "ANN black", titles)
    assert not matches(record, "ann baccarat", titles)


def test_a_round_is_found_by_what_one_wager_came_to() -> None:
    def settled(position: int, wager: str, outcome: str, net: str) -> dict[str, object]:
        return {"position": position, "wager": wager, "outcome": outcome, "net": net}

    record = {
        "positions": [{"position": 1, "player": "ann"}, {"position": 2, "player": "bob"}],
        "settlements": [
            settled(1, "blackjack", "win", "15.00"),
            settled(2, "perfect-pairs", "lose", "-5.00"),
            settled(2, "blackjack", "push", "0.00"),
            settled(1, "blackjack", "void", "0.00"),
        ],
    }
    titles = {"perfect-pairs": "Perfect Pairs", "blackjack": "Blackjack wager"}
    found = (
        "ann bob",
        "ann won",
        "Perfect Pairs lost",
        "bob push",
        "called off",
        "blackjack wager",
    )
    for words in found:
        assert matches(record, words, titles), words
    for words in ("perfect pairs won", "bob won", "ann push"):
        assert not matches(record, words, titles), words


def test_a_round_is_found_by_the_name_that_its_row_has_at_the_table() -> None:
    """As the page names it, whatever reading the table chose."""
    match = {"paytable": "A", "wager": 5, "reading": "card-by-card"}
    rules = table_rules(wagers={"blackjack-match": match})
    outcome = "player-and-dealer-suited-blackjacks"
    settled = {"position": 1, "wager": "blackjack-match", "outcome": outcome, "net": "75.00"}
    record = {"positions": [{"position": 1, "player": "ann"}], "settlements": [settled]}
    shown = outcome_in_words("blackjack-match", outcome, rules)
    assert matches(record, shown, titles_of(rules), rules)
    assert not matches(record, shown, titles_of(rules)), "this row has a name of its own there"


def test_drop_and_win_are_those_of_the_records(server: TableServer) -> None:
    (name,) = server.floor.tables
    found = server.takings_book.takings(server.floor.state(name))
    placed = [WAGERS[number % 3] for number in range(ROUNDS + 1)]
    assert Decimal(found.drop) == sum(placed)
    nets = (
        Decimal(settlement["net"])
        for record in rounds_of(server.floor.journal, name, rules_of)
        for settlement in record["settlements"]
        if not record.get("open")
    )
    assert Decimal(found.win) == -sum(nets)
    assert found.hold == pytest.approx(float(Decimal(found.win)) / sum(placed))
    assert total_takings([found, found])[0] == 2 * sum(placed)
    assert (found.rounds, len(found.wins), format_dollars(found.wins[-1])) == (
        ROUNDS + 1,
        POINTS,
        found.win,
    )
    last_hour = server.takings_book.takings(server.floor.state(name), 60)
    assert (last_hour.drop, last_hour.win) == (found.drop, found.win)


def test_minutes_tell_what_was_added_since_one_of_them_and_forget_after_a_day() -> None:
    minutes = Minutes()
    for minute in (10, 12, 12, 13 + KEPT_MINUTES):
        wager = WagerPlaced(1, "blackjack", dollars(5), "ann")
        paid = JackpotPaid(1, "x", 1, amount=minute, source="jackpot-slip", player="ann")
        money = MoneyBrought("ann", 7)
        minutes.add(minute * MINUTE, [wager, money, paid])
    assert minutes.now.minus(minutes.sums_at_end_of(12)).drop == dollars(5)
    assert minutes.now.minus(minutes.sums_at_end_of(12)).placed["blackjack"].count == 1
    assert (minutes.sums_at_end_of(11).drop, minutes.oldest) == (dollars(15), 12 + KEPT_MINUTES)
    assert minutes.now.win == -(
        10 + 12 + 12 + 13 + KEPT_MINUTES
    )  # neither wagers nor money brought


def test_what_lies_on_one_spot_in_a_round_has_one_result() -> None:
    sums = Sums()
    for position, units in ((1, 2), (1, 3), (4, 7)):
        sums = sums.with_event(WagerPlaced(position, "blackjack", units, "ann"))
    sums = sums.with_event(WagerPlaced(4, "straight-7", 1, "ann"))
    sums = sums.with_event(BetsClosed(1, ()))
    late = WagerPlaced(4, "jackpot-party", 5, "ann")  # a progressive, before the first card
    sums = sums.with_event(late).with_event(TableCleared(()))
    sums = sums.with_event(WagerPlaced(1, "blackjack", 2, "ann"))
    sums = sums.with_event(WagerPlaced(4, "straight-8", 1, "ann")).with_event(late)
    assert sums.placed["jackpot-party"] == PlacedSums(2, 10, 50, 50)
    placed = sums.placed["blackjack"]
    assert placed == PlacedSums(4, 14, 5**2 + 7**2 + 2**2, 12**2 + 2**2)
    assert sums.placed["lightning-straight"] == PlacedSums(2, 2, 2, 2)
    alone, together = WagerMoments(0.0, 2.0), WagerMoments(0.0, 2.0, covariance=4.0)
    assert (alone.variance(placed), together.variance(placed)) == (4 * 78, 4 * 148)


@pytest.mark.nightly
@pytest.mark.usefixtures("solved_once")
@pytest.mark.parametrize("name", ["bs-02", "hy-01"])
def test_where_no_deviation_is_exact_it_is_simulated_and_a_band_is_known(name: str) -> None:
    (text,) = [
        submission for submission in submissions() if f'name = "{name.upper()}"' in submission
    ]
    rules = rules_of(text)
    solved = games.solve_table(rules, "total")
    assert solved.standard_deviation() is None
    moments = moments_of(rules)["blackjack"]
    other = simulate(
        rules, played_strategy(solved).strategy, 1_000_000, 7, fresh_shoe=True, seats=3, workers=1
    )
    (main,) = (at for at, wager in enumerate(other.wagers) if wager.wager == "blackjack")
    assert moments.deviation is not None
    assert moments.error is not None
    assert other.covariance is not None
    assert moments.deviation == pytest.approx(other.wagers[main].standard_deviation, rel=0.01)
    three = 3 * moments.deviation**2 + 6 * moments.covariance
    batches = sqrt(2 / other.batches)  # a variance's standard error, as a part of it
    assert 9 * other.covariance[main][main] == pytest.approx(three, rel=4.5 * sqrt(2) * batches)
    assert 9 * other.covariance[main][main] > 3.3 * moments.deviation**2  # not as if independent
    assert 0 < moments.error < 0.002


def test_a_wager_of_the_dealers_cards_has_one_result_at_all_positions() -> None:
    (text,) = [submission for submission in submissions() if 'name = "BA-03"' in submission]
    for moments in moments_of(rules_of(text)).values():
        assert moments.deviation is not None
        assert moments.covariance == moments.deviation**2


def test_insurance_has_one_result_at_all_positions_and_first_cards_where_they_are_shared() -> None:
    """§ 633a.8: the dealer's hole card decides it; § 633c.5: all play the community cards."""
    (text,) = [submission for submission in submissions() if 'name = "BJ-07"' in submission]
    moments = moments_of(rules_of(text))
    assert moments["insurance"].deviation is not None
    assert moments["insurance"].covariance == moments["insurance"].deviation ** 2
    assert moments["perfect-pairs"].covariance == 0
    shared = (
        '[table]\nname = "H"\ngame = "hybrid-blackjack-no-hole-card"\n[wagers.bet-the-set-21]\n'
    )
    of_pairs = moments_of(rules_of(shared))["bet-the-set-21"]
    assert of_pairs.deviation is not None
    assert of_pairs.covariance == of_pairs.deviation**2


def test_a_win_is_told_in_standard_errors_of_its_expectation() -> None:
    far = Takings("BJ-07", 9, "900.00", "40.00", None, 10.0, 8.04, 11.96, levelled=40.0)
    assert far.standard_errors == pytest.approx(30.0, rel=1e-3)
    unknown = msgspec.structs.replace(far, low=None)
    assert unknown.standard_errors is None


def test_two_who_look_at_once_compute_once(
    server: TableServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(rules: TableRules) -> TableMoments:
        asked.append(rules.name)
        sleep(0.1)
        return TableMoments({})

    monkeypatch.setattr(takings, "edges_of", counted)
    book = TakingsBook(server.floor.journal)
    (name,) = server.floor.tables
    rules = server.floor.state(name).rules
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(book.learn_edges, (rules, rules))
    assert first is second
    assert asked == [name]


def test_what_was_expected_is_known_once_it_was_learned(server: TableServer) -> None:
    (name,) = server.floor.tables
    state = server.floor.state(name)
    book = server.takings_book
    assert book.takings(state).expected is None
    assert book.takings(state).learning
    book.learn_edges(state.rules)
    first = book.takings(state)
    assert (first.low, first.high, first.learning) == (None, None, True), "its band comes later"
    book.learn(state.rules)
    found = server.takings_book.takings(state)
    solved = games.solve_table(state.rules, "total")
    deviation = solved.standard_deviation()
    assert found.expected is not None
    placed = [WAGERS[number % 3] for number in range(ROUNDS + 1)]
    assert found.expected == pytest.approx(-solved.expected_value * sum(placed))
    if deviation is not None:
        margin = 1.96 * deviation * sqrt(sum(amount**2 for amount in placed))
        assert (found.low, found.high) == pytest.approx(
            (found.expected - margin, found.expected + margin)
        )


def test_takings_read_on_where_they_left_off(server: TableServer) -> None:
    (name,) = server.floor.tables
    first: Takings = server.takings_book.takings(server.floor.state(name))
    assert server.takings_book.takings(server.floor.state(name)) == first
