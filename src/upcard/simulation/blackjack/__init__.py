"""What is laid out for the simulation of Blackjack: rules, strategies, wagers."""
