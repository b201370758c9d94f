"""Progressive meters: contributions, awards, envy bonuses, mystery values. Pure functions."""
