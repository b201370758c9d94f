"""Where an installation keeps its secret."""

from pathlib import Path

import pytest

from upcard.host.seals.installation import VARIABLE, installation_path, open_installation
from upcard.rules.violation import BadInput


def test_the_key_file_that_is_named_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "keys" / "floor.key"
    monkeypatch.setenv(VARIABLE, str(named))
    assert installation_path() == named
    made = open_installation()
    assert open_installation().wrapping_key == made.wrapping_key
    assert named.stat().st_mode & 0o777 == 0o600
    assert list(named.parent.iterdir()) == [named]


def test_without_a_name_it_is_in_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert installation_path() == tmp_path / "upcard" / "installation.key"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert installation_path() == tmp_path / ".config" / "upcard" / "installation.key"


@pytest.mark.parametrize("text", ["", "no number", "00" * 31, "00" * 33])
def test_another_file_is_no_key(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.key"
    path.write_text(text, "ascii")
    with pytest.raises(BadInput, match="is not an installation key"):
        open_installation(path)


def test_the_secret_of_whoever_was_first_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes find no file and both make one."""
    path = tmp_path / "installation.key"
    first = open_installation(path)
    found = [False]
    monkeypatch.setattr(Path, "exists", lambda _: found.pop() if found else True)
    assert open_installation(path).wrapping_key == first.wrapping_key
