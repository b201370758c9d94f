"""What the variations of Blackjack add to its round."""
