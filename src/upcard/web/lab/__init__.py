"""The parts of the lab: odds, strategy, simulation, and the charts that they draw."""
