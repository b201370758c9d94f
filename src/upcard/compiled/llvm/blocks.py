"""Values of LLVM's text, and a function's blocks, to which instructions are added.

A value is a 64-bit integer, a double, a truth value, or a pointer to bytes, integers or doubles. A
tuple of them exists only while it is translated.
"""

import operator
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from upcard.compiled.llvm.sources import NotTranslated

INTEGER, DOUBLE, TRUTH = "i", "f", "b"
POINTERS: Final = {"B": ("i8", INTEGER), "q": ("i64", INTEGER), "d": ("double", DOUBLE)}
"""The elements that pointers point to, and the kind of what is read, by typecode."""

TYPES: Final = {INTEGER: "i64", DOUBLE: "double", TRUTH: "i1", **dict.fromkeys(POINTERS, "ptr")}


@dataclass(frozen=True, slots=True)
class IRValue:
    """A value: its kind, its text, and the number that it is, if it is a constant."""

    kind: str
    text: str
    constant: int | float | None = None

    @property
    def typed(self) -> str:
        """The text after its type."""
        return f"{TYPES[self.kind]} {self.text}"


@dataclass(frozen=True, slots=True)
class StaticObject:
    """A Python object that has no machine value, such as a function or a module."""

    value: Any


ExpressionValue: TypeAlias = "IRValue | StaticObject | tuple[ExpressionValue, ...]"
"""What an expression gives."""


def constant(number: float) -> IRValue:
    """The value of a number of Python."""
    if isinstance(number, bool):
        return IRValue(TRUTH, str(number).lower(), int(number))
    if isinstance(number, float):
        return IRValue(DOUBLE, f"0x{struct.pack('>d', number).hex().upper()}", number)
    if not -(1 << 63) <= number < 1 << 63:
        raise NotTranslated(f"{number} is too large")
    return IRValue(INTEGER, str(int(number)), int(number))


def joined_kind(one: str, other: str) -> str:
    """The kind that holds values of both kinds."""
    for kind in (DOUBLE, INTEGER, TRUTH):
        if kind in (one, other) and {one, other} <= {DOUBLE, INTEGER, TRUTH}:
            return kind
    if one != other:
        raise NotTranslated(f"{one} and {other} are not of one kind")
    return one


_OF_INTEGERS: Final[dict[str, Callable[[int, int], int]]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": operator.lshift,
    "ashr": operator.rshift,
}
"""What instructions do with constants."""

_COMPARED: Final = {
    "eq": "oeq",
    "ne": "une",
    "slt": "olt",
    "sle": "ole",
    "sgt": "ogt",
    "sge": "oge",
}
"""Comparisons of doubles, by those of integers."""


