"""Engine and kernels on the same cards and decisions: equal to the cent and to the outcome.

20,000 rounds here, a million where UPCARD_NIGHTLY is set. Most strategies are drawn at random, so
that hands double, split and surrender as nobody would.
"""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Any, Final

import msgspec
import pytest

from simulation.replay import DealtRound, OneShoe, Replay, Round, Settled, difference
from simulation.strategies import at_random, basic
from tables import table_rules
from upcard.games.blackjack import OUTCOMES
from upcard.simulation.plan import Plan, plan

TIMES: Final = 50 if os.environ.get("UPCARD_NIGHTLY") else 1
STRATEGIES: Final = 3
FIVE: Final = {"minimum": 5}

Choices = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """A table and how it is played: `answers` about Insurance and even money, at random else."""

    rounds: int
    table: Choices = {}
    blackjack: Choices = {}
    wagers: Choices = {}
    seats: int = 1
    fresh: bool = False
    basic: bool = False
    answers: dict[str, bool] = {}


WITH_A_SHOE: Final[Choices] = {
    "lucky-ladies": FIVE,
    "kings-bounty": FIVE,
    "match-the-dealer": FIVE,
    "in-between": FIVE,
    "royal-match-21": {"paytable": "D", "crown_treasure": True, **FIVE},
    "bet-the-set-21": {"paytable": "C", **FIVE},
    "three-card-poker": {"paytable": "A", **FIVE},
    "top-3": {"paytable": "A", "wager": 5},
    "bad-beat": {"magic_card": True, "lucky_player": True, **FIVE},
    "hit-and-run": FIVE,
    "straight-jack": FIVE,
    "house-money": {"paytable": "multiple-deck", **FIVE},
    "perfect-pairs": {"paytable": "B", **FIVE},
    "axman": FIVE,
    "buster-blackjack": {"paytable": "A", "bonus": "B1", **FIVE},
    "upcard-luck": FIVE,
    "trilux-deluxe": {"paytable": "TLX-3", **FIVE},
}
AUTOMATED: Final[Choices] = {
    "jackpot-party": {"paytable": "P20-B", "wager": 5, "envy": True},
    "match-the-dealer-progressive": {"paytable": "1"},
    "super-4": {"paytable": "1-1"},
    "lucky-aces": {"paytable": "A"},
    "blazing-7s": {"paytable": "A", "wager": 5},
    "blackjack-match": {"paytable": "A", "wager": 5},
}
LIBERAL: Final[Choices] = {"resplits": 3, "resplit_aces": True}
STRICT: Final[Choices] = {"resplits": 0, "split_aces": "one-card"}
LATE: Final[Choices] = {"settle_blackjack": "after-reveal", "settle_surrender": "after-reveal"}

CASES: Final = {
    "heads-up": Case(7_500),
    "basic-strategy": Case(5_000, basic=True),
    "every-answer-to-an-ace": Case(2_000, answers={"insures": True, "takes_even_money": True}),
    "insured": Case(1_000, {"smallest_chip": 5, "minimum": 25}, seats=2, answers={"insures": True}),
    "resplit-aces": Case(1_000, {"decks": 2}, LIBERAL, seats=2),
    "one-card-on-aces": Case(500, {"decks": 1}, STRICT, seats=3),
    "one-deck-runs-out": Case(600, {"decks": 1}, LATE, seats=7),
    "from-the-hand": Case(500, {"decks": 2, "dealing": "from-the-hand"}, seats=3),
    "continuous": Case(350, {"decks": 4, "dealing": "continuous-shuffler"}, seats=2),
    "new-shoes": Case(500, {"decks": 8}, STRICT | {"resplit_aces": True}, fresh=True),
    "cards-at-the-deal": Case(500, wagers=WITH_A_SHOE),
    "seven-seats-with-wagers": Case(50, wagers=WITH_A_SHOE, seats=7),
    "automated": Case(350, {"fully_automated": True}, wagers=AUTOMATED),
    "three-automated-seats": Case(150, {"fully_automated": True}, wagers=AUTOMATED, seats=3),
}


def test_these_are_as_many_rounds_as_promised() -> None:
    assert sum(case.rounds for case in CASES.values()) == 20_000


@pytest.mark.parametrize("name", CASES)
def test_engine_and_kernels_agree(name: str) -> None:
    case = CASES[name]
    rules = table_rules(blackjack=case.blackjack, wagers=case.wagers, **case.table)
    seen: Settled = Counter()
    dealt_again = 0
    for number in range(STRATEGIES):
        strategy = basic(rules.decks) if case.basic else at_random(number, **case.answers)
        planned = plan(rules, strategy, seats=case.seats, fresh_shoe=case.fresh)
        wanted = -(-case.rounds * TIMES // STRATEGIES)
        for dealt, played in islice(both(planned, seed=len(name) + number), wanted):
            assert difference(dealt, played) == ""
            seen += dealt.outcomes
            dealt_again += dealt.discards_dealt
    assert {outcome for wager, outcome in +seen if wager == "blackjack"} == set(OUTCOMES)
    assert {wager for wager, outcome in +seen if outcome != "lose"} >= case.wagers.keys()
    assert dealt_again > 0 or name != "one-deck-runs-out"


def both(planned: Plan, seed: int) -> Iterator[tuple[DealtRound, Round]]:
    """Rounds of shoe after shoe, as the kernels deal and as the engine plays them."""
    dealer = OneShoe(planned, seed)
    replay = Replay(planned.rules, planned.strategy, planned.seats)
    for shoe in count():
        for number, dealt in enumerate(dealer.rounds(shoe)):
            if planned.fresh or number == 0:
                replay.next_shoe()
            yield dealt, replay.play(dealt)
