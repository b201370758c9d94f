"""Tables at work: scripts, robots, the record of a round."""
