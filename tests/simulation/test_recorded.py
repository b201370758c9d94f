"""Recorded hands: the engine's own hands card by card, and the outcomes that are summed up."""

from collections import Counter
from typing import Any, Final

import pytest

from simulation.cases import CASES
from simulation.replay import OneShoe, Replay
from simulation.strategies import at_random_for
from tables import table_rules
from upcard.compiled.hand_codes import HIT, SPLIT, STAND
from upcard.engine.core.commands import ClearTable, Command
from upcard.simulation.blackjack.columns import BLACKJACK
from upcard.simulation.blackjack.hand_records import NO_CARD, Recorder
from upcard.simulation.blackjack.strategy_table import AGAIN, OPENING, by_total
from upcard.simulation.block import dealers
from upcard.simulation.plan import Plan, plan

LIBERAL: Final = {"resplits": 3, "resplit_aces": True}
ALL: Final = 1 << 40


def played_hands(planned: Plan, seed: int) -> list[list[tuple[int, ...]]]:
    """The cards of the hands of each round of the first shoe, as the engine leaves them."""
    replay = Replay(planned.rules, planned.strategy, planned.seats)
    found: list[list[tuple[int, ...]]] = []
    send = replay.table.send

    def seen(command: Command) -> Any:
        if isinstance(command, ClearTable):
            boxes = replay.table.state.boxes
            hands = [hand.cards for box in boxes if box is not None for hand in box.hands]
            found.append([*hands, replay.table.state.dealer])
        return send(command)

    replay.table.send = seen  # type: ignore[method-assign]
    for dealt in OneShoe(planned, seed).rounds(0):
        replay.play(dealt)
    return found


def every_pair_is_split(moment: int, counts: tuple[int, ...], _upcard: int) -> int:
    if 2 in counts and moment in (OPENING, AGAIN):
        return SPLIT
    return HIT if sum(count * (value + 1) for value, count in enumerate(counts)) < 14 else STAND


def found_hands(planned: Plan, seed: int, rounds: int) -> list[list[tuple[int, ...]]]:
    """The recorded cards of the hands of each round, the dealer's last."""
    recorded = Recorder(planned).deal_block(seed, 0, rounds)
    found: list[list[tuple[int, ...]]] = [[] for _ in range(rounds)]
    for number, cards in zip(recorded.rounds.tolist(), recorded.cards.tolist(), strict=True):
        found[number].append(tuple(card for card in cards if card != NO_CARD))
    for hands, of_dealer in zip(found, recorded.dealer.tolist(), strict=True):
        hands.append(tuple(card for card in of_dealer if card != NO_CARD))
    return found


@pytest.mark.parametrize("seed", range(2))
def test_the_hands_are_those_of_the_engine(seed: int) -> None:
    rules = table_rules(decks=8, blackjack=LIBERAL)
    planned = plan(rules, by_total("pairs", every_pair_is_split), seats=7)
    hands = played_hands(planned, seed)
    assert found_hands(planned, seed, len(hands)) == hands
    assert Recorder(planned).deal_block(seed, 0, len(hands)).numbers.max() > 1


@pytest.mark.parametrize("name", ["switch-resplit", "switch-hands", "premium"])
def test_switched_hands_are_those_of_the_engine(name: str) -> None:
    """§§ 633a.12(a)(4), 633c.4(f), (k): second cards are exchanged, or whole hands."""
    case = CASES[name]
    rules = table_rules(wagers=case.wagers, **case.choices, **case.table)
    planned = plan(rules, at_random_for(rules, 3), seats=3)
    hands = played_hands(planned, 1)
    assert found_hands(planned, 1, len(hands)) == hands
    recorded = Recorder(planned).deal_block(1, 0, len(hands))
    assert 0 < recorded.switched.mean() < 1


@pytest.mark.parametrize(
    ("table", "seats", "fresh"),
    [({"decks": 1}, 7, False), ({"decks": 2, "dealing": "double-shoe"}, 3, False), ({}, 2, True)],
)
def test_outcomes_are_those_that_a_simulation_counts(
    table: dict[str, Any], seats: int, *, fresh: bool
) -> None:
    rules = table_rules(**table)
    planned = plan(rules, at_random_for(rules, 1), seats=seats, fresh_shoe=fresh)
    (dealer,) = dealers(planned, 1)
    summed = dealer.deal_block(3, 5, 1_000).sums
    recorded = Recorder(planned).deal_block(3, 5, 1_000)
    assert recorded.dealt == summed.rounds
    counts = Counter(recorded.results.tolist())
    assert tuple(counts[at] for at in range(len(summed.counts[BLACKJACK]))) == summed.counts[0]
    assert recorded.doubled.sum() == sum(counts[at] for at in range(1, 14, 2))
