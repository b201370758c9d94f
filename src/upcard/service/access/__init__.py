"""Authentication and authority: accounts, devices, sessions, and who may do what."""
