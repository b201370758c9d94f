"""What a record holds of secrets: sealed, revealed and voided; and what players add to a cut."""

import msgspec


class SealedSecret(msgspec.Struct, frozen=True):
    """A secret as the journal stores it: hash of salt and secret, ciphertext, wrapped key."""

    item: str
    commitment: str
    box: bytes
    wrapped: bytes


class RevealedSecret(msgspec.Struct, frozen=True):
    """The key and the salt with which everyone can open a sealed secret."""

    item: str
    key: bytes
    salt: bytes


class SealVoided(msgspec.Struct, frozen=True):
    """A sealed secret that is no longer used, with the name of the person who voided it."""

    item: str
    by: str


class Entropy(msgspec.Struct, frozen=True):
    """The text that a player added to the cut of the cards that are shuffled."""

    player: str
    text: str
