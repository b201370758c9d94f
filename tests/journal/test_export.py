"""Every flipped bit, deletion, swap and truncation of an exported file is found, with its line."""

import io
from random import Random

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from journal.writing import ENGINE, RULES, Clock, fill
from nightly import NIGHTLY, every
from upcard.journal.codec import encode
from upcard.journal.copies.exporting import Footer, export_journal, read_export
from upcard.journal.integrity.signing import signed
from upcard.journal.opening import open_journal
from upcard.journal.port import FORMAT, Header, JournalTampered
from upcard.rules.violation import BadInput

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER_KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PARTS = 4
RECORDS = 23
SAMPLES = 20_000 if NIGHTLY else 40


def exported(records: int, written_in: int = FORMAT) -> bytes:
    journal = open_journal("memory:", rules=RULES, engine=ENGINE, clock=Clock())
    journal.restore(Header("5e" * 16, written_in), ())
    fill(journal, records)
    file = io.BytesIO()
    export_journal(journal, file, KEY)
    journal.close()
    return file.getvalue()


@pytest.fixture(scope="module")
def small() -> bytes:
    """About 10 kB."""
    file = exported(RECORDS)
    assert 9_000 < len(file) < 11_000
    return file


def first_wrong_line(file: bytes) -> int:
    """The line that the reader names; 0 for a file that it accepts."""
    try:
        _, links = read_export(io.BytesIO(file), KEY.public_key())
        for _ in links:
            pass
    except JournalTampered as error:
        return int(str(error).split()[1].rstrip(":"))
    return 0


def line_at(file: bytes, offset: int) -> int:
    return file.count(b"\n", 0, offset) + 1


def test_the_file_itself_is_accepted(small: bytes) -> None:
    assert first_wrong_line(small) == 0
    header, links = read_export(io.BytesIO(small))
    assert [(link.record.stream, link.record.position) for link in links] == [
        (f"table/{stream}", position)
        for stream in range(3)
        for position in range(1, (RECORDS - 1 - stream) // 3 + 2)
    ]
    assert header.format == 2


@pytest.mark.parametrize(("written_in", "age"), [(FORMAT + 1, "a newer"), (FORMAT - 1, "an older")])
def test_a_file_in_another_format_is_left_to_the_program_that_wrote_it(
    written_in: int, age: str
) -> None:
    said = f"has format {written_in}, which {age} upcard wrote; .* import it with that one"
    with pytest.raises(BadInput, match=said):
        read_export(io.BytesIO(exported(3, written_in)))


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_flipped_bit_is_found_where_it_is(small: bytes, part: int) -> None:
    """Three bits of every byte by day, all eight nightly."""
    changed = bytearray(small)
    for offset in range(part, len(small), PARTS):
        line = line_at(small, offset)
        for bit in every(3, range(8)):
            changed[offset] ^= 1 << bit
            assert first_wrong_line(bytes(changed)) == line, (offset, bit)
            changed[offset] ^= 1 << bit


def test_every_deleted_byte_is_found(small: bytes) -> None:
    for offset in every(3, range(len(small))):
        found = first_wrong_line(small[:offset] + small[offset + 1 :])
        assert found == line_at(small, offset), offset


def test_every_truncation_is_found(small: bytes) -> None:
    for end in every(3, range(len(small))):
        found = first_wrong_line(small[:end])
        assert found == line_at(small, end) or small[end - 1 : end] == b"\n", end
        assert found


def test_every_deleted_doubled_or_swapped_line_is_found(small: bytes) -> None:
    lines = small.splitlines(keepends=True)
    for first in range(len(lines)):
        assert first_wrong_line(b"".join(lines[:first] + lines[first + 1 :])) == first + 1
        assert first_wrong_line(b"".join(lines[: first + 1] + lines[first:]))
        for second in range(first + 1, len(lines)):
            swapped = list(lines)
            swapped[first], swapped[second] = lines[second], lines[first]
            assert first_wrong_line(b"".join(swapped)) == first + 1


def test_every_pair_of_swapped_neighbours_is_found(small: bytes) -> None:
    for offset in every(3, range(len(small) - 1)):
        pair = small[offset : offset + 2]
        if pair[0] != pair[1]:
            swapped = small[:offset] + pair[::-1] + small[offset + 2 :]
            assert first_wrong_line(swapped) == line_at(small, offset), offset


def test_what_is_added_is_found(small: bytes) -> None:
    for more in (b"\n", b" ", b"{}\n", small.splitlines(keepends=True)[-1]):
        assert first_wrong_line(small + more)
    assert first_wrong_line(b"") == 1


def test_a_line_after_the_footer_is_found_there(small: bytes) -> None:
    lines = small.splitlines(keepends=True)
    assert first_wrong_line(small + lines[1]) == len(lines) + 1


def test_a_footer_signed_by_somebody_else_is_found(small: bytes) -> None:
    lines = small.splitlines(keepends=True)
    footer = msgspec.json.decode(lines.pop(), type=Footer)
    other = OTHER_KEY.public_key().public_bytes_raw().hex()
    forged = signed(msgspec.structs.replace(footer, public_key=other), OTHER_KEY)
    file = b"".join(lines) + encode(forged) + b"\n"
    for _ in read_export(io.BytesIO(file))[1]:
        pass  # without the key that it should have, it shows only that it is whole
    with pytest.raises(JournalTampered, match="Line 28: the file is signed with another key"):
        list(read_export(io.BytesIO(file), KEY.public_key())[1])
    unsigned = msgspec.structs.replace(footer, signature=forged.signature)
    assert first_wrong_line(b"".join(lines) + encode(unsigned) + b"\n") == 28


@pytest.mark.parametrize("part", range(PARTS))
def test_samples_of_a_megabyte(part: int) -> None:
    file = exported(2_000)
    random = Random(part)
    for _ in range(SAMPLES // PARTS):
        offset = random.randrange(len(file))
        flipped = bytes([file[offset] ^ (1 << random.randrange(8))])
        cut = file[:offset] + random.choice((flipped, b"")) + file[offset + 1 :]
        assert first_wrong_line(cut) == line_at(file, offset), (part, offset)
