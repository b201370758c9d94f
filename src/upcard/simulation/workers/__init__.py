"""Who deals the blocks: threads, a cluster, a CUDA device."""
