"""The simulation's kernels as machine code, each compiled on first use."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Final, Literal, TypeAlias

from upcard.compiled import cache as kernel_cache
from upcard.compiled.native import Compile, Kernel, compiled
from upcard.compiled.simulation import (
    blocks,
    bonuses,
    corrections,
    counting,
    deal_values,
    double_shoe,
    hands,
    moments,
    rounds,
    shoe,
    stream,
    variations,
    wager_classes,
    walk,
    walk_notes,
)
from upcard.compiled.simulation.side_wagers import is_decided_by_cached_code, outcome_kernel
from upcard.wagers.kit import WagerRule

__all__ = [
    "BONUSES",
    "CORRECTING",
    "TOGETHER",
    "VALUING",
    "are_cached",
    "are_wagers_cached",
    "bonus_kernel",
    "correction_kernel",
    "deal_kernel",
    "joint_outcome_kernel",
    "name_of_dealing",
    "outcome_kernel",
    "product_kernel",
    "value_kernel",
]

_CODES: Final = "Bq"
"""The typecodes of the two memory areas, bytes and integers."""

_Uses: TypeAlias = tuple[Callable[..., int], ...]

BONUSES: Final = "simulation.bonuses"
"""The cache name of the kernel that draws bonuses."""

CORRECTING: Final = "simulation.corrections"
"""The cache name of the kernel that corrects the main wager's win."""

VALUING: Final = "simulation.deal_values"
"""The cache name of the kernel that values a wager of the initial cards."""

TOGETHER: Final = "simulation.wager_classes"
"""The cache name of the kernel that decides side wagers by a table."""

_PRODUCTS: Final = "simulation.products"
_SHARED: Final = (
    *(stream.draw_words, shoe.new_shoe, shoe.shuffle, shoe.draw_uniform, shoe.supply),
    *(shoe.deal_discards, shoe.list_discards, shoe.discard, shoe.number_of, shoe.log),
    *(hands.play_opening, hands.play_hand, hands.split),
    *(hands.finish, hands.natural_code, hands.note_seat),
    *(rounds.begin_round, rounds.first_state, rounds.end_round, rounds.show_hand),
    *(rounds.is_live, rounds.pay, rounds.mark_returned, rounds.insure, rounds.note_round),
    *(rounds.note_hands, blocks.set_batch_value, blocks.end_batch, blocks.one_by_one),
)
"""Functions called by dealing of every kind."""

_PLAIN: Final[_Uses] = (hands.play_seat, rounds.play_round, rounds.show_blackjack)
_WALKED: Final[_Uses] = (
    *_PLAIN,
    *(walk.walk_shoes, walk.has_room, walk.copy_range, walk.shuffle_lanes),
    *(walk.cards_to_walk, walk.walk_on),
    *(walk.walk_lanes, walk.note_lanes, walk_notes.next_note),
    *(walk.end_walk, walk.split_round, walk.read_counts, walk.sum_up),
    *(walk_notes.note, walk_notes.log_lane, walk_notes.log_wins),
)
_VARIED: Final[_Uses] = (
    *(variations.play_round, variations.open_hands, variations.use_light_tables),
    *(variations.play_seat, variations.show_blackjack, variations.row_of_hand),
    *(variations.open_two_hands, variations.open_one_of_two, variations.value_entry),
    *(variations.exchange_cards, variations.mark_hand, variations.note_seat),
)
_COUNTED: Final[_Uses] = (
    *_PLAIN,
    *(counting.play_counted_round, counting.count_cards, counting.take_row),
    counting.note_counted,
)
_SIDES: Final[_Uses] = (
    *(double_shoe.open_sides, double_shoe.shuffle_side, double_shoe.deal_round),
    *(double_shoe.select_side, double_shoe.save_side, double_shoe.left_on),
)

DealKind: TypeAlias = Literal["plain", "walked", "counted", "varied", "two-sided"]
"""How rounds are dealt: the base game, the same heads-up without side wagers, the base game with
counting players, any variation of it, any of these without counting from a double shoe."""


def are_cached(*names: str) -> bool:
    """Whether these kernels, and the one that every simulation needs, are cached."""
    return all(kernel_cache.read(name) is not None for name in (_PRODUCTS, *names))


def are_wagers_cached(wagers: Iterable[WagerRule]) -> bool:
    """Whether the kernels that decide these wagers are cached."""
    return all(is_decided_by_cached_code(wager) for wager in wagers)


def name_of_dealing(dealt: DealKind) -> str:
    """The cache name of the kernel that deals."""
    return f"simulation.block.{dealt}"


@cache
def deal_kernel(dealt: DealKind, compile_: Compile = compiled) -> Kernel:
    """The kernel that deals a block."""
    batch, uses = {
        "plain": (blocks.batch_of(rounds.play_round), _PLAIN),
        "walked": (blocks.batch_of(rounds.play_round), _WALKED),
        "counted": (blocks.batch_of(counting.play_counted_round), _COUNTED),
        "varied": (blocks.batch_of(variations.play_round), _VARIED),
        "two-sided": (double_shoe.deal_batch, (*_VARIED, *_SIDES)),
    }[dealt]
    several = walk.walk_shoes if dealt == "walked" else blocks.one_by_one
    make = partial(blocks.block_of, batch, several)
    return compile_(name_of_dealing(dealt), make, *_SHARED, *uses, batch, codes=_CODES)


@cache
def bonus_kernel(compile_: Compile = compiled) -> Kernel:
    """The kernel that draws the bonuses of a dealt block."""
    uses = (stream.draw_words, bonuses.uniform_below)
    return compile_(BONUSES, lambda: bonuses.draw_bonuses, *uses, codes=_CODES)


@cache
def correction_kernel(compile_: Compile = compiled) -> Kernel:
    """The kernel that corrects what the main wager of a dealt block won."""
    uses = (
        *(corrections.refill_shoe, corrections.luck_of_round, corrections.trend_of),
        corrections.value_at,
        *(corrections.reveal_deal, corrections.reveal_hands, corrections.reveal_draws),
        *(corrections.reveal_dealer, corrections.kind_of, corrections.reveal),
        *(corrections.add_luck, corrections.mean_of, corrections.remove, corrections.skip_cards),
    )
    return compile_(CORRECTING, lambda: corrections.correct_block, *uses, codes=_CODES)


@cache
def value_kernel(compile_: Compile = compiled) -> Kernel:
    """The kernel that values a wager of the initial cards in a dealt block."""
    uses = (
        *(deal_values.restore, deal_values.take_cards, deal_values.mean_of_pairs),
        *(deal_values.choose_rounds, deal_values.value_of_thirds, deal_values.sum_of_rows),
        *(deal_values.sum_of_blackjacks, deal_values.deals_of, deal_values.quotient),
        stream.draw_words,
    )
    return compile_(VALUING, lambda: deal_values.value_block, *uses, codes=_CODES)


@cache
def joint_outcome_kernel(compile_: Compile = compiled) -> Kernel:
    """The kernel that decides a group of side wagers of a dealt block."""
    uses = (
        *(wager_classes.classify_openings, wager_classes.classify_draws, wager_classes.add_up),
        *(wager_classes.note_marked, wager_classes.keep_wins, wager_classes.count_outcomes),
        *(wager_classes.dealers_row, wager_classes.entry, blocks.set_batch_value),
    )
    return compile_(TOGETHER, lambda: wager_classes.decide_together, *uses, codes=_CODES)


@cache
def product_kernel(compile_: Compile = compiled) -> Kernel:
    """The kernel that sums the products of a block's columns."""
    return compile_(_PRODUCTS, lambda: moments.add_products, codes=_CODES)
