"""Kernels translated for LLVM give what Python gives; numba compiles what is not translated."""

import linecache
import random
from array import array
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType
from typing import Any, Final

import pytest

from upcard import cards, games, progressives, wagers
from upcard.cards.kernel import KERNELS
from upcard.compiled.llvm.sources import NotTranslated
from upcard.compiled.llvm.translate import translate
from upcard.compiled.native import machine_code
from upcard.compiled.text_functions import function_of_text

SEED: Final = 19
CALLS: Final = 300

Kernel = Callable[..., Any]


def calling(function: Kernel, parameters: int, calls: int) -> Kernel:
    """A kernel that calls a function with arguments that stand one after another."""
    given = ", ".join(f"data[{parameters} * at + {place}]" for place in range(parameters))
    value_of = function_of_text(
        f"lambda data, at: function({given})", {"function": function}, __name__
    )

    def loops(data: Any, out: Any) -> None:
        for at in range(calls):
            out[at] = value_of(data, at)

    return loops


def compare(function: Kernel, arguments: list[tuple[int, ...]], codes: str = "qq") -> None:
    """Asserts that a function gives the same translated, for each of the arguments."""
    loops = calling(function, len(arguments[0]), len(arguments))
    assert isinstance(loops, FunctionType)
    translate(loops, codes)
    _, kernel = machine_code(loops, codes=codes)
    out = array(codes[1], [0]) * len(arguments)
    kernel(array(codes[0], [number for each in arguments for number in each]), out)
    assert list(out) == [function(*each) for each in arguments]


def some(parameters: int, low: int, high: int) -> list[tuple[int, ...]]:
    chance = random.Random(SEED)
    return [tuple(chance.randint(low, high) for _ in range(parameters)) for _ in range(CALLS)]


# The language


def rounded_down(a: int, b: int) -> int:
    divisor = b if b != 0 else 7
    return a // divisor * 1_000 + a % divisor * 10 + a // 8 + a % -8 + a // -3


def bits(a: int, b: int) -> int:
    return (a << 3 ^ b) & ~a | (b >> 2) - (-a)


def chained(a: int, b: int, c: int) -> int:
    return (
        (a < b <= c) + 2 * (a == b != c) + 4 * (not a) + 8 * (a in (b, c)) + 16 * (a not in (1, 2))
    )


def either(a: int, b: int) -> int:
    return (a and b) + 100 * (a or b) + 10_000 * ((a > 2 and b > 2) or a < -2)


def chosen(a: int, b: int) -> int:
    numbers = (a, 5, b, 11)
    first, (second, third) = a, (b, numbers[-1])
    first, second = second, first
    return numbers[a & 3] + numbers[-(b & 3) - 1] * first + second + third + len(numbers)


def outmost(a: int, b: int, c: int) -> int:
    return min(a, b, c) + 100 * max(a, b) + 10_000 * max((b, c)) + abs(a)


def looped(a: int, b: int) -> int:
    total = 0
    for row in range(a & 7):
        for column in range(b & 7, -3, -2):
            if column == row:
                continue
            if total > 90:
                break
            total += 3 * row + column
        for number in (a, b, 4):
            if number == 3:
                break
            total += number
    while total > 50:
        total -= 1 + total // 3
    return total


def widened(a: int, b: int) -> int:
    share: float = 1
    found: int = a < b
    if found:
        share = a / 4
    found = b
    return int(share * 1.5) + int(float(a) - b / 8) + found + (1 if share > 2.5 else -1)


def annotated(a: int, b: int) -> int:
    """Its docstring is no statement."""
    total: int = a
    total = last = total + b
    total *= 3
    if a > b:
        pass
    elif a == b:
        return -1
    else:
        last -= 1
    return total + last


LANGUAGE: Final = {
    rounded_down: 2,
    bits: 2,
    chained: 3,
    either: 2,
    chosen: 2,
    outmost: 3,
    looped: 2,
    widened: 2,
    annotated: 2,
}


@pytest.mark.parametrize("function", LANGUAGE, ids=lambda function: function.__name__)
def test_what_python_gives(function: Kernel) -> None:
    compare(function, some(LANGUAGE[function], -5, 5))
    compare(function, some(LANGUAGE[function], -(10**6), 10**6))


def test_division_by_zero_gives_zero() -> None:
    """As with numba: kernels raise nothing."""

    def divided(a: int, b: int) -> int:
        return a // b + a % b

    _, kernel = machine_code(calling(divided, 2, 1))
    out = array("q", [5])
    kernel(array("q", [7, 0]), out)
    assert out[0] == 0


