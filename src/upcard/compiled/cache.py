"""Caches machine code between runs, in one folder for each state of the sources.

A kernel holds the machine code of all functions that it calls, from many files. So the folder is
named by a digest of every source file that may hold a kernel, of the compiler and of the processor.
Nothing in it can be out of date.
"""

import hashlib
import platform
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from llvmlite import __version__ as llvmlite_version  # type: ignore[import-untyped] # no types
from llvmlite import binding

from upcard.compiled.text_functions import identity_of, is_of_text
from upcard.rules.external import WAGER_MODULES, external_wagers
from upcard.text.user_cache import is_mine, user_cache
from upcard.wagers.own.packing import digest_of

PACKAGE: Final = Path(__file__).parent.parent
SOURCES: Final = ("cards", "compiled", "games", "progressives", "wagers")
"""The package folders that hold kernels or compile them."""

NAME: Final = "kernels-"
STATES_KEPT: Final = 8

_DIGEST_BYTES: Final = 32


def read(name: str) -> bytes | None:
    """The content kept under a name; None if there is none, or it is damaged."""
    try:
        stored = (folder() / name).read_bytes()
    except OSError:
        return None
    content = stored[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == stored[:_DIGEST_BYTES] else None


def write(name: str, content: bytes) -> None:
    """Keep content under a name; does nothing where the folder cannot be written."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder(), delete=False) as file:
            file.write(hashlib.sha256(content).digest() + content)
        Path(file.name).replace(folder() / name)
    except OSError:
        return


@cache
def folder() -> Path:
    """The cache folder for this state of the sources, created if missing.

    If the user's cache folder cannot be written, or someone else can write to it, this is a new,
    empty temporary folder: code that others may have left is never loaded.
    """
    mine = user_cache() / "upcard" / f"{NAME}{AT_START}"
    try:
        if not mine.is_dir():
            mine.mkdir(mode=0o700, parents=True, exist_ok=True)
            _forget_the_oldest(mine.parent)
        if not is_mine(mine):
            return Path(tempfile.mkdtemp(prefix="upcard-"))
        with tempfile.TemporaryFile(dir=mine):
            return mine
    except OSError:
        return Path(tempfile.mkdtemp(prefix="upcard-"))


def _forget_the_oldest(home: Path) -> None:
    """Remove all but the newest folders of earlier states; a running process compiles again."""
    others = sorted(home.glob(f"{NAME}*"), key=lambda file: file.stat().st_mtime, reverse=True)
    for old in others[STATES_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def digest() -> str:
    """The digest of sources, compiler and processor that names the folder."""
    sha256 = hashlib.sha256()
    for file in sorted(file for name in SOURCES for file in (PACKAGE / name).rglob("*.py")):
        sha256.update(str(file.relative_to(PACKAGE)).encode())
        sha256.update(file.read_bytes())
    sha256.update(_numba_version())
    versions = (llvmlite_version, platform.python_version())
    processor = (binding.get_process_triple(), binding.get_host_cpu_name())
    features = binding.get_host_cpu_features().flatten()
    sha256.update("\n".join((*versions, *processor, features)).encode())
    return sha256.hexdigest()[:32]


def _numba_version() -> bytes:
    """The file with numba's version, read without importing numba, which takes half a second."""
    spec = find_spec("numba")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("_version.py").read_bytes()


AT_START: Final = digest()
"""The digest when this process started, whose sources it runs even if files are edited later."""


def is_kept(function: Callable[..., int]) -> bool:
    """Whether code that calls a function is cached: one of this package, or of an outside wager.

    The folder's digest covers the files of this package; `name_with` covers the rest.
    """
    return _is_ours(function) or _is_of_a_wager(function)


def name_with(name: str, uses: Iterable[Callable[..., int]]) -> str:
    """The name under which code that calls these functions is cached.

    A digest of what the folder's digest does not cover is appended: the functions of wagers from
    outside, with all that they read, and the functions that were made of text.
    """
    parts = {digest_of(function) for function in uses if _is_of_a_wager(function)}
    parts |= {identity_of(function) for function in uses if is_of_text(function)}
    digest_of_parts = hashlib.sha256("".join(sorted(parts)).encode()).hexdigest()
    return f"{name}-{digest_of_parts[:32]}" if parts else name


def _is_ours(function: Callable[..., int]) -> bool:
    return function.__module__.startswith("upcard.")


def _is_of_a_wager(function: Callable[..., int]) -> bool:
    modules = {WAGER_MODULES, *(wager.module for wager in external_wagers().values())}
    packages = {module.rpartition(".")[0] or module for module in modules}
    return any(
        f"{function.__module__}.".startswith(f"{package}.") for package in packages | modules
    )
