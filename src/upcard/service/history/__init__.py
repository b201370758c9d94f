"""The tables' history, read from the journal: events, rounds, replays, takings."""
