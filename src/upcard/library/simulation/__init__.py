"""Whole tables and single hands by Monte Carlo."""
