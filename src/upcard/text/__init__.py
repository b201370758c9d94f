"""Text that somebody gave: what is read as a number, and how a message repeats it."""
