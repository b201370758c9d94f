"""Rule files are parsed once; what is kept is read only where nobody else can write."""

import tomllib
from pathlib import Path

import msgspec
import pytest

from upcard.rules.parsing import parse_rule_file

TEXT = 'title = "Upcard Luck"\ndecks = [6, 8]\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def _kept(cache: Path) -> Path:
    (kept,) = cache.rglob("*.msgpack")
    return kept


def _fail(_text: str) -> None:
    raise AssertionError("parsed again")


def test_a_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = parse_rule_file(TEXT)
    monkeypatch.setattr(tomllib, "loads", _fail)
    assert parse_rule_file(TEXT) == first == {"title": "Upcard Luck", "decks": [6, 8]}


def test_damaged_data_is_parsed_again(cache: Path) -> None:
    first = parse_rule_file(TEXT)
    _kept(cache).write_bytes(b"\xc1")
    assert parse_rule_file(TEXT) == first


def test_what_others_may_have_written_is_not_read(cache: Path) -> None:
    first = parse_rule_file(TEXT)
    kept = _kept(cache)
    kept.write_bytes(msgspec.msgpack.encode([TEXT, {}]))
    assert parse_rule_file(TEXT) == {}
    kept.parent.chmod(0o777)
    assert parse_rule_file(TEXT) == first


def test_data_of_another_text_of_the_same_name_is_not_read(cache: Path) -> None:
    first = parse_rule_file(TEXT)
    _kept(cache).write_bytes(msgspec.msgpack.encode(["decks = [8]\n", {"decks": [8]}]))
    assert parse_rule_file(TEXT) == first


def test_where_nothing_can_be_kept_the_text_is_parsed_each_time(cache: Path) -> None:
    (cache / "upcard").write_text("no folder")
    assert parse_rule_file(TEXT) == tomllib.loads(TEXT) == parse_rule_file(TEXT)
