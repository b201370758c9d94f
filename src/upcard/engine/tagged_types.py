"""The types of commands and events that journals hold: those of every game that is known.

They are those of upcard's own modules and of every variation, own or from outside: what its parts
name, and what the modules of its package define. All are known before the first record is written
or read, so that each process reads what another has written.
"""

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from upcard.engine.core import jackpot_events as _jackpot_events  # noqa: F401 - defines events
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.merging import refuse_shared_tags
from upcard.engine.core.subclasses import subclasses_of
from upcard.engine.play import known_flows
from upcard.rules.external import external_variations

Kind = TypeVar("Kind", bound=Command | Event)


@cache
def command_types() -> tuple[type[Command], ...]:
    """The types of commands; raises `PartsCollide` for two with the same tag."""
    return _known(Command, (kind for flow in known_flows() for kind in flow.commands))


@cache
def event_types() -> tuple[type[Event], ...]:
    """The types of events; raises `PartsCollide` for two with the same tag."""
    return _known(Event, (kind for flow in known_flows() for kind in flow.events))


def _known(base: type[Kind], in_flows: Iterable[type[Kind]]) -> tuple[type[Kind], ...]:
    """What flows name of a kind, and what the modules of upcard and of variations define."""
    variations = external_variations().values()
    packages = ("upcard.", *(f"{variation.package}." for variation in variations))
    defined = (kind for kind in subclasses_of(base) if kind.__module__.startswith(packages))
    kinds = tuple(dict.fromkeys((*defined, *in_flows)))
    refuse_shared_tags(kinds)
    return kinds
