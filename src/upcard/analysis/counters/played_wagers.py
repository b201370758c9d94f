"""Simulated exposure of side wagers that depend on how hands are played.

A round takes k of the N cards of a shoe, m of them among the n cards of one type. A shoe with one
card of that type less deals this round ((n - m) / n) (N / (N - k)) times as often. With these
weights, rounds dealt from full shoes give the value of the wager for every shoe with one card less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

import numpy as np

from upcard.analysis.counters.linear_counts import LinearCount, forecast
from upcard.analysis.counters.penetration import PENETRATIONS, Penetration, summarize_penetration
from upcard.analysis.strategies import strategy_of
from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.arrays import Floats
from upcard.exact.par import ParRecord
from upcard.exact.play.totals import FACTS as OF_TOTALS
from upcard.games.table_rules import TableRules
from upcard.rules.loader import wager_rules
from upcard.simulation.blackjack.round_log import RoundLog, RoundLogger
from upcard.simulation.plan import plan
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.offered.meters import specified
from upcard.submission.read import SubmissionDocument
from upcard.wagers.kit import WagerRule
from upcard.wagers.own.pays import own_section

ROUNDS: Final = 10_000_000
"""Rounds from full shoes, for the effects of removal."""

MIN_BLOCKS: Final = 20
"""The fewest blocks from which an error is estimated."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The expected win per unit off the top, and how one card less changes it, by card type.

    Errors are standard errors if simulated; exact effects have none.
    """

    expected: float
    error: float | None
    by_card: list[float]
    errors: list[float]


def table_with(record: ParRecord, wager: WagerRule) -> TableRules | None:
    """A base-game table that offers the wager; None if the wager belongs to another game."""
    rules = wager_rules(record.wager, record.jurisdiction)
    if record.section == own_section(record.wager):
        pays = {row.outcome: row.pays for row in record.outcomes if row.award}
        options: dict[str, object] = {"pays": pays}
        tables = list(rules.paytables)
    else:
        options = {"paytable": record.paytable}
        tables = [table for table in rules.paytables if table.id == record.paytable]
    of_meter = specified(rules.data, tables[0])
    wagers = {record.wager: {**options, **of_meter, **record.choices}}
    table = {
        "name": record.title,
        "jurisdiction": record.jurisdiction,
        "game": "blackjack",
        "decks": record.decks,
    }
    submission, findings = check(SubmissionDocument({"table": table, "wagers": wagers}))
    if submission is None or any(finding.severity == "error" for finding in findings):
        return None
    table_rules = compile_table(submission)
    offered = table_rules.offered(record.wager)
    return table_rules if offered is not None and offered.wager == wager else None


class PlayedExposure:
    """Simulates one player at a table to find the value of one of its wagers.

    `backs` is what each outcome returns per unit.
    """

    def __init__(
        self, rules: TableRules, wager: WagerRule, backs: Sequence[Fraction], seed: int
    ) -> None:
        self._rules = rules
        self._strategy = strategy_of(rules, "total").strategy
        self._wins = np.array([float(back - 1) for back in backs])
        self._alike = set(wager.facts) <= OF_TOTALS
        self._seed = seed
        self._size = DECK_SIZE * rules.decks

    def effects(self, rounds: int = ROUNDS) -> Effects:
        """The effects, from at least `rounds` rounds."""
        logger = RoundLogger(plan(self._rules, self._strategy, fresh_shoe=True))
        blocks: list[Floats] = []
        dealt = 0
        while dealt < rounds or len(blocks) < MIN_BLOCKS:
            logged = logger.deal_block(self._seed, len(blocks))
            dealt += len(logged.starts)
            blocks.append(self._weighted_sums(logged))
        return _effects(np.array(blocks))

    def _weighted_sums(self, logged: RoundLog) -> Floats:
        """Rounds, what they won, then both by card type with the weights of removing that card."""
        size, decks = self._size, self._rules.decks
        wins = self._wins[logged.outcomes]
        cards_of_round = np.diff(logged.starts, append=len(logged.cards))
        fewer = size / (size - cards_of_round)

        def card_effects(of_rounds: Floats) -> Floats:
            of_cards = np.bincount(logged.cards, np.repeat(of_rounds, cards_of_round), DECK_SIZE)
            effects = of_rounds.sum() - of_cards / decks
            return self._means_by_value(effects) if self._alike else effects

        plain = [[number] * DECK_SIZE for number in (len(wins), wins.sum())]
        return np.array([*plain, card_effects(fewer), card_effects(wins * fewer)])

    def _means_by_value(self, numbers: Floats) -> Floats:
        """The mean over cards of one value, for wagers that depend on values only."""
        values = np.array([value_of(card) for card in range(DECK_SIZE)])
        return np.array([numbers[values == value].mean() for value in values])

    def penetrations(
        self,
        counts: Sequence[LinearCount],
        effects: Effects,
        shoes: int,
        shares: Sequence[float] = PENETRATIONS,
    ) -> tuple[list[Penetration], int]:
        """What the counts win from at least `shoes` shoes, dealt to each of the `shares`.

        Also the number of shoes dealt.
        """
        tags = [(self._size - 1) * np.array(forecast(count, effects.by_card)) for count in counts]
        planned = plan(self._rules, self._strategy, penetration=max(shares))
        logger = RoundLogger(planned)
        blocks = max(MIN_BLOCKS, -(-shoes // planned.batches))
        sums = np.array(
            [
                self._count_sums(
                    logger.deal_block(self._seed, block),
                    tags,
                    effects.expected,
                    planned.burns,
                    shares,
                )
                for block in range(blocks)
            ]
        )
        dealt, most = blocks * planned.batches, float(self._wins.max())
        rows = [
            summarize_penetration(count.name, share, sums[:, number, index], dealt, most)
            for number, count in enumerate(counts)
            for index, share in enumerate(shares)
        ]
        return rows, dealt

    def _count_sums(
        self,
        logged: RoundLog,
        tags: Sequence[Floats],
        expected: float,
        burns: int,
        shares: Sequence[float],
    ) -> Floats:
        """The sums of a block by count and penetration, as `summarize_penetration` takes them."""
        wins = self._wins[logged.outcomes]
        ends = np.cumsum(logged.batches)
        shoe_starts = np.repeat(logged.starts[ends - logged.batches], logged.batches)
        cards_seen = logged.starts - shoe_starts
        left = self._size - cards_seen
        sums = np.zeros((len(tags), len(shares), 4))
        for number, of_card in enumerate(tags):
            running = np.concatenate(([0.0], np.cumsum(of_card[logged.cards])))
            worth = (running[logged.starts] - running[shoe_starts]) / left + expected
            backed = worth > 0
            for index, share in enumerate(shares):
                dealt = cards_seen + burns <= floor(share * self._size)
                backed_and_dealt = backed & dealt
                sums[number, index] = (
                    dealt.sum(),
                    backed_and_dealt.sum(),
                    worth[backed_and_dealt].sum(),
                    wins[backed_and_dealt].sum(),
                )
        return sums


def _effects(blocks: Floats) -> Effects:
    """The effects, centered on the mean, so that rounds with an average win do not add noise."""
    rounds, won, weights, weighed = blocks.transpose(1, 0, 2)
    expected = won.sum(axis=0) / rounds.sum(axis=0)
    mean, error = _ratio(won, rounds)
    effects, errors = _ratio(weighed - won - expected * (weights - rounds), rounds)
    return Effects(float(mean[0]), float(error[0]), effects.tolist(), errors.tolist())


def _ratio(numbers: Floats, rounds: Floats) -> tuple[Floats, Floats]:
    """Ratios of block sums to rounds, and their standard errors."""
    means = numbers.sum(axis=0) / rounds.sum(axis=0)
    spread = ((numbers - means * rounds) ** 2).sum(axis=0)
    blocks = len(numbers)
    return means, np.sqrt(spread * blocks / (blocks - 1)) / rounds.sum(axis=0)
