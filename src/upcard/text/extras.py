"""The extras of the installation: what each brings, and the sentence where one is missing.

`pip install upcard` brings the library and the command line. What serves tables, keeps journals or
draws papers comes with an extra of `pyproject.toml`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from upcard.text.errors import UpcardError

EXTRAS: Final = {
    "server": (
        *("alembic", "anyio", "argon2", "cryptography", "fastapi", "httpx", "itsdangerous"),
        *("nicegui", "prometheus_client", "pydantic", "pyotp", "pyrage", "segno", "sqlalchemy"),
        *("starlette", "uvicorn", "websockets", "zxcvbn"),
    ),
    "postgres": ("psycopg",),
    "traces": ("opentelemetry",),
    "papers": ("PIL", "matplotlib", "typst"),
    "parquet": ("pyarrow",),
    "cluster": ("distributed",),
    "rl": ("gymnasium", "pettingzoo"),
    "cuda": ("numba_cuda",),
}
"""The packages that each extra brings, by the names under which they are imported."""


class MissingExtra(UpcardError, ImportError):
    """A requested part of upcard lacks packages that are not installed; the message names them."""


@contextmanager
def needs_extras(purpose: str) -> Iterator[None]:
    """A context in which a missing package raises `MissingExtra`, which names its extra.

    `purpose` is what cannot be done without it, such as "`upcard serve`". Works as a decorator too.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        for extra, packages in EXTRAS.items():
            if package in packages:
                raise MissingExtra(
                    f"{purpose} needs the extra {extra}: pip install 'upcard[{extra}]'."
                ) from None
        raise
