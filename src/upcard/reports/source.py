"""The source of a table's papers: its submission, its rules, its odds."""

from dataclasses import dataclass
from functools import cached_property

import msgspec

from upcard.exact.par import ParRecord
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.games import NoBestPlay, rules_of, solve_table
from upcard.exact.table import table_records
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.filing import Filing
from upcard.reports.names import short_title
from upcard.reports.page_head import page_head
from upcard.reports.par.dealt_rounds import BothPlays, both_plays
from upcard.reports.par.largest_win import most_hands
from upcard.reports.par.many_rounds import law_of_base
from upcard.reports.par.round_law import FoundLaw
from upcard.reports.par.wager_sizes import Line, edges_by_size
from upcard.reports.part_cache import game_of
from upcard.reports.rendering.paper import PaperHead
from upcard.rules.violation import BadInput
from upcard.submission.compiling.rules import compile_table
from upcard.submission.game_choices import is_blackjack
from upcard.submission.read import SubmissionDocument
from upcard.submission.schema import Submission
from upcard.text.words import listed


class BaseGame(msgspec.Struct, frozen=True):
    """Best play of the Blackjack wager: expected win and deviation per unit of that wager.

    A pair becomes `hands` hands at most. The deviation is None where no exact one is known.
    `refused` says in a sentence why there is no solution; the expected win is then 0. `played` are
    rounds of the best and of a typical play, and `law` is the law of a round of the best one, where
    it is known. `solved` is the best play.
    """

    hands: int
    expected_value: float = 0.0
    standard_deviation: float | None = None
    refused: str = ""
    played: BothPlays | None = None
    law: FoundLaw | None = None
    solved: GameSolution | None = None


@dataclass(frozen=True)
class PaperSource:
    """A table whose submission complies; odds and best play are computed on first use.

    `filing` says who files the submission, and from when on.
    """

    document: SubmissionDocument
    submission: Submission
    table: TableRules
    filing: Filing

    @property
    def title(self) -> str:
        """The game's name."""
        return self.table.game_data.title

    @property
    def head(self) -> PaperHead:
        """The head of every page of this table's papers."""
        return page_head(self.table, self.document.digest, self.filing)

    def short(self, title: str) -> str:
        """A wager's title without the game's before it: ``Banker's Hand`` of baccarat's."""
        return short_title(title, self.title)

    @property
    def is_blackjack(self) -> bool:
        """Whether the table has a Blackjack wager."""
        return is_blackjack(self.table.game)

    @cached_property
    def records(self) -> tuple[ParRecord, ...]:
        """The exact odds of its wagers; empty where it offers none that has odds."""
        return _records(self.table)

    @property
    def unpriced(self) -> tuple[OfferedWager, ...]:
        """The wagers of the table that have no exact odds here; a fee needs none."""
        priced_slugs = {record.wager for record in self.records}
        return tuple(
            offered
            for offered in self.table.wagers
            if offered.slug not in priced_slugs and not offered.data.fee
        )

    @property
    def is_insurance_unpriced(self) -> bool:
        """Whether Insurance has no exact odds: at a game that its rule data does not name."""
        priced_slugs = {record.wager for record in self.records}
        return self.is_blackjack and self.table.insurance.slug not in priced_slugs

    @property
    def without_odds(self) -> str:
        """Which wagers of the table have no exact odds, in sentences; empty where all have them."""
        titles = [self.short(offered.data.title) for offered in self.unpriced]
        sentences = []
        if self.is_insurance_unpriced:
            sentences.append(
                "The rule data of Insurance does not name this game: its odds are not computed."
            )
        if titles:
            have = "has" if len(titles) == 1 else "have"
            words = f"{listed(titles)} {have} no exact odds here: players' decisions change them."
            sentences.append(words)
        return " ".join(sentences)

    @cached_property
    def base(self) -> BaseGame:
        """The best play of the Blackjack wager, at a table that `is_blackjack`."""
        return _base_game(self)

    @cached_property
    def _edges(self) -> dict[str, tuple[Line, ...]]:
        return {}

    def edges(self, record: ParRecord, offered: OfferedWager) -> tuple[Line, ...]:
        """The sizes of a wager with the house edges on them, computed on first use."""
        if record.wager not in self._edges:
            self._edges[record.wager] = tuple(edges_by_size(self.table, record, offered))
        return self._edges[record.wager]

    def offered(self, record: ParRecord) -> OfferedWager | None:
        """The wager of a record as the table offers it; None for a mystery meter."""
        if record.wager == self.table.insurance.slug:
            return self.table.insurance
        return self.table.offered(record.wager)


def source_of(
    document: SubmissionDocument, submission: Submission, filing: Filing | None = None
) -> PaperSource:
    """The source of the papers; the submission has to comply."""
    return PaperSource(document, submission, compile_table(submission), filing or Filing())


def _records(table: TableRules) -> tuple[ParRecord, ...]:
    try:
        return tuple(table_records(table))
    except BadInput:
        return ()


def _base_game(source: PaperSource) -> BaseGame:
    table = source.table
    hands = most_hands(table)
    try:
        rules_of(table)
    except NoBestPlay as unknown:
        return BaseGame(hands, refused=str(unknown))
    try:
        solved = solve_table(table, "total")
    except BadInput as refused:  # a shoe that may run out while a hand is played
        return BaseGame(hands, refused=f"Not computed here. {refused}")
    played = both_plays(table, solved, game_of(source.submission, wagers=False))
    return BaseGame(
        hands,
        solved.expected_value,
        None if played.exact is None else played.exact.deviation,
        played=played,
        law=law_of_base(table, played.exact),
        solved=solved,
    )
