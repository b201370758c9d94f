"""Random commands, legal and illegal, at baccarat and at the wheel: what holds after every event.

A failing example prints the seed of the walk, which repeats it.
"""

from collections import Counter
from functools import partial
from random import Random
from typing import Generic, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import dollars
from nightly import NIGHTLY
from tables import require_raised
from tables_of_games import FlowTable, baccarat_rules, baccarat_table, roulette_table
from upcard.cards.card import new_decks
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.baccarat.state import new_table as new_baccarat
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    DeclineCut,
    Hit,
    InsertCoverCard,
    LeaveSeat,
    LoadShoe,
    OrderReshuffle,
    PlaceWager,
    SeatPlayer,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
)
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import LAYOUT, AnyTable
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.state import new_table as new_roulette
from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS, LuckyNumber

SETTINGS = settings(
    max_examples=2_000 if NIGHTLY else 70,
)
STEPS = 150
AMOUNTS = (0, 5_000, 12_345, 50_000, 100_000, 105_000, 300_000, 10**9, -5_000)
SEEDS = st.integers(0, 2**32 - 1)

S = TypeVar("S", bound=AnyTable)


class Walk(Generic[S]):
    """A table without automations, and somebody who asks it for things."""

    names: tuple[str, ...]

    def __init__(self, table: FlowTable[S], seed: int) -> None:
        self.table, self.random = table, Random(seed)

    def wander(self, steps: int = STEPS) -> None:
        for _ in range(steps):
            step = self.table.flow.due(self.table.state)
            if step is not None and self.random.random() < 0.8:
                assert self.try_out(self.needed(step[1])), f"{step[1]} is due and refused"
            elif step is None and self.random.random() < 0.3:
                self.try_out(CloseBets())
            else:
                self.try_out(self.anything())

    def try_out(self, command: Command) -> bool:
        """Carry out what is allowed; what is refused changes nothing and raises the refusal."""
        flow, state = self.table.flow, self.table.state
        violation = flow.refusal(state, command)
        if violation is not None:
            require_raised(violation, partial(flow.decide, state, command))
            require_raised(violation, partial(flow.apply, state, command))
            return False
        decided = flow.decide(state, command)
        applied = flow.apply(state, command)
        for event in decided:
            was = state.phase
            state = flow.evolve(state, event)
            self.table.events.append(event)
            assert state.phase is flow.phases.get((was, type(event)), was)
            assert sum(state.accounts.values()) == 0
            lying = [sum(box.undecided.values()) for _, box in state.in_play()]
            assert state.accounts[LAYOUT] == sum(lying) >= 0
        assert applied == (state, decided)
        self.table.state = state
        self.carried_out(command)
        return True

    def position(self) -> int:
        return self.random.randint(-1, self.table.state.rules.positions + 1)

    def placing(self) -> Command:
        """A wager that is likely to be allowed."""
        name = self.random.choice((*self.names, "blackjack", "majestic-match", ""))
        return PlaceWager(self.random.randint(1, 7), name, self.random.choice(AMOUNTS))

    def common(self) -> list[Command]:
        position = self.position()
        player = self.random.choice(("", "Ann", "Bob", str(position), "9"))
        return [
            *(self.placing() for _ in range(8)),
            SeatPlayer(position, player),
            LeaveSeat(position),
            PlaceWager(position, self.names[0], dollars(10), player),
            *(CloseBets(), SettleRound(), ClearTable(), Hit(position)),
        ]

    def anything(self) -> Command:
        raise NotImplementedError

    def needed(self, kind: type[Command]) -> Command:
        raise NotImplementedError

    def carried_out(self, command: Command) -> None:
        """What holds beside the money."""


