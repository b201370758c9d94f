"""From a Rules Submission that complies to `games.TableRules`."""
