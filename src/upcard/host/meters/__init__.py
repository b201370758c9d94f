"""The progressive meters that tables feed."""
