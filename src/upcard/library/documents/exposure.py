"""What counting cards is worth against a wager, in JSON: the analysis' own value."""

from upcard.analysis.exposure.wagers import Exposure

__all__ = ["Exposure"]
