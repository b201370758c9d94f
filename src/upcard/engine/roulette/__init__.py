"""The round of Lightning Roulette. 58 Pa. Code § 617b.3."""
