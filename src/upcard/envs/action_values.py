"""`upcard.envs.oracle`: the exact value of every action in any state, to score agents against.

Values are expected wins of the rest of the round per unit of the initial wager, given the cards
that the player sees, by `exact.strategy`: every hand is played on by its best action given its own
cards and the upcard, and pairs that are split are split again as long as the rules allow.
"""

from functools import cached_property, lru_cache
from typing import Any, Final

from msgspec.structs import replace

from upcard.compiled.environments.fields import (
    BET,
    DECIDED,
    DECISIONS,
    INSURING,
    OVER,
    SURRENDERING,
)
from upcard.envs.blackjack import BlackjackEnv
from upcard.envs.choices import PLAY_ACTIONS
from upcard.envs.evaluation import Evaluation, HandPolicy, evaluate
from upcard.envs.regret import Policy, Regret, measure
from upcard.envs.states import RoundState, state_of
from upcard.exact.strategy.cards import ValueCounts, counts_of, hands, places
from upcard.exact.strategy.column import NATURAL, UpcardColumn
from upcard.exact.strategy.dealer import insurance
from upcard.exact.strategy.decide import best_column
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve
from upcard.library.arguments.checks import check_rules
from upcard.library.rules import Rules
from upcard.library.rules import blackjack as house_rules
from upcard.library.strategy.strategy import Strategy, strategy
from upcard.rules.violation import BadInput

COLUMNS_KEPT: Final = 4_096


