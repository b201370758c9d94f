"""Rules that depend on the game: the choices that it has, its cards, and its own checks."""

from collections.abc import Iterator
from typing import Final

from upcard.games.dealing import Dealing
from upcard.rules.citation import full_citation
from upcard.submission.checks.declared import require_declared
from upcard.submission.checks.provisions import of_games
from upcard.submission.checks.registry import Problem, rule
from upcard.submission.game_choices import (
    decided_by,
    decided_sections,
    house_keys,
    out_of_place,
)
from upcard.submission.games.lookup import parts
from upcard.submission.offered.wagers import game_of
from upcard.submission.schema import Submission

# Choices that a game has

NO_CHOICE: Final = "game.has-no-such-choice"
DECIDED: Final = "game.decides-by-itself"
OUT_OF_PLACE: Final = (NO_CHOICE, DECIDED)
"""Rules on keys that the game does not have; no other finding is reported on such a key."""


@rule("game.jurisdiction", citations=of_games("section"))
def jurisdiction(submission: Submission) -> Iterator[Problem]:
    """The game is one of the jurisdiction whose rules apply."""
    table, game = submission.table, game_of(submission)
    allowed = (game.jurisdiction, *game.also_in)
    if table.jurisdiction not in allowed:
        message = f"{game.title} is a game of {game.jurisdiction!r}, not of {table.jurisdiction!r}."
        yield Problem(("table", "jurisdiction"), message, allowed, game.section)


@rule("game.dealing", citations=of_games("section"))
def dealing(submission: Submission) -> Iterator[Problem]:
    """The cards are dealt in a way that the game's rules describe."""
    table, game = submission.table, game_of(submission)
    if table.dealing not in game.dealing:
        message = f"{game.title} is not dealt with {table.dealing.value!r}."
        if table.dealing is Dealing.FROM_THE_HAND:
            message = f"§ 633a.12(b) lets Blackjack be dealt from the hand, not {game.title}."
        yield Problem(("table", "dealing"), message, tuple(game.dealing), game.section)


@rule(NO_CHOICE, citations=of_games("section"))
def has_no_such_choice(submission: Submission) -> Iterator[Problem]:
    """The submission makes no choice that the game does not have."""
    game = game_of(submission)
    for path in out_of_place(submission):
        if path[1] not in decided_by(submission):
            yield Problem(path, f"{game.title} has no choice {path[1]!r}.", (), game.section)


@rule(DECIDED, citations=decided_sections)
def decides_by_itself(submission: Submission) -> Iterator[Problem]:
    """The submission makes no choice of Blackjack's that the variation decides by itself."""
    game = game_of(submission)
    for path in out_of_place(submission):
        decided = decided_by(submission).get(path[1])
        if decided is not None:
            message = f"{game.title} has no choice {path[1]!r}."
            if path[1] in house_keys():
                message += ' Only jurisdiction = "house" has it.'
            yield Problem(path, message, (), full_citation(decided))


# Cards


@rule("game.decks", citations=of_games("decks_section"))
def decks(submission: Submission) -> Iterator[Problem]:
    """The game is played with one of the numbers of decks that its rules name."""
    table, game = submission.table, game_of(submission)
    if game.decks and table.decks not in game.decks:
        known = " or ".join(str(count) for count in game.decks)
        message = f"{game.title} is played with {known} decks, not {table.decks}."
        yield Problem(("table", "decks"), message, game.decks, game.decks_section)


@rule("game.at-least-one-deck", citations=of_games("decks_section"))
def at_least_one_deck(submission: Submission) -> Iterator[Problem]:
    """A card game is played with at least one deck."""
    game = game_of(submission)
    if not game.decks and submission.table.decks < game.minimum_decks:
        message = "At least one deck is needed."
        yield Problem(("table", "decks"), message, (), game.decks_section)


@rule("game.no-cards", "617b.3(a)")
def no_cards(submission: Submission) -> Iterator[Problem]:
    """A game at the wheel is played without cards."""
    game = game_of(submission)
    if not game.minimum_decks and submission.table.decks:
        yield Problem(("table", "decks"), f"{game.title} is played without cards.", (0,))


# What single games add

for part in parts():
    for check in part.checks:
        rule(check.name, *check.sections, severity=check.severity)(check.look)
    for field in part.declared:
        require_declared(field)
