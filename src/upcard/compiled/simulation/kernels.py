"""The simulation's kernels as machine code, each compiled when it is first asked for."""

from collections.abc import Iterable
from functools import cache as once
from typing import Final

from upcard.compiled import cache
from upcard.compiled.native import Kernel, compiled
from upcard.compiled.simulation import blocks, bonuses, hands, moments, rounds, shoe, stream
from upcard.compiled.simulation.wagers import deciding, name_of
from upcard.wagers.kit import Wager

__all__ = ["adding_products", "are_kept", "dealing", "deciding", "drawing_bonuses"]

_CODES: Final = "Bq"
"""Bytes and integers: the types of the two areas."""

_DEALING: Final = "simulation.block"
_PRODUCTS: Final = "simulation.products"


def are_kept(wagers: Iterable[Wager]) -> bool:
    """Whether everything for these side wagers was compiled before."""
    names = (_DEALING, _PRODUCTS, *map(name_of, wagers))
    return all(cache.read(name) is not None for name in names)


@once
def dealing() -> Kernel:
    """Deals a block."""
    uses = (
        *(stream.draw_words, shoe.new_shoe, shoe.shuffle, shoe.choose, shoe.supply),
        *(shoe.deal_discards, shoe.list_discards, shoe.log),
        *(hands.play_seat, hands.play_hand, hands.split),
        *(hands.finish, hands.natural_code, hands.note_seat),
        *(rounds.play_round, rounds.show_blackjack, rounds.is_live),
        *(rounds.pay, rounds.insure, rounds.note_round),
        *(blocks.deal_shoe, blocks.deal_fresh, blocks.put),
    )
    return compiled(_DEALING, lambda: blocks.deal_block, *uses, codes=_CODES)


@once
def drawing_bonuses() -> Kernel:
    """Draws the bonuses of a block that was dealt."""
    uses = (stream.draw_words, bonuses.below)
    return compiled("simulation.bonuses", lambda: bonuses.draw_bonuses, *uses, codes=_CODES)


@once
def adding_products() -> Kernel:
    """Adds up the products of a block's columns."""
    return compiled(_PRODUCTS, lambda: moments.add_products, codes=_CODES)
