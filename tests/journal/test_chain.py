"""The chains by themselves: what a forger who hashes anew has to count, and what they are told."""

import hashlib
from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from upcard.journal.checking import check_chain
from upcard.journal.codec import encode
from upcard.journal.integrity.chain import Chain, Chains, genesis, head_after, link
from upcard.journal.integrity.merging import merge_links
from upcard.journal.opening import open_journal
from upcard.journal.port import ChainHead, Header, JournalRecord, JournalTampered, Link

HEADER = Header("5e" * 16)
COUNTS = (2, 0, 3, 1, 1)


def records(stream: str = "a") -> list[JournalRecord]:
    """Five records of a stream, counted by hand."""
    return [
        JournalRecord(
            position=number,
            event=sum(COUNTS[: number - 1]),
            events=COUNTS[number - 1],
            stream=stream,
            key="",
            digest="",
            at=number,
            engine="0",
            rules="0" * 64,
            shared={},
            body=msgspec.Raw(b"{}"),
        )
        for number in range(1, 6)
    ]


def hashed(made: Sequence[JournalRecord], header: Header = HEADER, stream: str = "a") -> list[Link]:
    """The records in a chain, as the format says: SHA-256 of the hash before and the line."""
    before = hashlib.sha256(encode([header, stream])).digest()
    links = []
    for record in made:
        before = hashlib.sha256(before + encode(record)).digest()
        links.append(Link(before.hex(), record))
    return links


def followed(links: Sequence[Link], header: Header = HEADER) -> ChainHead:
    chain = Chain(header, "a")
    for added in links:
        chain.check_link(added)
    return chain.head


def changed(number: int, change: Callable[[JournalRecord], JournalRecord]) -> list[JournalRecord]:
    made = records()
    made[number - 1] = change(made[number - 1])
    return made


def test_an_honest_chain_is_followed_to_its_head() -> None:
    links = hashed(records())
    assert followed(links) == ChainHead(5, 7, links[-1].hash) == head_after(links[-1])
    assert genesis(HEADER, "a") == ChainHead(
        0, 0, hashlib.sha256(encode([HEADER, "a"])).hexdigest()
    )
    assert link(links[0].hash, links[1].record) == links[1]


@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize("by", [-1, 1])
def test_a_record_that_does_not_count_events_on_is_refused(number: int, by: int) -> None:
    """The number alone is wrong, and the chain is hashed anew."""
    made = changed(number, lambda before: replace(before, event=before.event + by))
    with pytest.raises(JournalTampered) as refused:
        followed(hashed(made))
    assert str(refused.value) == f"Record {number} of a does not continue the count of events."


@pytest.mark.parametrize("more", [-1, 1])
def test_a_record_that_has_other_events_than_it_says_is_refused_by_the_next(more: int) -> None:
    made = changed(3, lambda before: replace(before, events=before.events + more))
    with pytest.raises(JournalTampered, match="Record 4 of a does not continue"):
        followed(hashed(made))


@pytest.mark.parametrize("by", [-1, 1])
def test_a_record_in_another_place_is_refused(by: int) -> None:
    made = changed(3, lambda before: replace(before, position=3 + by))
    with pytest.raises(JournalTampered) as refused:
        followed(hashed(made))
    assert str(refused.value) == f"Record {3 + by} of a stands where record 3 of a belongs."


def test_a_record_of_another_stream_is_refused() -> None:
    made = changed(3, lambda before: replace(before, stream="b"))
    with pytest.raises(JournalTampered, match="Record 3 of b stands where record 3 of a belongs"):
        followed(hashed(made))


def test_the_streams_of_a_journal_have_chains_of_their_own() -> None:
    chains = Chains(HEADER)
    links = {name: hashed(records(name), stream=name) for name in "ab"}
    for number in range(5):
        chains.check_link(links["b"][number])
        chains.check_link(links["a"][number])
    assert chains.heads == {name: head_after(links[name][-1]) for name in "ab"}
    with pytest.raises(JournalTampered, match="Record 1 of a differs"):
        Chains(HEADER).check_link(hashed(records(), stream="b")[0])


