"""Rules of one game and not of another: what it may be told, its cards, its own table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from upcard.games import hybrid, switch_hands
from upcard.games.roulette import MOST_LUCKY, PAYOUTS, lightning_rules
from upcard.money.amount import format_dollars
from upcard.rules.citation import full
from upcard.rules.loader import game_rules
from upcard.rules.violation import RuleViolation
from upcard.submission.checks.cited import of_games
from upcard.submission.checks.registry import Path, Problem, rule
from upcard.submission.game_choices import NOT_CHOSEN, out_of_place, weights_of
from upcard.submission.game_sections import HYBRID, LIGHTNING
from upcard.submission.schema import Submission
from upcard.text.numbers import is_number

# What a game may be told

NO_CHOICE: Final = "game.has-no-such-choice"
DECIDED: Final = "game.decides-by-itself"
OUT_OF_PLACE: Final = (NO_CHOICE, DECIDED)
"""The rules of keys that the game does not have: nothing else is told of such a key."""


@rule("game.jurisdiction", by=of_games("section"))
def jurisdiction(submission: Submission) -> Iterator[Problem]:
    """The game is one of the jurisdiction whose rules apply."""
    table, game = submission.table, game_rules(submission.table.game)
    allowed = (game.jurisdiction, *game.also_in)
    if table.jurisdiction not in allowed:
        message = f"{game.title} is a game of {game.jurisdiction!r}, not of {table.jurisdiction!r}."
        yield Problem(("table", "jurisdiction"), message, allowed, game.section)


@rule("game.dealing", by=of_games("section"))
def dealing(submission: Submission) -> Iterator[Problem]:
    """The cards are dealt in a way that the game's rules describe."""
    table, game = submission.table, game_rules(submission.table.game)
    if table.dealing not in game.dealing:
        message = f"{game.title} is not dealt with {table.dealing!r}."
        if table.dealing == "from-the-hand":
            message = f"§ 633a.12(b) lets Blackjack be dealt from the hand, not {game.title}."
        yield Problem(("table", "dealing"), message, tuple(game.dealing), game.section)


@rule(NO_CHOICE, by=of_games("section"))
def has_no_such_choice(submission: Submission) -> Iterator[Problem]:
    """The submission makes no choice that the game does not have."""
    game = game_rules(submission.table.game)
    for path in out_of_place(submission):
        if path[1] not in NOT_CHOSEN.get(game.slug, ()):
            yield Problem(path, f"{game.title} has no choice {path[1]!r}.", (), game.section)


@rule(
    DECIDED,
    by=lambda: (full(cite) for keys in NOT_CHOSEN.values() for cite in keys.values()),
)
def decides_by_itself(submission: Submission) -> Iterator[Problem]:
    """The submission makes no choice of Blackjack's that the variation decides by itself."""
    game = game_rules(submission.table.game)
    for path in out_of_place(submission):
        decided = NOT_CHOSEN.get(game.slug, {}).get(path[1])
        if decided is not None:
            message = f"{game.title} has no choice {path[1]!r}."
            yield Problem(path, message, (), full(decided))


# Cards


@rule("game.decks", by=of_games("decks_section"))
def decks(submission: Submission) -> Iterator[Problem]:
    """The game is played with one of the numbers of decks that its rules name."""
    table, game = submission.table, game_rules(submission.table.game)
    if game.decks and table.decks not in game.decks:
        known = " or ".join(str(count) for count in game.decks)
        message = f"{game.title} is played with {known} decks, not {table.decks}."
        yield Problem(("table", "decks"), message, game.decks, game.decks_section)


@rule("game.at-least-one-deck", by=of_games("decks_section"))
def at_least_one_deck(submission: Submission) -> Iterator[Problem]:
    """A card game is played with at least one deck."""
    game = game_rules(submission.table.game)
    if not game.decks and submission.table.decks < game.minimum_decks:
        message = "At least one deck is needed."
        yield Problem(("table", "decks"), message, (), game.decks_section)


@rule("game.no-cards", "617b.3(a)")
def no_cards(submission: Submission) -> Iterator[Problem]:
    """A game at the wheel is played without cards."""
    game = game_rules(submission.table.game)
    if not game.minimum_decks and submission.table.decks:
        yield Problem(("table", "decks"), f"{game.title} is played without cards.", (0,))


