"""Translates the statements of a function."""

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from upcard.compiled.llvm.blocks import (
    INTEGER,
    POINTERS,
    ExpressionValue,
    IRValue,
    StaticObject,
    constant,
    joined_kind,
)
from upcard.compiled.llvm.expressions import Expressions, FunctionTranslator
from upcard.compiled.llvm.sources import Node, NotTranslated

ValueShape: TypeAlias = "str | tuple[ValueShape, ...]"
"""The kind of a value, or those of a tuple's elements."""


class VariableKindChanged(Exception):
    """A variable holds values of another kind than was assumed: translate the function again."""


def shape_of(result: ExpressionValue) -> ValueShape:
    """The kinds of a result."""
    if isinstance(result, tuple):
        return tuple(shape_of(part) for part in result)
    if isinstance(result, StaticObject):
        raise NotTranslated(f"{result.value} is no number")
    return result.kind


def joined_shape(one: ValueShape, other: ValueShape) -> ValueShape:
    """The shape that holds values of both."""
    if isinstance(one, str) and isinstance(other, str):
        return joined_kind(one, other)
    if isinstance(one, str) or isinstance(other, str) or len(one) != len(other):
        raise NotTranslated("a variable is a tuple only where it always is one")
    return tuple(joined_shape(*pair) for pair in zip(one, other, strict=True))


def kinds_in(shape: ValueShape) -> Iterator[str]:
    """The kinds in a shape, in order."""
    if isinstance(shape, str):
        yield shape
    else:
        for part in shape:
            yield from kinds_in(part)


