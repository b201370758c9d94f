"""The exact analyzer: best play, expected win, standard deviation and effects of removal."""
