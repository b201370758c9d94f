"""Civil penalties by citation: the schedule of 49 Pa. Code § 43b.28."""
