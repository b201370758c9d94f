"""The floor as a service: accounts, authority, live tables, their feed, HTTP and WebSocket."""
