"""The bytes of a record: one form of each value, and every other form refused."""

from typing import Any

import msgspec
import pytest

from upcard.journal.codec import Codec, encode, is_canonical


class Coin(msgspec.Struct, frozen=True, tag=True):
    side: str


class Card(msgspec.Struct, frozen=True, tag="Card/3"):
    rank: int
    suit: str


class Body(msgspec.Struct, frozen=True):
    events: tuple[Coin | Card, ...]


def suit_apart(fields: dict[str, Any]) -> dict[str, Any]:
    return {"rank": fields["name"][0], "suit": fields["name"][1]}


def rank_as_number(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "rank": "0123456789TJQKA".index(fields["rank"])}


UPCASTS = {("Card", 1): suit_apart, ("Card", 2): rank_as_number}


def test_keys_are_sorted_and_nothing_is_left_to_chance() -> None:
    value = {"b": [1, {"d": "é\n", "c": None}], "a": True}
    assert encode(value) == '{"a":true,"b":[1,{"c":null,"d":"é\\n"}]}'.encode()
    assert encode(Card(7, "h")) == b'{"rank":7,"suit":"h","type":"Card/3"}'


@pytest.mark.parametrize(
    "text",
    [
        b"[1, 2]",
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'"\\u0041"',
        b"1e2",
        b"-0",
        b"1\n",
        b"",
        b"[" * 100_000,
        b"\xff",
        b'"\xff"',
    ],
    ids=lambda text: repr(text[:9]),
)
def test_other_ways_to_write_it_are_not_canonical(text: bytes) -> None:
    assert not is_canonical(text)


def test_what_is_encoded_is_canonical() -> None:
    values: list[object] = [{}, [], None, "x", 10**30, -5, {"é": {"z": 1, "a": [False]}}]
    for value in values:
        assert is_canonical(encode(value))


def test_values_of_today_are_read() -> None:
    body = Body((Coin("heads"), Card(7, "h")))
    assert Codec[Body](Body, UPCASTS).decode(encode(body)) == body
    assert Codec[Body](Body).decode(msgspec.Raw(encode(body))) == body


def test_older_versions_are_brought_to_today_s_step_by_step() -> None:
    codec = Codec[Body](Body, UPCASTS)
    old = {
        "events": [
            {"type": "Card", "name": "Th"},
            {"type": "Coin", "side": "tails"},
            {"type": "Card/2", "rank": "A", "suit": "s"},
            {"type": "Card/3", "rank": 2, "suit": "d"},
        ]
    }
    assert codec.decode(encode(old)).events == (
        Card(10, "h"),
        Coin("tails"),
        Card(14, "s"),
        Card(2, "d"),
    )


def test_what_is_of_no_known_type_or_version_is_refused() -> None:
    for codec in (Codec[Body](Body), Codec[Body](Body, UPCASTS)):
        for event in ({"type": "Card/4", "rank": 2, "suit": "d"}, {"type": "Dice"}):
            with pytest.raises(msgspec.ValidationError):
                codec.decode(encode({"events": [event]}))
    with pytest.raises(msgspec.ValidationError):
        Codec[Body](Body).decode(encode({"events": [{"type": "Card", "name": "Th"}]}))
