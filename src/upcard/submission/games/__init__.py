"""What each game adds to a Rules Submission, found by its name: its keys, checks and rules."""
