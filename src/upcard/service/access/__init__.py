"""Who somebody is and what he may do: accounts, sessions, authority."""
