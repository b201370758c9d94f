"""The best play of a game, its chart and its JSON form."""