@pytest.mark.parametrize("number", [1, 4])
def test_a_hash_that_is_not_of_the_record_is_refused(number: int) -> None:
    links = hashed(records())
    links[number - 1] = Link("0" * 64, links[number - 1].record)
    with pytest.raises(JournalTampered) as refused:
        followed(links)
    assert str(refused.value) == f"Record {number} of a differs from what was written."


@pytest.mark.parametrize("field", ["key", "digest", "engine", "rules"])
def test_a_record_that_changed_under_its_hash_is_refused(field: str) -> None:
    links = hashed(records())
    links[2] = Link(links[2].hash, replace(links[2].record, **{field: "x"}))
    with pytest.raises(JournalTampered, match=r"Record 3 of a differs from what was written\."):
        followed(links)


def test_another_header_is_another_chain() -> None:
    with pytest.raises(JournalTampered, match="Record 1 of a differs"):
        followed(hashed(records(), Header("5f" * 16)))


def test_the_check_of_a_journal_finds_what_does_not_count_on() -> None:
    opened = open_journal("memory:", rules="0" * 64)
    opened.restore(
        HEADER, hashed(changed(4, lambda before: replace(before, event=before.event + 1)))
    )
    with pytest.raises(JournalTampered, match="Record 4 of a does not continue"):
        check_chain(opened)
    opened.close()


def order(**streams: list[dict[str, int]]) -> list[str]:
    """The order in which records are read, of streams whose records changed these states."""
    made = {
        name: [
            replace(each, shared=states)
            for each, states in zip(records(name), shared, strict=False)
        ]
        for name, shared in streams.items()
    }
    links = {name: hashed(each, stream=name) for name, each in made.items()}
    versions = {name: len(each) for name, each in links.items()}
    read = merge_links(versions, lambda name, after, limit: links[name][after : after + limit])
    return [f"{link.record.stream}{link.record.position}" for link in read]


def test_records_are_read_in_the_order_of_the_states_that_they_changed() -> None:
    assert order(a=[{}, {}], b=[{}]) == ["a1", "a2", "b1"]
    assert order(a=[{"x": 2}, {}], b=[{"x": 1}, {}]) == ["b1", "b2", "a1", "a2"]
    assert order(a=[{"x": 2}, {"x": 4}], b=[{"x": 1}, {"x": 3}]) == ["b1", "a1", "b2", "a2"]
    assert order(a=[{"x": 1, "y": 2}], b=[{"z": 1}, {"y": 1}]) == ["b1", "b2", "a1"]


def test_records_of_a_former_journal_are_read_first_and_in_its_order() -> None:
    assert order(a=[{"": 2}, {"x": 1}], b=[{"": 1}, {"": 3}, {"x": 2}]) == [
        "b1",
        "a1",
        "b2",
        "a2",
        "b3",
    ]


def test_records_that_have_no_order_are_refused() -> None:
    with pytest.raises(JournalTampered, match="Record 1 of a is change 2 of x"):
        order(a=[{"x": 2}], b=[{"y": 1}])
    with pytest.raises(JournalTampered, match="is change 2 of"):
        order(a=[{"x": 2}, {"y": 1}], b=[{"y": 2}, {"x": 1}])
    with pytest.raises(JournalTampered, match="Record 1 of b is change 1 of x"):
        order(a=[{"x": 1}], b=[{"x": 1}])
    with pytest.raises(JournalTampered, match="change 1 of the former journal"):
        order(a=[{"": 1}, {"": 1}])


def test_a_stream_that_ends_too_early_is_refused() -> None:
    links = hashed(records())
    with pytest.raises(JournalTampered, match="a ends with record 5; 7 were written"):
        list(merge_links({"a": 7}, lambda _, after, limit: links[after : after + limit]))
