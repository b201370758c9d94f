"""`upcard.rounds`: the hands of many rounds as a stream of Arrow data, a row for each hand.

Baccarat has a row for each round, with both hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from upcard.cards.card import DECK_SIZE, name_of
from upcard.library.arguments.checks import check_rules
from upcard.library.rules import Rules
from upcard.library.simulation.players import StrategyGiven
from upcard.library.simulation.simulate import MAX_ROUNDS, seat, seed_of
from upcard.library.strategy.strategy import Play
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import html_table
from upcard.library.tabular.frames import pandas_frame, polars_frame
from upcard.money.amount import format_dollars
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.hand_records import NO_CARD, CardArray, RecordedHands
from upcard.simulation.games.baccarat import BaccaratPlan
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan
from upcard.simulation.games.round_records import RecordedCoups, check_recorded, recorder_of

if TYPE_CHECKING:
    import pandas
    import polars
    from arro3.core import Array, RecordBatch, Schema

ROUNDS: Final = 1_000_000

COLUMNS: Final = (
    Column("round", "int64"),
    Column("position", "int64"),
    Column("hand", "int64"),
    Column("cards", "utf8"),
    Column("total", "int64"),
    Column("split", "bool"),
    Column("switched", "bool"),
    Column("doubled", "bool"),
    Column("outcome", "utf8"),
    Column("dealer_cards", "utf8"),
    Column("dealer_total", "int64"),
    Column("wagered", "dollars"),
    Column("won", "dollars"),
)
"""One row a hand, in the order of play.

