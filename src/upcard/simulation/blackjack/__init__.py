"""The simulation of Blackjack: rules, strategies and wagers laid out for the kernels."""
