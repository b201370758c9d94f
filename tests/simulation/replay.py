"""Rounds that the kernels dealt, played again on the engine with the same cards and decisions."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from tables import UNTIL_CLEARED
from upcard.cards.card import names_of, value_of
from upcard.cards.shoe import FedShoe
from upcard.cards.shuffle import seeded_bits
from upcard.compiled.simulation import layout as at
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.automation import Table
from upcard.engine.questions import Question, question
from upcard.engine.state import State
from upcard.games.table_rules import TableRules
from upcard.host.memory_meters import memory_meters
from upcard.simulation.block import Dealer, Kernels, Sums, compiled_kernels
from upcard.simulation.columns import BLACKJACK, FIRST_SIDE, Column
from upcard.simulation.plan import Plan
from upcard.simulation.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
)

ALL: Final = 1 << 40
ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")

Settled = Counter[tuple[str, str]]
"""How often a wager (or the bonus beside it) came to an outcome."""


class Round(msgspec.Struct):
    """What a round came to: `nets` in units, `doubled` hands, Insurance wagers among the rest."""

    outcomes: Settled
    nets: Counter[str]
    doubled: int


class DealtRound(Round):
    """A round of the kernels, with its cards in the order in which they reached a hand.

    A Magic Card and a lucky position are drawn where a bonus needs them, else -1 and 0.
    `discards_dealt` says that the shoe ran out.
    """

    cards: list[int]
    magic_card: int
    lucky_seat: int
    discards_dealt: bool


class OneShoe(Dealer):
    """Deals one shoe of a block (or a batch of rounds with a new shoe each), round by round."""

    def __init__(self, plan: Plan, seed: int, kernels: Kernels | None = None) -> None:
        super().__init__(plan, kernels or compiled_kernels(plan))
        self._plan = plan
        self._seed = seed
        self._ints[at.BATCHES] = 1
        self._ints[at.RECORDS] = 1  # the log is wanted without side wagers, too

    def rounds(self, block: int) -> Iterator[DealtRound]:
        """The rounds, each told apart by dealing once without it and once with it."""
        before = self.deal(self._seed, block, 0).sums
        for number in range(self.deal(self._seed, block, ALL).sums.rounds):
            after = self.deal(self._seed, block, number + 1).sums
            found = self._between(before, after)
            magic = self._bonus("magic_card", at.MAGIC_CARDS, number)
            lucky = self._bonus("lucky_seat", at.LUCKY_SEATS, number)
            yield DealtRound(
                *(found.outcomes, found.nets, found.doubled),
                *(self._cards_of(number), magic, lucky + 1),
                bool(self._ints[at.IS_WHOLE] == 0),
            )
            before = after

    def _between(self, before: Sums, after: Sums) -> Round:
        found = Round(Counter(), Counter(), 0)
        for number, column in enumerate(self._plan.columns):
            pairs = zip(before.counts[number], after.counts[number], strict=True)
            counts = [after - before for before, after in pairs]
            for result, count in enumerate(counts):
                found.outcomes[named(column), _row(column, result)] += count
            place = at.BLACKJACK_NET + number + (number >= FIRST_SIDE)
            won = after.moments[place] - before.moments[place]
            found.nets[named(column)] = won * column.unit
            assert won == sum(pay * count for pay, count in zip(column.pays, counts, strict=True))
            if number == BLACKJACK:
                found.doubled = sum(counts[1 : at.EVEN_MONEY_RESULT : 2])
        return found

    def _cards_of(self, number: int) -> list[int]:
        """The cards of the last round that was dealt, which had this number."""
        ints = self._ints
        start = int(ints[ints[at.ROUND_NOTES] + number]) >> at.START_SHIFT
        log = self._areas.cards[ints[at.LOG] + start : ints[at.LOG] + ints[at.LOGGED]]
        return list(log)

    def _bonus(self, fact: str, place: int, number: int) -> int:
        drawn = any(fact in wager.facts for wager in self._plan.side_wagers)
        return int(self._ints[self._ints[place] + number]) if drawn else -1


def named(column: Column) -> str:
    """A wager's name, or that of the bonus beside it."""
    return f"{column.name} {column.bonus}" if column.bonus else column.name


