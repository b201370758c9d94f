"""What a Rules Submission says, for people and editors."""
