"""Progressive meters in the long run."""
