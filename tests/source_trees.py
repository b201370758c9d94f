"""Syntax trees of modules, of which several tests of the project's health read something."""

import ast
from functools import cache


@cache
def tree_of(text: str) -> ast.Module:
    """The tree of a module's text, parsed once."""
    return ast.parse(text)


@cache
def nodes_of(module: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of a module's tree, walked once."""
    return tuple(ast.walk(module))
