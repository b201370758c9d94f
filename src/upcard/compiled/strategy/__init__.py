"""The arithmetic of the exact analyzer, compiled: hands, split pairs, the dealer's hand."""
