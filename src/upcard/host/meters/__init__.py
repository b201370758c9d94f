"""Progressive meters that tables feed."""
