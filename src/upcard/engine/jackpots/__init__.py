"""Progressive payouts: claims on meters and the steps until they are paid.

What a table is and what moves its money belongs to `engine.core`, which imports no other folder: so
the payouts that a state holds are in `core/jackpot.py`, and the events that the ledger posts in
`core/jackpot_events.py`. Commands, provisions, refusals, decisions and folds are here.
"""