class Blocks:
    """The blocks of a function under translation.

    Local variables lie on the stack until LLVM finds registers for them.
    """

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.lines: list[str] = []
        self.block = "entry"
        self._is_open = True
        self._number = 0

    def new(self, prefix: str) -> str:
        """A name that no other has."""
        self._number += 1
        return f"{prefix}{self._number}"

    # Blocks

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.block, self._is_open = label, True

    def add(self, line: str) -> None:
        """Add an instruction; after the end of a block it is never reached."""
        if not self._is_open:
            self.begin(self.new("unreached"))
        self.lines.append(f"  {line}")

    def end_block(self, line: str) -> None:
        """Add the last instruction of a block."""
        self.add(line)
        self._is_open = False

    def jump(self, label: str) -> None:
        """Go to a block."""
        self.end_block(f"br label %{label}")

    def branch(self, condition: IRValue, yes: str, no: str) -> None:
        """Go to one of two blocks."""
        self.end_block(f"br {self.truth(condition).typed}, label %{yes}, label %{no}")

    def result(self, kind: str, line: str) -> IRValue:
        """Add an instruction with a result."""
        name = self.new("%v")
        self.add(f"{name} = {line}")
        return IRValue(kind, name)

    def place(self, kind: str) -> str:
        """A place on the stack."""
        name = self.new("%place")
        self.stack.append(f"  {name} = alloca {TYPES[kind]}")
        return name

    def either(
        self,
        condition: IRValue,
        yes: Callable[[], IRValue],
        no: Callable[[], IRValue],
    ) -> IRValue:
        """One of two values, of which only one is computed."""
        if condition.constant is not None:
            return yes() if condition.constant else no()
        labels = self.new("yes"), self.new("no"), self.new("either")
        self.branch(condition, *labels[:2])
        self.begin(labels[0])
        one = yes()
        end_of_one, so_far = self.block, len(self.lines)
        self.begin(labels[1])
        other = no()
        kind = joined_kind(one.kind, other.kind)
        other = self.converted(other, kind)
        end_of_other = self.block
        self.jump(labels[2])
        later = self.lines[so_far:]  # the kind was not known when the first value was computed
        del self.lines[so_far:]
        self._is_open = True
        one = self.converted(one, kind)
        self.jump(labels[2])
        self.lines += later
        self.begin(labels[2])
        ways = f"[{one.text}, %{end_of_one}], [{other.text}, %{end_of_other}]"
        return self.result(kind, f"phi {TYPES[kind]} {ways}")

    # Values

    def converted(self, value: IRValue, kind: str) -> IRValue:
        """The value as one of another kind, which has to hold it."""
        if value.kind == kind:
            return value
        if joined_kind(value.kind, kind) != kind:
            raise NotTranslated(f"a value of kind {value.kind} is none of kind {kind}")
        if value.constant is not None:
            return constant(float(value.constant) if kind == DOUBLE else int(value.constant))
        if value.kind == TRUTH:
            value = self.result(INTEGER, f"zext {value.typed} to i64")
        return value if kind == INTEGER else self.result(DOUBLE, f"sitofp {value.typed} to double")

    def integer(self, value: IRValue) -> IRValue:
        """A whole number; a truth value is 0 or 1."""
        return self.converted(value, INTEGER)

    def truth(self, value: IRValue) -> IRValue:
        """Whether a value is not zero."""
        if value.kind == TRUTH:
            return value
        if value.constant is not None:
            return constant(value.constant != 0)
        return self.compared("ne", value, constant(0))

    def compared(self, how: str, one: IRValue, other: IRValue) -> IRValue:
        """Compare two numbers."""
        kind = joined_kind(joined_kind(one.kind, other.kind), INTEGER)
        one, other = self.converted(one, kind), self.converted(other, kind)
        compare = f"fcmp {_COMPARED[how]}" if kind == DOUBLE else f"icmp {how}"
        return self.result(TRUTH, f"{compare} {one.typed}, {other.text}")

    def computed(self, operation: str, one: IRValue, other: IRValue) -> IRValue:
        """Add, subtract, multiply or combine the bits of two numbers."""
        bits = operation in ("and", "or", "xor")
        kind = joined_kind(one.kind, other.kind)
        kind = kind if bits else joined_kind(kind, INTEGER)
        if kind == DOUBLE and operation not in ("add", "sub", "mul", "div"):
            raise NotTranslated(f"there is no {operation} of doubles")
        one, other = self.converted(one, kind), self.converted(other, kind)
        if kind == INTEGER and isinstance(one.constant, int) and isinstance(other.constant, int):
            if operation in ("shl", "ashr") and not 0 <= other.constant < 64:
                raise NotTranslated("a shift is by 0 to 63 bits")
            return constant(_OF_INTEGERS[operation](one.constant, other.constant))
        operation = f"f{operation}" if kind == DOUBLE else operation
        return self.result(kind, f"{operation} {one.typed}, {other.text}")

    def quotient(self, one: IRValue, other: IRValue) -> IRValue:
        """The quotient of two numbers, a double."""
        return self.computed("div", self.converted(one, DOUBLE), self.converted(other, DOUBLE))

    def divided(self, one: IRValue, other: IRValue) -> tuple[IRValue, IRValue]:
        """Quotient and remainder of whole numbers, rounded down as Python does; 0 by zero."""
        one, other = self.integer(one), self.integer(other)
        nothing = constant(0)
        by_zero = None if other.constant else self.compared("eq", other, nothing)
        if by_zero is not None:
            other = self.selected(by_zero, constant(1), other)
        quotient = self.result(INTEGER, f"sdiv {one.typed}, {other.text}")
        rest = self.result(INTEGER, f"srem {one.typed}, {other.text}")
        signs = self.compared("slt", self.computed("xor", rest, other), nothing)
        below = self.computed("and", signs, self.compared("ne", rest, nothing))
        quotient = self.computed("sub", quotient, below)
        rest = self.computed("add", rest, self.selected(below, other, nothing))
        if by_zero is None:
            return quotient, rest
        return self.selected(by_zero, nothing, quotient), self.selected(by_zero, nothing, rest)

    def selected(self, condition: IRValue, yes: IRValue, no: IRValue) -> IRValue:
        """One of two values that are computed already."""
        kind = joined_kind(yes.kind, no.kind)
        yes, no = self.converted(yes, kind), self.converted(no, kind)
        return self.result(kind, f"select {condition.typed}, {yes.typed}, {no.typed}")

    # Memory

    def address(self, pointer: IRValue, index: IRValue) -> IRValue:
        """The address of an element."""
        offset, element = self.integer(index), POINTERS[pointer.kind][0]
        return self.result(
            pointer.kind, f"getelementptr {element}, {pointer.typed}, {offset.typed}"
        )

    def read(self, address: IRValue) -> IRValue:
        """The element at an address."""
        element, kind = POINTERS[address.kind]
        value = self.result(kind, f"load {element}, {address.typed}")
        return self.result(kind, f"zext i8 {value.text} to i64") if element == "i8" else value

    def write(self, address: IRValue, value: IRValue) -> None:
        """Set the element at an address."""
        element, kind = POINTERS[address.kind]
        value = self.converted(value, kind)
        if element == "i8":
            value = self.result(kind, f"trunc {value.typed} to i8")
        self.add(f"store {element} {value.text}, {address.typed}")
