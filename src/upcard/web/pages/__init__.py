"""The pages of the floor, a module for each."""
