"""The kernels of the rules as machine code: the only importer of numba and of its LLVM."""
