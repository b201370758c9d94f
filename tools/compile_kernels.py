"""Compiles bytecode, and the kernels of odds, most simulations and the lab's first exposure.

``make setup`` runs it, so that these start at once. Bytecode is that of what upcard's modules
import, a quarter of what the packages have. Code of kernels is kept in the user's cache for this
state of the sources, the compiler and the processor (`upcard.compiled.cache`); where one of these
changes, a kernel is compiled again when it is first used.
"""

import importlib
import pkgutil
import time

import upcard

NOT_IMPORTED = ("upcard.__main__", "upcard.journal.schema.migrations.env")
"""Modules that only Python and Alembic run."""


def import_all() -> None:
    """Import every module of upcard: Python keeps the bytecode of all that it reads."""
    for module in pkgutil.walk_packages(upcard.__path__, "upcard."):
        if module.name not in NOT_IMPORTED:
            importlib.import_module(module.name)


def main() -> None:
    """Count all printed odds; solves a game and deals a round of it.

    The round is dealt with a side wager, and heads-up with raw means. The kernel that values
    remaining shoes is the same for all wagers of the initial cards.
    """
    import_all()
    start = time.perf_counter()
    upcard.odds()
    for wagers, raw in ((["lucky-ladies"], False), ([], True)):
        upcard.simulate(upcard.blackjack(decks=6, wagers=wagers), rounds=1, seed=1, raw=raw)
    upcard.exposure("lucky-ladies", decks=6, penetration=0.5, shoes=1)
    print(f"-- kernels: compiled in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
