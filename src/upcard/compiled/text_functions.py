"""Functions made of text, whose source the translation to machine code finds."""

import linecache
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

_FILE_PREFIX: Final = "<lambda "
"""How the file of a function begins that was made of text."""

_HELD: Final = (int, str, bytes, tuple, type(None), ModuleType, BuiltinFunctionType)
"""What a function may hold apart from functions: equal values have equal texts."""


def function_of_text(text: str, names: Mapping[str, Any], module: str) -> Callable[..., int]:
    """The function of a lambda's text, in which `names` are known, as if `module` held it."""
    file = f"<{text}>"
    linecache.cache[file] = len(text), None, [text], file
    function: Callable[..., int] = eval(compile(text, file, "eval"), dict(names))
    function.__module__ = module
    return function


def is_of_text(function: Callable[..., int]) -> bool:
    """Whether a function is of `function_of_text`."""
    return isinstance(function, FunctionType) and function.__code__.co_filename.startswith(
        _FILE_PREFIX
    )


def identity_of(function: Callable[..., int]) -> str:
    """What a function is: its module and name, and the text and values that a program gave it.

    Two functions of `function_of_text` may have the same name, and other text or names in it.
    """
    assert isinstance(function, FunctionType)
    code = function.__code__
    values = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    values_held = {name: cell.cell_contents for name, cell in values.items()}
    if is_of_text(function):
        names = sorted(set(code.co_names) & function.__globals__.keys())
        values_held |= {name: function.__globals__[name] for name in names}
    parts = [f"{name}={_value(value)}" for name, value in values_held.items()]
    text = code.co_filename if is_of_text(function) else ""
    return f"{function.__module__}.{function.__qualname__}{text}[{', '.join(parts)}]"


def _value(value: object) -> str:
    if isinstance(value, FunctionType):
        return identity_of(value)
    assert isinstance(value, _HELD), f"a kernel holds {value!r}"
    return repr(value)
