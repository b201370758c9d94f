"""The base of the errors that a user can cause."""


class UpcardError(Exception):
    """A failure told in one sentence. `section` is the rule that is the reason, or empty."""

    section: str = ""
