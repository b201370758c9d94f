"""Runs tables: live on a journal or from scripts, with meters, sealed cards and verification."""
