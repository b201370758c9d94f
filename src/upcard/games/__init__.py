"""Games: what differs between them, their legality and settlement as pure functions."""
