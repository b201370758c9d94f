"""The simulation's kernels as machine code, each compiled when it is first asked for."""

from functools import cache
from typing import Final

from upcard.compiled.native import Kernel, compiled
from upcard.compiled.simulation import blocks, bonuses, hands, moments, rounds, shoe, stream
from upcard.compiled.simulation.wagers import deciding

__all__ = ["bonuses_of", "dealing", "deciding", "products"]

_CODES: Final = "Bq"
"""Bytes and integers: the types of the two areas."""


@cache
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
    return compiled("simulation.block", lambda: blocks.deal_block, *uses, codes=_CODES)


@cache
def drawing_bonuses() -> Kernel:
    """Draws the bonuses of a block that was dealt."""
    uses = (stream.draw_words, bonuses.below)
    return compiled("simulation.bonuses", lambda: bonuses.draw_bonuses, *uses, codes=_CODES)


@cache
def adding_products() -> Kernel:
    """Adds up the products of a block's columns."""
    return compiled("simulation.products", lambda: moments.add_products, codes=_CODES)
