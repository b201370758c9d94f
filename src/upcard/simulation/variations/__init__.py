"""What is laid out of each variation for the kernels, found by its name."""
