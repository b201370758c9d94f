"""Civil penalties by citation: the schedule of 49 Pa. Code § 43b.28.

It is about crane operators: the Bulletin issue that carries Lightning Roulette and Majestic Match
carries it too. Nothing else of upcard uses it.
"""
