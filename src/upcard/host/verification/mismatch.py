"""The error by which the verification of a journal names a record that differs."""


class Mismatch(Exception):
    """A record differs from what it has to be; one sentence."""
