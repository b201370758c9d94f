"""Tables are solved in threads of a server: none sees the hands of another."""

from concurrent.futures import ThreadPoolExecutor

from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve, standard_deviation

SHOES = tuple(full_shoe(decks) for decks in (1, 2, 6, 8))


def _found(shoe: tuple[int, ...]) -> tuple[float, float]:
    solution = solve(HandRules(), shoe)
    return solution.expected_value, standard_deviation(solution)


def test_threads_find_what_one_alone_finds() -> None:
    alone = [_found(shoe) for shoe in SHOES]
    with ThreadPoolExecutor(len(SHOES)) as pool:
        assert list(pool.map(_found, SHOES)) == alone
