"""Translates expressions of Python's syntax tree."""

import ast
import builtins
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any, Final, Protocol

from upcard.compiled.llvm.blocks import (
    DOUBLE,
    INTEGER,
    POINTERS,
    TYPES,
    Blocks,
    ExpressionValue,
    IRValue,
    StaticObject,
    constant,
    joined_kind,
)
from upcard.compiled.llvm.sources import NotTranslated


class FunctionTranslator(Protocol):
    """Translates the functions that a function calls."""

    def call(
        self, blocks: Blocks, function: FunctionType, arguments: list[ExpressionValue]
    ) -> IRValue:
        """The result of a call, with its arguments in order."""


_INSTRUCTIONS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}

_COMPARISONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}


class Expressions(Blocks):
    """Translates the expressions of a function, in which `known` are the names that aren't local.

    `places` are the local variables: a kind and a place on the stack, for each of a tuple.
    """

    def __init__(self, known: Mapping[str, Any], calling: FunctionTranslator) -> None:
        super().__init__()
        self._known, self._calling = known, calling
        self.places: dict[str, ExpressionValue] = {}

    def value(self, node: ast.expr) -> IRValue:
        """A value that is no tuple."""
        result = self.result_of(node)
        if not isinstance(result, IRValue):
            raise NotTranslated(f"{ast.unparse(node)} is no number")
        return result

    def result_of(self, node: ast.expr) -> ExpressionValue:
        """What an expression gives."""
        translate = _EXPRESSIONS.get(type(node))
        if translate is None:
            raise NotTranslated(f"{ast.unparse(node)} is not translated")
        return translate(self, node)

    def _constant(self, node: ast.Constant) -> ExpressionValue:
        return _result_of_value(node.value)

    def _name(self, node: ast.Name) -> ExpressionValue:
        if node.id in self.places:
            return self._load(self.places[node.id])
        if node.id in self._known:
            return _result_of_value(self._known[node.id])
        if hasattr(builtins, node.id):
            return StaticObject(getattr(builtins, node.id))
        raise NotTranslated(f"{node.id} is not known")

    def _load(self, place: ExpressionValue) -> ExpressionValue:
        if isinstance(place, tuple):
            return tuple(self._load(part) for part in place)
        assert isinstance(place, IRValue)
        return self.result(place.kind, f"load {TYPES[place.kind]}, ptr {place.text}")

    def _attribute(self, node: ast.Attribute) -> ExpressionValue:
        array = self.result_of(node.value)
        if not isinstance(array, StaticObject) or not hasattr(array.value, node.attr):
            raise NotTranslated(f"{ast.unparse(node)} is not known")
        return _result_of_value(getattr(array.value, node.attr))

    def _tuple(self, node: ast.Tuple) -> ExpressionValue:
        return tuple(self.result_of(element) for element in node.elts)

    # Operators

    def _binary(self, node: ast.BinOp) -> ExpressionValue:
        return self.operated(node.op, self.value(node.left), self.value(node.right))

    def operated(self, operator: ast.operator, one: IRValue, other: IRValue) -> IRValue:
        """What an operator makes of two values."""
        if type(operator) in _INSTRUCTIONS:
            return self.computed(_INSTRUCTIONS[type(operator)], one, other)
        if isinstance(operator, ast.Div):
            return self.quotient(one, other)
        if isinstance(operator, ast.FloorDiv):
            return self.divided(one, other)[0]
        if isinstance(operator, ast.Mod):
            return self.divided(one, other)[1]
        raise NotTranslated(f"{type(operator).__name__} is not translated")

    def _unary(self, node: ast.UnaryOp) -> ExpressionValue:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return self._opposite(self.truth(value))
        if isinstance(node.op, ast.USub):
            if value.kind == DOUBLE:
                return self.result(DOUBLE, f"fneg {value.typed}")
            return self.computed("sub", constant(0), value)
        if isinstance(node.op, ast.Invert):
            return self.computed("xor", self.integer(value), constant(-1))
        return value

    def _opposite(self, truth: IRValue) -> IRValue:
        return self.computed("xor", truth, constant(True))

    def _both_or_one(self, node: ast.BoolOp) -> ExpressionValue:
        return self._from(node.op, node.values)

    def _from(self, operator: ast.boolop, nodes: list[ast.expr]) -> IRValue:
        """The first value that decides, or the last one; those after it are not computed."""
        first = self.value(nodes[0])
        if len(nodes) == 1:
            return first

        def others() -> IRValue:
            return self._from(operator, nodes[1:])

        holds = self.truth(first)
        if isinstance(operator, ast.And):
            return self.either(holds, others, lambda: first)
        return self.either(holds, lambda: first, others)

    def _choice(self, node: ast.IfExp) -> ExpressionValue:
        return self.either(
            self.truth(self.value(node.test)),
            lambda: self.value(node.body),
            lambda: self.value(node.orelse),
        )

    def _comparison(self, node: ast.Compare) -> ExpressionValue:
        return self._chain(self.result_of(node.left), node.ops, node.comparators)

    def _chain(
        self, left: ExpressionValue, operators: list[ast.cmpop], nodes: list[ast.expr]
    ) -> IRValue:
        right = self.result_of(nodes[0])
        holds = self._holds(left, operators[0], right)
        if len(nodes) == 1:
            return holds
        return self.either(
            holds,
            lambda: self._chain(right, operators[1:], nodes[1:]),
            lambda: constant(False),
        )

    def _holds(self, left: ExpressionValue, operator: ast.cmpop, right: ExpressionValue) -> IRValue:
        if not isinstance(left, IRValue):
            raise NotTranslated("only numbers are compared")
        if isinstance(right, IRValue) and type(operator) in _COMPARISONS:
            return self.compared(_COMPARISONS[type(operator)], left, right)
        if not isinstance(right, tuple) or not isinstance(operator, ast.In | ast.NotIn):
            raise NotTranslated("only numbers are compared")
        holds = constant(False)
        for member in right:
            holds = self.computed("or", holds, self._holds(left, ast.Eq(), member))
        return (
            holds if isinstance(operator, ast.In) else self.computed("xor", holds, constant(True))
        )

    # Elements and calls

    def _element(self, node: ast.Subscript) -> ExpressionValue:
        elements, index = self.result_of(node.value), self.value(node.slice)
        if isinstance(elements, IRValue) and elements.kind in POINTERS:
            return self.read(self.address(elements, index))
        if not isinstance(elements, tuple):
            raise NotTranslated(f"{ast.unparse(node.value)} has no elements")
        if isinstance(index.constant, int):
            return elements[index.constant]
        return self._select_element(elements, self.integer(index))

    def _select_element(self, elements: tuple[ExpressionValue, ...], index: IRValue) -> IRValue:
        """The element of a tuple at a place that is not known yet, from the end below 0."""
        values = _numbers_in(elements)
        size = constant(len(values))
        negative = self.compared("slt", index, constant(0))
        index = self.selected(negative, self.computed("add", index, size), index)
        chosen = values[0]
        for place, value in enumerate(values[1:], 1):
            chosen = self.selected(self.compared("eq", index, constant(place)), value, chosen)
        return chosen

    def _call(self, node: ast.Call) -> ExpressionValue:
        called = self.result_of(node.func)
        if not isinstance(called, StaticObject) or node.keywords:
            raise NotTranslated(f"{ast.unparse(node)} is not translated")
        arguments = [self.result_of(argument) for argument in node.args]
        if isinstance(called.value, FunctionType):
            return self._calling.call(self, called.value, arguments)
        built_in = _BUILT_IN.get(called.value)
        if built_in is None:
            raise NotTranslated(f"{ast.unparse(node.func)} is not translated")
        return built_in(self, arguments)

    def _least(self, arguments: list[ExpressionValue]) -> IRValue:
        return self._outmost("slt", arguments)

    def _most(self, arguments: list[ExpressionValue]) -> IRValue:
        return self._outmost("sgt", arguments)

    def _outmost(self, how: str, arguments: list[ExpressionValue]) -> IRValue:
        values = _numbers_in(arguments[0] if len(arguments) == 1 else tuple(arguments))
        outmost = values[0]
        for value in values[1:]:
            outmost = self.selected(self.compared(how, value, outmost), value, outmost)
        return outmost

    def _whole(self, arguments: list[ExpressionValue]) -> IRValue:
        (value,) = _numbers_in(tuple(arguments))
        if value.kind == DOUBLE:
            return self.result(INTEGER, f"fptosi {value.typed} to i64")
        return self.integer(value)

    def _double(self, arguments: list[ExpressionValue]) -> IRValue:
        (value,) = _numbers_in(tuple(arguments))
        return self.converted(value, DOUBLE)

    def _absolute(self, arguments: list[ExpressionValue]) -> IRValue:
        (value,) = _numbers_in(tuple(arguments))
        value = self.converted(value, joined_kind(value.kind, INTEGER))
        nothing = constant(0)
        negative = self.computed("sub", nothing, value)
        return self.selected(self.compared("slt", value, nothing), negative, value)

    def _length(self, arguments: list[ExpressionValue]) -> IRValue:
        (elements,) = arguments
        if not isinstance(elements, tuple):
            raise NotTranslated("only a tuple has a length")
        return constant(len(elements))


