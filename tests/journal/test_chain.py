"""The chain by itself: what a forger who hashes anew has to count, and what his record is told."""

import hashlib
from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from upcard.journal.chain import Chain, genesis, head_after, link
from upcard.journal.checking import check_chain
from upcard.journal.codec import encode
from upcard.journal.opening import open_journal
from upcard.journal.port import ChainHead, Header, JournalRecord, JournalTampered, Link

HEADER = Header("5e" * 16)
STREAMS = ("a", "b", "a", "a", "b")
COUNTS = (2, 0, 3, 1, 1)
VERSIONS = (1, 1, 2, 3, 2)


def records() -> list[JournalRecord]:
    """Five records of two streams, counted by hand."""
    return [
        JournalRecord(
            position=number,
            event=sum(COUNTS[: number - 1]),
            events=COUNTS[number - 1],
            stream=STREAMS[number - 1],
            version=VERSIONS[number - 1],
            key="",
            digest="",
            at=number,
            engine="0",
            rules="0" * 64,
            body=msgspec.Raw(b"{}"),
        )
        for number in range(1, 6)
    ]


def hashed(made: Sequence[JournalRecord], header: Header = HEADER) -> list[Link]:
    """The records in a chain, as the format says: SHA-256 of the hash before and the line."""
    before = hashlib.sha256(encode(header)).digest()
    links = []
    for record in made:
        before = hashlib.sha256(before + encode(record)).digest()
        links.append(Link(before.hex(), record))
    return links


def followed(links: Sequence[Link], header: Header = HEADER) -> ChainHead:
    chain = Chain(header)
    for one in links:
        chain.follow(one)
    return chain.head


def changed(number: int, change: Callable[[JournalRecord], JournalRecord]) -> list[JournalRecord]:
    made = records()
    made[number - 1] = change(made[number - 1])
    return made


def test_an_honest_chain_is_followed_to_its_head() -> None:
    links = hashed(records())
    assert followed(links) == ChainHead(5, 7, links[-1].hash) == head_after(links[-1])
    assert genesis(HEADER) == ChainHead(0, 0, hashlib.sha256(encode(HEADER)).hexdigest())
    assert link(links[0].hash, links[1].record) == links[1]


@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("field", ["event", "version"])
def test_a_record_that_does_not_count_on_is_refused(number: int, by: int, field: str) -> None:
    """Each number alone is wrong, and the chain is hashed anew."""
    made = changed(number, lambda one: replace(one, **{field: getattr(one, field) + by}))
    with pytest.raises(JournalTampered) as refused:
        followed(hashed(made))
    assert (
        str(refused.value)
        == f"Record {number} does not continue the counts of the records before it."
    )


def test_the_versions_of_one_stream_are_not_those_of_another() -> None:
    made = changed(2, lambda one: replace(one, version=2))
    with pytest.raises(JournalTampered, match="Record 2 does not continue"):
        followed(hashed(made))
    made = changed(5, lambda one: replace(one, version=4))
    with pytest.raises(JournalTampered, match="Record 5 does not continue"):
        followed(hashed(made))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_record_that_has_other_events_than_it_says_is_refused_by_the_next(more: int) -> None:
    made = changed(3, lambda one: replace(one, events=one.events + more))
    with pytest.raises(JournalTampered, match="Record 4 does not continue"):
        followed(hashed(made))


@pytest.mark.parametrize("by", [-1, 1])
def test_a_record_in_another_place_is_refused(by: int) -> None:
    made = changed(3, lambda one: replace(one, position=3 + by))
    with pytest.raises(JournalTampered) as refused:
        followed(hashed(made))
    assert str(refused.value) == f"Record {3 + by} stands where 3 belongs."


@pytest.mark.parametrize("number", [1, 4])
def test_a_hash_that_is_not_of_the_record_is_refused(number: int) -> None:
    links = hashed(records())
    links[number - 1] = Link("0" * 64, links[number - 1].record)
    with pytest.raises(JournalTampered) as refused:
        followed(links)
    assert str(refused.value) == f"Record {number} differs from what was written."


@pytest.mark.parametrize("field", ["key", "digest", "stream", "engine", "rules"])
def test_a_record_that_changed_under_its_hash_is_refused(field: str) -> None:
    links = hashed(records())
    links[2] = Link(links[2].hash, replace(links[2].record, **{field: "x"}))
    with pytest.raises(JournalTampered, match=r"Record 3 differs from what was written\."):
        followed(links)


def test_another_header_is_another_chain() -> None:
    with pytest.raises(JournalTampered, match="Record 1 differs"):
        followed(hashed(records(), Header("5f" * 16)))


@pytest.mark.parametrize("field", ["event", "version"])
def test_the_check_of_a_journal_finds_what_does_not_count_on(field: str) -> None:
    opened = open_journal("memory:", rules="0" * 64)
    made = changed(4, lambda one: replace(one, **{field: getattr(one, field) + 1}))
    opened.restore(HEADER, hashed(made))
    with pytest.raises(JournalTampered, match="Record 4 does not continue"):
        check_chain(opened)
    opened.close()
