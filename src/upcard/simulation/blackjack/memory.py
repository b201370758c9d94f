"""Lays out the kernels' memory: rules, strategy and wagers, and room for a block."""

from array import array
from dataclasses import dataclass
from itertools import count
from typing import Final

import numpy as np

from upcard.compiled.hand_codes import VALUES
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.deal_values import VALUES as EXPECTED
from upcard.compiled.simulation.win_tables import LUCKS
from upcard.simulation.blackjack.columns import BLACKJACK, FIRST_SIDE, INSURANCE
from upcard.simulation.blackjack.correcting import correcting_record
from upcard.simulation.blackjack.counting import counting_record, decisions_of
from upcard.simulation.blackjack.deal_values import valuing_record
from upcard.simulation.blackjack.group_layout import LaidGroup, lay_out_group
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.tables import (
    codes_that_wait,
    dealer_states,
    extra_cards,
    results_by_code,
)
from upcard.simulation.blackjack.variation_table import VariationTable, represent_strategy
from upcard.simulation.blackjack.wager_groups import groups_of
from upcard.simulation.blackjack.walk_table import walk_record, walk_table
from upcard.simulation.plan import CARDS_OF_A_BLOCK, FRESH_ROUNDS, SHUFFLES, Plan
from upcard.simulation.variations.kit import part_of

