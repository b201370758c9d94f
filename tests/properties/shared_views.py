"""What several views of one table have in common is made once."""

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from upcard.engine import views
from upcard.engine.core.flow import Flow

PARTS: Final = (
    *((views, name) for name in ("view", "sign_view", "service_view", "floor_view")),
    *((Flow, name) for name in ("question", "due")),
)
"""The functions of which `view_for` puts the view of a table together."""

_MADE: Final[dict[tuple[object, ...], tuple[object, object]]] = {}
"""What a function gave for some arguments, beside these: no other object has their identity."""


@pytest.fixture(scope="module", autouse=True)
def share_views() -> Iterator[None]:
    """Each part of a view is made once for the same table, until `forget_views`."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in PARTS:
            patch.setattr(owner, name, _once(getattr(owner, name)))
        yield
    forget_views()


def forget_views() -> None:
    """Makes the next views anew."""
    _MADE.clear()


def _once(make: Callable[..., Any]) -> Callable[..., Any]:
    def made(*arguments: object) -> object:
        key = make, *map(_identity, arguments)
        found = _MADE.get(key)
        if found is None:
            found = _MADE[key] = make(*arguments), arguments
        return found[0]

    return made


def _identity(argument: object) -> object:
    return argument if isinstance(argument, str) else id(argument)
