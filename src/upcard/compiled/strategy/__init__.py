"""The kernels of the exact analyzer: hands, split pairs, the dealer's hand."""
