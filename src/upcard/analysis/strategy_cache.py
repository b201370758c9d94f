"""Strategies for the simulator, kept in the user's cache: see `rules.disk_cache`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from numpy.typing import NDArray

from upcard.analysis.played_strategy import PlayedStrategy
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import rules_of
from upcard.games.table_rules import TableRules
from upcard.rules.disk_cache import Coding, cached
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.blackjack.variation_table import VariationTable
from upcard.simulation.packed_array import PackedArray, packed, unpacked

MAX_STRATEGIES: Final = 200
"""The most strategies that are kept."""

ARRAYS: Final = ("following", "totals", "pairs", "decisions")


class _Table(msgspec.Struct, array_like=True):
    """A `StrategyTable`."""

    name: str
    arrays: tuple[PackedArray, ...]
    insures: bool
    takes_even_money: bool


class _Strategy(msgspec.Struct, array_like=True):
    """A `PlayedStrategy`; `is_varied` where its strategy is a `VariationTable`."""

    tables: tuple[_Table, ...]
    is_varied: bool
    worth: PackedArray | None
    other: PackedArray | None
    expected: Mapping[str, float]


def cached_strategy(
    rules: TableRules, play: StrategyBasis, make: Callable[[], PlayedStrategy]
) -> PlayedStrategy:
    """The best play of a table, solved only where it was not before.

    It depends on how hands are played there, on the choices of the variation, and on the shoe.
    ``BadInput`` for a game without hands to play.
    """
    game = (rules.game, rules.jurisdiction, rules_of(rules), rules.variation)
    key = (*game, rules.decks, rules.tens, play)
    return cached("strategies", map(repr, key), make, _STRATEGIES, most=MAX_STRATEGIES)


def _packed_or_none(array: NDArray[Any] | None) -> PackedArray | None:
    return None if array is None else packed(array)


def _encode(played: PlayedStrategy) -> bytes:
    strategy = played.strategy
    varied = strategy if isinstance(strategy, VariationTable) else VariationTable((strategy,))
    tables = tuple(
        _Table(
            table.name,
            tuple(packed(getattr(table, name)) for name in ARRAYS),
            table.insures,
            table.takes_even_money,
        )
        for table in varied.tables
    )
    worth, other = _packed_or_none(varied.worth), _packed_or_none(varied.other)
    is_varied = strategy is varied
    return msgspec.msgpack.encode(_Strategy(tables, is_varied, worth, other, played.expected))


def _table(stored: _Table) -> StrategyTable:
    next_rows, totals, pairs, decisions = map(unpacked, stored.arrays)
    flags = (stored.insures, stored.takes_even_money)
    return StrategyTable(stored.name, next_rows, totals, pairs, decisions, *flags)


def _decode(content: bytes) -> PlayedStrategy:
    stored = _DECODER.decode(content)
    tables = tuple(map(_table, stored.tables))
    if not stored.is_varied:
        return PlayedStrategy(tables[0], stored.expected)
    worth, other = (
        None if array is None else unpacked(array) for array in (stored.worth, stored.other)
    )
    return PlayedStrategy(VariationTable(tables, worth, other), stored.expected)


_DECODER: Final = msgspec.msgpack.Decoder(_Strategy)
_STRATEGIES: Final = Coding[PlayedStrategy](_encode, _decode)
