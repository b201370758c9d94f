"""`upcard.distribution`: a player's result after a number of rounds."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from functools import cache, partial
from typing import Final

from upcard.analysis.risk.stopping import stopping
from upcard.analysis.rounds.results import sum_of_rounds
from upcard.analysis.rounds.table_covariances import covariances_of
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.library.arguments.checks import check_rules, loss_limit_units
from upcard.library.distribution.progress import ProgressReporter, ResultProgress
from upcard.library.distribution.result import Distribution
from upcard.library.distribution.round_laws import (
    best_play,
    check_offered,
    exact_law,
    simulated_law,
)
from upcard.library.distribution.shoe_difference import shoe_difference
from upcard.library.dollars import dollars_of
from upcard.library.rules import Rules
from upcard.library.simulation.players import StrategyGiven
from upcard.library.simulation.simulate import seat, seed_of
from upcard.library.strategy.strategy import Play
from upcard.library.wagers import Wager
from upcard.reports.par.round_law import FoundLaw, bound_of
from upcard.rules.violation import BadInput

ROUNDS: Final = 1_000
MAX_ROUNDS: Final = 100_000
SIMULATED: Final = 1_000_000
"""The rounds from which the law of one round is estimated."""


def distribution(  # noqa: PLR0913 - the options of a distribution
    rules: Rules,
    rounds: int = ROUNDS,
    *,
    wager: str | Wager | Iterable[str | Wager] = BLACKJACK_WAGER,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    loss_limit: float | str | Decimal | None = None,
    shoe_rounds: int = 0,
    penetration: float | None = None,
    simulated_rounds: int = SIMULATED,
    seed: int | None = None,
    progress: ResultProgress[Distribution] | None = None,
) -> Distribution:
    """What one player has won with a wager after `rounds` rounds, each from a new shoe.

    `wager` are one or several that the table offers, each placed at its smallest amount: by name,
    or as objects. The law of one round is exact for a side wager of known odds, for the Blackjack
    wager under the best play, and for both together where the opening cards decide the side
    wagers; splits of more than two hands are bounded (`Distribution.error_bound`). Otherwise, and
    for a `strategy` of one's own (as in `upcard.simulate`), it is estimated from
    `simulated_rounds` rounds of a `seed`, in which wagers are added up round by round. The
    rounds are then summed exactly, by Fourier transform. Meters pay their seeds. Awards so large
    that the results would not fit into memory are left out, with their probability in `beyond`.

    With `loss_limit` (units) a player who stops there is counted too; `shoe_rounds` are dealt from
    shoes to the cover card at `penetration`, to say what is different there. `progress` is called
    with the share of these rounds that is dealt, and a function that returns what is known so far.

    Raises `BadInput` for figures out of range, and for wagers or a table without such results.
    """
    _check(rules, rounds, simulated_rounds, seed)
    rules, names = _with_wagers(rules, wager)
    best = () if strategy is not None else best_play(rules.table, names, play)
    seated = cache(partial(seat, rules, strategy=strategy, play=play))  # solved where it is needed
    round_law = exact_law(rules.table, names, best, own_strategy=strategy is not None)
    chosen = seed_of(seed)
    dealt = simulated_rounds if round_law is None else None
    telling: ProgressReporter[Distribution] = ProgressReporter(progress, (dealt or 0) + shoe_rounds)
    if round_law is None:

        def so_far(number: int, law: Callable[[], FoundLaw]) -> None:
            telling.tell(number, lambda: _distribution_of_law(law(), names, rounds, number, chosen))

        player = seated().strategy
        round_law = simulated_law(rules.table, player, names, simulated_rounds, chosen, so_far)
        telling.end_step(simulated_rounds)
    whole = _distribution_of_law(round_law, names, rounds, dealt, chosen)
    telling.tell(0, lambda: whole)
    if len(names) > 1:
        player = seated().strategy
        covariances = covariances_of(rules.table, names, best, player, simulated_rounds, chosen)
        whole = replace(whole, covariances=covariances)
    if loss_limit is not None:
        whole = replace(whole, stopped=stopping(whole.law, rounds, loss_limit_units(loss_limit)))
    if shoe_rounds:
        shoe = shoe_difference(whole, seated(), shoe_rounds, penetration, chosen, telling)
        whole = replace(whole, shoe=shoe)
    return whole


def _distribution_of_law(
    law: FoundLaw, names: tuple[str, ...], rounds: int, dealt: int | None, seed: int
) -> Distribution:
    """The distribution by the law of one round, from `dealt` rounds where it is simulated."""
    return Distribution(
        wagers=names,
        unit=dollars_of(law.wagered),
        rounds=rounds,
        method=law.method,
        law=law.law,
        sum=sum_of_rounds(law.law, rounds),
        simulated_rounds=dealt,
        seed=None if dealt is None else seed,
        resplit=law.resplit,
        error_bound=bound_of(law, rounds),
    )


def _check(rules: Rules, rounds: int, simulated_rounds: int, seed: int | None) -> None:
    """Raise `BadInput` for rules that are none, and for figures out of range."""
    check_rules(rules, rounds=rounds, simulated_rounds=simulated_rounds, seed=seed)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"A result is known after 1 to {MAX_ROUNDS:,} rounds, not {rounds:,}.")
    if simulated_rounds < 2:
        raise BadInput("At least 2 rounds are simulated.")


def _with_wagers(
    rules: Rules, wager: str | Wager | Iterable[str | Wager]
) -> tuple[Rules, tuple[str, ...]]:
    """The rules with the wagers that are given as objects, and all wagers by name, once each."""
    given_wagers = (wager,) if isinstance(wager, str | Wager) else tuple(wager)
    names = tuple(dict.fromkeys(map(str, given_wagers)))
    rules = rules.with_wagers(*(given for given in given_wagers if isinstance(given, Wager)))
    check_offered(rules.table, names)
    return rules, names
