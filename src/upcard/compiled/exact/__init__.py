"""The kernels of the exact odds."""
