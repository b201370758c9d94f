"""The round of Blackjack on a hybrid gaming table. 58 Pa. Code § 633c.5."""
