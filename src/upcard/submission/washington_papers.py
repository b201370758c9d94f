"""The citations of Washington's papers on which rules and fields of a submission rest."""

from typing import Final

from upcard.rules.citation import WASHINGTON

RULES: Final = f"{WASHINGTON}, Rules and Dealing Procedures (v003)"
"""The paper in which Washington leaves choices to the house."""

RULES_V002: Final = RULES.replace("v003", "v002")
PROGRESSIVE: Final = f"{WASHINGTON}, Progressive Rules and Dealing Procedures (v003)"
PROGRESSIVE_V002: Final = PROGRESSIVE.replace("v003", "v002")

PRIZES: Final = f"{WASHINGTON}, Attachment A"
"""The tables of progressive prizes."""

WAGER_LIMIT: Final = "WAC 230-15-140"
"""The provision on the largest wager."""
