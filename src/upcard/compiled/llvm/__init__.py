"""Translates kernels to LLVM's text, without numba."""
