"""How each variation is solved where that differs from Blackjack, found by its name."""
