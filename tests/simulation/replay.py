"""Rounds that the kernels dealt, played again on the engine with the same cards and decisions."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from upcard.cards.card import names_of, value_of
from upcard.cards.shoe import FedShoe
from upcard.cards.shuffle import seeded_bits
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.deal import deal_targets
from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core.commands import ClearTable, CloseBets, OrderReshuffle, PlaceWager
from upcard.engine.core.events import HOLE, UPCARD, Target, WagerSettled
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import UNTIL_CLEARED
from upcard.engine.play import question
from upcard.games.down_under import LIGHTS
from upcard.games.table_rules import TableRules
from upcard.host.meters.memory import memory_meters
from upcard.simulation.blackjack.columns import BLACKJACK, FIRST_SIDE
from upcard.simulation.blackjack.strategy_table import AGAIN, LATER, OPENING, SPLIT_OUT
from upcard.simulation.blackjack.variation_table import AnyStrategyTable, represent_strategy
from upcard.simulation.block import BlackjackDealer, BlackjackKernels, compiled_kernels
from upcard.simulation.column import WagerColumn
from upcard.simulation.plan import Plan
from upcard.simulation.sums import BlockSums
from upcard.wagers.limits import least_amount

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

    The deal comes as the kernels have it (`compiled.simulation.fields`), as if nobody switched.
    A Magic Card and a lucky position are drawn where a bonus needs them, else -1 and 0.
    `put_aside` are the cards of a double shoe that meant its other side. `discards_dealt` says
    that the shoe ran out. `dealer_from` is the index of the dealer's first drawn card.
    """

    cards: list[int]
    dealer_from: int
    put_aside: list[int]
    magic_card: int
    lucky_seat: int
    discards_dealt: bool


class OneShoe(BlackjackDealer):
    """Deals one shoe of a block (or a batch of rounds with a new shoe each), round by round."""

    def __init__(self, plan: Plan, seed: int, kernels: BlackjackKernels | None = None) -> None:
        super().__init__(plan, kernels or compiled_kernels(plan))
        self._plan = plan
        self._seed = seed
        self._ints[at.BATCHES] = 1
        self._ints[at.RECORDS] = 1  # the log is wanted without side wagers, too

    def rounds(self, block: int) -> Iterator[DealtRound]:
        """The rounds, each told apart by dealing once without it and once with it."""
        rounds = self.deal_block(self._seed, block, ALL).sums.rounds
        before = self.deal_block(self._seed, block, 0).sums
        for number in range(rounds):
            logged = int(self._ints[at.LOGGED])
            after = self.deal_block(self._seed, block, number + 1).sums
            found = self._between(before, after)
            magic = self._bonus("magic_card", at.MAGIC_CARDS, number)
            lucky = self._bonus("lucky_seat", at.LUCKY_SEATS, number)
            cards, aside = self._cards_of(number, logged)
            note = int(self._ints[self._ints[at.ROUND_NOTES] + number])
            yield DealtRound(
                found.outcomes,
                found.nets,
                found.doubled,
                cards,
                note >> codes.DEALER_SHIFT & codes.PLACE,
                aside,
                magic,
                lucky + 1,
                bool(self._ints[at.IS_WHOLE] == 0),
            )
            before = after

    def _between(self, before: BlockSums, after: BlockSums) -> Round:
        found = Round(Counter(), Counter(), 0)
        for number, column in enumerate(self._plan.columns):
            pairs = zip(before.counts[number], after.counts[number], strict=True)
            counts = [after - before for before, after in pairs]
            for result, count in enumerate(counts):
                found.outcomes[named(column), _row(column, result)] += count
            place = codes.BLACKJACK_NET + number + (number >= FIRST_SIDE)
            won = after.moments[place] - before.moments[place]
            found.nets[named(column)] = won * column.unit
            assert won == sum(pay * count for pay, count in zip(column.pays, counts, strict=True))
            if number == BLACKJACK:
                found.doubled = sum(counts[1 : codes.EVEN_MONEY_RESULT : 2])
        return found

    def _cards_of(self, number: int, logged: int) -> tuple[list[int], list[int]]:
        """The cards of the last round that was dealt, which had this number, and any before."""
        ints, cards = self._ints, self._memory.cards
        start = int(ints[ints[at.ROUND_NOTES] + number]) >> codes.START_SHIFT
        log = list(cards[ints[at.LOG] : ints[at.LOG] + ints[at.LOGGED]])
        seats = self._plan.seats
        if ints[at.KEPT_FIRST] == 1:  # where who switched has the other cards in front
            for seat in range(seats):
                note = int(ints[ints[at.SEAT_NOTES] + seats * number + seat])
                for one in (start + seat, start + seats + 1 + seat) * bool(
                    note & codes.SWITCHED_BIT
                ):
                    other = one + 2 * seats + 2 - (one > start + seats)
                    log[one], log[other] = log[other], log[one]
        aside = log[logged:start] if self._plan.rules.sides > 1 else []
        return log[start:], aside

    def _bonus(self, fact: str, place: int, number: int) -> int:
        drawn = any(fact in wager.facts for wager in self._plan.side_wagers)
        return int(self._ints[self._ints[place] + number]) if drawn else -1


