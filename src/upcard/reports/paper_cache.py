"""Papers that were made before, kept in the user's cache by a digest of what they are made from."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from upcard.reports.part_cache import encoded_tables, program
from upcard.reports.rendering.paper import Paper
from upcard.reports.source import PaperSource
from upcard.rules.disk_cache import Coding, cached

PAPERS: Final = Coding[tuple[Paper, ...]](
    msgspec.json.encode, msgspec.json.Decoder(tuple[Paper, ...]).decode
)


def cached_papers(
    source: PaperSource, make: Callable[[PaperSource], Iterable[Paper]]
) -> tuple[Paper, ...]:
    """The papers of a table, made only if code, rule data, drawings or submission are others."""
    submission = encoded_tables(vars(source.submission))
    document = repr(source.document.data)  # which choices the file gives
    cache_key = (program("matplotlib"), submission, document, source.head.filed)
    return cached("papers", cache_key, lambda: tuple(make(source)), PAPERS)
