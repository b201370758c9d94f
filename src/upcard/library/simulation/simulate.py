"""`upcard.simulate`: the whole table by Monte Carlo, compared with what is known exactly."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from upcard.analysis.controls import with_controls
from upcard.analysis.counters.bets_by_count import (
    FARTHEST_BET,
    MAX_BET,
    CountingPlayer,
    counting_player,
    counting_result,
    is_bet,
)
from upcard.analysis.players import SimulatedPlayer
from upcard.library.arguments.checks import check_rules
from upcard.library.counting import Count, count_of
from upcard.library.rules import Rules
from upcard.library.simulation.players import StrategyGiven, simulated_player
from upcard.library.simulation.result import Simulation
from upcard.library.strategy.strategy import Play
from upcard.library.tabular.display import one_of
from upcard.rules.violation import BadInput
from upcard.simulation import run
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy

ROUNDS: Final = 1_000_000
"""The number of rounds where neither `rounds` nor `until_se` is given."""

MAX_ROUNDS: Final = 10**15
LARGEST_SEED: Final = (1 << 64) - 1


def simulate(  # noqa: PLR0913 - the options of a simulation
    rules: Rules,
    *,
    wagers: Iterable[object] = (),
    rounds: int | None = None,
    seed: int | None = None,
    seats: int = 1,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    count: Count | str | None = None,
    ramp: Mapping[int, int] | None = None,
    indices: bool = False,
    penetration: float | None = None,
    fresh_shoe: bool = False,
    until_se: float | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    cuda: bool = False,
    raw: bool = False,
    progress: Callable[[run.Progress], None] | None = None,
) -> Simulation:
    """Deal many rounds: what each wager wins, with its error and its exact value.

    `rounds` are dealt (1,000,000), or as many as bring the standard error of the first wager's mean
    to `until_se`, at most `rounds`. The same `seed` (below 2**64; random without one) gives the
    same result for any number of `workers` (threads), on a dask cluster with the address
    `scheduler`, and on a device (`cuda`). What was dealt before an interrupt or a loss is returned.

    `wagers` are those that the table offers besides its own, by name or as objects. Each of the
    `seats` places the smallest amount of every wager and plays `strategy`: the best play by `play`
    where none is given, one that `upcard.strategy` solved, or a table of one's own over the best
    play, also from a file (`upcard.library.arguments.own_strategy` says how it is written). At a
    variation whose best play is not known, a strategy has to be given; hands that it does not name
    are played as at Blackjack. With a `count`
    (`upcard.count` or its name) the seats wager the units of `ramp` from each count on, and play by
    the `indices` computed for it, or by the deviations of their own table.

    `penetration` is the part of the shoe in front of the cover card (0.75, § 633a.5(d)); with
    `fresh_shoe` every round has a new shoe, and wagers have a `z`. Means are corrected where that
    leaves them unbiased (`SimulatedWager.gain`); with `raw` they are as dealt. Raises `BadInput`
    for a table that cannot be simulated and options out of range, `DoesNotComply` for wagers that
    the table cannot offer.
    """
    check_rules(rules, rounds=rounds, seed=seed, seats=seats, workers=workers)
    table = rules.with_wagers(*map(str, wagers))
    counted: dict[str, Any] = {"count": count, "ramp": ramp, "indices": indices}
    counted["penetration"] = penetration
    seated = seat(table, strategy=strategy, play=play, raw=raw, **counted)
    return seated.deal_rounds(
        rounds=rounds,
        seed=seed,
        seats=seats,
        penetration=penetration,
        fresh_shoe=fresh_shoe,
        until_se=until_se,
        workers=workers,
        scheduler=scheduler,
        cuda=cuda,
        progress=progress,
    )


@dataclass(frozen=True, slots=True, eq=False)
class SeatedPlayers:
    """Players at a table, ready for `deal_rounds`: their strategy, and a counter's record."""

    rules: Rules
    player: SimulatedPlayer
    counting: CountingPlayer | None
    raw: bool

    @property
    def strategy(self) -> SimulatedStrategy:
        """The strategy of the players."""
        return self.player.strategy if self.counting is None else self.counting.strategy

    @property
    def followed(self) -> tuple[str, float | None]:
        """The wager whose mean is followed, and its exact expected value where it is known."""
        planned = family_of(self.rules.table).plan(self.rules.table, self.strategy)
        wager = planned.columns[0].name
        return wager, self.player.expected.get(wager)

    @property
    def is_compiled(self) -> bool:
        """Whether dealing can start at once; else kernels are compiled for some seconds."""
        return run.is_compiled(self.rules.table, self.strategy, corrects=not self.raw)

    def deal_rounds(  # noqa: PLR0913 - the options of a simulation
        self,
        *,
        rounds: int | None = None,
        seed: int | None = None,
        seats: int = 1,
        penetration: float | None = None,
        fresh_shoe: bool = False,
        until_se: float | None = None,
        workers: int | None = None,
        scheduler: str | None = None,
        cuda: bool = False,
        progress: Callable[[run.Progress], None] | None = None,
    ) -> Simulation:
        """Deal as `simulate` says."""
        if (workers is not None) + (scheduler is not None) + cuda > 1:
            raise BadInput("Rounds are dealt by workers here, a scheduler or CUDA, not by several.")
        if workers is not None and workers < 1:
            raise BadInput(f"At least 1 worker deals, not {workers}.")
        dealt = run.simulate(
            self.rules.table,
            self.strategy,
            most_rounds(rounds, until_se),
            seed_of(seed),
            workers=workers,
            scheduler=scheduler,
            cuda=cuda,
            until_se=until_se,
            fresh_shoe=fresh_shoe,
            penetration=penetration,
            seats=seats,
            corrects=not self.raw,
            progress=progress,
        )
        if self.counting is not None:
            counted = counting_result(self.counting, dealt)
            return Simulation(self.rules, dealt, counted, self.raw)
        return Simulation(self.rules, with_controls(dealt, self.player.expected), None, self.raw)


