"""What counting cards is worth against a side wager."""
