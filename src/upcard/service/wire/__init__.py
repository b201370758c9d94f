"""What requests and answers of routes and channel are made of: commands, numbers, problems."""
