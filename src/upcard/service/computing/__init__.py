"""Slow computations apart from the tables: in processes of their own, within budgets."""
