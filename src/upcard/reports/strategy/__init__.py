"""The report on a strategy: its words, its drawing, and its chart in a terminal."""
