"""Runs simulations beside the floor, in threads: one for each person, few at a time."""

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
"""The most simulations at a time in a process, so that the tables are not slowed down."""

POINTS: Final = 240
"""The most points of a simulation's progress; above it every other one is dropped."""


class SimulationRequest(msgspec.Struct, frozen=True):
    """What to simulate: rounds of the best play, with a number of seats at a table."""

    rules: TableRules
    rounds: int
    seed: int
    seats: int = 1
    fresh_shoe: bool = False


class RunningSimulation:
    """A simulation under way; any thread may read its progress.

    `step` says in words what is being done. `points` holds the progress at growing numbers of
    rounds, `exact` the expected value of the `wager` whose mean is followed, if it is known. Once
    `over`, there is a `result`, or a `problem` in one sentence.
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
        """Stop dealing; the rounds dealt so far are the result."""
        self._stopped = True

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
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
        # Compiled modules are slow to import: the first simulation imports them, not the server.
        from upcard.library.rules import Rules  # noqa: PLC0415
        from upcard.library.simulate import seat  # noqa: PLC0415
        from upcard.simulation.run import Progress, processors  # noqa: PLC0415

        request = self.request
        seated = seat(Rules("", request.rules))
        self._go_on()
        self.wager, self.exact = seated.followed
        if not seated.is_compiled:
            self.step = (
                "Compiling the kernels for this table, which takes some seconds the first time …"
            )
        dealt = seated.deal(
            rounds=request.rounds,
            seed=request.seed,
            workers=max(1, processors() - 1),
            fresh_shoe=request.fresh_shoe,
            seats=request.seats,
            progress=self._follow,
        ).result
        first = dealt.wagers[0]
        last = Progress(dealt.rounds, dealt.seconds, first.mean, first.standard_error)
        self.points = (*self.points, last)
        return dealt

    def _follow(self, progress: "Progress") -> None:
        self.step = "Dealing …"
        points = (*self.points, progress)
        self.points = points[::2] if len(points) > POINTS else points
        self._go_on()

    def _go_on(self) -> None:
        """Raise the interrupt that makes `simulate` return what was dealt, if it was stopped."""
        if self._stopped:
            raise KeyboardInterrupt


class Laboratory:
    """The simulations of one process."""

    def __init__(self) -> None:
        self._running: dict[str, RunningSimulation] = {}
        self._lock = Lock()
        self._closed = False

    def begin(self, who: Principal, request: SimulationRequest) -> RunningSimulation:
        """Start a simulation for `who`.

        Raises `Forbidden`, or `BadInput` for numbers out of bounds, and while the same person's
        simulation or too many others are under way.
        """
        authorize(who, Action.SIMULATE)
        if not 1 <= request.rounds <= MOST_ROUNDS:
            raise BadInput(f"From 1 to {MOST_ROUNDS:,} rounds are simulated here.")
        if not 1 <= request.seats <= MOST_SEATS:
            raise BadInput(f"From 1 to {MOST_SEATS} players sit at a table.")
        if not 0 <= request.seed < 1 << 64:
            raise BadInput("A seed is a whole number from 0 to 2^64 - 1.")
        with self._lock:
            under_way = [name for name, work in self._running.items() if not work.over]
            if self._closed:
                raise BadInput("The server is shutting down: no simulation can begin.")
            if who.name in under_way:
                raise BadInput("Your last simulation is still under way: stop it first.")
            if len(under_way) >= AT_A_TIME:
                raise BadInput("Other simulations are running: try again when they are done.")
            running = RunningSimulation(request)
            self._running = {name: self._running[name] for name in under_way}
            self._running[who.name] = running
        # A daemon thread: a process that ends does not wait for the simulation.
        Thread(target=running.run, name="simulation", daemon=True).start()
        return running

    def close(self) -> None:
        """Stop all simulations, and let none begin any more."""
        with self._lock:
            self._closed = True
            for running in self._running.values():
                running.stop()
