"""The layout of a table: its areas, its inscriptions, and where they lie on the felt."""
