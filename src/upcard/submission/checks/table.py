"""Rules of ``[table]`` and ``[blackjack]``: dates, positions, cards, amounts, the base game."""

from collections.abc import Iterator
from typing import Final

from upcard.games.blackjack_rules import MAX_RESPLITS
from upcard.games.dealing import Dealing
from upcard.games.hybrid import POSITIONS
from upcard.money.amount import printed_dollars
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.schema import is_in_force
from upcard.submission.checks.provisions import of_games, out_of_time
from upcard.submission.checks.registry import Problem, rule, warning
from upcard.submission.game_choices import chips_section
from upcard.submission.offered.wagers import game_of
from upcard.submission.schema import Submission

CHIPS: Final = ("633a.6(a)", "601a.2")


# When and where


@rule("table.in-force", citations=of_games("section"))
def in_force(submission: Submission) -> Iterator[Problem]:
    """The game's rules are in force on the date on which they are read."""
    table, game = submission.table, game_of(submission)
    if not is_in_force(game.effective, game.until, table.as_of):
        message = out_of_time(game.title, game.effective, game.until, table.as_of)
        yield Problem(("table", "as_of"), message, (), game.section)


@warning("table.later-than-the-text", "601a.2")
def later_than_the_text(submission: Submission) -> Iterator[Problem]:
    """The date is not later than the text that the rulebook was transcribed from."""
    table, game = submission.table, game_of(submission)
    if table.as_of > RULEBOOK_DATE and is_in_force(game.effective, game.until, table.as_of):
        message = f"upcard has the text of {RULEBOOK_DATE}; later changes are not in it."
        yield Problem(("table", "as_of"), message)


@rule("table.positions-at-most", citations=of_games("positions_section"))
def positions_at_most(submission: Submission) -> Iterator[Problem]:
    """A table has no more betting positions than its game allows."""
    game = game_of(submission)
    if submission.table.positions > game.positions:
        most, positions = game.positions, submission.table.positions
        message = f"A table has betting positions for no more than {most} players, not {positions}."
        allowed = tuple(range(1, game.positions + 1))
        yield Problem(("table", "positions"), message, allowed, game.positions_section)


@rule("table.adjacent-boxes", "633a.6(f)")
def adjacent_boxes(submission: Submission) -> Iterator[Problem]:
    """A player wagers on no more adjacent boxes than the table has positions."""
    table = submission.table
    if table.adjacent_boxes > table.positions:
        message = f"There are {table.positions} positions, so no player has {table.adjacent_boxes}."
        allowed = tuple(range(1, table.positions + 1))
        yield Problem(("table", "adjacent_boxes"), message, allowed)


# Cards


@rule("table.decks-from-the-hand", "633a.12(b)(1)")
def decks_from_the_hand(submission: Submission) -> Iterator[Problem]:
    """Blackjack dealt from the hand is played with no more than two decks."""
    table = submission.table
    if table.dealing is Dealing.FROM_THE_HAND and table.decks > 2:
        message = f"Dealt from the hand no more than two decks may be used, not {table.decks}."
        yield Problem(("table", "decks"), message, (1, 2))


@rule("table.deck-change", "633a.3(d)")
def deck_change(submission: Submission) -> Iterator[Problem]:
    """The decks of a Blackjack table are changed at least once every 24 hours."""
    if submission.table.dealing is not Dealing.FROM_THE_HAND:
        yield from _deck_change(submission, hybrid=False)


@rule("table.deck-change-from-the-hand", "633a.3(d)")
def deck_change_from_the_hand(submission: Submission) -> Iterator[Problem]:
    """Cards that are dealt from the hand are changed at least every 4 hours."""
    if submission.table.dealing is Dealing.FROM_THE_HAND:
        yield from _deck_change(submission, hybrid=False)


@rule("table.deck-change-hybrid", "633c.5(g)")
def deck_change_hybrid(submission: Submission) -> Iterator[Problem]:
    """The decks of a hybrid table are changed at least once every 24 hours."""
    yield from _deck_change(submission, hybrid=True)


def _deck_change(submission: Submission, *, hybrid: bool) -> Iterator[Problem]:
    table, most = submission.table, submission.table.dealing.most_deck_hours
    hours = table.deck_change_hours
    if (table.game in POSITIONS) == hybrid and hours is not None and hours > most:
        message = f"The decks are changed at least every {most} hours, not every {hours}."
        yield Problem(("table", "deck_change_hours"), message, (most,))


