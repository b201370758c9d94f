"""Canonical JSON, and upcasts that bring older versions of tagged objects up to date.

One value has one encoding: UTF-8, no white space, the keys of every object sorted. A tag holds
the version of an object's type: ``CardBurned`` is version 1, ``CardBurned/2`` is version 2.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from upcard.journal.port import JournalTampered

T = TypeVar("T")
Upcast = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts an object from one version to the next; `Codec` changes the tag."""

_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder()


class Canonical(bytes):
    """A canonical encoding, as it was made here: it need not be checked."""


def encode(value: object) -> bytes:
    """The canonical encoding of a value: structs, mappings, sequences, text, integers, booleans."""
    return _encoder.encode(value)


def canonical(value: object) -> Canonical:
    """Like `encode`, for a text that the journal is about to write."""
    return Canonical(_encoder.encode(value))


class NotCanonicalError(ValueError):
    """Text that is not JSON of the expected type, or not in its canonical encoding."""


def decode_canonical(text: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """The value that `text` is the canonical encoding of; otherwise raises `NotCanonicalError`."""
    try:
        value = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotCanonicalError from None
    if _encoder.encode(value) != text:
        raise NotCanonicalError
    return value


def is_canonical(text: bytes) -> bool:
    """Whether `text` is the canonical encoding of the value that it holds."""
    if isinstance(text, Canonical):
        return True
    try:
        decode_canonical(text, _decoder)
    except NotCanonicalError:
        return False
    return True


def read_state(name: str, text: bytes, kind: type[T]) -> T:
    """What a shared state holds; raises `JournalTampered` for one that cannot be read."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError):
        raise JournalTampered(f"The state {name} cannot be read.") from None


class Codec(Generic[T]):
    """Decodes values of one type, in which tagged objects may be of an older version.

    `upcasts` maps (type name, version) to the conversion to the next version.
    """

    def __init__(self, kind: Any, upcasts: Mapping[tuple[str, int], Upcast] | None = None) -> None:
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(kind)
        self._kind = kind
        self._upcasts = dict(upcasts or {})

    def decode(self, text: bytes | msgspec.Raw) -> T:
        """The value; raises `msgspec.ValidationError` for text that is not of the type."""
        try:
            return self._decoder.decode(text)
        except msgspec.ValidationError:
            if not self._upcasts:
                raise
        # The decoder rejects an older tag: only such text is converted object by object.
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
