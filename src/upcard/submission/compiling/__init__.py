"""From a Rules Submission that complies to `games.table_rules.TableRules`."""
