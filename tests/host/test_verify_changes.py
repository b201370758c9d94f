"""Whatever a forger changes in a record, the verifier answers with a sentence."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from host.forging import line_of, message_of, position_of, verdict_on
from host.live import PROGRESSIVE, host, journal, lowest_secret, play
from nightly import NIGHTLY
from upcard.engine.core.commands import OrderReshuffle
from upcard.host.bodies.record_body import decode_body, encode_body
from upcard.journal.port import JournalRecord

PARTS = 4
SHARE = 1.0 if NIGHTLY else 0.08

Path = tuple[str | int, ...]


@pytest.fixture(scope="module")
def records() -> list[JournalRecord]:
    """Mystery hits, a shoe that ends, one that is still sealed."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, lowest_secret(3))
        play(table, 1)
        table.send(OrderReshuffle())
        play(table, 1)
        made = list(opened.all_records())
    assert verdict_on(made).verified
    return made


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, one in inside:
        yield from places(one, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def others(value: Any) -> list[Any]:
    """What a forger could write in the place of a value."""
    if isinstance(value, bool):
        return [not value, 0]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str):
        return [value + "x", "", 0]
    if isinstance(value, list):
        return [[], value[1:], value[:-1], value + value[-1:], value[::-1], 0]
    return [0]


def changed(document: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    new = deepcopy(document)
    at(new, path[:-1])[path[-1]] = value
    return new


def in_one_form(document: Any) -> tuple[msgspec.Raw, int]:
    """The body in the form that a host writes, and its events; another one where it is none."""
    with suppress(msgspec.MsgspecError):
        body = decode_body(line_of(document))
        return msgspec.Raw(encode_body(body)), body.event_count
    return line_of(document), 0


def nothing_holds(document: Any, path: Path, value: Any) -> bool:
    """What a record may say otherwise: whom the key was wrapped for, who asked, a card unseen.

    The order in which items stand is not the order in which they were sealed.
    """
    was = at(document, path)
    if path[-1:] == ("by",) or path[-1:] == ("wrapped",):
        return True
    if path[-1:] == ("magic_card",):
        return bool(value == -2)  # both are cards that nobody saw
    return path in {("sealed",), ("revealed",)} and value == was[::-1]


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_change_of_a_record_is_found_there_or_in_what_follows(
    records: list[JournalRecord], part: int
) -> None:
    """Seals are opaque until they are revealed; a command left out is missed by the next."""
    random = Random(part)
    revealed = {secret.item for record in records for secret in decode_body(record.body).revealed}
    tried = 0
    for number, record in enumerate(records, 1):
        document = msgspec.json.decode(bytes(record.body))
        choices = [(path, new) for path in places(document) for new in others(at(document, path))]
        for path, value in choices[part::PARTS]:
            if random.random() >= SHARE or (number == len(records) and path == ("steps",)):
                continue
            raw, events = in_one_form(changed(document, path, value))
            if bytes(raw) == bytes(record.body) or nothing_holds(document, path, value):
                continue
            if path[:1] == ("sealed",) and len(path) > 2 and path[-1] in {"box", "commitment"}:
                item = at(document, path[:-1])["item"]
                if item not in revealed:
                    continue
            made = list(records)
            made[number - 1] = replace(record, body=raw, events=events)
            verdict = verdict_on(made)
            assert not verdict.verified, (number, path, value)
            assert position_of(verdict) >= number
            assert message_of(verdict).endswith(".")
            tried += 1
    assert tried > 50
