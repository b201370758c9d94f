"""The tables of a journal: how they are made, and brought up to date."""
