"""Areas for kernels that are tested alone, and such kernels."""

from array import array

from upcard.compiled.native import Kernel, Raw, compiled
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import shoe, stream

Areas = tuple["array[int]", "array[int]"]


def empty_areas(seed: int = 0, block: int = 0, decks: int = 1) -> Areas:
    """Areas of a seed and a block, with a shoe that is still to be shuffled."""
    cards, ints = array("B", bytes(at.TABLES)), array("q", bytes(8 * at.INTS.end))
    ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & stream.MASK, seed >> stream.WORD
    ints[at.BLOCK], ints[at.CARDS] = block, 52 * decks
    return cards, ints


def kernel(raw: Raw) -> Kernel:
    """A function of the areas as machine code; it is not kept."""

    def outside() -> int:
        return 0

    uses = (stream.draw_words, shoe.new_shoe, shoe.shuffle, shoe.draw_uniform, outside)
    return compiled("test", lambda: raw, *uses, codes="Bq")
