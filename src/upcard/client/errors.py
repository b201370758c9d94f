"""The errors of the client: the server refuses, or does not answer."""


class Refused(Exception):
    """The server refuses a request: one sentence, with the section if a rule is the reason."""

    def __init__(self, status: int, message: str, section: str | None = None) -> None:
        super().__init__(f"{message} ({section})" if section else message)
        self.status = status
        self.message = message
        self.section = section


class NoAnswer(Exception):
    """The server cannot be reached, or its answer was lost."""
