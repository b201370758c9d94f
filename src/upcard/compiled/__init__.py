"""Compiled kernels: marked Python functions turned into cached machine code."""
