"""Packs a classifier with all that it reads, so that another process can run the very function.

Packed are the function's code, and the numbers, tuples and functions that it reads by name; a
function of upcard or of a library is named, not packed. The same function always packs to the same
bytes, of which a digest names it.
"""

import builtins
import dis
import hashlib
import marshal
from collections.abc import Callable
from importlib import import_module
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from upcard.cards.kernel import KERNELS, kernel
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

FORMAT: Final = 2
"""The version of marshal without references, in which equal functions have equal bytes."""

_CONSTANT: Final = (int, str, bytes, type(None), tuple)

Ref: TypeAlias = tuple[Any, ...]
"""What a name stands for: a constant, a packed function by number, or a named thing."""


def pack(*functions: Callable[..., Any]) -> bytes:
    """The functions as bytes; raises `BadInput` for one that reads what cannot be packed."""
    packer = _Packer()
    roots = [packer.refer(function, function.__name__) for function in functions]
    return marshal.dumps((roots, packer.packed), FORMAT)


def digest_of(*functions: Callable[..., Any]) -> str:
    """A digest (hex) of the functions and all that they read; raises as `pack` does."""
    return hashlib.sha256(pack(*functions)).hexdigest()


def unpack(packed: bytes, module: str) -> list[Callable[..., Any]]:
    """The functions of `pack`, as functions of a module; those that were kernels are kernels."""
    roots, parts = marshal.loads(packed)
    functions = [_empty(part, module) for part in parts]
    for function, part in zip(functions, parts, strict=True):
        function.__globals__.update(
            {name: _value(ref, functions) for name, ref in part["globals"].items()}
        )
        for cell, ref in zip(function.__closure__ or (), part["closure"], strict=True):
            cell.cell_contents = _value(ref, functions)
        if part["kernel"]:
            kernel(function)
    return [_value(root, functions) for root in roots]


class _Packer:
    """Packs functions, each once."""

    def __init__(self) -> None:
        self.packed: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}

    def refer(self, value: Any, name: str) -> Ref:
        """The reference to a value; packs it where it is a function of somebody's own."""
        if isinstance(value, FunctionType):
            if (value.__module__ or "").startswith("upcard."):
                return ("named", value.__module__, value.__qualname__)
            return ("function", self._pack(value))
        if isinstance(value, BuiltinFunctionType):
            return ("named", value.__module__, value.__qualname__)
        if isinstance(value, ModuleType):
            return ("module", value.__name__)
        if isinstance(value, _CONSTANT):
            return ("constant", value)
        raise BadInput(
            f"its code reads {quoted(name)}, which is no whole number, no tuple of them and no "
            "function."
        )

    def _pack(self, function: FunctionType) -> int:
        if id(function) in self._numbers:
            return self._numbers[id(function)]
        number = self._numbers[id(function)] = len(self.packed)
        part: dict[str, Any] = {"name": function.__name__, "kernel": function in KERNELS}
        self.packed.append(part)
        module_globals = function.__globals__
        names = [name for name in sorted(_names(function.__code__)) if name in module_globals]
        part["code"] = function.__code__
        part["defaults"] = function.__defaults__
        part["globals"] = {name: self.refer(module_globals[name], name) for name in names}
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        part["closure"] = [self.refer(cell.cell_contents, name) for name, cell in cells]
        return number


def _names(code: CodeType) -> set[str]:
    """The global names that code reads, with those of the functions within it."""
    read_here = {
        instruction.argval
        for instruction in dis.get_instructions(code)
        if instruction.opname == "LOAD_GLOBAL"
    }
    return read_here.union(*(_names(part) for part in code.co_consts if isinstance(part, CodeType)))


def _empty(part: dict[str, Any], module: str) -> FunctionType:
    """A packed function without what it reads."""
    module_globals: dict[str, Any] = {"__name__": module, "__builtins__": builtins}
    cells = tuple(CellType() for _ in part["closure"])
    function = FunctionType(part["code"], module_globals, part["name"], part["defaults"], cells)
    function.__module__ = module
    return function


def _value(ref: Ref, functions: list[FunctionType]) -> Any:
    kind, *fields = ref
    if kind == "function":
        return functions[fields[0]]
    if kind == "module":
        return import_module(fields[0])
    if kind == "named":
        value: Any = import_module(fields[0])
        for name in fields[1].split("."):
            value = getattr(value, name)
        return value
    return fields[0]