def seat(  # noqa: PLR0913 - the options of a player
    rules: Rules,
    *,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    count: Count | str | None = None,
    ramp: Mapping[int, int] | None = None,
    indices: bool = False,
    penetration: float | None = None,
    raw: bool = False,
) -> SeatedPlayers:
    """Players with a strategy and a count at a table; the first half of `simulate`.

    Indices of a running count are computed for a `penetration`.
    """
    if play not in ("total", "composition"):
        raise BadInput(one_of("play", play, ("total", "composition")))
    player, own_strategy = simulated_player(rules, strategy, play)
    if count is None:
        if ramp is not None or indices or own_strategy is not None:
            raise BadInput("A ramp, indices and deviations go by a count: name one with count.")
        return SeatedPlayers(rules, player, None, raw)
    base = player.strategy
    if not isinstance(base, StrategyTable):
        table = rules.table
        only = "Counting is worked out for Blackjack only"
        raise BadInput(f"{only}; {table.name} deals {table.game}.")
    if indices and own_strategy is not None:
        raise BadInput("Players depart by the computed indices or by their own, not by both.")
    counting = counting_player(
        rules.table,
        play,
        base,
        count_of(count).system,
        _bets(ramp),
        indices=indices,
        own=own_strategy,
        penetration=penetration,
    )
    return SeatedPlayers(rules, player, counting, raw)


def most_rounds(rounds: int | None, until_se: float | None) -> int | None:
    """The most rounds to deal, None for no bound; `BadInput` for figures out of range."""
    if rounds is not None and not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"The rounds to deal are at least 1 and at most {MAX_ROUNDS:,}.")
    if until_se is None:
        return ROUNDS if rounds is None else rounds
    if not 0 < until_se < 1e9:
        raise BadInput("The error to stop at is more than 0.")
    return rounds


def seed_of(seed: int | None) -> int:
    """The seed that was asked for, or a random one; `BadInput` for one of more than 64 bits."""
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"A seed is 0 or more, and at most {LARGEST_SEED}.")
    return secrets.randbits(32) if seed is None else seed


def _bets(ramp: Mapping[int, int] | None) -> dict[int, int]:
    """The units wagered from each count on; one unit without a ramp."""
    if ramp is None:
        return {0: 1}
    wrong = [(count, bet) for count, bet in ramp.items() if not is_bet(count, bet)]
    if wrong or not ramp:
        raise BadInput(
            f"A ramp is 1 to {MAX_BET:,} units from counts between -{FARTHEST_BET} and "
            f"{FARTHEST_BET} on, such as {{1: 1, 2: 2}}."
        )
    return dict(sorted(ramp.items()))
