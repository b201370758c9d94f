"""The variations of Blackjack: the hooks by which each changes the round."""
