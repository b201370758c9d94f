"""The table page: a static page that plays the stage of its table."""
