"""Kernels that step many tables of Blackjack at once, one decision each, for `upcard.envs`."""
