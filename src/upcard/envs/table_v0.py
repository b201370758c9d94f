"""PettingZoo environments of whole tables: any game with seats, the dealer automated.

`env` is turn by turn (AEC), `parallel_env` has all seats act at the same time, where those that are
not asked have one action, ``stand``. An observation is ``{"observation", "action_mask"}``: 122
small numbers and a flag for each action. An illegal action gives the usual answer (stand, no
Insurance).
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from upcard.envs.seats import SeatedTable, answers_of, kinds_of, options_of
from upcard.library.rules import Rules
from upcard.library.rules import blackjack as house_rules
from upcard.rules.violation import BadInput

DEALERS: Final = 12
HANDS_SHOWN: Final = 4
CARDS_SHOWN: Final = 13
WIDTH: Final = 2 + DEALERS + HANDS_SHOWN * CARDS_SHOWN + 52 + 4
"""The kind of the question and its hand; the dealer's cards; those of the seat's first hands; how
often each card lies face up; then decks dealt of the shoe, seats, rounds played, and the seat."""


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc] # PettingZoo has no types
    """A table of `seats` players for `rounds` rounds; see the module.

    `bets` are units of the smallest wager; each of `side_wagers` may be placed with it. Rewards
    are wins in these units, when a round is over.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "table_v0",
        "is_parallelizable": True,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        seats: int = 3,
        *,
        rounds: int = 1,
        bets: Sequence[int] = (1,),
        side_wagers: Sequence[str] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        table_rules = house_rules() if rules is None else rules
        self.rules = table_rules.with_wagers(*side_wagers) if side_wagers else table_rules
        self.options = options_of(self.rules, bets, side_wagers)
        most = self.rules.table.positions
        if not 1 <= seats <= most:
            raise BadInput(f"{self.rules.table.name} has 1 to {most} seats, not {seats}.")
        self.render_mode = render_mode
        self.rounds = rounds
        self.together = False
        self.possible_agents = [f"seat_{number}" for number in range(1, seats + 1)]
        self.answers, self.kinds = answers_of(self.rules.table), kinds_of(self.rules.table)
        self.actions = (*self.answers, *(f"bet {number}" for number in range(len(self.options))))
        self._random = seeding.np_random(None)[0]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, (WIDTH,), np.int8),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }
        self._unit = min(sum(option.values()) for option in self.options)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Open a table with a new shoe; every seat bets first."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.table = SeatedTable(
            self.rules,
            len(self.possible_agents),
            self.options,
            int(self._random.integers(1 << 62)),
        )
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.rounds_played = 0
        self._bets: dict[str, int] = {}
        self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        """The bet or the answer of the seat that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.act(agent, int(action))
        self._accumulate_rewards()

    def act(self, agent: str, action: int) -> None:
        """The bet or the answer of a seat."""
        if self.is_betting:
            self._bet(agent, action)
        else:
            self.table.answer(agent, self.actions[action])
            self._go_on()

    def asks(self, agent: str) -> bool:
        """Whether a seat is asked."""
        return self._question_kind(agent) is not None

    @property
    def is_betting(self) -> bool:
        """Whether seats bet."""
        return len(self._bets) < len(self.possible_agents)

    def _bet(self, agent: str, action: int) -> None:
        number = action - len(self.answers)
        self._bets[agent] = max(number, 0)
        if self.is_betting:
            self.agent_selection = self.possible_agents[len(self._bets)]
            return
        self.table.deal_round(self._bets)
        self._go_on()

    def _go_on(self) -> None:
        """Turn to the seat that is asked, or end the round."""
        if self.table.question is not None:
            self.agent_selection = self.table.seat_asked()
            return
        self.table.settle()
        self.rewards = {agent: won / self._unit for agent, won in self.table.won.items()}
        self.rounds_played += 1
        self._bets = {}
        self.agent_selection = self.possible_agents[0]
        if self.rounds_played == self.rounds:
            self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, and its legal actions."""
        observation = np.zeros(WIDTH, np.int8)
        kind = self._question_kind(agent)
        question = self.table.question_of(agent)
        if kind is not None and question is not None and not self.is_betting:
            observation[:2] = self.kinds.index(kind), question.hand
        dealer, hands, face_up = self.table.cards_of(agent)
        place = 2
        observation[place : place + min(len(dealer), DEALERS)] = [
            card + 1 for card in dealer[:DEALERS]
        ]
        place += DEALERS
        for number, hand in enumerate(hands[:HANDS_SHOWN]):
            index = place + CARDS_SHOWN * number
            observation[index : index + min(len(hand), CARDS_SHOWN)] = [
                card + 1 for card in hand[:CARDS_SHOWN]
            ]
        place += HANDS_SHOWN * CARDS_SHOWN
        for card in face_up:
            observation[place + card] += 1
        seats, rounds = len(self.possible_agents), min(self.rounds_played, 127)
        observation[-4:] = self.table.decks_dealt, seats, rounds, self._number(agent)
        return {"observation": observation, "action_mask": self._mask(agent)}

    def _number(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1

    def _question_kind(self, agent: str) -> str | None:
        """The kind of the question to a seat; None if another is asked."""
        if self.terminations.get(agent, True):
            return None
        if self.is_betting:
            return "bet" if self.together or agent == self.agent_selection else None
        question = self.table.question_of(agent)
        is_asked = question is not None and (self.together or agent == self.agent_selection)
        return question.kind if question is not None and is_asked else None

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(len(self.actions), np.int8)
        kind = self._question_kind(agent)
        if kind == "bet":
            mask[len(self.answers) :] = 1
        elif kind is not None:
            question = self.table.question_of(agent)
            assert question is not None
            for word in question.answers:
                mask[self.answers.index(word)] = 1
        else:
            mask[self.answers.index("stand")] = 1
        return mask

    def render(self) -> str | None:
        """The table as text."""
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class ParallelTable(ParallelEnv[str, Any, Any]):  # type: ignore[misc] # the same
    """A table whose seats act at the same time; see the module."""

    metadata: ClassVar[dict[str, Any]] = TableEnv.metadata

    def __init__(self, table: TableEnv) -> None:
        self.aec_env = table
        table.together = True
        self.possible_agents = table.possible_agents
        self.render_mode = table.render_mode
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations."""
        return self.aec_env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's actions."""
        return self.aec_env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Open a table with a new shoe."""
        self.aec_env.reset(seed, options)
        self.agents = [*self.possible_agents]
        return self._observation(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """The bets of all seats, or the answers of those that are asked."""
        aec = self.aec_env
        agents = self.agents
        acting = [agent for agent in agents if aec.asks(agent)]
        aec.rewards = dict.fromkeys(agents, 0.0)
        for agent in acting:
            if aec.asks(agent):
                aec.act(agent, int(actions[agent]))
        ended = dict(aec.terminations)
        observed = self._observation()
        if any(ended.values()):
            self.agents = []
        never = dict.fromkeys(agents, False)
        return observed, dict(aec.rewards), ended, never, {agent: {} for agent in agents}

    def _observation(self) -> dict[str, Any]:
        return {agent: self.aec_env.observe(agent) for agent in self.possible_agents}

    def render(self) -> Any:
        """The table as text."""
        return self.aec_env.render()

    def close(self) -> None:
        """Nothing is open."""


def env(rules: Rules | None = None, seats: int = 3, **choices: Any) -> TableEnv:
    """A table turn by turn (AEC); the keywords are those of `TableEnv`."""
    return TableEnv(rules, seats, **choices)


raw_env = env


def parallel_env(rules: Rules | None = None, seats: int = 3, **choices: Any) -> Any:
    """A table whose seats act at the same time; only those that are asked are heard."""
    return ParallelTable(TableEnv(rules, seats, **choices))
