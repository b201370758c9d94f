"""Game accounts of players: what they hold, bring to tables and take back."""
