"""The bodies of journal records: the types of what they hold, and their encoding."""
