"""Text that players add to a cut: with the commitment of the shuffle it gives the cut's depth.

The order of the cards is committed before, so the house cannot choose it to fit; a player who adds
something knows the commitment and no card.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from upcard.engine.shoe.decide import MINIMUM_CUT
from upcard.host.bodies.sealed import Entropy
from upcard.journal.codec import encode

LONGEST: Final = 64
"""The most characters that a player adds."""


def spread_of(cards: int) -> int:
    """The number of depths at which a stack of `cards` cards may be cut (§ 633a.5(e))."""
    return cards - 2 * MINIMUM_CUT + 1


def place_of(commitment: str, added: Sequence[Entropy], spread: int) -> int:
    """A number below `spread`: SHA-256 of the commitment and all that was added, in order."""
    contributions = [[contribution.player, contribution.text] for contribution in added]
    return int.from_bytes(hashlib.sha256(encode([commitment, contributions])).digest()) % spread


def depth_of(commitment: str, contributions: Sequence[Entropy], cards: int) -> int:
    """The depth from the top at which a stack of `cards` cards is cut."""
    return MINIMUM_CUT + place_of(commitment, contributions, spread_of(cards))
