"""Environments for reinforcement learning: importing this module registers them with Gymnasium."""

import gymnasium

gymnasium.register(
    id="upcard/Blackjack-v0",
    entry_point="upcard.envs.blackjack:BlackjackEnv",
    vector_entry_point="upcard.envs.vector:BlackjackVectorEnv",
)