def _result_of_value(value: Any) -> ExpressionValue:
    """What is known when it is translated: a number, a tuple or anything else."""
    if isinstance(value, int | float):
        return constant(value)
    if isinstance(value, tuple):
        return tuple(_result_of_value(part) for part in value)
    return StaticObject(value)


def _numbers_in(result: ExpressionValue) -> list[IRValue]:
    """The numbers of a tuple."""
    if not isinstance(result, tuple) or not result:
        raise NotTranslated("only numbers are compared")
    values = [part for part in result if isinstance(part, IRValue)]
    if len(values) < len(result):
        raise NotTranslated("only numbers are compared")
    return values


_BUILT_IN: Final[Mapping[Any, Callable[[Expressions, list[ExpressionValue]], IRValue]]] = {
    min: Expressions._least,
    max: Expressions._most,
    int: Expressions._whole,
    float: Expressions._double,
    abs: Expressions._absolute,
    len: Expressions._length,
}

_EXPRESSIONS: Final[Mapping[type[ast.expr], Callable[[Expressions, Any], ExpressionValue]]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Tuple: Expressions._tuple,
    ast.BinOp: Expressions._binary,
    ast.UnaryOp: Expressions._unary,
    ast.BoolOp: Expressions._both_or_one,
    ast.IfExp: Expressions._choice,
    ast.Compare: Expressions._comparison,
    ast.Subscript: Expressions._element,
    ast.Call: Expressions._call,
}
