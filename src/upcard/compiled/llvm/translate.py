"""Translates a kernel, and the functions that it calls, to LLVM's text.

What numba would infer is known here: all numbers are 64-bit integers or doubles, as a kernel's
marker says. Functions with anything else raise `NotTranslated`, and numba compiles them.
"""

import ast
from collections.abc import Callable, Mapping
from inspect import getclosurevars
from types import FunctionType
from typing import Any, Final

from upcard.compiled.llvm.blocks import TRUTH, TYPES, Blocks, ExpressionValue, IRValue, StaticObject
from upcard.compiled.llvm.sources import NotTranslated, tree_of
from upcard.compiled.llvm.statements import (
    StatementTranslator,
    ValueShape,
    VariableKindChanged,
    shape_of,
)

SYMBOL: Final = "kernel"
"""The name of the function that was translated."""

_ENTRY: Final = """define i32 @{symbol}(ptr %result, ptr %exception, ptr %p0, ptr %p1) nounwind {{
  {call}
  ret i32 0
}}"""
"""numba's calling convention: a kernel has no result and raises nothing."""


def translate(function: Callable[..., Any], codes: str) -> str:
    """LLVM's text of a function of two pointers, of these typecodes, named `SYMBOL`.

    Raises `NotTranslated`.
    """
    assert isinstance(function, FunctionType)
    module = _Module()
    name, kind = module.name_of(function, tuple(codes))
    pointers = ", ".join(f"ptr %p{number}" for number in range(len(codes)))
    call = f"call {_type(kind)} @{name}({pointers})"
    return "\n".join((*module.texts, _ENTRY.format(symbol=SYMBOL, call=call)))


class _Module:
    """The functions translated so far, each once for the kinds of its arguments."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._named: dict[tuple[FunctionType, tuple[ValueShape, ...]], tuple[str, str] | None] = {}

    def call(
        self, blocks: Blocks, function: FunctionType, arguments: list[ExpressionValue]
    ) -> IRValue:
        """The result of a call of a function of numbers, pointers and tuples."""
        arguments = [_widen(blocks, argument) for argument in arguments]
        name, kind = self.name_of(function, tuple(shape_of(argument) for argument in arguments))
        if not kind:
            raise NotTranslated(f"{function.__qualname__} returns nothing")
        values = ", ".join(value.typed for argument in arguments for value in _values_in(argument))
        return blocks.result(kind, f"call {_type(kind)} @{name}({values})")

    def name_of(self, function: FunctionType, shapes: tuple[ValueShape, ...]) -> tuple[str, str]:
        """The name of a function for the kinds of its arguments, and the kind of its result."""
        key = function, shapes
        if key not in self._named:
            self._named[key] = None
            self._named[key] = self._define(function, shapes)
        named = self._named[key]
        if named is None:
            raise NotTranslated(f"{function.__qualname__} calls itself")
        return named

    def _define(self, function: FunctionType, shapes: tuple[ValueShape, ...]) -> tuple[str, str]:
        node = tree_of(function)
        names = _parameters(node.args, len(shapes))
        known = _known_in(function)
        learnt, returned = dict(zip(names, shapes, strict=True)), [""]
        while True:
            statements = StatementTranslator(node, known, self, learnt, returned)
            arguments, parameters = _arguments(names, shapes)
            try:
                body = statements.body(arguments)
                break
            except VariableKindChanged:
                continue
        name = f"f{len(self.texts)}"
        head = f"define internal {_type(returned[0])} @{name}({', '.join(parameters)}) nounwind"
        self.texts.append(f"{head} {{\n{body}\n}}")
        return name, returned[0]


def _type(kind: str) -> str:
    return TYPES[kind] if kind else "void"


def _parameters(arguments: ast.arguments, number: int) -> list[str]:
    """The names of a function's parameters."""
    others = (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)
    names = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)]
    if any(others) or len(names) != number:
        raise NotTranslated("a call gives every argument by its place")
    return names


def _known_in(function: FunctionType) -> Mapping[str, Any]:
    """The names of a function that are not local."""
    variables = getclosurevars(function)
    return {**variables.globals, **variables.nonlocals}


def _arguments(
    names: list[str], shapes: tuple[ValueShape, ...]
) -> tuple[dict[str, ExpressionValue], list[str]]:
    """A function's arguments by name, and its parameters."""
    parameters: list[str] = []

    def argument(shape: ValueShape) -> ExpressionValue:
        if not isinstance(shape, str):
            return tuple(argument(part) for part in shape)
        parameters.append(f"{TYPES[shape]} %a{len(parameters)}")
        return IRValue(shape, f"%a{len(parameters) - 1}")

    arguments = {name: argument(shape) for name, shape in zip(names, shapes, strict=True)}
    return arguments, parameters


def _widen(blocks: Blocks, result: ExpressionValue) -> ExpressionValue:
    """An argument; a truth value is passed as a number."""
    if isinstance(result, tuple):
        return tuple(_widen(blocks, part) for part in result)
    return (
        blocks.integer(result) if isinstance(result, IRValue) and result.kind == TRUTH else result
    )


def _values_in(result: ExpressionValue) -> list[IRValue]:
    if isinstance(result, tuple):
        return [value for part in result for value in _values_in(part)]
    return [] if isinstance(result, StaticObject) else [result]
