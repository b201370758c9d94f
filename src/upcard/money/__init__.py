"""Exact money and exact odds. No floats."""
