"""A certificate holder's choices: read, checked, and compiled to `games.table_rules.TableRules`."""