class Oracle:
    """Exact values of a table's actions; see `oracle`."""

    def __init__(self, rules: Rules) -> None:
        check_rules(rules)
        self.rules = rules
        self.hand_rules: HandRules = rules_of(rules.table)
        self.shoe: ValueCounts = full_shoe(rules.table.decks, tens=rules.table.tens)
        self._column = lru_cache(maxsize=COLUMNS_KEPT)(self._solve)
        self._expected = lru_cache(maxsize=COLUMNS_KEPT)(self._solved_round)

    def __repr__(self) -> str:
        return f"<Oracle of {self.rules!r}>"

    @cached_property
    def basic(self) -> Strategy:
        """Basic strategy: the best play by totals off the top of a full shoe."""
        return strategy(self.rules, play="total")

    def state_of(self, env: Any) -> RoundState:
        """The state of a scalar environment that waits for a decision."""
        inner = getattr(env, "unwrapped", env)
        if not isinstance(inner, BlackjackEnv) or inner.played is None:
            raise BadInput("The state is that of upcard/Blackjack-v0 after reset, for one table.")
        if rules_of(inner.choices.table) != self.hand_rules:
            raise BadInput("The environment plays by other rules than the oracle's.")
        return state_of(inner.choices, inner.played)

    def values(self, state: RoundState) -> dict[str, float]:
        """The value of each legal action, best first."""
        values = self._values(state)
        if state.legal:
            values = {name: values[name] for name in state.legal if name in values}
        return dict(sorted(values.items(), key=lambda item: -item[1]))

    def best(self, state: RoundState) -> str:
        """The action with the highest value."""
        return next(iter(self.values(state)))

    def policy(self, env: Any) -> int:
        """The best action of an environment's state, as its number: a baseline for any agent.

        A bet is the smallest where the cards left lose, else the largest; no side wager is placed.
        """
        state = self.state_of(env)
        actions = env.unwrapped.actions
        if state.decision != "bet":
            return int(actions.index(self.best(state)))
        bets = env.unwrapped.choices.placed
        plain = [(units, number) for number, (units, names) in enumerate(bets) if not names]
        wins = self.expected_value(state.unseen) > 0
        return len(PLAY_ACTIONS) + (max(plain) if wins else min(plain))[1]

    def expected_value(self, unseen: ValueCounts | None = None) -> float:
        """The value of a round before the deal, per unit of the wager; of a full shoe without."""
        return self._expected(tuple(unseen or self.shoe))

    def evaluate(self, policy: HandPolicy) -> Evaluation:
        """The exact value of a policy off the top of a full shoe, without simulation.

        See `upcard.envs.evaluation`.
        """
        return evaluate(self.hand_rules, self.shoe, policy)

    def regret(self, env: Any, act: Policy, rounds: int = 1_000, seed: int = 0) -> Regret:
        """What an agent loses against best play; see `upcard.envs.regret`."""
        return measure(self, env, act, rounds, seed)

    # Solving

    def _values(self, state: RoundState) -> dict[str, float]:
        if state.decision == DECISIONS[BET]:
            return {"bet": self.expected_value(state.unseen)}
        if state.decision in (DECISIONS[DECIDED], DECISIONS[OVER]):
            return {"stand": 0.0}
        place = places()[counts_of(state.cards)]
        column = self._column_of(state)
        if state.decision == DECISIONS[INSURING]:
            return self._insurance_values(state, column, place)
        worth = column.worth(place)
        if state.decision == DECISIONS[SURRENDERING]:
            best_played = max(value for action, value in worth.items() if action != "surrender")
            return {"surrender": -0.5, "decline": best_played}
        if state.splits:
            return self._after_split(column, place)
        values: dict[str, float] = {str(name): mean for name, mean in column.seen(place).items()}
        if self.hand_rules.surrender == "early" and self.hand_rules.dealer_blackjack == "peek":
            values = self._after_early_surrender(state, column, place)
        return values

    def _column_of(self, state: RoundState) -> UpcardColumn:
        dealt = (*state.cards, state.upcard)
        shoe = tuple(left + dealt.count(value) for value, left in enumerate(state.unseen))
        return self._column(shoe, state.upcard, state.splits)

    def _solve(self, shoe: ValueCounts, upcard: int, splits: int) -> UpcardColumn:
        resplits = max(self.hand_rules.resplits - splits, 0)
        rules = replace(self.hand_rules, resplits=resplits)
        return best_column(rules, shoe, upcard, "composition")[0]

    def _solved_round(self, shoe: ValueCounts) -> float:
        return solve(self.hand_rules, shoe, "composition").expected_value

    def _insurance_values(
        self, state: RoundState, column: UpcardColumn, place: int
    ) -> dict[str, float]:
        """Insurance is half of the wager, and wins 2 to 1 (§ 633a.8)."""
        uninsured = max(column.worth(place).values())
        half = 0.5 * float(insurance(column_shoe(column), *state.cards))
        values = {"insurance": uninsured + half, "decline": uninsured}
        is_natural = counts_of(state.cards) == NATURAL and self.rules.table.blackjack.even_money
        return values | ({"even-money": 1.0} if is_natural else {})

    def _after_split(self, column: UpcardColumn, place: int) -> dict[str, float]:
        """The values of one hand of a split, without those of the others."""
        doubles = self.hand_rules.double_after_split
        worth: dict[str, float] = {
            str(name): value for name, value in column.played(place, doubles=doubles).items()
        }
        hand = hands()[place]
        if hand.pair and hand.values[0] in column.splits:
            worth["split"] = column.splits[hand.values[0]]
        looked = self.hand_rules.dealer_blackjack == "peek"
        acting = 1.0 - column.blackjack(place) if looked else 1.0
        return {name: value / acting for name, value in worth.items()}

    def _after_early_surrender(
        self, state: RoundState, column: UpcardColumn, place: int
    ) -> dict[str, float]:
        """The values after the peek, where surrender came before it."""
        blackjack = column.blackjack(place)
        worth = {
            str(name): (value + blackjack) / (1.0 - blackjack)
            for name, value in column.worth(place).items()
            if name != "surrender"
        }
        if len(state.cards) == 2 and not state.declined:
            worth["surrender"] = -0.5
        return worth


def column_shoe(column: UpcardColumn) -> ValueCounts:
    """The shoe of a column with its upcard."""
    return tuple(count + (value == column.upcard) for value, count in enumerate(column.shoe))


def oracle(rules: Rules | None = None, **house: Any) -> Oracle:
    """The oracle of a table's rules; without them, of `upcard.blackjack` with these keywords.

    Raises `BadInput` for a game whose best play is not known.
    """
    if rules is not None and house:
        raise BadInput("Give either rules or rules of a house, not both.")
    return Oracle(house_rules(**house) if rules is None else rules)