`round` and `position` count from 1, `hand` from 1 for each position from the dealer's left; the
positions of a hybrid table are its terminals. `cards` are as dealt (``As 5d 3c``). `split` are the
hands of a split pair, `switched` those of a player who exchanged cards or hands before play
(Blackjack Switch, Switch Hands). `outcome` is one of the Blackjack wager's. `dealer_cards` begin
with the upcard, which stands alone where the hand was decided before there was a second card.
`wagered` is the hand's wager in the end, `won` what it wins, less than 0 for a loss; both are
dollars of the Blackjack wager alone.
"""

BACCARAT_COLUMNS: Final = (
    Column("round", "int64"),
    Column("player_cards", "utf8"),
    Column("player_total", "int64"),
    Column("banker_cards", "utf8"),
    Column("banker_total", "int64"),
    Column("winner", "utf8"),
)
"""One row a round of baccarat: the cards and Point Counts of both hands, and which of them is the
higher one (``player``, ``banker`` or ``tie``)."""

WINNERS: Final = ("banker", "tie", "player")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class HandStream:
    """The hands of a number of rounds, dealt while they are read; each reading is the same.

    It is iterated as Arrow record batches of some ten thousand rounds, one in memory at a time, and
    read as a stream by pyarrow, polars, DuckDB and pandas. Its schema is `COLUMNS`, or
    `BACCARAT_COLUMNS`.
    """

    plan: TablePlan
    rounds: int
    seed: int

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the rows."""
        return BACCARAT_COLUMNS if isinstance(self.plan, BaccaratPlan) else COLUMNS

    @property
    def schema(self) -> "Schema":
        """The Arrow schema of the batches."""
        from upcard.library.tabular.arrow import schema  # noqa: PLC0415 - loaded when asked for

        return schema(self.columns)

    def __iter__(self) -> Iterator["RecordBatch"]:
        """Deal the rounds, a batch for each block of the simulator."""
        from upcard.library.tabular.arrow import batch  # noqa: PLC0415 - loaded when asked for

        shared = _Shared(self.plan)
        dealt = 0
        block = 0
        recorder = recorder_of(self.plan)
        while dealt < self.rounds:
            dealt_block = recorder.deal_block(self.seed, block, self.rounds - dealt)
            if isinstance(dealt_block, RecordedCoups):
                arrays = shared.columns_of_baccarat(dealt_block, dealt)
            else:
                arrays = shared.columns_of_hands(dealt_block, dealt)
            yield batch(self.columns, arrays)
            dealt += dealt_block.dealt
            block += 1

    def to_pandas(self) -> "pandas.DataFrame":
        """All rows as a pandas DataFrame, in memory; needs pandas 3 or later."""
        return pandas_frame(self)

    def to_polars(self) -> "polars.DataFrame":
        """All rows as a polars DataFrame, in memory."""
        return polars_frame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The hands as an Arrow stream."""
        from upcard.library.tabular.arrow import stream  # noqa: PLC0415 - loaded when asked for

        return stream(self.columns, iter(self)).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return html_table(
            ("column", "type"), [(column.name, column.type) for column in self.columns], repr(self)
        )

    def __repr__(self) -> str:
        seats = f"{self.plan.seats} seat{'s' * (self.plan.seats != 1)}"
        return (
            f"{self.plan.rules.name}: the hands of {self.rounds:,} rounds, {seats}, "
            f"{self.plan.strategy.name}, seed {self.seed}"
        )


def rounds(  # noqa: PLR0913 - the options of a simulation
    rules: Rules,
    rounds: int = ROUNDS,
    *,
    seed: int | None = None,
    seats: int = 1,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    penetration: float | None = None,
    fresh_shoe: bool = False,
) -> HandStream:
    """The hands of rounds that the simulator deals, as a stream of data with a row for each hand.

    They are the rounds that `upcard.simulate` deals with the same seed and strategy, recorded
    by its kernels: about a million hands a second, in bounded memory. `strategy` and the other
    options are as there. Side wagers are dealt for, but are no part of the rows.

    Raises `BadInput` for options out of range, and for roulette, which deals no cards.
    """
    check_rules(rules, rounds=rounds, seed=seed, seats=seats)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"The rounds to deal are at least 1 and at most {MAX_ROUNDS:,}.")
    seated = seat(rules, strategy=strategy, play=play)
    planned = family_of(rules.table).plan(
        rules.table,
        seated.strategy,
        seats=seats,
        fresh_shoe=fresh_shoe,
        penetration=penetration,
    )
    check_recorded(planned)
    return HandStream(planned, rounds, seed_of(seed))


class _Shared:
    """What all rows share: the names of cards and outcomes, and the amounts of money."""

    def __init__(self, plan: TablePlan) -> None:
        from upcard.library.tabular.arrow import array  # noqa: PLC0415 - loaded when hands are dealt

        self._array = array
        names = [name_of(card).encode() for card in range(DECK_SIZE)]
        letters = np.zeros((NO_CARD + 1, 3), np.uint8)
        letters[:DECK_SIZE] = np.array([list(b" " + name) for name in names], np.uint8)
        self._letters = letters
        column = plan.columns[0]
        self._outcomes = array("utf8", list(column.outcomes))
        self._won = array("dollars", [format_dollars(net) for net in column.nets])
        wager = plan.rules.minimum
        self._wagered = array("dollars", [format_dollars(wager), format_dollars(2 * wager)])

    def columns_of_hands(self, hands: RecordedHands, before: int) -> dict[str, "Array"]:
        """The columns of a block's hands; `before` is the number of earlier rounds."""
        array = self._array
        dealer = array("utf8", self._texts(hands.dealer))
        doubled = hands.doubled
        return {
            "round": array("int64", hands.rounds + before + 1),
            "position": array("int64", hands.seats + 1),
            "hand": array("int64", hands.numbers + 1),
            "cards": array("utf8", self._texts(hands.cards)),
            "total": array("int64", hands.totals),
            "split": array("bool", hands.split),
            "switched": array("bool", hands.switched),
            "doubled": array("bool", doubled),
            "outcome": self._outcomes.take(array("int64", hands.results)),
            "dealer_cards": dealer.take(array("int64", hands.dealer_of)),
            "dealer_total": array("int64", hands.dealer_totals[hands.dealer_of]),
            "wagered": self._wagered.take(array("int64", doubled.astype(np.int64))),
            "won": self._won.take(array("int64", hands.results)),
        }

    def columns_of_baccarat(self, coups: RecordedCoups, before: int) -> dict[str, "Array"]:
        """The columns of a block's rounds of baccarat."""
        array, player, banker = self._array, coups.player_totals, coups.banker_totals
        winners = array("utf8", list(WINNERS))
        return {
            "round": array("int64", np.arange(coups.dealt) + before + 1),
            "player_cards": array("utf8", self._texts(coups.player)),
            "player_total": array("int64", player),
            "banker_cards": array("utf8", self._texts(coups.banker)),
            "banker_total": array("int64", banker),
            "winner": winners.take(array("int64", np.sign(player - banker) + 1)),
        }

    def _texts(self, cards: CardArray) -> list[str]:
        """The cards of each row by name."""
        rows, width = cards.shape
        letters: Any = self._letters[cards].reshape(rows, 3 * width)[:, 1:]
        texts = np.ascontiguousarray(letters).view(f"S{3 * width - 1}").ravel()
        words: list[str] = texts.astype(f"U{3 * width - 1}").tolist()
        return words
