"""Runs simulations next to the floor, in other processes: one for each person, few at a time."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

import msgspec

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Principal
from upcard.service.access.rates import TooMany
from upcard.service.computing.computations import MAX_SECONDS, ComputationCancelled, Computations
from upcard.service.computing.processes import tell

if TYPE_CHECKING:
    from upcard.simulation.run import Progress, Result

MAX_ROUNDS: Final = 100_000_000
MAX_SEATS: Final = 7

AT_A_TIME: Final = 2
"""The most simulations at a time in a process, so that odds need not wait for them."""

POINTS: Final = 240
"""The most points of a simulation's progress; above it every other one is dropped."""

ENDING_SECONDS: Final = 5.0
"""Seconds before a computation is given up in which a simulation ends with what was dealt."""

STOPPED: Final = "Stopped before a round was dealt."


class SimulationRequest(msgspec.Struct, frozen=True):
    """What to simulate: rounds of the best play, with a number of seats at a table."""

    rules: TableRules
    rounds: int
    seed: int
    seats: int = 1
    fresh_shoe: bool = False


class SimulationProgress(msgspec.Struct, frozen=True):
    """What is being done, in words; the wager followed and its expected value; the progress."""

    words: str
    wager: str = ""
    exact: float | None = None
    progress: "Progress | None" = None


def run_simulation(request: SimulationRequest) -> "Result":
    """Deal in this process, telling each step; told to stop, return what was dealt."""
    # Compiled modules are slow to import: the first simulation imports them, not the server.
    from upcard.library.rules import Rules  # noqa: PLC0415 - compiled, and the server's start would wait
    from upcard.library.simulation.simulate import seat  # noqa: PLC0415 - compiled, and the server's start would wait
    from upcard.simulation.run import processors  # noqa: PLC0415 - compiled, and the server's start would wait

    def step(words: str, progress: "Progress | None" = None) -> None:
        if not tell(SimulationProgress(words, wager, exact, progress)):
            raise KeyboardInterrupt  # `deal_rounds` returns what was dealt

    wager, exact = "", None
    try:
        seated = seat(Rules("", request.rules))
        wager, exact = seated.followed
        step("Dealing …" if seated.is_compiled else COMPILING)
        return seated.deal_rounds(
            rounds=request.rounds,
            seed=request.seed,
            workers=processors(),
            fresh_shoe=request.fresh_shoe,
            seats=request.seats,
            progress=lambda progress: step("Dealing …", progress),
        ).result
    except KeyboardInterrupt:
        raise BadInput(STOPPED) from None


COMPILING: Final = "Compiling the kernels for this table, which takes some seconds the first time …"


class RunningSimulation:
    """A simulation under way.

    `step` says in words what is being done. `points` holds the progress at growing numbers of
    rounds, `exact` the expected value of the `wager` whose mean is followed, if it is known. Once
    `over`, there is a `result`, or a `problem` in one sentence. After `seconds` it ends with what
    was dealt; `out_of_time` says so.
    """

    def __init__(self, request: SimulationRequest, seconds: float = MAX_SECONDS) -> None:
        self.request: Final = request
        self.step = "Working out the best play …"
        self.wager = ""
        self.exact: float | None = None
        self.points: tuple[Progress, ...] = ()
        self.result: Result | None = None
        self.problem = ""
        self.over = False
        self.out_of_time = False
        self._ends = time.monotonic() + seconds
        self._stopped = False
        self._task: asyncio.Task[Result] | None = None

    def stop(self) -> None:
        """Stop dealing; the rounds dealt so far are the result."""
        self._stopped = True
        if not self.points and self._task is not None:
            self._task.cancel()

    async def run(self, who: Principal, computations: Computations) -> None:
        """Simulate until the last round, or until it is stopped."""
        computing = computations.run(
            who, Action.SIMULATE, run_simulation, self.request, hear=self.hear
        )
        self._task = asyncio.create_task(computing)
        try:
            await asyncio.wait({self._task})
            if self._task.cancelled():
                self.problem = STOPPED
            else:
                self._finish(self._task.result())
        except (BadInput, TooMany, ComputationCancelled) as error:
            self.problem = str(error)
        except Exception:
            self.problem = "The simulation failed: the server's log says why."
            logging.getLogger(__name__).exception("A simulation has failed.")
        finally:
            self.over = True

    def _finish(self, result: "Result") -> None:
        from upcard.simulation.run import Progress  # noqa: PLC0415 - imports what is compiled

        first = result.wagers[0]
        last = Progress(result.rounds, result.seconds, first.mean, first.standard_error)
        self.points = (*self.points, last)
        self.result = result

    def hear(self, so_far: SimulationProgress) -> bool:
        """Take progress that was told; returns whether to go on."""
        self.step, self.wager, self.exact = so_far.words, so_far.wager, so_far.exact
        if so_far.progress is not None:
            points = (*self.points, so_far.progress)
            self.points = points[::2] if len(points) > POINTS else points
        self.out_of_time = time.monotonic() >= self._ends
        return not (self._stopped or self.out_of_time)


class SimulationRunner:
    """The simulations of one process; used in its event loop."""

    def __init__(self, computations: Computations) -> None:
        self._computations = computations
        self._simulations: dict[str, RunningSimulation] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def begin(self, who: Principal, request: SimulationRequest) -> RunningSimulation:
        """Start a simulation for `who`.

        Raises `Forbidden`, or `BadInput` for numbers out of bounds, and while the same person's
        simulation or too many others are under way.
        """
        authorize(who, Action.SIMULATE)
        if not 1 <= request.rounds <= MAX_ROUNDS:
            raise BadInput(f"From 1 to {MAX_ROUNDS:,} rounds are simulated here.")
        if not 1 <= request.seats <= MAX_SEATS:
            raise BadInput(f"From 1 to {MAX_SEATS} players sit at a table.")
        if not 0 <= request.seed < 1 << 64:
            raise BadInput("A seed is a whole number from 0 to 2^64 - 1.")
        under_way = [name for name, work in self._simulations.items() if not work.over]
        if self._closed:
            raise BadInput("The server is shutting down: no simulation can begin.")
        if who.name in under_way:
            raise BadInput("Your last simulation is still under way: stop it first.")
        if len(under_way) >= AT_A_TIME:
            raise BadInput("Other simulations are running: try again when they are done.")
        seconds = min(self._computations.budgets.left(who), MAX_SECONDS - ENDING_SECONDS)
        running = RunningSimulation(request, seconds)
        self._simulations = {name: self._simulations[name] for name in under_way}
        self._simulations[who.name] = running
        task = asyncio.create_task(running.run(who, self._computations))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return running

    def close(self) -> None:
        """Stop all simulations, and let none begin any more."""
        self._closed = True
        for running in self._simulations.values():
            running.stop()
