"""What shows that a journal is whole: chains, roots, signatures, and their check."""
