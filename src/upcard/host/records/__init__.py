"""Records of rounds in JSON, the register of submissions, the directory and checkpoints."""
