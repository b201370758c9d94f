"""The exact analyzer of the base game: best play, expected win, deviation, effects of removal."""
