"""Functions made of text, whose source the translation to machine code finds."""

import linecache
from collections.abc import Callable, Mapping
from typing import Any


def make_function(text: str, names: Mapping[str, Any], module: str) -> Callable[..., int]:
    """The function of a lambda's text, in which `names` are known, as if `module` held it."""
    file = f"<{text}>"
    linecache.cache[file] = len(text), None, [text], file
    function: Callable[..., int] = eval(compile(text, file, "eval"), dict(names))
    function.__module__ = module
    return function
