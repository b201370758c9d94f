"""The value of counting cards against a side wager."""
