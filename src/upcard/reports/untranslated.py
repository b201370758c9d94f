"""Which words of a sign a file of words leaves in English."""

import re
from pathlib import Path

import msgspec

from upcard.reports.names import language_file, languages
from upcard.reports.sheets.sign import payout_sign
from upcard.reports.source import PaperSource


def untranslated(source: PaperSource, path: Path) -> tuple[str, ...]:
    """The keys of the English words of a table's sign, such as ``rows-of.bad-beat.blackjack``.

    `path` is a file of words, or the code of a language, which has all of them.
    """
    if str(path) in languages():
        return ()
    sign = payout_sign(source, path.stem, language_file(path, marked=True))
    keys = re.findall("⟦(.+?)⟧", msgspec.json.encode(sign).decode())
    return tuple(dict.fromkeys(keys))
