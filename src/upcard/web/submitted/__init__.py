"""The parts of the submissions page: register, editor with its findings, differences."""
