"""What a card counter wins, and what the cards that were seen tell."""
