"""What lies on the felt: cards, chips, areas, and the layout of each game."""
