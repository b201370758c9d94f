"""The parts of the floor page: its tables in rows that can be sorted, and their lines and bands."""
