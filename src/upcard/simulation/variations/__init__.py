"""The parts of the simulation that differ by variation, found by the game's name."""
