"""What Washington alone asks of a Rules Submission. WSGC Match the Dealer Blackjack."""

from collections.abc import Iterator

from upcard.money.amount import format_dollars, parse_dollars
from upcard.money.odds import HouseSet
from upcard.rules.loader import game_rules
from upcard.rules.schema import Paytable, WagerData
from upcard.submission.check_meters import Path, Problem
from upcard.submission.schema import Submission, WagerSection


def washington_problems(submission: Submission) -> Iterator[Problem]:
    """Wagers above the state's limit."""
    table = submission.table
    game = game_rules(table.game)
    if not game.largest_wager:
        return
    largest = parse_dollars(game.largest_wager)
    amounts: dict[Path, int] = {("table", "maximum"): table.maximum}
    for slug, chosen in submission.wagers.items():
        for key in ("wager", "minimum", "maximum"):
            amounts["wagers", slug, key] = getattr(chosen, key) or 0
    for place, amount in amounts.items():
        if amount > largest:
            message = f"A wager is at most ${format_dollars(largest)}, not "
            message += f"${format_dollars(amount)}."
            yield (place, game.largest_wager_section, message, (format_dollars(largest),))


def house_set(paytable: Paytable) -> list[str]:
    """The rows of a paytable whose prize the house sets."""
    return [row for row, award in paytable.awards.items() if HouseSet() in award]


def prize_problems(data: WagerData, paytable: Paytable, choices: WagerSection) -> Iterator[Problem]:
    """Every row printed as "$" has a prize, which the house has to display; no other row has."""
    if "prizes" not in data.options:
        return
    path: Path = ("wagers", data.slug, "prizes")
    rows = house_set(paytable)
    missing = [row for row in rows if row not in choices.prizes]
    extra = [row for row in choices.prizes if row not in rows]
    if missing:
        message = f"The house sets and displays a prize for {', '.join(missing)}."
        yield (path, paytable.data.section, message, tuple(missing))
    if extra:
        message = f"Paytable {paytable.id} leaves no prize to the house for {', '.join(extra)}."
        yield (path, paytable.data.section, message, tuple(rows))
    if "prizes_paid" in choices.model_fields_set and not rows:
        message = f"Paytable {paytable.id} leaves no prize to the house."
        yield (("wagers", data.slug, "prizes_paid"), paytable.data.section, message, ())