FULL_LOG: Final = 2 * CARDS_OF_A_BLOCK
"""The cards in the log with which no further batch begins."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockMemory:
    """The kernels' memory before a block, and the offsets in `ints` of their results.

    `moments` has the sums of the columns' products. `pays` and `counts` have an offset for each
    wager of the plan. `by_count` has the rounds at each count of a counting player. `valuing` are
    the records of wagers of the initial cards, `groups` wagers that are decided together. `lucks`
    and `notes` are offsets for each round of a counting player, else 0; `lucks` is 0 too where
    means are raw.
    """

    cards: "array[int]"
    ints: "array[int]"
    moments: slice
    pays: tuple[int, ...]
    counts: tuple[int, ...]
    by_count: slice
    valuing: tuple[int, ...]
    lucks: int = 0
    notes: int = 0
    groups: tuple[LaidGroup, ...] = ()


def lay_out(
    plan: Plan,
    *,
    records_hands: bool = False,
    keeps_wins: bool = False,
    together: bool = False,
    further: MemoryMap = at.INTS,
) -> BlockMemory:
    """The memory of a plan before a block; with `records_hands` every hand leaves a note.

    With `keeps_wins` what each seat won with each wager is kept round by round; with `together`
    wagers that a table decides have one. `further` are fields of other kernels, which follow those
    of the simulation.
    """
    cards, ints = MemoryWriter("B", at.BYTES), MemoryWriter("q", further, at.INTS)
    head = (
        _parameters(plan)
        | _strategies(represent_strategy(plan.strategy), cards, ints)
        | _room(plan, cards, ints)
    )
    if records_hands or plan.corrected:
        head[at.RECORDS] = 1
        head[at.HAND_NOTES] = ints.room(_most_logged(plan))
    if keeps_wins:
        head |= _wins(plan, ints)
    _tables(plan, cards)
    wagers = codes.FIRST_WAGER + len(plan.columns) - FIRST_SIDE
    columns = wagers + len(plan.corrected)
    products = columns * (columns + 1) // 2
    head[at.COLUMNS] = columns
    head[at.NETS] = nets = ints.room(columns * plan.batches)
    head[at.CORRECTING], lucks = _lay_out_correcting(plan, ints, nets, wagers)
    valuing = _lay_out_valuing(plan, ints, nets + (wagers + 1) * plan.batches)
    head[at.MOMENTS] = moments = ints.room(products)
    if plan.walked and not records_hands:
        head[at.WALK] = _walk(plan, cards, ints)
    ints.put(at.FIRST_OF, range(plan.seats))
    ints.put(at.SECOND_OF, range(plan.seats + 1, 2 * plan.seats + 1))
    pays, counts = _outcomes(plan, ints)
    of_table = groups_of(plan) if together else ()
    groups = tuple(lay_out_group(plan, group, counts, cards, ints) for group in of_table)
    head[at.COUNTING], by_count, notes = counting_record(plan, cards, ints)
    if head[at.COUNTING]:
        head[at.BETS] = ints.room(plan.batches * plan.rounds)
    for place, number in head.items():
        ints.put(place, number)
    return BlockMemory(
        cards.laid_out(),
        ints.laid_out(),
        slice(moments, moments + products),
        pays,
        counts,
        by_count,
        valuing,
        lucks,
        notes,
        groups,
    )


def _lay_out_correcting(plan: Plan, ints: MemoryWriter, nets: int, wagers: int) -> tuple[int, int]:
    """Lay out how means are corrected: the record's offset, and that of each round's luck."""
    if not plan.corrected:
        return 0, 0
    lucks = ints.room(plan.batches * plan.rounds) if plan.counts else 0
    record = ints.add(correcting_record(plan, nets, wagers))
    ints.put(record + LUCKS, lucks)
    return record, lucks


def _walk(plan: Plan, cards: MemoryWriter, ints: MemoryWriter) -> int:
    """Lay out the walk of a plan's rounds; returns its record's offset."""
    table = walk_table(
        plan.rules,
        represent_strategy(plan.strategy).tables[0],
        notes=bool(plan.side_wagers),
        always_draws=plan.always_draws,
    )
    pays = plan.columns[BLACKJACK].pays
    return walk_record(table, plan.lane, plan.dealt_first, pays, cards, ints)


def _lay_out_valuing(plan: Plan, ints: MemoryWriter, first: int) -> tuple[int, ...]:
    """Lay out how wagers are valued; the columns of their values begin at `first`."""
    places = zip(count(first, plan.batches), plan.valued)
    records = tuple(
        ints.add(
            valuing_record(
                plan.rules, plan.columns[number], plan.cards, plan.cards_of_a_round, place
            )
        )
        for place, number in places
    )
    if plan.counts:
        for record in records:
            ints.put(record + EXPECTED, ints.room(plan.batches * plan.rounds))
    return records


def _wins(plan: Plan, ints: MemoryWriter) -> dict[int, int]:
    """Room for what each seat wins with each wager, round by round."""
    room = plan.batches * plan.rounds * plan.seats
    first = ints.room(len(plan.columns) * room)
    return {at.MAIN_WINS: first, at.INSURED_WINS: first + INSURANCE * room}


def _outcomes(plan: Plan, ints: MemoryWriter) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lay out what the outcomes of each wager win; returns the offsets of that and of counts."""
    pays, counts = [at.PAYS, at.INSURANCE_PAYS], [at.COUNTS, at.INSURANCE_COUNTS]
    ints.put(at.PAYS, plan.columns[BLACKJACK].pays)
    ints.put(at.INSURANCE_PAYS, plan.columns[INSURANCE].pays)
    for column in plan.columns[FIRST_SIDE:]:
        marks = [result in column.marked for result in range(len(column.pays))]
        pays.append(ints.add((*column.pays, *marks)))
        counts.append(ints.room(len(column.pays)))
    return tuple(pays), tuple(counts)


def _parameters(plan: Plan) -> dict[int, int]:
    """The parameters of rules and dealing."""
    rules = plan.rules.blackjack
    dealer = dealer_states(int(rules.hits_soft_17))
    strategy = represent_strategy(plan.strategy).tables[0]
    return {
        at.SEATS: plan.seats,
        at.CARDS: plan.cards,
        at.LACKS: plan.rules.lacks,
        at.COVER: plan.cover,
        at.AHEAD: plan.ahead,
        at.BURN: plan.burns,
        at.REMOVE: plan.removes,
        at.DEALT: plan.dealt_first,
        at.EACH: FRESH_ROUNDS if plan.fresh else 0,
        at.BATCHES: plan.batches,
        at.MAX_HANDS: rules.resplits + 2,
        at.RESPLIT_ACES: rules.resplit_aces,
        at.ONE_CARD: rules.one_card_on_split_aces,
        at.INSURES: strategy.insures,
        at.TAKES_EVEN_MONEY: strategy.takes_even_money and rules.even_money,
        at.ALWAYS_DRAWS: plan.always_draws,
        at.GIVES_EXTRA: any(offered.wager.extra_card for offered in plan.rules.wagers),
        at.RECORDS: bool(plan.side_wagers),
        at.STANDS_FROM: dealer.stands_from,
        at.HAS_BLACKJACK: dealer.blackjack,
        at.KEEPS_NATURALS: rules.blackjack_waits,
        at.KEEPS_SURRENDERS: rules.surrender_waits,
        at.NO_PEEK: not rules.peeks,
        at.RETURNS: rules.blackjack_returns,
        at.EARLY_SURRENDER: rules.surrenders_before_peek,
        **_variation_parameters(plan),
    }


