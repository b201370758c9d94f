"""What a card counter wins with the main wager."""
