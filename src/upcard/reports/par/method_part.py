"""How the figures of a PAR sheet were found: reading, method, play, seed, engine, rule data."""

from typing import Final

from upcard import __version__
from upcard.exact.counting import UNDER_STRATEGY
from upcard.reports.par.dealt_rounds import SEED
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart
from upcard.rules.digest import rules_digest

METHODS: Final = {UNDER_STRATEGY: "exact, for hands that are played as below"}
"""Methods whose name is no English."""


def method_part(
    reading: str,
    method: str,
    strategy: str,
    readings: tuple[PaperFact, ...] = (),
    *,
    dealt: bool = False,
) -> PaperPart:
    """How the figures were computed, so that they can be reproduced; `dealt` rounds have a seed.

    `reading` is that of the paytable's rows, "" where there is no text; `readings` are those of
    other passages.
    """
    facts = [PaperFact("Reading of the text", reading)] if reading else []
    facts += [*readings, PaperFact("Method", METHODS.get(method, method))]
    if strategy:
        facts.append(PaperFact("Play", strategy))
    facts += [
        PaperFact(
            "Seed of simulation",
            f"{SEED}, for what is said to be simulated or dealt; all else is exact"
            if dealt
            else "none: nothing on this sheet is simulated",
        ),
        PaperFact("Engine", f"upcard {__version__}"),
        PaperFact("Rule data, SHA-256", rules_digest()),
    ]
    return PaperPart("How it was found", (Facts(tuple(facts)),))
