"""Rounds of baccarat, the wheel and hybrid tables, played again on the engine."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from upcard.cards.card import names_of, value_of
from upcard.cards.shoe import FedShoe
from upcard.cards.shuffle import seeded_bits
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import fields as own
from upcard.engine.automation import AutomatedTable
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.core.commands import ClearTable, CloseBets, OrderReshuffle, PlaceWager
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.hybrid.questions import TerminalQuestion, question
from upcard.engine.hybrid.state import HybridState
from upcard.engine.roulette.state import RouletteState
from upcard.engine.roulette.wheel import FedWheel, RandomWheel
from upcard.games.roulette import PAYOUTS, LuckyNumber
from upcard.simulation.blackjack.strategy_table import AGAIN, LATER, OPENING, SPLIT_OUT
from upcard.simulation.games.baccarat import BaccaratPlan
from upcard.simulation.games.dealing import TalliedDealer
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan
from upcard.simulation.games.hybrid_plan import HybridPlan
from upcard.simulation.games.roulette import WheelPlan

ALL: Final = 1 << 40
ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")


class Round(msgspec.Struct):
    """What a round came to: how often each wager came to each outcome, and what it won in units."""

    outcomes: Counter[tuple[str, str]]
    nets: Counter[str]


class DealtRound(Round):
    """A round of the kernels: its cards in the order in which they came, or its spin."""

    cards: list[int]
    lucky: list[LuckyNumber]
    pocket: int


def dealer_of(plan: TablePlan) -> TalliedDealer:
    """A dealer of a plan."""
    (dealer,) = family_of(plan.rules).dealers(plan, 1)
    assert isinstance(dealer, TalliedDealer)
    return dealer


def dealt_rounds(
    plan: TablePlan, dealer: TalliedDealer, seed: int, block: int
) -> Iterator[DealtRound]:
    """The rounds of the first batch of a block, each told apart by dealing without it and with."""
    dealer.before[at.BATCHES] = 1
    before = dealer.deal_block(seed, block, 0).sums
    rounds = dealer.deal_block(seed, block, ALL).sums.rounds
    for number in range(rounds):
        after = dealer.deal_block(seed, block, number + 1).sums
        spin = _spin(dealer) if plan.rules.variation.has_wheel else ([], -1)
        found = DealtRound(Counter(), Counter(), _cards(dealer), *spin)
        place = own.FIRST
        for index, column in enumerate(plan.columns):
            pairs = zip(before.counts[index], after.counts[index], strict=True)
            counts = [new - old for old, new in pairs]
            name = f"{column.name} {column.bonus}" if column.bonus else column.name
            for outcome, count in zip(column.outcomes, counts, strict=True):
                found.outcomes[name, outcome] += count
            won = after.moments[place] - before.moments[place]
            assert won == sum(n * pay for n, pay in zip(counts, column.pays, strict=True))
            found.nets[name] = won * column.unit
            place += 2 if column.at_times else 1
        yield found
        before = after


def _cards(dealer: TalliedDealer) -> list[int]:
    """The cards of the last round that was dealt."""
    return list(dealer.cards[at.SHOE + dealer.ints[at.START] : at.SHOE + dealer.ints[own.END]])


def _spin(dealer: TalliedDealer) -> tuple[list[LuckyNumber], int]:
    """The Lucky Numbers and the compartment of the last spin."""
    ints = dealer.ints
    numbers = ints[own.NUMBERS :][: ints[own.LUCKY_COUNT]].tolist()
    payouts = [PAYOUTS[ints[own.LUCKY + number] - 1] for number in numbers]
    return list(map(LuckyNumber, numbers, payouts)), int(ints[own.POCKET])


def summed_up(settled: Sequence[WagerSettled]) -> Round:
    """What the engine settled; of a bonus, which stands beside a wager, nothing was wagered."""
    found = Round(Counter(), Counter())
    for settlement in settled:
        beside = settlement.wagered == 0
        name = f"{settlement.wager} {settlement.outcome}" if beside else settlement.wager
        found.outcomes[name, settlement.outcome] += 1
        found.nets[name] += settlement.paid - settlement.wagered
    return found


def difference(dealt: DealtRound, played: Round) -> str:
    """In words what engine and kernels do not agree on; nothing where they do.

    A bonus that was not won leaves no trace at the table.
    """
    outcomes = {
        (name, outcome): count
        for (name, outcome), count in dealt.outcomes.items()
        if count and not (" " in name and outcome == "lose")
    }
    ours = (outcomes, {name: net for name, net in dealt.nets.items() if net})
    theirs = (dict(played.outcomes), {name: net for name, net in played.nets.items() if net})
    told = names_of(dealt.cards) if dealt.cards else f"{dealt.lucky} {dealt.pocket}"
    return "" if ours == theirs else f"{told}: {ours} dealt, {theirs} played"


class BaccaratReplay:
    """A baccarat table on which dealt rounds are played again."""

    def __init__(self, plan: BaccaratPlan) -> None:
        self._plan = plan
        self._shoe = FedShoe()
        self._table = AutomatedTable[BaccaratState](plan.rules, self._shoe, UNTIL_CLEARED)

    def next_shoe(self) -> None:
        """The shoe is changed."""
        self._table.send(OrderReshuffle())

    def play(self, dealt: DealtRound) -> Round:
        """What the engine makes of the cards; every card is used."""
        for column in self._plan.columns:
            self._table.send(PlaceWager(1, column.name, column.wagered))
        self._shoe.feed(dealt.cards)
        self._table.send(CloseBets())
        return _ended(self._table, self._shoe)


class WheelReplay:
    """A wheel on which dealt spins come again."""

    def __init__(self, plan: WheelPlan) -> None:
        self._plan = plan
        self._wheel = FedWheel(RandomWheel(seeded_bits(1)))
        self._table = AutomatedTable[RouletteState](plan.rules, self._wheel, UNTIL_CLEARED)

    def next_shoe(self) -> None:
        """Nothing: a wheel has no cards."""

    def play(self, dealt: DealtRound) -> Round:
        """What the engine makes of Lucky Numbers and compartment."""
        for column in self._plan.columns:
            self._table.send(PlaceWager(1, column.name, column.wagered))
        self._wheel.feed(dealt.lucky, dealt.pocket)
        self._table.send(CloseBets())
        return _ended(self._table, FedShoe())


class HybridReplay:
    """A hybrid table on which dealt rounds are played again, terminal by terminal."""

    def __init__(self, plan: HybridPlan) -> None:
        self._plan = plan
        self._shoe = FedShoe()
        self._table = AutomatedTable[HybridState](plan.rules, self._shoe, UNTIL_CLEARED)

    def next_shoe(self) -> None:
        """The shoe is changed."""
        self._table.send(OrderReshuffle())

    def play(self, dealt: DealtRound) -> Round:
        """What the engine makes of the cards; every card is used."""
        plan, table = self._plan, self._table
        for terminal in range(plan.seats):
            position, player = plan.seat(terminal) + 1, str(terminal)
            table.send(PlaceWager(position, "blackjack", plan.rules.minimum, player))
            for offered in plan.rules.wagers:
                table.send(PlaceWager(position, offered.slug, offered.minimum, player))
        self._shoe.feed(dealt.cards)
        table.send(CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(asked.answers[self._answer(table.state, asked)])
        return _ended(table, self._shoe)

    def _answer(self, state: HybridState, asked: TerminalQuestion) -> str:
        strategy = self._plan.tables[self._plan.table(int(asked.player))]
        answers = asked.answers
        if asked.kind == "insurance":
            if strategy.takes_even_money and "even-money" in answers:
                return "even-money"
            return "insurance" if strategy.insures else "no-insurance"
        hand = state.hands_of(state.terminals[asked.player]).hands[asked.hand - 1]
        values = [value_of(card) - 1 for card in hand.cards]
        row = strategy.pairs[values[0], values[1]]
        for value in values[2:]:
            row = strategy.following[row, value]
        first = OPENING if not hand.from_split else AGAIN if "split" in answers else SPLIT_OUT
        moment = LATER if len(values) > 2 else first
        action = ACTIONS[strategy.decisions[moment, row, value_of(state.dealer[0]) - 1]]
        # Split aces that take one card each are asked whether they are split again.
        return action if action in answers else "stand"


def _ended(table: AutomatedTable[Any], shoe: FedShoe) -> Round:
    settled = [event for event in table.events if isinstance(event, WagerSettled)]
    assert shoe.left == []
    table.send(ClearTable())
    table.forget()
    return summed_up(settled)
