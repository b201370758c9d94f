"""Basic strategy, and exact outcome counts for wagers that depend on how hands are played."""
