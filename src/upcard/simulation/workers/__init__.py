"""Workers that deal blocks: threads, a cluster, a CUDA device."""
