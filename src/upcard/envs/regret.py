"""A regret meter: what an agent loses against best play, decision by decision, and where.

At each decision the regret is the value of the best action less that of the agent's, given every
card that was seen. Dividing their sum by the rounds' initial wagers gives the loss of the policy,
with far less noise than its winnings: luck does not enter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from upcard.envs.states import RoundState
from upcard.exact.strategy.cards import ValueCounts

Policy: TypeAlias = Callable[[Any, dict[str, Any]], Any]
"""The action of an agent for an observation and its info."""

STATES_SHOWN: Final = 10


class ActionValues(Protocol):
    """What an agent is measured against: see `action_values.Oracle`."""

    def state_of(self, env: Any) -> RoundState:
        """The state of a scalar environment that waits for a decision."""

    def values(self, state: RoundState) -> dict[str, float]:
        """The value of each legal action, best first."""

    def expected_value(self, unseen: ValueCounts | None = None) -> float:
        """The expected win of a round per unit."""


@dataclass(frozen=True, slots=True)
class StateRegret:
    """A state of which an agent's choice lost: how often, and its loss in units in all."""

    state: str
    action: str
    best: str
    times: int
    lost: float


@dataclass(frozen=True, slots=True)
class Regret:
    """The loss of an agent against best play per unit of the initial wagers.

    `standard_error` is that of `loss`; `worst` has the states that cost most, worst first.
    """

    loss: float
    standard_error: float
    rounds: int
    decisions: int
    worst: tuple[StateRegret, ...]

    def __str__(self) -> str:
        states = "; ".join(
            f"{loss.state}: {loss.action} instead of {loss.best}" for loss in self.worst[:3]
        )
        worst = f"; worst states: {states}" if states else ""
        return (
            f"your policy loses {100 * self.loss:.2f} % of the initial wager against best play "
            f"({self.rounds:,} rounds, standard error {100 * self.standard_error:.2f} %){worst}"
        )


def measure(oracle: ActionValues, env: Any, act: Policy, rounds: int, seed: int) -> Regret:
    """Play rounds of an environment and compare each action with the best one.

    Bets are compared too where the wagers are a decision: each unit placed where a round loses, or
    not placed where it wins, counts what it loses in the mean.
    """
    losses: list[float] = []
    wagered = 0.0
    lost: dict[tuple[str, str, str], list[float]] = {}
    decisions = 0
    observation, info = env.reset(seed=seed)
    while len(losses) < rounds:
        round_loss, over = 0.0, False
        wager = info["wager"]
        before = env.unwrapped.rounds
        while not over and env.unwrapped.rounds == before:
            state = oracle.state_of(env)
            action = act(observation, info)
            name = env.unwrapped.actions[int(action)]
            loss, best = _loss(oracle, env, state, name)
            observation, _, over, _, info = env.step(action)
            wager = info["wager"] if state.decision == "bet" else wager
            loss *= 1.0 if state.decision == "bet" else wager
            decisions += 1
            round_loss += loss
            if loss > 0.0:
                lost.setdefault((str(state), name, best), []).append(loss)
        losses.append(round_loss)
        wagered += wager
        if over:
            observation, info = env.reset()
    worst = sorted(
        (StateRegret(*key, len(of_state), sum(of_state)) for key, of_state in lost.items()),
        key=lambda regret: -regret.lost,
    )
    mean = sum(losses) / wagered
    error = float(np.std(losses) / np.sqrt(len(losses)) * len(losses) / wagered)
    return Regret(mean, error, len(losses), decisions, tuple(worst[:STATES_SHOWN]))


def _loss(oracle: ActionValues, env: Any, state: RoundState, name: str) -> tuple[float, str]:
    """What an action loses against the best one, and the best one."""
    if state.decision != "bet":
        values = oracle.values(state)
        best = next(iter(values))
        return values[best] - values[name], best
    bets = env.unwrapped.choices.placed
    win_of_unit = oracle.expected_value(state.unseen)
    units = [bet for bet, names in bets if not names]
    most = max(units) if win_of_unit > 0 else min(units)
    number = int(name.split()[1])
    return (most - number) * win_of_unit, f"bet {most}"