def test_what_does_not_decide_is_not_read() -> None:
    def guarded(data: Any, out: Any) -> None:
        far = 1 << 50
        out[0] = 3 if data[0] == 0 or data[far] > 0 else 4
        out[1] = 5 if data[0] == 0 else data[far]
        out[2] = 1 if 1 < data[0] < data[far] else 2

    _, kernel = machine_code(guarded)
    out = array("q", [0, 0, 0])
    kernel(array("q", [0]), out)
    assert list(out) == [3, 5, 2]


def test_doubles_are_added_in_order() -> None:
    def summed(data: Any, out: Any) -> None:
        out[0] = 0
        for at in range(1_000):
            out[0] += data[at] / (at + 1)
            out[1] = -out[0] * 0.1

    given = array("d", [random.Random(SEED).random() for _ in range(1_000)])
    out, expected = array("d", [0, 0]), array("d", [0, 0])
    _, kernel = machine_code(summed, codes="dd")
    kernel(given, out)
    summed(given, expected)
    assert out == expected


def test_bytes_are_numbers_without_a_sign() -> None:
    def copied(shoe: Any, ints: Any) -> None:
        ints[0] = shoe[0] - shoe[1]
        shoe[0] = ints[1]

    shoe, ints = array("B", [3, 250]), array("q", [0, 511])
    machine_code(copied, codes="Bq")[1](shoe, ints)
    assert (ints[0], shoe[0]) == (-247, 255)


def test_every_kernel_of_the_package_gives_what_python_gives() -> None:
    """With cards as arguments; a kernel that looks a number up has none for some of them."""
    for folder in (cards, games, progressives, wagers):
        for module in walk_packages(folder.__path__, f"{folder.__name__}."):
            import_module(module.name)
    kernels = [kernel for kernel in KERNELS if kernel.__module__.startswith("upcard.")]
    assert len(kernels) > 100
    for kernel in kernels:
        arguments = []
        for each in some(kernel.__code__.co_argcount, 0, 51)[:60]:
            try:
                kernel(*each)
            except (IndexError, ValueError, ZeroDivisionError):
                continue
            arguments.append(each)
        if arguments:
            compare(kernel, arguments)


# What numba compiles


def by_name(a: int) -> int:
    return annotated(a=a, b=2)


def calls_itself(a: int) -> int:
    return 1 if a <= 1 else a * calls_itself(a - 1)


def listed(a: int) -> int:
    numbers = [a, 2]
    return numbers[0] + numbers[1]


def powered(a: int) -> int:
    return a**2


def paired(a: int) -> int:
    return sum(other - one for one, other in pairwise((a, 3, 9)))


@pytest.mark.parametrize("function", [by_name, calls_itself, listed, powered, paired])
def test_the_rest_is_not_translated(function: Kernel) -> None:
    loops = calling(function, 1, 1)
    with pytest.raises(NotTranslated):
        translate(loops, "qq")


def test_numba_compiles_the_rest() -> None:
    def loops(data: Any, out: Any) -> None:
        for at in range(3):
            out[at] = by_name(data[at])

    _, kernel = machine_code(loops, by_name, annotated)
    out = array("q", [0, 0, 0])
    kernel(array("q", [1, 2, 3]), out)
    assert list(out) == [by_name(1), by_name(2), by_name(3)]


def test_a_number_beyond_64_bits_is_not_translated() -> None:
    loops = calling(function_of_text("lambda a: a & 0xFFFFFFFFFFFFFFFF", {}, __name__), 1, 1)
    with pytest.raises(NotTranslated, match="too large"):
        translate(loops, "qq")


def test_a_source_that_was_edited_since_is_not_translated(tmp_path: Path) -> None:
    """What runs is the code that was loaded, not what its file holds by now."""
    file = tmp_path / "edited.py"
    file.write_text("def kernel(a):\n    return a + 1\n")
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    file.write_text("def kernel(a):\n    return a + 2\n")
    linecache.checkcache(str(file))
    with pytest.raises(NotTranslated, match="not the source"):
        translate(calling(names["kernel"], 1, 1), "qq")


def test_two_functions_of_one_line_are_not_told_apart() -> None:
    one, other = (lambda a: a + 1), (lambda a: a + 2)
    for function in (one, other):
        with pytest.raises(NotTranslated, match="not alone"):
            translate(calling(function, 1, 1), "qq")