@rule("table.double-from-the-hand", "633a.12(b)(7)")
def double_from_the_hand(submission: Submission) -> Iterator[Problem]:
    """Additional cards that are dealt from the hand lie face up, a double down's too."""
    table = submission.table
    if table.dealing is Dealing.FROM_THE_HAND and table.double_card == "face-down":
        message = "Dealt from the hand every additional card lies face up."
        yield Problem(("table", "double_card"), message, ("face-up",))


@warning("table.double-shoe-colors", "633a.7(d)(1)")
def double_shoe_colors(submission: Submission) -> Iterator[Problem]:
    """The sides of a double shoe are told apart only where there is one."""
    table = submission.table
    if table.dealing is not Dealing.DOUBLE_SHOE and table.double_shoe_colors != "red-first":
        message = f"Nothing follows from it: this table is dealt with {table.dealing.value!r}."
        yield Problem(("table", "double_shoe_colors"), message)


@warning("table.entry-without-a-shuffle", "633a.6(b)(2)", "633a.5(h)")
def entry_without_a_shuffle(submission: Submission) -> Iterator[Problem]:
    """A player who is kept out waits for a reshuffle, which a continuous shuffler never makes."""
    table = submission.table
    if table.dealing is Dealing.CONTINUOUS_SHUFFLER and not table.mid_shoe_entry:
        message = "Players who sit out a round stay out: a continuous shuffler makes no reshuffle."
        yield Problem(("table", "mid_shoe_entry"), message, ("true",))


@rule("table.automated-from-the-hand", "633a.12(b)", "633c.8(a)")
def automated_from_the_hand(submission: Submission) -> Iterator[Problem]:
    """A fully automated electronic table is not dealt from a dealer's hand."""
    table = submission.table
    if table.fully_automated and table.dealing is Dealing.FROM_THE_HAND:
        message = "No dealer holds the cards of a fully automated table."
        yield Problem(("table", "fully_automated"), message, ("false",))


# Amounts


@rule("table.maximum-below-minimum", "601a.2")
def maximum_below_minimum(submission: Submission) -> Iterator[Problem]:
    """The table's largest wager is not below its smallest."""
    table = submission.table
    if table.maximum < table.minimum:
        message = f"The maximum of {printed_dollars(table.maximum)} is below the minimum of "
        yield Problem(("table", "maximum"), f"{message}{printed_dollars(table.minimum)}.")


@rule("table.minimum-of-chips", *CHIPS)
def minimum_of_chips(submission: Submission) -> Iterator[Problem]:
    """Chips in play can make the table's smallest wager."""
    yield from _of_chips(submission, "minimum")


@rule("table.maximum-of-chips", *CHIPS)
def maximum_of_chips(submission: Submission) -> Iterator[Problem]:
    """Chips in play can make the table's largest wager."""
    yield from _of_chips(submission, "maximum")


def _of_chips(submission: Submission, key: str) -> Iterator[Problem]:
    table = submission.table
    amount: int = getattr(table, key)
    if amount % table.smallest_chip:
        message = f"{printed_dollars(amount)} cannot be made with chips of "
        message += f"{printed_dollars(table.smallest_chip)}."
        yield Problem(("table", key), message, (), chips_section(table.game))


# The base game


@warning("blackjack.resplit-aces", "633a.11(c)")
def resplit_aces(submission: Submission) -> Iterator[Problem]:
    """Aces can be split again only where pairs can."""
    base = submission.blackjack
    if base.resplit_aces and not base.resplits:
        message = "No pair may be split again, so that aces may not either."
        yield Problem(("blackjack", "resplit_aces"), message, ("false",))


@warning("blackjack.solved-resplits", "633a.11(c)")
def solved_resplits(submission: Submission) -> Iterator[Problem]:
    """Best play is solved for at most 15 resplits of a pair; the text allows more."""
    resplits = submission.blackjack.resplits
    if resplits > MAX_RESPLITS:
        message = f"The text allows {resplits} resplits, but best play is solved for at most "
        message += f"{MAX_RESPLITS}: there is no strategy and no exact edge of the game."
        yield Problem(("blackjack", "resplits"), message)


@warning("blackjack.split-aces", "633a.11(c)")
def split_aces(submission: Submission) -> Iterator[Problem]:
    """One card on each split ace is the trade's rule: the text lets them draw as any split hand."""
    # With community cards § 633c.5 itself gives split aces one card.
    one_card = submission.blackjack.split_aces == "one-card"
    if one_card and submission.table.game not in POSITIONS:
        message = "One card on each split ace is the trade's rule and not the text's, which lets "
        message += "split aces draw as any split hand."
        yield Problem(("blackjack", "split_aces"), message, ("play",))
