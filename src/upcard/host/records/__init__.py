"""Records of rounds in JSON, the register of submissions, audit notes and checkpoints."""
