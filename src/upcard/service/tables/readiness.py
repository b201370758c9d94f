"""For whom the deal waits, where players may ask for it before the betting window ends."""

from collections.abc import Set

from upcard.engine.core.table_state import AnyTable


def waited_for(state: AnyTable, ready: Set[str], robots: Set[str]) -> set[str]:
    """Who sits or has wagered, and is not `ready`; and robots that have not wagered yet."""
    wagered = {box.player for _, box in state.in_play()}
    people = {player for _, player in state.seats} | wagered | robots
    return {player for player in people if player not in (wagered if player in robots else ready)}


def may_close_early(state: AnyTable, ready: Set[str], robots: Set[str], looking: int) -> bool:
    """Whether wagers may close before the betting window ends.

    If only robots have wagered and `looking` players have the table's page open, wagers stay open
    for the whole window, so that those players can join.
    """
    robots_only = all(box.player in robots for _, box in state.in_play())
    return not waited_for(state, ready, robots) and not (robots_only and looking)
