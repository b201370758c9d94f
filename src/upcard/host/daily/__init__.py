"""The papers of a gaming day from a journal: statements of tables and meters, jackpot slips."""
