"""For whom the deal waits, where players may ask for it before the betting window ends."""

from collections.abc import Set

from upcard.engine.core.table_state import AnyTable


def waited_for(state: AnyTable, ready: Set[str], robots: Set[str]) -> set[str]:
    """Who sits or has wagered, and is not `ready`; and robots that have not wagered yet."""
    wagered = {box.player for _, box in state.in_play()}
    people = {player for _, player in state.seats} | wagered | robots
    return {player for player in people if player not in (wagered if player in robots else ready)}


def nobody_is_waited_for(state: AnyTable, ready: Set[str], robots: Set[str], looking: int) -> bool:
    """Whether wagers may close before the betting window ends.

    Where robots alone play and players look at the table, so many as `looking`, these have the
    whole window to join.
    """
    robots_only = all(box.player in robots for _, box in state.in_play())
    return not waited_for(state, ready, robots) and not (robots_only and looking)
