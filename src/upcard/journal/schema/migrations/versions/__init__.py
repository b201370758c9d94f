"""One module a version, each naming the one before it."""
