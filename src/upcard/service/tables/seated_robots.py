"""The robots that play at a table: what they wager, and how they answer."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from upcard.cards.shuffle import Bits
from upcard.engine.core.commands import Command, PlaceWager
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import question_of
from upcard.host.scripts.robots import Robot


class SeatedRobots:
    """Robots at positions of one table; `names` maps the positions to the robots' names."""

    def __init__(self, names: Mapping[int, str], bits: Bits) -> None:
        self._at = dict(names)
        self._robots = {position: Robot(position, bits) for position in names}
        self.names = frozenset(names.values())

    def wagers(self, state: AnyTable) -> Iterator[tuple[str, list[Command]]]:
        """Of each robot that has not wagered yet, its name and its wagers."""
        wagered = {position for position, _ in state.in_play()}
        for position, robot in self._robots.items():
            if position not in wagered:
                name = self._at[position]
                yield name, [_with_name(wager, name) for wager in robot.wagers(state.rules)]

    def is_asked(self, state: AnyTable, question: PlayerQuestion) -> bool:
        """Whether the question is for a robot."""
        return self._at.get(question.position) == state.player_at(question.position)

    def answer(self, state: AnyTable, question: PlayerQuestion) -> tuple[Command, str]:
        """The answer to a question for a robot, and the robot's name."""
        return self._robots[question.position].answer(state, question), self._at[question.position]

    def answers(self, state: AnyTable) -> Iterator[tuple[Command, str]]:
        """The answers, with the robots' names, of the robots that are asked."""
        for position, name in self._at.items():
            pending = question_of(state, name)
            if pending is not None:
                yield self._robots[position].answer(state, pending), name


def _with_name(command: Command, name: str) -> Command:
    assert isinstance(command, PlaceWager)
    return replace(command, player=name)
