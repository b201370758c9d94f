"""Live tables: their croupier, their wagers, what lies on them."""
