"""Dealt rounds in compiled code: shuffles, play, settlement, the wagers' own classifiers."""
