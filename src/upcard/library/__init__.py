"""The public functions of ``import upcard``. Command line, pages and notebooks show their results.

Each module imports what it needs; `upcard` itself loads a module when one of its names is asked
for. A result is a frozen value with a short `repr`, `_repr_html_` for notebooks, and `to_dict()`.
"""
