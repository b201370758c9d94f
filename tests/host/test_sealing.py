"""Sealed secrets: committed, encrypted, revealed, and never something else afterwards."""

import hashlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from upcard.host.bodies.sealed import RevealedSecret, SealedSecret
from upcard.host.seals.installation import Installation, open_installation
from upcard.host.seals.sealing import SealBroken, Vault, open_revealed
from upcard.rules.violation import BadInput

VAULT = Vault(Installation(b"a" * 32))
SECRET = bytes(range(52)) * 6


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_what_was_sealed_comes_out_and_opens_for_everyone_once_revealed() -> None:
    sealed = VAULT.seal("shoe/1", SECRET)
    assert VAULT.open(sealed) == SECRET
    assert open_revealed(sealed, VAULT.reveal(sealed)) == SECRET


def test_a_seal_shows_nothing_of_the_secret_and_no_two_are_alike() -> None:
    first, second = VAULT.seal("shoe/1", SECRET), VAULT.seal("shoe/1", SECRET)
    assert SECRET[:16] not in first.box
    assert first.commitment != second.commitment
    assert first.box != second.box


@pytest.mark.parametrize("field", ["box", "wrapped"])
def test_every_flipped_bit_of_a_seal_is_found(field: str) -> None:
    sealed = VAULT.seal("shoe/1", b"a secret")
    data: bytes = getattr(sealed, field)
    for at in range(len(data)):
        with pytest.raises(SealBroken):
            VAULT.open(replace(sealed, **{field: flipped(data, at)}))


def test_a_seal_does_not_pass_for_another_item_or_another_secret() -> None:
    sealed, other = VAULT.seal("shoe/1", b"one"), VAULT.seal("shoe/1", b"two")
    with pytest.raises(SealBroken):
        VAULT.open(replace(sealed, item="shoe/2"))
    with pytest.raises(SealBroken, match="not what was committed"):
        VAULT.open(SealedSecret("shoe/1", sealed.commitment, other.box, other.wrapped))
    revealed = VAULT.reveal(sealed)
    with pytest.raises(SealBroken, match="not what was committed"):
        open_revealed(sealed, replace(revealed, salt=flipped(revealed.salt, 0)))


def test_another_installation_opens_nothing() -> None:
    sealed = VAULT.seal("shoe/1", SECRET)
    with pytest.raises(SealBroken, match="another installation key"):
        Vault(Installation(b"b" * 32)).open(sealed)


def test_an_installation_keeps_its_secret_in_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "installation.key"
    sealed = Vault(open_installation(path)).seal("shoe/1", SECRET)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Vault(open_installation(path)).open(sealed) == SECRET
    assert [file.name for file in path.parent.iterdir()] == ["installation.key"]


@pytest.mark.parametrize("text", ["", "abc", "zz" * 32, "00" * 31])
def test_what_is_no_key_file_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "installation.key"
    path.write_text(text)
    with pytest.raises(BadInput, match="is not an installation key"):
        open_installation(path)


def test_what_was_sealed_years_ago_still_opens() -> None:
    """The form in a journal: 12 bytes of nonce before a box, 32 of salt before the secret."""
    key, salt, nonce = b"k" * 32, b"s" * 32, b"n" * 12
    wrapping = Installation(b"a" * 32).wrapping_key
    sealed = SealedSecret(
        "shoe/1",
        hashlib.sha256(salt + b"a secret").hexdigest(),
        nonce + AESGCM(key).encrypt(nonce, salt + b"a secret", b"shoe/1"),
        nonce + AESGCM(wrapping).encrypt(nonce, key, b"shoe/1"),
    )
    assert VAULT.open(sealed) == b"a secret"
    assert open_revealed(sealed, RevealedSecret("shoe/1", key, salt)) == b"a secret"
    fresh = VAULT.seal("shoe/1", b"a secret")
    assert (len(fresh.box), len(fresh.wrapped)) == (len(sealed.box), len(sealed.wrapped))
