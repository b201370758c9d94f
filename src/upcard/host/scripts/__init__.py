"""Scripts, robots and the rounds that they play."""
