"""Compiles the kernels that most simulations need, so that the first one starts at once.

``make setup`` runs it. Code is kept in the user's cache for this state of the sources, the compiler
and the processor (`upcard.compiled.cache`); where one of these changes, a kernel is compiled again
when it is first used.
"""

import time

import upcard


def main() -> None:
    """Solves a game and deals a round of it: with a side wager, and heads-up with raw means."""
    start = time.perf_counter()
    for wagers, raw in ((["lucky-ladies"], False), ([], True)):
        upcard.simulate(upcard.blackjack(decks=6, wagers=wagers), rounds=1, seed=1, raw=raw)
    print(f"-- kernels: compiled in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
