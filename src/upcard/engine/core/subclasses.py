"""The kinds of commands or events that derive from one."""

from typing import TypeVar

Base = TypeVar("Base")


def subclasses_of(base: type[Base]) -> tuple[type[Base], ...]:
    """All direct and indirect subclasses of a base, without the base."""
    children: list[type[Base]] = type.__subclasses__(base)
    return tuple(kind for child in children for kind in (child, *subclasses_of(child)))
