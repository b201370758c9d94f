"""Kernels that deal and settle simulated rounds."""
