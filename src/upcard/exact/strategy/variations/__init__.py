"""The parts of the solver that differ by variation, found by the game's name."""
