"""Many tables of Blackjack in the memory of the compiled step: `upcard.envs.vector` wraps them.

The rules are laid out as for the simulator, whose tables of hands, dealer and payoff, whose random
words and whose kernels of side wagers the step uses.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import ArrayLike, NDArray

from upcard.cards.card import value_of
from upcard.compiled.environments import fields as env
from upcard.compiled.environments import kernels
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.kernels import outcome_kernel
from upcard.envs.choices import Choices
from upcard.envs.memory import AddedArrays, no_strategy, plan_of, softness_of
from upcard.simulation.blackjack.columns import BLACKJACK, FIRST_SIDE, INSURANCE, columns_of
from upcard.simulation.blackjack.memory import lay_out
from upcard.wagers.kit import needs_the_draw

CARDS_OF_A_ROUND: Final = 128
"""Room for the cards of a round in the log: seven hands and the dealer's need fewer."""


class Tables:
    """`number` tables, stepped by one call; the properties are views of the kernels' memory.

    Where `choices.illegal` is "raise", an illegal action leaves all tables as they are; `autoreset`
    begins a new episode with the step after the end of one. Raises `BadInput` for rules that the
    compiled step does not play.
    """

    def __init__(self, choices: Choices, number: int, *, autoreset: bool) -> None:
        self.choices = choices
        self.number = number
        self._rules = replace(
            choices.table, wagers=tuple(choices.offered(name) for name in choices.side_wagers)
        )
        self._plan = plan_of(choices, self._rules)
        memory = lay_out(self._plan, further=env.ENV)
        self._pays = memory.pays
        self._counts = memory.counts
        self._parts = AddedArrays(memory)
        head = self._parameters(autoreset=autoreset) | self._add_arrays()
        self.cards, self.ints = self._parts.arrays()
        self._ints: NDArray[np.int64] = np.frombuffer(self.ints, np.int64)
        self._cards: NDArray[np.uint8] = np.frombuffer(self.cards, np.uint8)
        for place, value in head.items():
            values = np.asarray(value, np.int64).ravel()
            self._ints[place : place + len(values)] = values
        self._make_views(head)
        self._step, self._reset = kernels.step_kernel(), kernels.reset_kernel()
        self._deciding = [outcome_kernel(wager) for wager in self._plan.side_wagers]
        self._columns_of_bets = self._placed_columns()

    # Stepping

    def seed(self, keys: ArrayLike, mask: NDArray[np.bool_] | None = None) -> None:
        """Give tables the numbers of their next shoes, and take their rounds away."""
        selection = slice(None) if mask is None else mask
        records = self._records.copy()
        records[:] = 0
        records[:, 0] = np.asarray(keys, np.int64)
        records[:, 1] = np.int64(env.COUNT_OFFSET) << 52
        records[:, 2] = env.PLAYING  # a round that is left: the next one has a new shoe
        self._records[selection] = records[selection]

    def reset(self, mask: NDArray[np.bool_] | None = None) -> None:
        """Begin an episode at all tables, or at those of a mask."""
        self._ints[env.MASKED] = mask is not None
        if mask is not None:
            self._resetting[:] = mask
        self._reset(self.cards, self.ints)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out one action at each table."""
        self._actions[:] = actions
        self._step(self.cards, self.ints)
        if self._deciding:
            self._decide_side_wagers()

    @property
    def illegal_actions(self) -> int:
        """The illegal actions for which the last step was not taken."""
        return int(self._ints[env.ILLEGAL_ACTIONS])

    # Memory

    def _parameters(self, *, autoreset: bool) -> dict[int, ArrayLike]:
        choices, rules = self.choices, self._rules
        expanded = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
        masks = np.zeros(8 * env.MASK_LIMIT, np.uint8)
        masks[env.FIRST_BET : len(choices.actions)] = 1
        doubles = [
            rules.blackjack.may_double(total, from_split=split)
            for split in (False, True)
            for total in range(32)
        ]
        states = len(no_strategy().totals)
        values = [value_of(card) - 1 for card in rules.full_shoe]
        return {
            env.NUMBER: self.number,
            env.AUTORESET: autoreset,
            env.RAISES: choices.illegal == "raise",
            env.WHOLE_SHOES: choices.episode == "shoe",
            env.BETTING: choices.is_betting,
            env.FRESH: self._plan.fresh,
            env.SHOWS_CARDS: choices.observation == "cards",
            env.SHOWS_LEFT: choices.observation == "composition",
            env.SURRENDERS: rules.blackjack.surrender != "none",
            env.OFFERS_EVEN_MONEY: rules.blackjack.even_money,
            env.NATURAL_ROW: VALUES * states,
            env.ROOM_OF_SHOE: rules.shoe_size + env.SHOE_SLACK,
            env.MASK_WORDS: -(-len(choices.actions) // 8),
            env.ACTIONS_KNOWN: len(choices.actions),
            env.MAY_DOUBLE: doubles,
            env.EXPANDED: expanded.copy().view(np.int64),
            env.BET_MASKS: masks.view(np.int64),
            env.TAGS_OF: choices.tags,
            env.FULL_LEFT: np.bincount(values, minlength=VALUES),
        }

    def _add_arrays(self) -> dict[int, ArrayLike]:
        """Add the arrays of the tables; returns their offsets."""
        parts = self._parts
        number = self.number
        table = no_strategy()
        bets = [self._columns(units) for units, _ in self.choices.placed]
        words = [
            int(total) << env.TOTAL_SHIFT | int(soft) << env.SOFT_SHIFT
            for total, soft in zip(table.totals, softness_of(table), strict=True)
        ]
        words.append(21 << env.TOTAL_SHIFT | 1 << env.SOFT_SHIFT)
        offsets: dict[int, ArrayLike] = {
            env.RECORDS_AT: parts.ints(env.RECORD_WORDS * number),
            env.ACTIONS_AT: parts.ints(number),
            env.OBSERVED: parts.ints(number),
            env.COUNTED: parts.ints(number),
            env.LEFT: parts.ints(VALUES * number),
            env.MASKS: parts.ints(number * -(-len(self.choices.actions) // 8)),
            env.WON: parts.ints(number),
            env.WAGERED: parts.ints(number),
            env.BET_PAYS: parts.ints([net for of_blackjack, _ in bets for net in of_blackjack]),
            env.BET_INSURANCE: parts.ints(
                [net for _, of_insurance in bets for net in of_insurance]
            ),
            env.BET_DRAWS: parts.ints([self._draws(names) for _, names in self.choices.placed]),
            env.ROW_WORDS: parts.ints(np.repeat(words, VALUES)),
            env.ROUND_TABLES: parts.ints(number),
            env.ROUND_BETS: parts.ints(number),
            env.TABLE_SHOES: parts.cards(number * (self._rules.shoe_size + env.SHOE_SLACK)),
            env.SHOWN: parts.cards(env.SHOWN_CARDS * number),
            env.ENDED: parts.cards(number),
            env.ILLEGAL: parts.cards(number),
            env.RESETTING: parts.cards(number),
        }
        if self._plan.side_wagers:
            columns = codes.FIRST_WAGER + len(self._plan.columns) - FIRST_SIDE
            offsets |= {
                at.BATCHES: number,
                at.NETS: parts.ints(columns * number),
                at.ENDS: parts.ints(number),
                at.ROUND_NOTES: parts.ints(number),
                at.SEAT_NOTES: parts.ints(number),
                at.NOTED: parts.ints(number),
                at.LOG: parts.cards(CARDS_OF_A_ROUND * number),
                at.HANDS_LOG: parts.cards(8 * number),
            }
        return offsets

    def _columns(self, units: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the results of a bet win, and its Insurance."""
        bet = replace(self._rules, minimum=units * self._rules.minimum, wagers=())
        columns = columns_of(bet)
        return columns[BLACKJACK].nets, columns[INSURANCE].nets

    def _draws(self, names: tuple[str, ...]) -> bool:
        """Whether a bet's side wagers depend on the dealer's draws (§ 633a.7(n))."""
        return any(needs_the_draw(self.choices.offered(name).wager) for name in names)

    def _make_views(self, head: Mapping[int, ArrayLike]) -> None:
        number = self.number
        words = -(-len(self.choices.actions) // 8)

        def ints(place: int, width: int = 1) -> NDArray[np.int64]:
            start = int(np.asarray(head[place]))
            return self._ints[start : start + width * number]

        def cards(place: int, width: int = 1) -> NDArray[np.uint8]:
            start = int(np.asarray(head[place]))
            return self._cards[start : start + width * number]

        self._records = ints(env.RECORDS_AT, env.RECORD_WORDS).reshape(number, env.RECORD_WORDS)
        self._actions = ints(env.ACTIONS_AT)
        self._resetting = cards(env.RESETTING)
        self.hands = ints(env.OBSERVED).view(np.int8).reshape(number, 8)
        self.counts = ints(env.COUNTED).view(np.int16).reshape(number, 4)[:, :2]
        self.left = ints(env.LEFT, VALUES).reshape(number, VALUES)
        self.shown = cards(env.SHOWN, env.SHOWN_CARDS).reshape(number, env.SHOWN_CARDS)
        masks = ints(env.MASKS, words).view(np.int8).reshape(number, 8 * words)
        self.masks = masks[:, : len(self.choices.actions)]
        self.won = ints(env.WON)
        self.bets = ints(env.WAGERED)
        self.ended = cards(env.ENDED).view(np.bool_)
        self.illegal = cards(env.ILLEGAL).view(np.bool_)

    # Side wagers

    def _placed_columns(self) -> NDArray[np.int64]:
        """1 by the number of a bet and a side wager's column if the bet places it."""
        columns = self._plan.columns[FIRST_SIDE:]
        rows = [[column.name in names for column in columns] for _, names in self.choices.placed]
        return np.array(rows, np.int64).reshape(len(self.choices.placed), len(columns))

    def _decide_side_wagers(self) -> None:
        """Decide the side wagers of the rounds that a step finished, with their own kernels."""
        ints = self._ints
        rounds = int(ints[env.FINISHED])
        if rounds == 0:
            return
        ints[at.BATCHES_DEALT] = rounds
        tables = ints[ints[env.ROUND_TABLES] :][:rounds]
        bets = ints[ints[env.ROUND_BETS] :][:rounds]
        for number, decide in enumerate(self._deciding):
            column = self._plan.columns[FIRST_SIDE + number]
            ints[at.WAGER_OUTCOMES] = len(column.pays)
            ints[at.WAGER_COUNTS] = self._counts[FIRST_SIDE + number]
            ints[at.WAGER_PAYS] = self._pays[FIRST_SIDE + number]
            ints[at.WAGER_NETS] = ints[at.NETS] + (codes.FIRST_WAGER + number) * self.number
            decide(self.cards, self.ints)
            nets = ints[ints[at.WAGER_NETS] :][:rounds]
            self.won[tables] += column.unit * nets * self._columns_of_bets[bets, number]
