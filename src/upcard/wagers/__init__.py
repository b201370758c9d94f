"""One file for each side wager: what its outcomes are and one pure classifier."""
