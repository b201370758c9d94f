"""Shared by all tests: printed documents are valid, and wagers that a test makes are forgotten."""

import gc
from collections.abc import Generator, Iterator

import hypothesis
import msgspec
import pytest

from documents import check_document
from nightly import by_day
from upcard.__main__ import GARBAGE_THRESHOLDS
from upcard.cli import output
from upcard.rules import external

gc.set_threshold(*GARBAGE_THRESHOLDS)  # modules, which live until the end, are most of what is made

# The same examples each time, and no test fails because a machine is busy.
hypothesis.settings.register_profile(
    "upcard",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("upcard")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What collecting makes lives until the end: it is never searched for cycles."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_unconfigure() -> None:
    """Give back what collecting made: extension modules would warn of leaks at the end."""
    gc.unfreeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By day, what is marked `nightly` is left out; the few cases are chosen of those of `-k`."""
    chosen = by_day(items)
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]


@pytest.fixture(scope="session", autouse=True)
def validate_documents() -> Iterator[None]:
    """Validates every JSON document that a command prints against its JSON Schema."""
    encoded = output._encode

    def checked(value: object) -> bytes:
        text = encoded(value)
        check_document(msgspec.json.decode(text))
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "_encode", checked)
        yield


@pytest.fixture(autouse=True)
def forget_wagers() -> Iterator[None]:
    """Removes the wagers of `upcard.wager` after a test: the rulebook is every test's own."""
    yield
    external._MADE.clear()