def _variation_parameters(plan: Plan) -> dict[int, int]:
    """The parameters of a variation; the base game's values of them have no effect."""
    rules = plan.rules
    parameters = {
        at.AREAS: rules.blackjack_areas,
        at.LIT: len(represent_strategy(plan.strategy).tables) > 1,
        at.RED_SIDE: rules.red_side,
        at.SHUFFLES: SHUFFLES,
    }
    return parameters | part_of(rules.game).parameters(rules)


def _strategies(
    strategy: VariationTable, cards: MemoryWriter, ints: MemoryWriter
) -> dict[int, int]:
    """Lay out a strategy, adding a state for a Blackjack; returns the parameters.

    If it has several tables, the first applies until the light is seen.
    """
    table = strategy.tables[0]
    states = len(table.totals)
    pairs = VALUES * table.pairs
    ints.put(at.ONE_CARD_ROWS, pairs)
    opening = pairs.copy()
    opening[0, VALUES - 1] = opening[VALUES - 1, 0] = VALUES * states
    ints.put(at.START_ROWS, opening)
    laid = [decisions_of(table, cards) for table in strategy.tables]
    ints.put(at.LIT_TABLES, [list(decisions.values()) for decisions in laid])
    return {
        at.NEXT_ROWS: ints.add(VALUES * table.following),
        at.TOTAL_OF: cards.add(np.repeat([*table.totals, 21], VALUES)),
        at.WORTH: 0 if strategy.worth is None else ints.add(strategy.worth),
        at.OTHER: 0 if strategy.other is None else ints.add(strategy.other),
        **laid[0],
    }


def _tables(plan: Plan, cards: MemoryWriter) -> None:
    """Lay out a shoe in order, the dealer's hand, and the payoff."""
    dealer = dealer_states(int(plan.rules.blackjack.hits_soft_17))
    cards.put(at.SHOE, plan.rules.full_shoe)
    cards.put(at.DEALER_START, dealer.begin)
    cards.put(at.DEALER_NEXT, dealer.following)
    cards.put(at.DEALER_TOTAL, dealer.totals)
    cards.put(at.RESULTS, results_by_code(plan.rules))
    cards.put(at.LIVE, codes_that_wait(plan.rules))
    cards.put(at.NATURALS, part_of(plan.rules.game).codes_of_naturals(plan.rules))
    cards.put(at.EXTRA, extra_cards(plan.rules))


def _room(plan: Plan, cards: MemoryWriter, ints: MemoryWriter) -> dict[int, int]:
    """Reserve room for the log of a block and the notes of its rounds."""
    rounds = plan.batches * plan.rounds
    most = _most_logged(plan)
    return {
        at.LOG: cards.room(most),
        at.HANDS_LOG: cards.room(most),
        at.LOG_ROOM: FULL_LOG,
        at.ENDS: ints.room(plan.batches),
        at.ROUND_NOTES: ints.room(rounds),
        at.SEAT_NOTES: ints.room(rounds * plan.seats),
        at.MAGIC_CARDS: ints.room(rounds),
        at.LUCKY_SEATS: ints.room(rounds),
        at.NOTED: ints.room(rounds * plan.seats),
    }


def _most_logged(plan: Plan) -> int:
    """The most cards in the log: a batch may begin with a full one. Hands are fewer."""
    return FULL_LOG + 4 * plan.shoes * plan.cards
