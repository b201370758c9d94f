"""The flow of any game: table state, commands, events, ledger, steps, phases, questions."""
