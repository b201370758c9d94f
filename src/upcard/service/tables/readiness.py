"""For whom the deal or the next round waits, where players may ask for it before the clock ends."""

from collections.abc import Set

from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable


def waited_for(state: AnyTable, ready: Set[str], robots: Set[str]) -> set[str]:
    """For whom the deal waits, or once a round is settled the next one.

    The deal waits for those who sit or have wagered and are not `ready`, and for robots that have
    not wagered yet; the next round for people alone.
    """
    if state.phase == Phase.SETTLED:
        return players_of(state, robots) - ready
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


def players_of(state: AnyTable, robots: Set[str]) -> set[str]:
    """The people who sit or have a wager in the round."""
    wagered = {box.player for _, box in state.in_play()}
    return ({player for _, player in state.seats} | wagered) - robots


def may_go_on(state: AnyTable, ready: Set[str], robots: Set[str]) -> bool:
    """Whether all people who played a settled round have asked for the next one.

    So too where a dealer has cleared the table by hand.
    """
    people = players_of(state, robots)
    return state.phase != Phase.SETTLED or (bool(people) and people <= ready)
