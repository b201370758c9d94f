"""Text of users in messages: quoted, shortened, and read as numbers."""
