"""Engine and kernels on the same cards and decisions: equal to the cent and to the outcome.

20,000 rounds here, a million where UPCARD_NIGHTLY is set. Most strategies are drawn at random, so
that hands double, split and surrender as nobody would.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from typing import Final

import pytest

from nightly import NIGHTLY
from simulation.cases import CASES
from simulation.replay import DealtRound, OneShoe, Replay, Round, Settled, difference
from simulation.strategies import at_random_for, basic
from tables import table_rules
from upcard.games.blackjack import OUTCOMES
from upcard.games.switch_hands import ANTE
from upcard.simulation.plan import Plan, plan

TIMES: Final = 50 if NIGHTLY else 1
STRATEGIES: Final = 3
MANY: Final = 350
"""From this number of hands on, every outcome of a Blackjack wager has to occur."""


def test_these_are_at_least_as_many_rounds_as_promised() -> None:
    assert sum(case.rounds for case in CASES.values()) >= 20_000


@pytest.mark.nightly(but=10)
@pytest.mark.parametrize("name", CASES)
def test_engine_and_kernels_agree(name: str) -> None:
    case = CASES[name]
    rules = table_rules(wagers=case.wagers, **case.choices, **case.table)
    seen: Settled = Counter()
    dealt_again = 0
    for number in range(STRATEGIES):
        strategy = (
            basic(rules.decks) if case.basic else at_random_for(rules, number, **case.answers)
        )
        planned = plan(rules, strategy, seats=case.seats, fresh_shoe=case.fresh)
        wanted = -(-case.rounds * TIMES // STRATEGIES)
        for dealt, played in islice(both(planned, seed=len(name) + number), wanted):
            assert difference(dealt, played) == ""
            seen += dealt.outcomes
            dealt_again += dealt.discards_dealt
    outcomes = set(OUTCOMES) - {"surrender"} if rules.blackjack_areas > 1 else set(OUTCOMES)
    found = {outcome for wager, outcome in +seen if wager == "blackjack"}
    assert found == outcomes or case.seats * case.rounds < MANY
    won = {wager for wager, outcome in +seen if outcome != "lose"}
    assert won >= case.wagers.keys() - {ANTE}
    assert dealt_again > 0 or not name.endswith("runs-out")


def both(planned: Plan, seed: int) -> Iterator[tuple[DealtRound, Round]]:
    """Rounds of shoe after shoe, as the kernels deal and as the engine plays them."""
    dealer = OneShoe(planned, seed)
    replay = Replay(planned.rules, planned.strategy, planned.seats)
    for shoe in count():
        for number, dealt in enumerate(dealer.rounds(shoe)):
            if planned.fresh or planned.rules.sides > 1 or number == 0:
                replay.next_shoe()
            yield dealt, replay.play(dealt)
