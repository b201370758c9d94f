"""Simulations that run beside the floor: in threads, one for each person, few at a time."""

from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

import msgspec

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Principal

if TYPE_CHECKING:
    from upcard.simulation.run import Progress, Result

MOST_ROUNDS: Final = 100_000_000
MOST_SEATS: Final = 7

AT_A_TIME: Final = 2
"""Simulations in a process: the tables go on beside them."""

POINTS: Final = 240
"""Points of a course at most; from then on every other one is dropped."""


class SimulationRequest(msgspec.Struct, frozen=True):
    """What is simulated: the best play at so many seats of a table."""

    rules: TableRules
    rounds: int
    seed: int
    seats: int = 1
    fresh_shoe: bool = False


class RunningSimulation:
    """A simulation under way, told as it goes; read it from any thread.

    `step` says in words what is being done. `course` holds the progress at growing numbers of
    rounds, `exact` the expected value of the `wager` whose mean it follows, where it is known.
    Once `over`, there is a `result` or a `problem`: one sentence.
    """

    def __init__(self, request: SimulationRequest) -> None:
        self.request: Final = request
        self.step = "Working out the best play …"
        self.wager = ""
        self.exact: float | None = None
        self.points: tuple[Progress, ...] = ()
        self.result: Result | None = None
        self.problem = ""
        self.over = False
        self._stopped = False

    def stop(self) -> None:
        """Deal no further: what was dealt is the result."""
        self._stopped = True

    @property
    def stopped(self) -> bool:
        """Whether somebody asked for an end."""
        return self._stopped

    def run(self) -> None:
        """Simulate until the last round, or until it is stopped."""
        try:
            self.result = self._simulated()
        except BadInput as error:
            self.problem = str(error)
        except KeyboardInterrupt:  # stopped before anything was dealt
            self.problem = "Stopped before a round was dealt."
        except Exception:
            self.problem = "The simulation failed: the server's log says why."
            raise
        finally:
            self.over = True

    def _simulated(self) -> "Result":
        # What is compiled takes its time to import: the first simulation does, not the floor.
        from upcard.analysis.controls import with_controls  # noqa: PLC0415
        from upcard.analysis.players import player_of  # noqa: PLC0415
        from upcard.simulation.games.families import family_of  # noqa: PLC0415
        from upcard.simulation.run import (  # noqa: PLC0415
            Progress,
            is_compiled,
            processors,
            simulate,
        )

        request = self.request
        player = player_of(request.rules, "total")
        self._go_on()
        plan = family_of(request.rules).plan(
            request.rules, player.strategy, seats=request.seats, fresh_shoe=request.fresh_shoe
        )
        self.wager = plan.columns[0].name
        self.exact = player.expected.get(self.wager)
        if not is_compiled(request.rules, player.strategy):
            self.step = "Compiling what this table needs: some seconds, the first time alone …"
        dealt = simulate(
            request.rules,
            player.strategy,
            request.rounds,
            request.seed,
            workers=max(1, processors() - 1),
            fresh_shoe=request.fresh_shoe,
            seats=request.seats,
            progress=self._follow,
        )
        first = dealt.wagers[0]
        last = Progress(dealt.rounds, dealt.seconds, first.mean, first.standard_error)
        self.points = (*self.points, last)
        return with_controls(dealt, player.expected)

    def _follow(self, progress: "Progress") -> None:
        self.step = "Dealing …"
        course = (*self.points, progress)
        self.points = course[::2] if len(course) > POINTS else course
        self._go_on()

    def _go_on(self) -> None:
        """An interrupt is how a simulation is told to give what there is."""
        if self._stopped:
            raise KeyboardInterrupt


class Laboratory:
    """The simulations of one process."""

    def __init__(self) -> None:
        self._running: dict[str, RunningSimulation] = {}
        self._lock = Lock()
        self._closed = False

    def begin(self, who: Principal, request: SimulationRequest) -> RunningSimulation:
        """Start a simulation for somebody.

        Raises `Forbidden`, or `BadInput` for more than is simulated here, and while another one
        of his, or too many of others', are under way.
        """
        authorize(who, Action.SIMULATE)
        if not 1 <= request.rounds <= MOST_ROUNDS:
            raise BadInput(f"From 1 to {MOST_ROUNDS:,} rounds are simulated here.")
        if not 1 <= request.seats <= MOST_SEATS:
            raise BadInput(f"From 1 to {MOST_SEATS} players sit at a table.")
        if not 0 <= request.seed < 1 << 64:
            raise BadInput("A seed is a whole number from 0 to 2^64 - 1.")
        with self._lock:
            under_way = [name for name, one in self._running.items() if not one.over]
            if self._closed:
                raise BadInput("The floor closes: nothing begins any more.")
            if who.name in under_way:
                raise BadInput("Your last simulation is still under way: stop it first.")
            if len(under_way) >= AT_A_TIME:
                raise BadInput("Others simulate: try again when they are done.")
            running = RunningSimulation(request)
            self._running = {name: self._running[name] for name in under_way}
            self._running[who.name] = running
        # A daemon: a process that ends does not wait for what nobody will see.
        Thread(target=running.run, name="simulation", daemon=True).start()
        return running

    def close(self) -> None:
        """Stop them all; none begins any more."""
        with self._lock:
            self._closed = True
            for running in self._running.values():
                running.stop()
