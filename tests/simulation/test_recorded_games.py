"""Recorded rounds of hybrid tables and of baccarat: the engine's own hands, card by card."""

from collections import Counter
from typing import Any, Final

import pytest

from simulation.replay_games import BaccaratReplay, HybridReplay, dealer_of, dealt_rounds
from simulation.test_differential_games import SPLITS, players
from tables_of_games import baccarat_rules
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard.engine.core.commands import ClearTable, Command
from upcard.simulation.blackjack.hand_records import NO_CARD, CardArray
from upcard.simulation.games.dealing import CHANCE
from upcard.simulation.games.families import family_of
from upcard.simulation.games.round_records import BaccaratRecorder, HybridRecorder

SEED: Final = 11
MOST: Final = 1 << 40


def rows(cards: CardArray) -> list[tuple[int, ...]]:
    return [tuple(card for card in row if card != NO_CARD) for row in cards.tolist()]


def states(replay: Any, planned: Any) -> list[Any]:
    """The engine's state at the end of each round of the first shoe."""
    found = []
    send = replay._table.send

    def seen(command: Command) -> Any:
        if isinstance(command, ClearTable):
            found.append(replay._table.state)
        return send(command)

    replay._table.send = seen
    for number, dealt in enumerate(dealt_rounds(planned, dealer_of(planned), SEED, 0)):
        if planned.fresh or number == 0:
            replay.next_shoe()
        replay.play(dealt)
    return found


@pytest.mark.parametrize(
    ("hole_card", "seats", "fresh"), [(True, 4, False), (True, 2, True), (False, 3, False)]
)
def test_the_hands_of_terminals_are_those_of_the_engine(
    hole_card: bool, seats: int, fresh: bool
) -> None:
    """§ 633c.5(q), (z): shared cards, which hands of a split pair take in their own turn."""
    rules = hole_card_rules(SPLITS) if hole_card else no_hole_card_rules()
    company = players(hole_card=hole_card)
    planned: Any = family_of(rules).plan(rules, company, seats=seats, fresh_shoe=fresh)
    played = states(HybridReplay(planned), planned)
    recorded = HybridRecorder(planned).deal_block(SEED, 0, len(played))
    mine, dealers = rows(recorded.cards), rows(recorded.dealer)
    expected, against = [], []
    for state in played:
        for terminal in range(seats):
            hands = state.hands_of(state.terminals[str(terminal)])
            expected += [hand.cards for hand in hands.hands]
            against += [state.dealer_against(hands)] * len(hands.hands)
    assert mine == expected
    names = [planned.columns[0].outcomes[result] for result in recorded.results.tolist()]
    for at, dealer, name in zip(recorded.dealer_of.tolist(), against, names, strict=True):
        # Without a hole card the dealer draws no card that decides nothing at the terminal.
        assert dealers[at] == dealer[: len(dealers[at])]
        assert dealers[at] == dealer or name in {"bust", "surrender", "blackjack"}
    assert max(map(len, dealers)) > 2
    assert recorded.split.any()


def test_outcomes_of_hybrid_hands_are_those_that_a_simulation_counts() -> None:
    rules = no_hole_card_rules()
    planned: Any = family_of(rules).plan(rules, players(hole_card=False), seats=3)
    recorded = HybridRecorder(planned).deal_block(SEED, 3, 2_000)
    summed = dealer_of(planned).deal_block(SEED, 3, 2_000).sums
    counts = Counter(recorded.results.tolist())
    assert tuple(counts[at] for at in range(len(summed.counts[0]))) == summed.counts[0]


def test_both_hands_of_baccarat_are_those_of_the_engine() -> None:
    rules = baccarat_rules()
    planned: Any = family_of(rules).plan(rules, CHANCE)
    played = states(BaccaratReplay(planned), planned)
    recorded = BaccaratRecorder(planned).deal_block(SEED, 0, len(played))
    assert rows(recorded.player) == [state.player for state in played]
    assert rows(recorded.banker) == [state.banker for state in played]
    won = Counter(dealer_of(planned).deal_block(SEED, 0, MOST).sums.counts[0])
    every = BaccaratRecorder(planned).deal_block(SEED, 0, MOST)
    assert won[int((every.player_totals == every.banker_totals).sum())] == 1