def named(column: WagerColumn) -> str:
    """A wager's name, or that of the bonus beside it."""
    return f"{column.name} {column.bonus}" if column.bonus else column.name


def _row(column: WagerColumn, result: int) -> str:
    """The name under which a result is settled: a multiplied outcome is that of its row."""
    outcome = column.outcomes[result]
    wager = column.wager
    return wager.multiplied[outcome][0] if wager and outcome in wager.multiplied else outcome


class DoubleShoe(FedShoe):
    """Cards that are fed; the first one may mean the side from which it was not drawn."""

    from_the_other = False

    def determinant_side(self, side_of: Callable[[int], int]) -> int:
        """The side that the next card means, or the other one for a card that is put aside."""
        side = super().determinant_side(side_of)
        other, self.from_the_other = self.from_the_other, False
        return 1 - side if other else side


class Replay:
    """A table of the engine on which dealt rounds are played again."""

    def __init__(self, rules: TableRules, strategy: AnyStrategyTable, seats: int) -> None:
        self._rules = rules
        self._strategy = represent_strategy(strategy)
        self._seats = seats
        self._shoe = DoubleShoe()
        meters = memory_meters(rules, seeded_bits(1))
        self.table = AutomatedTable[BlackjackState](rules, self._shoe, UNTIL_CLEARED, meters=meters)

    def play(self, dealt: DealtRound) -> Round:
        """What the engine makes of the cards; every card is used."""
        table = self.table
        start = len(table.events)
        for position in range(1, self._seats + 1):
            table.send(PlaceWager(position, "blackjack", self._rules.minimum))
            for offered in self._rules.wagers:
                amount = least_amount(offered.data, offered.minimum, self._rules.minimum)
                table.send(PlaceWager(position, offered.slug, amount))
        self._shoe.from_the_other = bool(dealt.put_aside)
        self._shoe.feed([*dealt.put_aside, *self._in_order(dealt.cards, dealt.dealer_from)])
        table.send(CloseBets(dealt.magic_card, dealt.lucky_seat))
        while (asked := question(table.state)) is not None:
            table.send(asked.answers[self._answer(table.state, asked)])
        settled = [event for event in table.events[start:] if isinstance(event, WagerSettled)]
        assert self._shoe.left == []
        table.send(ClearTable())
        table.forget()
        return self._summed_up(settled)

    def _in_order(self, cards: list[int], dealer_from: int) -> list[int]:
        """The cards in the order in which the table deals them.

        Without a hole card the dealer's second card follows those of the players' hands.
        """
        targets, seats = deal_targets(self.table.state), self._seats
        waiting: dict[Target, list[int]] = {
            (UPCARD, 0): [cards[seats]],
            (HOLE, 0): [cards[2 * seats + 1]],
        }
        for seat in range(seats):
            waiting[seat + 1, 1] = [cards[seat], cards[seats + 1 + seat]]
            others = cards[2 * seats + 2 + seat : 4 * seats + 2 : seats]
            waiting[seat + 1, 2] = waiting[seat + 1, 0] = others
        dealt = [waiting[target].pop(0) for target in targets]
        if self._rules.blackjack.peeks:
            return dealt + cards[len(targets) :]
        played, drawn = cards[len(targets) + 1 : dealer_from], cards[dealer_from:]
        return [*dealt, *played, *waiting[HOLE, 0], *drawn]

    def next_shoe(self) -> None:
        """The shoe is changed."""
        self.table.send(OrderReshuffle())

    def _answer(self, state: BlackjackState, asked: PlayerQuestion) -> str:
        lit = LIGHTS.index(state.light) if state.light and len(self._strategy.tables) > 1 else 0
        strategy, answers = self._strategy.tables[lit], asked.answers
        if asked.kind == "press":
            return "take"
        if asked.kind == "switch":
            return "switch" if self._switches(state, state.box(asked.position)) else "keep"
        if asked.kind == "insurance":
            if strategy.takes_even_money and "even-money" in answers:
                return "even-money"
            return "insurance" if strategy.insures else "no-insurance"
        hand = state.box(asked.position).hands[asked.hand - 1]
        if asked.kind == "surrender":
            first, second = (value_of(card) - 1 for card in hand.cards)
            row = strategy.pairs[first, second]
            chosen = strategy.decisions[OPENING, row, value_of(state.dealer[0]) - 1]
            return "surrender" if ACTIONS[chosen] == "surrender" else "no-surrender"
        values = [value_of(card) - 1 for card in hand.cards]
        first = OPENING if not hand.from_split else AGAIN if "split" in answers else SPLIT_OUT
        row = strategy.pairs[values[0], values[1]]
        for value in values[2:]:
            row = strategy.following[row, value]
        moment = LATER if len(values) > 2 else first
        upcard = value_of(state.dealer[0]) - 1
        return ACTIONS[strategy.decisions[moment, row, upcard]]

    def _switches(self, state: BlackjackState, box: Box) -> bool:
        """Whether other cards are worth more."""
        worth, other = self._strategy.worth, self._strategy.other
        assert worth is not None
        assert other is not None
        upcard = value_of(state.dealer[0]) - 1
        hands = [[value_of(card) - 1 for card in hand.cards] for hand in box.hands]
        if box.spare:
            return bool(other[upcard, *hands[0]] > worth[upcard, *hands[0]])
        (one, two), (three, four) = hands
        together = worth[upcard, one, two] + worth[upcard, three, four]
        return bool(other[upcard, one, four] + other[upcard, three, two] > together)

    def _summed_up(self, settled: list[WagerSettled]) -> Round:
        found = Round(Counter(), Counter(), 0)
        bonuses = {
            (offered.slug, outcome): f"{offered.slug} {bonus.wager.outcomes[-1]}"
            for offered in self._rules.wagers
            for bonus in offered.bonuses
            for outcome in bonus.wager.outcomes[1:]
        }
        for settlement in settled:
            if settlement.envy_of:
                continue
            beside = settlement.wagered == 0 and settlement.wager != "blackjack"
            name = bonuses[settlement.wager, settlement.outcome] if beside else settlement.wager
            found.outcomes[name, settlement.outcome] += 1
            found.nets[name] += settlement.paid - settlement.wagered
            returned = settlement.outcome == "dealer-blackjack" and settlement.paid > 0
            doubled = settlement.wager == "blackjack" and settlement.wagered > self._rules.minimum
            found.doubled += doubled and not returned
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
