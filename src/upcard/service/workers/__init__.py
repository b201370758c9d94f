"""One floor on several processes of this machine, each with an SQLite file of its own."""
