"""What the wagers of one round win together."""
