"""The win of a player who knows the exact odds of every remaining shoe: a bound for every count."""

import msgspec

from upcard.analysis.counters.penetration import error_in_words


class PerfectCounter(msgspec.Struct, frozen=True):
    """The results of a player who wagers where the exact expected win is above 0.

    In units of the wager, per 100 rounds; `share_of_rounds` is the part of all rounds in which the
    wager is placed. Estimated from `shoes` shoes. `bankroll`, in wagers, has a risk of ruin of 5 %;
    None without a win. `win_at_most` is as in `Penetration`.
    """

    win_per_100: float
    standard_error: float
    share_of_rounds: float
    shoes: int
    bankroll: float | None = None
    win_at_most: float | None = None

    @property
    def error_in_words(self) -> str:
        """The standard error, or what is won at most."""
        return error_in_words(self.standard_error, self.win_at_most)