# Lightning Roulette

ALL_PAYOUTS: Final = dict.fromkeys(PAYOUTS, 1)
COUNTS: Final = range(1, MOST_LUCKY + 1)


@rule("lightning.numbers-given", "617b.3(d)")
def numbers_given(submission: Submission) -> Iterator[Problem]:
    """The submission says how often one to five Lucky Numbers are selected."""
    yield from _given(submission, "numbers", COUNTS)


@rule("lightning.payouts-given", "617b.3(g)")
def payouts_given(submission: Submission) -> Iterator[Problem]:
    """The submission says how often each of the nine payouts is selected."""
    yield from _given(submission, "payouts", PAYOUTS)


def _given(submission: Submission, key: str, allowed: Iterable[int]) -> Iterator[Problem]:
    if submission.table.game in LIGHTNING and getattr(submission.lightning, key) is None:
        message = (
            f"lightning.{key} is missing: the certificate holder has to say how often each of "
            f"{', '.join(map(str, allowed))} is selected; the text does not."
        )
        yield Problem(("lightning", key), message)


@rule("lightning.numbers-written", "617b.3(d)")
def numbers_written(submission: Submission) -> Iterator[Problem]:
    """How many Lucky Numbers fall is written as whole numbers."""
    yield from _written(submission, "numbers", COUNTS)


@rule("lightning.payouts-written", "617b.3(g)")
def payouts_written(submission: Submission) -> Iterator[Problem]:
    """The payouts of Lucky Numbers are written as whole numbers to 1."""
    yield from _written(submission, "payouts", PAYOUTS)


def _written(submission: Submission, key: str, allowed: Iterable[int]) -> Iterator[Problem]:
    keys = getattr(submission.lightning, key) or {}
    if submission.table.game in LIGHTNING and not _are_numbers(keys):
        message = "The keys are whole numbers, such as in { 1 = 3, 2 = 1 }."
        yield Problem(("lightning", key), message, tuple(map(str, allowed)))


@rule("lightning.one-to-five", "617b.3(d)")
def one_to_five(submission: Submission) -> Iterator[Problem]:
    """One to five Lucky Numbers are selected."""
    counts = dict.fromkeys(_weights(submission, "numbers"), 1) or {1: 1}
    yield from _drawn(("lightning", "numbers"), COUNTS, counts, ALL_PAYOUTS)


@rule("lightning.some-number-falls", "617b.3(d)")
def some_number_falls(submission: Submission) -> Iterator[Problem]:
    """Some number of Lucky Numbers has a positive weight, and none a negative one."""
    counts = _weights(submission, "numbers")
    if counts and set(counts) <= set(COUNTS):
        yield from _drawn(("lightning", "numbers"), COUNTS, counts, ALL_PAYOUTS)


@rule("lightning.all-nine-payouts", "617b.3(g)")
def all_nine_payouts(submission: Submission) -> Iterator[Problem]:
    """All nine payouts are listed, and no other."""
    payouts = dict.fromkeys(_weights(submission, "payouts"), 1) or ALL_PAYOUTS
    yield from _drawn(("lightning", "payouts"), PAYOUTS, {1: 1}, payouts)


@rule("lightning.every-payout-falls", "617b.3(g)")
def every_payout_falls(submission: Submission) -> Iterator[Problem]:
    """Every payout may be selected: its weight is positive."""
    payouts = _weights(submission, "payouts")
    if set(payouts) == set(PAYOUTS):
        yield from _drawn(("lightning", "payouts"), PAYOUTS, {1: 1}, payouts)


def _weights(submission: Submission, key: str) -> dict[int, int]:
    """The weights of a key that is well written; empty for any other, of which is told already."""
    written = getattr(submission.lightning, key) or {}
    sound = submission.table.game in LIGHTNING and _are_numbers(written)
    return weights_of(written) if sound else {}


def _are_numbers(keys: Iterable[str]) -> bool:
    """Whether keys are numbers, each in the one way to write it: not ``01`` beside ``1``."""
    return all(is_number(key) and key == str(int(key)) for key in keys)


