"""Rounds a second of the live engine, beside Gymnasium's Blackjack-v1 in the same run.

The engine deals heads-up rounds with automations on, in memory, ledger and events included,
suits kept, from a shuffled six-deck shoe; the environment deals from an infinite deck without
splits, doubles, wagers or a shoe. Both players hit below 17.
"""

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import gymnasium

from upcard.cards.shoe import ShuffledShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState, turn
from upcard.engine.core.commands import (
    CloseBets,
    CloseInsurance,
    Hit,
    PlaceWager,
    Stand,
    TakeWinnings,
)
from upcard.engine.core.phases import Phase
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.read import parse, read

ROUNDS = 4_000
REPEATS = 5
WAGER = 15 * UNITS_PER_DOLLAR
WAGERING, INSURING = Phase.WAGERING, Phase.INSURING
PRESSING = (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK)
PLAIN = '[table]\nname = "bench"\n'
SEVEN_SEATS = Path(__file__).parent.parent / "submissions" / "seven-seats.toml"


def heads_up(rounds: int) -> None:
    """One player, no side wagers."""
    submission, _ = check(parse(PLAIN))
    assert submission is not None
    table = AutomatedTable[BlackjackState](
        compile_table(submission), ShuffledShoe(6, 1, seeded_bits(1))
    )
    for _ in range(rounds):
        table.send(PlaceWager(1, "blackjack", WAGER))
        _play(table)


def full_table(rounds: int) -> None:
    """Seven players with every side wager of the example."""
    submission, _ = check(read(SEVEN_SEATS))
    assert submission is not None
    rules = compile_table(submission)
    table = AutomatedTable[BlackjackState](rules, ShuffledShoe(6, 1, seeded_bits(1)))
    for _ in range(rounds):
        for position in range(1, 8):
            table.send(PlaceWager(position, "blackjack", WAGER))
            for offered in rules.wagers:
                table.send(PlaceWager(position, offered.slug, offered.minimum))
        _play(table)


def _play(table: AutomatedTable[BlackjackState]) -> None:
    table.send(CloseBets())
    while (phase := table.state.phase) is not WAGERING:
        if phase is INSURING:
            table.send(CloseInsurance())
        elif phase in PRESSING:
            position = next(at for at, box in table.state.from_the_right() if box.winnings)
            table.send(TakeWinnings(position))
        else:
            current = turn(table.state)
            assert current is not None
            position, number = current
            hand = table.state.box(position).hands[number - 1]
            table.send(Hit(position) if hand.total < 17 else Stand(position))
    table.forget()


def gymnasium_rounds(rounds: int) -> None:
    """The same player in Blackjack-v1."""
    environment = gymnasium.make("Blackjack-v1")
    for _ in range(rounds):
        (total, _, _), _ = environment.reset()
        is_over = False
        while not is_over:
            (total, _, _), _, is_over, _, _ = environment.step(1 if total < 17 else 0)


def rate(play: Callable[[int], None], rounds: int) -> float:
    """Rounds a second of one run."""
    start = time.perf_counter()
    play(rounds)
    return rounds / (time.perf_counter() - start)


def main() -> None:
    """Print medians of alternating runs, and the ratio."""
    for play in (heads_up, full_table, gymnasium_rounds):
        play(50)
    ours, full, theirs = [], [], []
    for _ in range(REPEATS):
        ours.append(rate(heads_up, ROUNDS))
        theirs.append(rate(gymnasium_rounds, ROUNDS))
        full.append(rate(full_table, ROUNDS // 20))
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"engine, heads-up:                 {statistics.median(ours):>9,.0f} rounds a second")
    print(f"engine, seven seats, 6 wagers:    {statistics.median(full):>9,.0f} rounds a second")
    print(f"Gymnasium Blackjack-v1:           {statistics.median(theirs):>9,.0f} rounds a second")
    print(f"engine / Gymnasium, same run:     {ratio:>9.2f} x (median of {REPEATS})")


if __name__ == "__main__":
    main()