class BaccaratWalk(Walk[BaccaratState]):
    names = tuple(betting_areas())

    def __init__(self, seed: int, **rules: object) -> None:
        super().__init__(baccarat_table(baccarat_rules(**rules), Automation(0)), seed)
        self.shoe: list[int] = []

    def top(self) -> int:
        return self.shoe[-1] if self.shoe else 0

    def needed(self, kind: type[Command]) -> Command:
        state, full = self.table.state, 52 * self.table.state.rules.decks
        if kind is DealCard:
            return DealCard(self.top())
        if kind is BurnCard:
            return BurnCard(self.top())
        if kind is CutCards:
            by = state.cut_offers[0] if state.cut_offers else 0
            return CutCards(by, self.random.randint(10, full - 10))
        if kind is InsertCoverCard:
            return InsertCoverCard(self.random.randint(-(-full // 4), full - 1))
        return kind()

    def anything(self) -> Command:
        pick = self.random.randint
        return self.random.choice(
            [
                *self.common(),
                *(Shuffle(pick(0, 1)), DeclineCut(self.position()), LoadShoe()),
                *(CutCards(self.position(), pick(0, 420)), InsertCoverCard(pick(-1, 420))),
                *(ShowCoverCard(pick(-1, 1)), OrderReshuffle(), SettleOptionalWagers()),
                *(self.needed(kind) for kind in (DealCard, BurnCard)),
            ]
        )

    def carried_out(self, command: Command) -> None:
        """No card is lost or invented: all of them, by name."""
        state = self.table.state
        if isinstance(command, LoadShoe):
            self.shoe = new_decks(state.rules.decks)
            self.random.shuffle(self.shoe)
        if isinstance(command, DealCard | BurnCard):
            assert self.shoe.pop() == command.card
        if state.stack.loaded:
            assert state.stack.remaining == len(self.shoe)
            found = Counter((*self.shoe, *state.stack.discards, *state.player, *state.banker))
            assert found == Counter(new_decks(state.rules.decks))


class RouletteWalk(Walk[RouletteState]):
    names = tuple(SPOTS)

    def __init__(self, seed: int) -> None:
        super().__init__(roulette_table(automations=Automation(0)), seed)

    def needed(self, kind: type[Command]) -> Command:
        if kind is AnnounceLuckyNumbers:
            numbers = self.random.sample(range(37), self.random.randint(1, 5))
            payouts = (49, 99, 149, 199, 249, 299, 349, 399, 499)
            lucky = (LuckyNumber(number, self.random.choice(payouts)) for number in numbers)
            return AnnounceLuckyNumbers(tuple(lucky))
        return SpinWheel(self.random.randint(0, 36)) if kind is SpinWheel else kind()

    def anything(self) -> Command:
        pick = self.random.randint
        some = (LuckyNumber(pick(-1, 38), pick(0, 10) * 50 - 1) for _ in range(pick(0, 6)))
        return self.random.choice(
            [*self.common(), AnnounceLuckyNumbers(tuple(some)), SpinWheel(pick(-2, 39))]
        )


@SETTINGS
@given(seed=SEEDS, decks=st.sampled_from((6, 8)), shuffler=st.booleans())
def test_a_baccarat_table_stays_in_order(seed: int, decks: int, shuffler: bool) -> None:
    dealing = "automated-shuffler" if shuffler else "shoe"
    walk = BaccaratWalk(seed, decks=decks, dealing=dealing)
    walk.wander()
    again = new_baccarat(walk.table.state.rules)
    for event in walk.table.events:
        again = walk.table.flow.evolve(again, event)
    assert again == walk.table.state


@SETTINGS
@given(seed=SEEDS)
def test_a_wheel_stays_in_order(seed: int) -> None:
    walk = RouletteWalk(seed)
    walk.wander()
    again = new_roulette(walk.table.state.rules)
    for event in walk.table.events:
        again = walk.table.flow.evolve(again, event)
    assert again == walk.table.state


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    "walk", [BaccaratWalk(7, decks=6), RouletteWalk(7)], ids=["cards", "wheel"]
)
def test_the_walks_meet_every_phase_and_settle_wagers(
    walk: BaccaratWalk | RouletteWalk,
) -> None:
    """The properties above would be idle if the walks did not get anywhere."""
    walk.wander(15_000)
    seen = Counter(type(event).__name__ for event in walk.table.events)
    for _, kind in walk.table.flow.phases:
        assert seen[kind.__name__], kind
    assert seen["WagerSettled"] > 200
    assert seen["PlayerLeft"] > 5
