"""Compiles functions to machine code and caches it.

A function is compiled once. Its object code is cached and linked by LLVM's own loader in about a
millisecond. The code refers to nothing but the two addresses that it is passed. Kernels are
translated for LLVM here (`compiled.llvm`); numba is imported only for functions that this
translation does not know.
"""

import ctypes
from array import array
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Final, TypeAlias

from llvmlite import binding  # type: ignore[import-untyped] # it has no types

from upcard.compiled import cache as kernel_cache

Results: TypeAlias = "array[int] | array[float]"
"""int64 values, or doubles of typecode "d"."""

Kernel: TypeAlias = Callable[[Results, Results], None]
"""A compiled function of an array to read and an array to write."""

Raw: TypeAlias = Callable[[Any, Any], None]
"""The Python source of a kernel: `data` and `out` are pointers that are only indexed."""

Compile: TypeAlias = Callable[..., Kernel]
"""Makes a kernel as `compiled` does, for this processor or for a device."""

_NATIVE_TYPE: Final = "i32 (ptr, ptr, ptr, ptr)"
"""numba's signature for two pointers, after one for the result and one for exceptions."""

_PROTOTYPE: Final = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 4)


def compiled(
    name: str, make: Callable[[], Raw], *uses: Callable[..., int], codes: str = "qq"
) -> Kernel:
    """The function returned by `make` as machine code, cached under `name`.

    `uses` are the functions that it calls; code is cached only if the digest of the sources, or the
    name, covers all of them. `codes` are the typecodes of the arrays read and written.
    """
    keeps = all(kernel_cache.is_kept(function) for function in uses)
    name = kernel_cache.name_with(name, uses) if keeps else name
    content = kernel_cache.read(name) if keeps else None
    if content is not None:
        return _load(content, codes)
    content, kernel = machine_code(make(), *uses, codes=codes)
    if keeps and content is not None:
        kernel_cache.write(name, content)
    return kernel


def is_cached_code(name: str, *uses: Callable[..., int]) -> bool:
    """Whether the code of `compiled` is cached; `uses` may leave out functions of upcard itself."""
    return kernel_cache.read(kernel_cache.name_with(name, uses)) is not None


def machine_code(
    function: Raw, *uses: Callable[..., int], codes: str = "qq"
) -> tuple[bytes | None, Kernel]:
    """A function as machine code, not cached; with it the content to keep, if it can be kept."""
    content = _translate(function, codes)
    if content is None:
        content, numba_function = _compile_with_numba(function, codes, uses)
        if content is None:  # this numba has another calling convention: call through numba
            return None, _kernel_calling(
                lambda data, out: numba_function(_pointer(data, codes[0]), _pointer(out, codes[1])),
                codes,
            )
    return content, _load(content, codes)


def _translate(function: Raw, codes: str) -> bytes | None:
    """The symbol and object code of a kernel; None where the translation does not know it."""
    from upcard.compiled.llvm.sources import NotTranslated  # noqa: PLC0415 - kept code needs no compiler
    from upcard.compiled.llvm.translate import SYMBOL, translate  # noqa: PLC0415 - kept code needs no compiler

    try:
        text = translate(function, codes)
    except NotTranslated:
        return None
    return _object_code(binding.parse_assembly(text), SYMBOL)


def _compile_with_numba(
    function: Raw, codes: str, uses: tuple[Callable[..., int], ...]
) -> tuple[bytes | None, Any]:
    """Symbol and object code as numba makes them, None if unknown, and the function it calls."""
    from upcard.compiled import registry  # noqa: PLC0415 - imports numba, which takes long

    registry.register(*uses)
    text, numba_function = registry.compile_function(function, codes)
    module = binding.parse_assembly(text)
    defined = [symbol for symbol in module.functions if not symbol.is_declaration]
    names = {symbol.name for symbol in defined}
    has_wrapper = [symbol for symbol in defined if f"cfunc.{symbol.name}" in names]
    if len(has_wrapper) != 1 or str(has_wrapper[0].global_value_type) != _NATIVE_TYPE:
        return None, numba_function
    return _object_code(module, has_wrapper[0].name), numba_function


_KINDS: Final[dict[str, Any]] = {"q": ctypes.c_int64, "d": ctypes.c_double, "B": ctypes.c_uint8}


def _pointer(address: int, typecode: str) -> Any:
    return ctypes.cast(address, ctypes.POINTER(_KINDS[typecode]))


def _kernel_calling(function: Callable[[int, int], Any], codes: str) -> Kernel:
    def call(data: Results, out: Results) -> None:
        assert data.typecode + out.typecode == codes, f"int64 is q; this kernel takes {codes}"
        function(data.buffer_info()[0], out.buffer_info()[0])

    return call


_NUMBERS: Final = count()
"""Of the libraries that are loaded, by any thread."""


def _load(content: bytes, codes: str) -> Kernel:
    """Link cached code: its symbol, a line break, its object code."""
    symbol, _, code = content.partition(b"\n")
    jit = _loader()
    builder = binding.JITLibraryBuilder().add_object_img(code).export_symbol(symbol.decode())
    library = builder.link(jit, f"kernel-{next(_NUMBERS)}")
    native = _PROTOTYPE(library[symbol.decode()])

    def call(data: int, out: int, _alive: Any = (jit, library)) -> None:  # as long as the code
        result, exception = ctypes.c_int64(), ctypes.c_int64()
        status = native(ctypes.addressof(result), ctypes.addressof(exception), data, out)
        assert status == 0, "kernels do not raise"

    return _kernel_calling(call, codes)


def _object_code(module: Any, symbol: str) -> bytes | None:
    """The symbol and object code of a function in a module; None if it calls others outside.

    numba's modules also have a wrapper that reports exceptions to Python. Only the function itself
    is kept, optimized together with all that it calls, so that it needs no external symbol.
    """
    machine = _machine()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    tuning = binding.create_pipeline_tuning_options(3)
    tuning.slp_vectorization = True
    builder = binding.create_pass_builder(machine, tuning)
    cleaning = binding.create_new_module_pass_manager()
    cleaning.add_global_dead_code_eliminate_pass()
    for passes in (cleaning, builder.getModulePassManager()):
        passes.run(module, builder)
    values = (*module.functions, *module.global_variables)
    declared = [value.name for value in values if value.is_declaration]
    if not all(name.startswith("llvm.") for name in declared):
        return None
    return symbol.encode() + b"\n" + bytes(machine.emit_object(module))


@cache
def _machine() -> Any:
    """The target machine of this processor."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=3, jit=True
    )


@cache
def _loader() -> Any:
    """LLVM's loader; threads that ask for it at once may get one each."""
    return binding.create_lljit_compiler(_machine())
