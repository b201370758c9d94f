"""Analyses that combine exact and simulated results."""