def _row(column: Column, result: int) -> str:
    """The name under which a result is settled: a multiplied outcome is that of its row."""
    outcome = column.outcomes[result]
    wager = column.wager
    return wager.multiplied[outcome][0] if wager and outcome in wager.multiplied else outcome


class Replay:
    """A table of the engine on which dealt rounds are played again."""

    def __init__(self, rules: TableRules, strategy: StrategyTable, seats: int) -> None:
        self._rules = rules
        self._strategy = strategy
        self._seats = seats
        self._shoe = FedShoe()
        meters = memory_meters(rules, seeded_bits(1))
        self.table = Table[State](rules, self._shoe, UNTIL_CLEARED, meters=meters)

    def play(self, dealt: DealtRound) -> Round:
        """What the engine makes of the cards; every card is used."""
        table = self.table
        start = len(table.events)
        for position in range(1, self._seats + 1):
            table.send(c.PlaceWager(position, "blackjack", self._rules.minimum))
            for offered in self._rules.wagers:
                table.send(c.PlaceWager(position, offered.slug, offered.minimum))
        self._shoe.feed(dealt.cards)
        table.send(c.CloseBets(dealt.magic_card, dealt.lucky_seat))
        while (asked := question(table.state)) is not None:
            table.send(asked.answers[self._answer(table.state, asked)])
        settled = [one for one in table.events[start:] if isinstance(one, e.WagerSettled)]
        assert self._shoe.left == []
        table.send(c.ClearTable())
        table.forget()
        return self._summed_up(settled)

    def next_shoe(self) -> None:
        """The shoe is changed."""
        self.table.send(c.OrderReshuffle())

    def _answer(self, state: State, asked: Question) -> str:
        strategy, answers = self._strategy, asked.answers
        if asked.kind == "press":
            return "take"
        if asked.kind == "insurance":
            if strategy.takes_even_money and "even-money" in answers:
                return "even-money"
            return "insurance" if strategy.insures else "no-insurance"
        box = state.box(asked.position)
        values = [value_of(card) - 1 for card in box.hands[asked.hand - 1].cards]
        first = OPENING if not box.splits else AGAIN if "split" in answers else SPLIT_OUT
        row = strategy.pairs[values[0], values[1]]
        for value in values[2:]:
            row = strategy.following[row, value]
        moment = LATER if len(values) > 2 else first
        upcard = value_of(state.dealer[0]) - 1
        return ACTIONS[strategy.decisions[moment, row, upcard]]

    def _summed_up(self, settled: list[e.WagerSettled]) -> Round:
        found = Round(Counter(), Counter(), 0)
        bonuses = {
            (offered.slug, outcome): f"{offered.slug} {bonus.wager.outcomes[-1]}"
            for offered in self._rules.wagers
            for bonus in offered.bonuses
            for outcome in bonus.wager.outcomes[1:]
        }
        for one in settled:
            if one.envy_of:
                continue
            beside = one.wagered == 0 and one.wager != "blackjack"
            name = bonuses[one.wager, one.outcome] if beside else one.wager
            found.outcomes[name, one.outcome] += 1
            found.nets[name] += one.paid - one.wagered
            found.doubled += one.wager == "blackjack" and one.wagered > self._rules.minimum
        return found


def difference(dealt: DealtRound, played: Round) -> str:
    """In words what engine and kernels do not agree on; nothing where they do.

    A bonus that was not won leaves no trace at the table.
    """
    nets = {name: net for name, net in dealt.nets.items() if net}
    outcomes = {
        (name, outcome): count
        for (name, outcome), count in dealt.outcomes.items()
        if count and not (" " in name and outcome == "lose")
    }
    ours = (outcomes, nets, dealt.doubled)
    theirs = (
        dict(played.outcomes),
        {name: net for name, net in played.nets.items() if net},
        played.doubled,
    )
    return "" if ours == theirs else f"{names_of(dealt.cards)}: {ours} dealt, {theirs} played"
