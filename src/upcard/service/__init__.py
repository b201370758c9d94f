"""The table server: accounts, authority, live tables, their feeds, HTTP and WebSockets."""
