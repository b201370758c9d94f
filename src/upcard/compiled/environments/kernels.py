"""The environments' kernels as machine code, each compiled on first use."""

from functools import cache
from typing import Final

from upcard.compiled.environments import cards, finished_rounds, play, record, tables
from upcard.compiled.native import Kernel, compiled
from upcard.compiled.simulation import rounds, shoe, stream

_CODES: Final = "Bq"
_SHUFFLING: Final = (
    *(stream.draw_words, shoe.draw_uniform, cards.shuffle_on, cards.forget),
    *(cards.reuse_discards, cards.draw, cards.fill_shoe),
)
_PLAYING: Final = (
    *(*_SHUFFLING, cards.count_seen),
    *(rounds.is_live, rounds.mark_returned, finished_rounds.note_hands, finished_rounds.note_round),
    *(play.first_state, play.add_code, play.is_shoe_over, play.dealers_hand),
    *(play.begin_round, play.deal_two_each, play.after_insurance, play.look, play.settle),
    *(play.after_round, play.end_hand, play.deal_second, play.split, play.play),
    *(play.take_action, play.open_table, record.unpack, record.pack),
    *(tables.is_legal, tables.count_illegal, tables.legal_substitute, tables.playing_bits),
    *(tables.legal_bits, tables.show_cards, tables.show),
)


@cache
def step_kernel() -> Kernel:
    """The kernel that steps every table."""
    return compiled("environments.step", lambda: tables.step_tables, *_PLAYING, codes=_CODES)


@cache
def reset_kernel() -> Kernel:
    """The kernel that resets tables."""
    return compiled("environments.reset", lambda: tables.reset_tables, *_PLAYING, codes=_CODES)


@cache
def shuffle_kernel() -> Kernel:
    """The kernel that shuffles one shoe whole."""
    return compiled("environments.shuffle", lambda: cards.shuffle_all, *_SHUFFLING, codes=_CODES)


@cache
def reuse_kernel() -> Kernel:
    """The kernel that reuses the discards of one empty shoe."""
    return compiled("environments.reuse", lambda: cards.reuse_all, *_SHUFFLING, codes=_CODES)
