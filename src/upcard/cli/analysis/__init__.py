"""The commands that analyze counters, side wagers, results and meters."""
