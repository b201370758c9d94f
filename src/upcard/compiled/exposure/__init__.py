"""Kernels that measure how side wagers depend on the cards that are gone."""
