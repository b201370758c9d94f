"""The rules of a Rules Submission: a module for each subject, a function for each rule."""

from importlib import import_module
from typing import Final

from upcard.submission.checks.registry import Rule, known_rules

MODULES: Final = (
    "form",
    "table",
    "games",
    "layout",
    "equipment",
    "progressive",
    "aggregate",
    "wagers",
    "amounts",
    "own_pays",
    "options",
    "meters",
    "washington",
)
"""The modules that register rules, in the order in which `check` asks them."""

BETWEEN_TABLES: Final = "linked"
"""The module of the rules between the submissions of several tables."""


def every_rule() -> list[Rule]:
    """Every rule by its name, once all modules with rules are imported."""
    load_rules()
    import_module(f"{__name__}.{BETWEEN_TABLES}")
    return known_rules()


def load_rules() -> None:
    """Import the modules with the rules of one submission."""
    for name in MODULES:
        import_module(f"{__name__}.{name}")
