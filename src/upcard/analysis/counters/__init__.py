"""The win of a card counter with the main wager."""
