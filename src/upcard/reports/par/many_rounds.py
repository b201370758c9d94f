"""What a player of the Blackjack wager has won after many rounds, by the exact law of a round."""

from fractions import Fraction
from typing import Final

from upcard.analysis.rounds.exact_laws import ExactRound
from upcard.analysis.rounds.results import sum_of_rounds
from upcard.exact.counting import EXACT
from upcard.games.table_rules import TableRules
from upcard.reports.par.round_law import FoundLaw, bound_of, normal
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import PaperPart, PaperTable, Words, right
from upcard.text.words import with_minus

ROUNDS: Final = (100, 1_000, 10_000)
QUANTILES: Final = (0.05, 0.5, 0.95)


def law_of_base(table: TableRules, exact: ExactRound | None) -> FoundLaw | None:
    """The law of one round of the Blackjack wager, from that of the best play in units of it.

    None where that law is not known, or where the wager itself wins and loses otherwise.
    """
    if exact is None or table.variation.switches_first or not table.has_blackjack_wager:
        return None
    if table.win_odds.ratio != 1:
        return None
    law = {net: Fraction(chance) for net, chance in sorted(exact.law.items()) if chance > 0}
    return FoundLaw(1, EXACT, normal(law), exact, 1)


def many_rounds(law: FoundLaw, *, cover_card: bool = True) -> PaperPart:
    """What a player has won after `ROUNDS` rounds, in units of the wager."""
    shares = (f"{100 * share:g} % at most" for share in QUANTILES)
    columns = right("Rounds", "Mean", "Deviation", "Ahead", *shares, "Error, at most")
    mean = sum((net * chance for net, chance in law.law.items()), Fraction(0))
    square = sum((net**2 * chance for net, chance in law.law.items()), Fraction(0))
    rows = []
    for rounds in ROUNDS:
        after = sum_of_rounds(law.law, rounds)
        rows.append(
            (
                f"{rounds:,}",
                with_minus(f"{float(rounds * mean):+,.2f}"),
                f"{float(rounds * (square - mean**2)) ** 0.5:,.2f}",
                percent(after.ahead, 2),
                *(_signed_units(after.quantile(share)) for share in QUANTILES),
                percent(bound_of(law, rounds), 2),
            )
        )
    words = (
        "The best play, in units of the wager, each round from fresh decks: the exact law of a "
        "round, added up. "
    )
    if law.resplit:
        words += (
            f"In {percent(law.resplit, 3)} of rounds a pair becomes three hands or more. Their "
            "probability, mean and mean square are exact, and no probability here is wrong by "
            "more than the error. "
        )
    if cover_card:
        words += "Of cards that are dealt to a cover card players win a little less."
    told = Words(words.rstrip())
    return PaperPart("Results of many rounds", (told, PaperTable(columns, tuple(rows))))


def _signed_units(units: float) -> str:
    """What a player has won, in units with one decimal: results are multiples of one half."""
    return with_minus(f"{units:+,.1f}") if units else "0.0"
