"""Compiles the kernels of odds, most simulations and the lab's first exposure: they start at once.

``make setup`` runs it. Code is kept in the user's cache for this state of the sources, the compiler
and the processor (`upcard.compiled.cache`); where one of these changes, a kernel is compiled again
when it is first used.
"""

import time

import upcard


def main() -> None:
    """Count all printed odds; solves a game and deals a round of it.

    The round is dealt with a side wager, and heads-up with raw means. The kernel that values
    remaining shoes is the same for all wagers of the initial cards.
    """
    start = time.perf_counter()
    upcard.odds()
    for wagers, raw in ((["lucky-ladies"], False), ([], True)):
        upcard.simulate(upcard.blackjack(decks=6, wagers=wagers), rounds=1, seed=1, raw=raw)
    upcard.exposure("lucky-ladies", decks=6, penetration=0.5, shoes=1)
    print(f"-- kernels: compiled in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
