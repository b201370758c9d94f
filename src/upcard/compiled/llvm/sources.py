"""The syntax trees of functions."""

import ast
import inspect
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import TypeAlias

Node: TypeAlias = ast.FunctionDef | ast.Lambda


class NotTranslated(Exception):
    """A function, or a part of it, that the translation does not know."""


def tree_of(function: FunctionType) -> Node:
    """The syntax tree of a function; raises `NotTranslated` where it isn't known for certain."""
    code = function.__code__
    nodes, codes = _parse_file(code.co_filename)
    if code not in codes:
        raise NotTranslated(f"{code.co_filename} is not the source of {function.__qualname__}")
    definitions = [node for node in nodes.get(code.co_firstlineno, ()) if _is_of(node, code)]
    if len(definitions) != 1:
        raise NotTranslated(f"{function.__qualname__} is not alone in its line")
    return definitions[0]


@cache
def _parse_file(file: str) -> tuple[dict[int, list[Node]], frozenset[CodeType]]:
    """The functions of a file by their first lines, and the code that Python makes of them.

    Code says whether the file still is what was loaded.
    """
    text = "".join(linecache.getlines(file))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        raise NotTranslated(f"{file} has no source") from None
    codes = frozenset(_all_code(compile(tree, file, "exec", dont_inherit=True)))
    nodes: dict[int, list[Node]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
            nodes.setdefault(min(part.lineno for part in (node, *decorators)), []).append(node)
    return nodes, codes


def _all_code(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield constant
            yield from _all_code(constant)


def _is_of(node: Node, code: CodeType) -> bool:
    name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
    return name == code.co_name
