"""Starts a server from what its user named: submissions, a database, an address and settings."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard.bootstrap.address import Address, listen
from upcard.rules.external import external_variations, external_wagers
from upcard.rules.user_files import SUBMISSION, read_user_file
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.service.settings import Settings

FILE: Final = "floor.journal"
DEMONSTRATION: Final = "demonstration.journal"


def serve(
    submissions: Sequence[Path],
    database: str | None,
    address: Address,
    settings: "Settings",
    say: Callable[[str], None],
    workers: int = 1,
) -> None:
    """Serve until SIGTERM or SIGINT (Ctrl-C); `say` prints a line.

    `workers` is the number of processes that the tables are spread over, each with its own file.

    Raises `BadInput` for a submission, a folder of variations or wagers, or a database that cannot
    be opened, or an address that cannot be listened on.
    """
    from upcard.bootstrap.serving import serve_on
    from upcard.journal.opening import SERVERS
    from upcard.service.api.app import LOOPBACK
    from upcard.service.demonstration import served_submissions as demonstrated
    from upcard.service.process import ending_in_order
    from upcard.service.workers.plan import floor_files

    if settings.demonstration and address.host not in LOOPBACK:
        raise BadInput(
            "The demonstration lets anybody enter as any user, so it listens only on 127.0.0.1: "
            "name a Rules Submission to serve other machines."
        )
    external_variations()  # a folder that is refused is no fault of a submission
    external_wagers()
    texts = [_submission(path) for path in submissions] or demonstrated()
    database = database or _default(settings)
    with listen(address.host, address.port) as listening, ending_in_order() as ending:
        if workers > 1:
            from upcard.bootstrap.workers import Workers

            floor = Workers(texts, database, address, settings, workers)
            with ending.at_once():
                floor.serve(listening, say)
            return
        if database != "memory:" and not database.startswith(SERVERS):
            floor_files(database, 1)  # refuses a floor with more: their tables would begin anew
        serve_on(listening, address, texts, database, settings, say, ending)


def _submission(path: Path) -> str:
    """The text of a file; raises `BadInput`, with the file's name, if it does not comply."""
    from upcard.submission.compiling.text import rules_of

    text = read_user_file(path, SUBMISSION)
    try:
        rules_of(text)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    return text


def _default(settings: "Settings") -> str:
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / (DEMONSTRATION if settings.demonstration else FILE))


def data_folder() -> Path:
    """The folder of this user's journals, used unless a database is named."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "upcard"
