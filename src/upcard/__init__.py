"""upcard: casino table games as executable regulations.

The public names are those of `__all__`. Each is loaded when it is asked for: ``import upcard``
loads nothing else. ``__init__.pyi`` has their types.
"""

from importlib import import_module
from typing import Any, Final

__version__ = "0.1.0"

_HOMES: Final = {
    "BadInput": "rules.violation",
    "DoesNotComply": "library.rules",
    "RuleViolation": "rules.violation",
    "Rules": "library.rules",
    "Table": "library.table",
    "UpcardError": "text.errors",
    "Wager": "library.wagers",
    "blackjack": "library.rules",
    "count": "library.counting",
    "counter": "library.counter",
    "distribution": "library.distribution.distribution",
    "exposure": "library.exposure",
    "kernel": "cards.kernel",
    "load": "library.rules",
    "meter_life": "library.meter_life",
    "odds": "library.odds",
    "rounds": "library.simulation.rounds",
    "rulebook": "library.rulebook",
    "shoe": "library.shoe",
    "simulate": "library.simulation.simulate",
    "solve_pays": "library.solve_pays",
    "strategy": "library.strategy.strategy",
    "wager": "library.wagers",
}
"""The module of each public name."""

__all__ = sorted(_HOMES)  # noqa: PLE0605 - the names are those of the table


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'upcard' has no attribute {name!r}")
    value = getattr(import_module(f"upcard.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
