"""`upcard/Blackjack-v0` in the manner of RLCard's environments: agents, legal actions, payoffs.

Nothing of RLCard is imported: its agents call `step(state)` and `eval_step(state)` and find what
they look for in the states. `step_back` and `clone` are exact, so that its CFR agent works too.
"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from upcard.cards.card import value_of
from upcard.envs.choices import PLAY_ACTIONS
from upcard.envs.tree import RoundTree
from upcard.library.rules import Rules
from upcard.library.rules import blackjack as house_rules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

State = dict[str, Any]


class RLCardEnv:
    """One round at a time, each from a full shoe, for one player with the smallest wager.

    A state has ``obs`` (the counts of the values in the hand, the upcard, the hands), the
    ``legal_actions``, ``raw_obs``, ``raw_legal_actions`` and ``action_record``.
    """

    name = "upcard-blackjack"

    def __init__(self, rules: Rules | None = None, *, seed: int | None = None) -> None:
        self.rules = house_rules() if rules is None else rules
        self.num_players = 1
        self.num_actions = len(PLAY_ACTIONS)
        self.state_shape = [[12]]
        self.action_shape = [None]
        self.agents: Sequence[Any] = ()
        self.action_recorder: list[tuple[int, str]] = []
        self._random = seeding.np_random(seed)[0]
        self._root = RoundTree(self.rules)
        self._before: list[RoundTree] = []
        self._tree = self._root
        self._waits = False

    def seed(self, seed: int | None = None) -> None:
        """Deal from this seed on."""
        self._random = seeding.np_random(seed)[0]

    def set_agents(self, agents: Sequence[Any]) -> None:
        """The agents that `run` asks."""
        self.agents = agents

    def reset(self) -> tuple[State, int]:
        """A new round; one that the deal decides is over after ``stand``."""
        self._before, self.action_recorder = [], []
        self._tree = self._root.clone()
        self._draw_chances()
        self._waits = True
        return self.get_state(0), 0

    def step(self, action: int | str, raw_action: bool = False) -> tuple[State, int]:
        """Take an action, by its number or, with `raw_action`, its name."""
        name = str(action) if raw_action else PLAY_ACTIONS[int(action)]
        legal = self._legal()
        if name not in legal:
            raise BadInput(f"{quoted(name)} is not legal now: {', '.join(legal) or 'none'} are.")
        self._before.append(self._tree.clone())
        self.action_recorder.append((0, name))
        if not self._tree.is_over:
            self._tree.take(name)
            self._draw_chances()
        self._waits = False
        return self.get_state(0), 0

    def step_back(self) -> tuple[State, int] | bool:
        """Undo the last action; returns False if there is none."""
        if not self._before:
            return False
        self._tree = self._before.pop()
        self.action_recorder.pop()
        self._waits = not self._before
        return self.get_state(0), 0

    def clone(self) -> "RLCardEnv":
        """An environment in the same state, which draws other cards."""
        copy = RLCardEnv(self.rules)
        copy._random = self._random.spawn(1)[0]
        copy._tree, copy._before = self._tree.clone(), [tree.clone() for tree in self._before]
        copy._waits = self._waits
        copy.action_recorder = [*self.action_recorder]
        return copy

    @property
    def tree(self) -> RoundTree:
        """The node: its chance nodes and their exact probabilities."""
        return self._tree

    def is_over(self) -> bool:
        """Whether the round is over."""
        return self._tree.is_over and not self._waits

    def get_payoffs(self) -> NDArray[np.float64]:
        """What the round won, in units of the wager."""
        return np.array([float(self._tree.won)])

    def get_state(self, player_id: int) -> State:  # noqa: ARG002 - there is one player
        """What the player sees."""
        legal = self._legal()
        return {
            "obs": self._observation(),
            "legal_actions": OrderedDict((PLAY_ACTIONS.index(name), None) for name in legal),
            "raw_obs": self._tree.seen(),
            "raw_legal_actions": [*legal],
            "action_record": self.action_recorder,
        }

    def run(self, is_training: bool = False) -> tuple[list[list[Any]], NDArray[np.float64]]:
        """Play a round with the agent; returns the states and actions in turn, and the payoffs."""
        state, _ = self.reset()
        path: list[Any] = [state]
        while not self.is_over():
            agent = self.agents[0]
            action = agent.step(state) if is_training else agent.eval_step(state)[0]
            state, _ = self.step(action, getattr(agent, "use_raw", False))
            path += [action, state]
        return [path], self.get_payoffs()

    def _legal(self) -> tuple[str, ...]:
        """The legal actions; ``stand`` alone where the deal decided the round."""
        return ("stand",) if self._tree.is_over and self._waits else self._tree.legal()

    def _draw_chances(self) -> None:
        """Draw the outcomes of chance nodes, by their exact probabilities."""
        while self._tree.is_chance:
            outcomes = self._tree.outcomes()
            chances = [float(chance) for _, chance in outcomes]
            number = self._random.choice(len(outcomes), p=np.array(chances) / sum(chances))
            self._tree.deal(outcomes[int(number)][0])

    def _observation(self) -> NDArray[np.float64]:
        observation = np.zeros(12)
        hands, cards, upcard = self._tree.hands()
        for card in cards:
            observation[value_of(card) - 1] += 1
        observation[10:] = value_of(upcard), hands
        return observation
