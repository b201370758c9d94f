"""What a journal holds beside its records, damaged, is refused in one sentence that names it."""

from collections.abc import Callable

import pytest

from upcard.host.money.bridge import decode_account
from upcard.host.records.directory import entries_in, rebuilt
from upcard.host.seals.meter_secrets import holdings_in
from upcard.host.tables.answers import refusal_in
from upcard.journal.port import JournalTampered


@pytest.mark.parametrize("text", [b"{", b'{"name":"\xff"}', b'{"accounts":{"\xff":{}}}', b"[]"])
@pytest.mark.parametrize(
    ("read", "what"),
    [
        (lambda text: decode_account("ann", text), "The state money/ann"),
        (lambda text: holdings_in({"meter/a": text}), "The state meter/a"),
        (entries_in, "The state accounts"),
        (lambda text: rebuilt({}, text), "The state accounts"),
        (refusal_in, "A refusal"),
    ],
)
def test_what_cannot_be_read_is_named(
    read: Callable[[bytes], object], what: str, text: bytes
) -> None:
    with pytest.raises(JournalTampered, match=f"^{what} cannot be read.$"):
        read(text)
