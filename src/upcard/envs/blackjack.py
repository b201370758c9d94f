"""`upcard/Blackjack-v0` for one table, on the engine that deals in the casino."""

from typing import Any

import gymnasium
import numpy as np

from upcard.compiled.environments.fields import BET, DECISIONS, FIRST_BET, INSURING, SURRENDERING
from upcard.envs.choices import PLAY_ACTIONS, choices_of
from upcard.envs.rendering import ansi, rgb_array
from upcard.envs.round import EngineTable
from upcard.envs.spaces import action_space, observation_space
from upcard.rules.violation import BadInput
from upcard.text.words import listed, quoted

KEYS = 1 << 62
"""Numbers of first shoes are below this."""


def key_of(generator: np.random.Generator) -> int:
    """The number of a table's first shoe."""
    return int(generator.integers(KEYS))


class BlackjackEnv(gymnasium.Env[Any, Any]):
    """Blackjack by any rules of the library, from a real shoe, for one player.

    The keywords are those of `upcard.envs.choices.choices_of`; others are passed to
    `upcard.blackjack`, such as ``decks=6, soft_17="hit"``. Rewards are wins in units of the
    smallest wager, paid with a round's last step; Insurance that a peek loses is paid then.
    ``info`` has the ``action_mask``, the round's initial ``wager`` in these units, the name of the
    ``decision``, and ``illegal``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - declared by Gymnasium
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(self, render_mode: str | None = None, **choices: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadInput(
                f"render_mode is one of {listed(self.metadata['render_modes'])}, "
                f"not {quoted(render_mode)}."
            )
        self.render_mode = render_mode
        self.choices = choices_of(**choices)
        self.actions = self.choices.actions
        self.action_space = action_space(self.choices)
        self.observation_space = observation_space(self.choices)
        self.played: EngineTable | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; the shoe lasts until the cover card, unless a seed is given."""
        super().reset(seed=seed, options=options)
        if self.played is None or seed is not None:
            self.played = EngineTable(self.choices, key_of(self.np_random))
        self.played.begin()
        return self._observation(self.played), self._info(self.played)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action; an illegal one raises `BadInput`, or stands (`illegal`)."""
        table = self.played
        if table is None or table.is_over:
            raise BadInput("The episode is over: call reset first.")
        legal = 0 <= action < len(self.actions) and table.mask[action] == 1
        if not legal and self.choices.illegal == "raise":
            raise BadInput(self._refusal(int(action), table))
        table.act(int(action) if legal else _instead(table.decision))
        reward = table.won / self.choices.table.minimum
        info = self._info(table) | {"illegal": not legal}
        return self._observation(table), reward, table.is_over, False, info

    def render(self) -> Any:
        """The table as text, or as an image of the felt."""
        if self.played is None or self.render_mode is None:
            return None
        state = self.played.table.state
        return ansi(state) if self.render_mode == "ansi" else rgb_array(state)

    @property
    def rounds(self) -> int:
        """The rounds finished since the last seed."""
        return 0 if self.played is None else self.played.rounds

    def _observation(self, table: EngineTable) -> Any:
        hand = table.observed_hand()
        kind = self.choices.observation
        if kind == "hand":
            return hand
        if kind == "count":
            return {"hand": hand, "count": np.array(table.count(), np.int16)}
        if kind == "composition":
            return {"hand": hand, "shoe": table.unseen().astype(np.int16)}
        return {"hand": hand, "cards": table.observed_cards()}

    def _info(self, table: EngineTable) -> dict[str, Any]:
        return {
            "action_mask": table.mask,
            "wager": float(self.choices.placed[table.bet][0]),
            "decision": DECISIONS[table.decision],
            "illegal": False,
        }

    def _refusal(self, action: int, table: EngineTable) -> str:
        """Why an action is refused, in one sentence."""
        legal = [self.actions[number] for number in np.flatnonzero(table.mask)]
        name = self.actions[action] if 0 <= action < len(self.actions) else str(action)
        return f"{quoted(name)} is not legal now: {listed(legal)} are."


def _instead(decision: int) -> int:
    """What an illegal action does where it does not raise."""
    if decision == BET:
        return FIRST_BET
    return PLAY_ACTIONS.index("decline" if decision in (INSURING, SURRENDERING) else "stand")
