"""The commands on journals."""