class StatementTranslator(Expressions):
    """Translates a function of a node.

    `shapes` are those of the parameters, and of local variables as far as known; more is learnt by
    translating, and raises `VariableKindChanged` where it comes too late. `returned` is the kind of
    the result, "" as long as it isn't known.
    """

    def __init__(
        self,
        node: Node,
        known: Mapping[str, Any],
        calling: FunctionTranslator,
        shapes: dict[str, ValueShape],
        returned: list[str],
    ) -> None:
        super().__init__(known, calling)
        self._node, self._shapes, self._returned = node, shapes, returned
        self._loops: list[tuple[str, str]] = []
        for name, shape in shapes.items():
            self.places[name] = self._place_of(shape)

    def body(self, arguments: Mapping[str, ExpressionValue]) -> str:
        """The blocks of the function, with its arguments by name."""
        for name, value in arguments.items():
            self._set(name, value)
        if isinstance(self._node, ast.Lambda):
            self._give(self.value(self._node.body))
        else:
            self._translate_all(self._node.body)
        self._finish()
        return "\n".join(("entry:", *self.stack, *self.lines))

    def _finish(self) -> None:
        kind = self._returned[0]
        self.end_block("ret void" if not kind else f"ret {self.converted(constant(0), kind).typed}")

    def _translate_all(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            translate = _STATEMENTS.get(type(node))
            if translate is None:
                raise NotTranslated(f"{ast.unparse(node)} is not translated")
            translate(self, node)

    # Assignments

    def _place_of(self, shape: ValueShape) -> ExpressionValue:
        if isinstance(shape, str):
            return IRValue(shape, self.place(shape))
        return tuple(self._place_of(part) for part in shape)

    def _set(self, name: str, value: ExpressionValue) -> None:
        """Set a local variable."""
        shape = shape_of(value)
        before = self._shapes.get(name)
        if before is None:
            self._shapes[name] = shape
            self.places[name] = self._place_of(shape)
        elif (wide := joined_shape(before, shape)) != before:
            self._shapes[name] = wide
            raise VariableKindChanged
        self._store(self.places[name], value)

    def _store(self, place: ExpressionValue, value: ExpressionValue) -> None:
        if isinstance(place, tuple):
            assert isinstance(value, tuple)
            for part_place, part in zip(place, value, strict=True):
                self._store(part_place, part)
            return
        assert isinstance(place, IRValue)
        assert isinstance(value, IRValue)
        self.add(f"store {self.converted(value, place.kind).typed}, ptr {place.text}")

    def _assign_to(self, target: ast.expr, value: ExpressionValue) -> None:
        if isinstance(target, ast.Name):
            self._set(target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value, tuple) or len(value) != len(target.elts):
                raise NotTranslated(f"{ast.unparse(target)} needs a tuple")
            for part_target, part in zip(target.elts, value, strict=True):
                self._assign_to(part_target, part)
        else:
            if not isinstance(value, IRValue):
                raise NotTranslated(f"{ast.unparse(target)} is set to a number")
            self.write(self._address(target), value)

    def _address(self, target: ast.expr) -> IRValue:
        if not isinstance(target, ast.Subscript):
            raise NotTranslated(f"{ast.unparse(target)} cannot be set")
        pointer = self.value(target.value)
        if pointer.kind not in POINTERS:
            raise NotTranslated(f"{ast.unparse(target.value)} has no elements to set")
        return self.address(pointer, self.value(target.slice))

    def _assign(self, node: ast.Assign) -> None:
        value = self.result_of(node.value)
        for target in node.targets:
            self._assign_to(target, value)

    def _annotate(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign_to(node.target, self.result_of(node.value))

    def _change(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            old = self.value(ast.Name(node.target.id, ast.Load()))
            self._set(node.target.id, self.operated(node.op, old, self.value(node.value)))
        else:
            address = self._address(node.target)
            old = self.read(address)
            self.write(address, self.operated(node.op, old, self.value(node.value)))

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.result_of(node.value)

    # Control flow

    def _if(self, node: ast.If) -> None:
        condition = self.truth(self.value(node.test))
        if condition.constant is not None:
            return self._translate_all(node.body if condition.constant else node.orelse)
        yes, no, after = self.new("yes"), self.new("no"), self.new("after")
        self.branch(condition, yes, no)
        for label, nodes in ((yes, node.body), (no, node.orelse)):
            self.begin(label)
            self._translate_all(nodes)
            self.jump(after)
        return self.begin(after)

    def _while(self, node: ast.While) -> None:
        test, body, after = self.new("while"), self.new("do"), self.new("after")
        self.jump(test)
        self.begin(test)
        self.branch(self.value(node.test), body, after)
        self.begin(body)
        self._loop(node, test, after)
        self.jump(test)
        self.begin(after)

    def _loop(self, node: ast.While | ast.For, next_block: str, block_after: str) -> None:
        """The body of a loop; `continue` goes on, `break` goes out."""
        if node.orelse:
            raise NotTranslated("a loop has no else")
        self._loops.append((next_block, block_after))
        self._translate_all(node.body)
        self._loops.pop()

    def _for(self, node: ast.For) -> None:
        if not isinstance(node.target, ast.Name):
            raise NotTranslated("a loop has one variable")
        called = node.iter
        if isinstance(called, ast.Call) and self.result_of(called.func) == StaticObject(range):
            return self._range(
                node, node.target.id, [self.value(argument) for argument in called.args]
            )
        items = self.result_of(called)
        if not isinstance(items, tuple):
            raise NotTranslated("a loop is over a range or a tuple")
        out = self.new("after")
        for item in items:
            after = self.new("next")
            self._set(node.target.id, item)
            self._loop(node, after, out)
            self.jump(after)
            self.begin(after)
        self.jump(out)
        return self.begin(out)

    def _range(self, node: ast.For, name: str, arguments: list[IRValue]) -> None:
        numbers = [self.integer(number) for number in arguments]
        start = numbers[0] if len(numbers) > 1 else constant(0)
        stop = numbers[1] if len(numbers) > 1 else numbers[0]
        step = numbers[2] if len(numbers) > 2 else constant(1)
        if not step.constant:
            raise NotTranslated("a range has a constant step")
        place = self.place(INTEGER)
        test, body = self.new("for"), self.new("do")
        next_block, end_block = self.new("next"), self.new("after")
        self.add(f"store {start.typed}, ptr {place}")
        self.jump(test)
        self.begin(test)
        current = self.result(INTEGER, f"load i64, ptr {place}")
        self.branch(
            self.compared("slt" if step.constant > 0 else "sgt", current, stop), body, end_block
        )
        self.begin(body)
        self._set(name, current)
        self._loop(node, next_block, end_block)
        self.jump(next_block)
        self.begin(next_block)
        following = self.result(INTEGER, f"add nsw {current.typed}, {step.text}")
        self.add(f"store {following.typed}, ptr {place}")
        self.jump(test)
        self.begin(end_block)

    def _break(self, _node: ast.Break) -> None:
        self.jump(self._loops[-1][1])

    def _continue(self, _node: ast.Continue) -> None:
        self.jump(self._loops[-1][0])

    def _pass(self, _node: ast.Pass) -> None:
        pass

    def _return(self, node: ast.Return) -> None:
        if node.value is None:
            self.end_block("ret void")
        else:
            self._give(self.value(node.value))

    def _give(self, value: IRValue) -> None:
        kind = joined_kind(self._returned[0] or value.kind, value.kind)
        if kind != self._returned[0]:
            first = not self._returned[0]
            self._returned[0] = kind
            if not first:
                raise VariableKindChanged
        self.end_block(f"ret {self.converted(value, kind).typed}")


_STATEMENTS: Final[Mapping[type[ast.stmt], Callable[[StatementTranslator, Any], None]]] = {
    ast.Assign: StatementTranslator._assign,
    ast.AnnAssign: StatementTranslator._annotate,
    ast.AugAssign: StatementTranslator._change,
    ast.Expr: StatementTranslator._expression,
    ast.If: StatementTranslator._if,
    ast.While: StatementTranslator._while,
    ast.For: StatementTranslator._for,
    ast.Break: StatementTranslator._break,
    ast.Continue: StatementTranslator._continue,
    ast.Pass: StatementTranslator._pass,
    ast.Return: StatementTranslator._return,
}
