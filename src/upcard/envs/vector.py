"""`upcard/Blackjack-v0` for many tables: one compiled step, without a loop in Python."""

from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from upcard.envs.blackjack import key_of
from upcard.envs.choices import choices_of
from upcard.envs.spaces import action_space, observation_space
from upcard.envs.tables import Tables
from upcard.rules.violation import BadInput


class BlackjackVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` tables of Blackjack, each with a shoe of its own.

    Table i of a seed deals and pays as the scalar environment of seed + i. The keywords are those
    of the scalar environment. `autoreset_mode` is Gymnasium's: ``NextStep`` (the default),
    ``SameStep`` or ``Disabled``. Observations, masks and ends are views of the compiled memory
    where `copy` is false, overwritten by the next step. ``info["action_mask"]`` has a row for each
    table, ``info["wager"]`` the round's initial wager in units of the smallest.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - declared by Gymnasium

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        super().__init__()
        if num_envs < 1:
            raise BadInput(f"There is at least one table, not {num_envs}.")
        if render_mode is not None:
            raise BadInput("Many tables are not drawn: use gymnasium.make for one.")
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.choices = choices_of(**choices)
        self.actions = self.choices.actions
        self.single_action_space = action_space(self.choices)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(self.choices)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        next_step = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self._tables = Tables(self.choices, num_envs, autoreset=next_step)
        self._units = np.array([units for units, _ in self.choices.placed], np.float64)
        self._never = np.zeros(num_envs, np.bool_)
        self._copy = copy
        self._is_seeded = False

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode at every table, or at those of ``options["reset_mask"]``.

        A seed gives table i the seed + i, a list each table its own, where None keeps its shoe.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is not None and (
            not isinstance(mask, np.ndarray)
            or mask.shape != (self.num_envs,)
            or mask.dtype != np.bool_
        ):
            raise BadInput(f"reset_mask is an array of {self.num_envs} booleans.")
        self._seed(seed, mask)
        self._tables.reset(mask)
        return self._observation(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out an action at every table."""
        tables = self._tables
        if not self._is_seeded:
            raise BadInput("No episode has begun: call reset first.")
        tables.step(actions)
        if self.choices.illegal == "raise" and tables.illegal_actions:
            table = int(np.argmax(tables.illegal))
            raise BadInput(
                f"Action {int(np.asarray(actions)[table])} is not legal at table {table}: "
                'info["action_mask"] has the legal ones.'
            )
        rewards = tables.won / self.choices.table.minimum
        is_over = tables.ended.copy()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and is_over.any():
            return self._reset_ended(rewards, is_over)
        return self._observation(), rewards, is_over, self._never.copy(), self._info()

    def _reset_ended(
        self, rewards: NDArray[np.float64], is_over: NDArray[np.bool_]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Begin new episodes in the step that ended the old ones."""
        final, final_info = self._observation(copy=True), self._info(copy=True)
        self._tables.reset(is_over)
        info = self._info() | {
            "final_obs": final,
            "_final_obs": is_over,
            "final_info": final_info,
            "_final_info": is_over,
        }
        return self._observation(), rewards, is_over, self._never.copy(), info

    def _seed(self, seed: int | list[int | None] | None, mask: NDArray[np.bool_] | None) -> None:
        """Give tables new shoes: those that have a seed, and all before their first episode."""
        seeds = [seed] * self.num_envs if seed is None or isinstance(seed, int) else [*seed]
        if isinstance(seed, int):
            seeds = [seed + table for table in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise BadInput(f"A list of seeds has {self.num_envs} entries, not {len(seeds)}.")
        has_own_seed = np.array([own_seed is not None for own_seed in seeds])
        if seed is None:
            if self._is_seeded:
                return
            keys = self.np_random.integers(1 << 62, size=self.num_envs)
            self._tables.seed(keys)
        elif has_own_seed.any():
            keys = np.array(
                [
                    0 if own_seed is None else key_of(seeding.np_random(own_seed)[0])
                    for own_seed in seeds
                ]
            )
            self._tables.seed(keys, has_own_seed if mask is None else has_own_seed & mask)
        self._is_seeded = True

    def _observation(self, *, copy: bool | None = None) -> Any:
        tables, kind = self._tables, self.choices.observation
        is_copied = self._copy if copy is None else copy
        hand = tables.hands.copy() if is_copied else tables.hands
        if kind == "hand":
            return hand
        if kind == "count":
            return {"hand": hand, "count": tables.counts.copy() if is_copied else tables.counts}
        if kind == "composition":
            return {"hand": hand, "shoe": tables.left.astype(np.int16)}
        cards = tables.shown.view(np.int8)
        return {"hand": hand, "cards": cards.copy() if is_copied else cards}

    def _info(self, *, copy: bool | None = None) -> dict[str, Any]:
        tables = self._tables
        is_copied = self._copy if copy is None else copy
        return {
            "action_mask": tables.masks.copy() if is_copied else tables.masks,
            "wager": self._units[tables.bets],
            "illegal": tables.illegal.copy() if is_copied else tables.illegal,
        }
