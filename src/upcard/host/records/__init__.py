"""What is kept of rounds, submissions and the floor."""
