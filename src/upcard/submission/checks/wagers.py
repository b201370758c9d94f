"""Rules of each offered wager: that it exists, its companions and its paytable."""

from collections.abc import Iterable, Iterator
from typing import Final

from upcard.cards.card import in_decks
from upcard.games.hybrid import WITH_HOLE_CARD, WITHOUT_HOLE_CARD
from upcard.rules.citation import full_citation
from upcard.rules.loader import all_games, all_wagers
from upcard.rules.schema import Paytable, is_in_force
from upcard.submission.checks.provisions import (
    of_decks,
    of_paytables,
    of_wagers,
    out_of_time,
)
from upcard.submission.checks.registry import Problem, rule, wager_rule
from upcard.submission.game_choices import game_part, is_blackjack
from upcard.submission.offered.wagers import ChosenWager, game_of, is_known, known_wagers
from upcard.submission.schema import Submission
from upcard.text.words import quoted
from upcard.wagers.limits import refuse_companions, refuse_decks

SIDE_WAGERS: Final = {WITH_HOLE_CARD: "633c.5(m)", WITHOUT_HOLE_CARD: "633c.5(x)"}
"""The sections that list the side wagers of hybrid games; § 633a.6(e) lists those of others."""


@rule(
    "wager.exists",
    citations=lambda: (
        *map(full_citation, ("633a.6(e)", *SIDE_WAGERS.values())),
        *(game.section for game in all_games()),
    ),
)
def exists(submission: Submission) -> Iterator[Problem]:
    """An offered wager is one that the rulebook has for the game, which gives its facts."""
    game = submission.table.game
    section = game_of(submission).section
    if is_blackjack(game):
        section = full_citation(SIDE_WAGERS.get(game, "633a.6(e)"))
    for slug in submission.wagers:
        if not is_known(submission, slug):
            message = f"{quoted(slug)} is not a wager that may be offered with {game}."
            yield Problem(("wagers", slug), message, tuple(known_wagers(submission)), section)
            continue
        offer = ChosenWager(submission, slug)
        lacking = offer.lacks_facts(game_part(submission).rules.facts)
        if lacking:
            yield Problem(offer.path(), lacking, (), offer.data.section)


@wager_rule("wager.companion", citations=of_wagers(lambda data: data.needs_section))
def companion(offer: ChosenWager) -> Iterator[Problem]:
    """A wager that another one needs is offered with it."""
    data, present = offer.data, frozenset(offer.submission.wagers)
    alone = refuse_companions(data, present)
    if alone is not None:
        yield Problem(offer.path(), alone.message, data.needs, alone.section)
    elif not set(data.offered_with) <= present:
        message = f"{data.title} is offered beside {' and '.join(data.offered_with)} alone."
        yield Problem(offer.path(), message, data.offered_with, data.needs_section)


@wager_rule(
    "wager.needs-of-the-table",
    citations=lambda: (cite for rules in all_wagers() for cite in rules.data.table_needs.values()),
)
def needs_of_the_table(offer: ChosenWager) -> Iterator[Problem]:
    """The table is of the kind that the wager is offered at."""
    for key, section in offer.data.table_needs.items():
        if not getattr(offer.submission.table, key):
            message = f"{offer.data.title} needs table.{key} = true."
            yield Problem(offer.path(), message, (), section)


# Paytables


@wager_rule("wager.in-force", citations=of_paytables)
def in_force(offer: ChosenWager) -> Iterator[Problem]:
    """A paytable of the wager is in force on the date on which the rules are read."""
    if _is_game_in_force(offer) and not _tables(offer):
        tables = offer.rules.paytables
        ends = [table.data.until for table in tables if table.data.until is not None]
        last = max(ends) if len(ends) == len(tables) else None
        first = min(table.data.effective for table in tables)
        title = f"paytables of {offer.data.title}"
        message = out_of_time(title, first, last, offer.submission.table.as_of)
        section = offer.rules.paytables[0].data.section
        yield Problem(offer.path("paytable"), message, (), section)


@wager_rule("wager.paytable", citations=of_paytables)
def paytable(offer: ChosenWager) -> Iterator[Problem]:
    """The paytable is one that the text prints for the wager."""
    printed = _tables(offer)
    if printed and not _paytables_named(offer):
        message = f"{offer.data.title} has no paytable {quoted(offer.chosen.paytable)}."
        allowed = _ids(_tables(offer, offer.submission.table.decks)) or _ids(printed)
        section = offer.rules.paytables[0].data.section
        yield Problem(offer.path("paytable"), message, allowed, section)


@wager_rule("wager.decks", citations=of_decks)
def decks(offer: ChosenWager) -> Iterator[Problem]:
    """The wager has a paytable for the table's decks."""
    refused = _refused_decks(offer)
    if refused is not None and not _ids(_tables(offer, offer.submission.table.decks)):
        count = in_decks(offer.submission.table.decks)
        message = f"{offer.data.title} has no paytable for {count}."
        yield Problem(offer.path("paytable"), message, (), refused)


@wager_rule("wager.paytable-decks", citations=of_decks)
def paytable_decks(offer: ChosenWager) -> Iterator[Problem]:
    """The chosen paytable is one for the table's decks."""
    refused = _refused_decks(offer)
    allowed = _ids(_tables(offer, offer.submission.table.decks))
    if refused is not None and allowed:
        violation = refuse_decks(
            offer.data, _paytables_named(offer)[0], offer.submission.table.decks
        )
        assert violation is not None
        yield Problem(offer.path("paytable"), violation.message, allowed, refused)


@wager_rule("wager.paytable-system", citations=of_paytables)
def paytable_system(offer: ChosenWager) -> Iterator[Problem]:
    """The paytable is one of the version of the progressive system (Washington)."""
    if (
        offer.paytable is None
        and _paytables_named(offer)
        and _refused_decks(offer, also_by_game=True) is None
    ):
        table = _paytables_named(offer)[0]
        message = f"{offer.data.title} paytable {table.id} needs system {table.data.system}."
        allowed = _ids(_tables(offer, offer.submission.table.decks))
        yield Problem(offer.path("paytable"), message, allowed, table.data.section)


def _is_game_in_force(offer: ChosenWager) -> bool:
    game, table = game_of(offer.submission), offer.submission.table
    return is_in_force(game.effective, game.until, table.as_of)


def _tables(offer: ChosenWager, decks: int | None = None) -> list[Paytable]:
    """The paytables in force; with `decks`, only those for these decks and the table's system."""
    table = offer.submission.table
    in_force = offer.rules.in_force(table.as_of, decks)
    return [
        paytable
        for paytable in in_force
        if decks is None or paytable.data.system <= table.system_version
    ]


def _paytables_named(offer: ChosenWager) -> list[Paytable]:
    """The paytables in force with the name that the submission gives; all, where it gives none."""
    return [paytable for paytable in _tables(offer) if offer.chosen.paytable in (None, paytable.id)]


def _ids(tables: Iterable[Paytable]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(table.id for table in tables))


def _refused_decks(offer: ChosenWager, *, also_by_game: bool = False) -> str | None:
    """The provision that refuses the table's decks; None where they comply.

    Decks that the game itself refuses are left to the game's own rule, unless `also_by_game`.
    """
    named, table, game = _paytables_named(offer), offer.submission.table, game_of(offer.submission)
    wrong = bool(game.decks) and table.decks not in game.decks
    if offer.paytable is not None or not named or (wrong and not also_by_game):
        return None
    refused = refuse_decks(offer.data, named[0], table.decks)
    return None if refused is None else refused.section
