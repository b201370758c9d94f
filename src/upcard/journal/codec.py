"""Canonical JSON, and old versions of what it holds.

One value has one encoding: UTF-8, no white space, the keys of every object sorted. The version
of a kind of object stands in its tag: ``CardBurned`` is version 1, ``CardBurned/2`` the second.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")
Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes an object of one version into the next; the tag is changed for it."""

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder()


def encode(value: object) -> bytes:
    """The one encoding of a value: structs, mappings, sequences, text, integers, booleans."""
    return _encoder.encode(value)


class NotCanonicalError(ValueError):
    """Text that is not JSON of the type, or not written in the one way."""


def decode_canonical(text: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """The value whose one encoding this is; else `NotCanonicalError`."""
    try:
        value = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotCanonicalError from None
    if _encoder.encode(value) != text:
        raise NotCanonicalError
    return value


def is_canonical(text: bytes) -> bool:
    """Whether these bytes are what `encode` makes of the value that they hold."""
    try:
        decode_canonical(text, _decoder)
    except NotCanonicalError:
        return False
    return True


class Codec(Generic[T]):
    """Reads values of one type, whose tagged objects may be of an older version.

    `upcasts` takes (type, version) to the step that leads to the next version.
    """

    def __init__(self, kind: Any, upcasts: Mapping[tuple[str, int], Upcast] | None = None) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        self._kind = kind
        self._upcasts = dict(upcasts or {})

    def decode(self, text: bytes | msgspec.Raw) -> T:
        """The value; `msgspec.ValidationError` for what is not of the type."""
        try:
            return self._decoder.decode(text)
        except msgspec.ValidationError:
            if not self._upcasts:
                raise
        # An older tag is no member of today's types: only such text takes the slow way.
        value: T = msgspec.convert(self._newest(_decoder.decode(text)), self._kind)
        return value

    def _newest(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._newest(item) for item in value]
        if not isinstance(value, dict):
            return value
        value = {key: self._newest(item) for key, item in value.items()}
        while (step := self._upcasts.get(_tag(value))) is not None:
            kind, version = _tag(value)
            value = {**step(value), "type": f"{kind}/{version + 1}"}
        return value


def _tag(value: dict[str, Any]) -> tuple[str, int]:
    kind, _, version = str(value.get("type", "")).partition("/")
    return kind, int(version) if version.isdecimal() else 1