def _drawn(
    path: Path, allowed: Iterable[int], counts: Mapping[int, int], payouts: Mapping[int, int]
) -> Iterator[Problem]:
    yield from _refusal(path, lambda: lightning_rules(counts, payouts), tuple(map(str, allowed)))


def _refusal(
    path: Path, attempt: Callable[[], object], allowed: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """What the game's own rules say of a choice."""
    try:
        attempt()
    except RuleViolation as refused:
        yield Problem(path, refused.message, allowed, refused.section)


# Hybrid tables


@rule("hybrid.positions", "633c.5(b)", "633c.5(y)")
def positions(submission: Submission) -> Iterator[Problem]:
    """A hybrid table has three player positions, or one without a hole card."""
    table, game = submission.table, game_rules(submission.table.game)
    if table.game in HYBRID and table.positions < game.positions:
        message = f"A hybrid table has {game.positions} player positions, not {table.positions}."
        yield Problem(("table", "positions"), message, (game.positions,), game.positions_section)


@rule("hybrid.no-action-stands", "633c.5(p)(2)")
def no_action_stands(submission: Submission) -> Iterator[Problem]:
    """With a hole card, a player who takes no action is deemed to stand."""
    if submission.table.game == hybrid.WITH_HOLE_CARD:
        yield from _countdown(submission, hybrid.WITH_HOLE_CARD)


@rule("hybrid.point-counts", "633c.5(z)")
def point_counts(submission: Submission) -> Iterator[Problem]:
    """What is done at the end of the countdown is told for point counts that ask for a decision."""
    if submission.table.game == hybrid.WITHOUT_HOLE_CARD:
        yield from _countdown(submission, hybrid.WITHOUT_HOLE_CARD)


def _countdown(submission: Submission, game: str) -> Iterator[Problem]:
    chosen = submission.hybrid
    totals = () if chosen.at_countdown == "stand" else tuple(chosen.at_countdown)
    yield from _refusal(
        ("hybrid", "at_countdown"),
        lambda: hybrid.hybrid_rules(game, hybrid.DECKS[0], chosen.countdown_seconds, totals),
    )


# Switch Hands


@rule("switch-hands.minimum-by-five", "633c.4(b)")
def minimum_by_five(submission: Submission) -> Iterator[Problem]:
    """The smallest Blackjack wager of Switch Hands is a multiple of $5."""
    yield from _by_five(submission, "minimum")


@rule("switch-hands.maximum-by-five", "633c.4(b)")
def maximum_by_five(submission: Submission) -> Iterator[Problem]:
    """The largest Blackjack wager of Switch Hands is a multiple of $5."""
    yield from _by_five(submission, "maximum")


def _by_five(submission: Submission, key: str) -> Iterator[Problem]:
    table = submission.table
    amount: int = getattr(table, key)
    if table.game == switch_hands.SWITCH_HANDS and amount % switch_hands.STEP:
        message = "A Blackjack wager is placed in $5 increments, not "
        yield Problem(("table", key), f"{message}${format_dollars(amount)}.")


@rule("switch-hands.chips-of-the-ante", "633c.4(c)")
def chips_of_the_ante(submission: Submission) -> Iterator[Problem]:
    """Chips in play can make an ante of $1 for every $5."""
    table = submission.table
    if table.game in switch_hands.GAMES and switch_hands.STEP // 5 % table.smallest_chip:
        message = "The ante is $1 for every $5, which chips of "
        message += f"${format_dollars(table.smallest_chip)} cannot make."
        yield Problem(("table", "smallest_chip"), message, ("1", "0.50"))


@rule("switch-hands.ante-follows", "633c.4(c)")
def ante_follows(submission: Submission) -> Iterator[Problem]:
    """The amount of an ante follows from the Blackjack wager: it is not chosen."""
    ante = submission.wagers.get(switch_hands.ANTE)
    if ante is not None and submission.table.game in switch_hands.GAMES:
        for key in ("wager", "minimum", "maximum"):
            if getattr(ante, key) is not None:
                message = "The ante is $1 for every $5 of the Blackjack wager."
                yield Problem(("wagers", switch_hands.ANTE, key), message)
