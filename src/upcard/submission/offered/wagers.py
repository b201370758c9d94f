"""The wagers that a Rules Submission offers: each with its rules, paytable in force and amounts."""

from collections.abc import Collection
from contextlib import suppress
from functools import cached_property

from upcard.games.blackjack import INSURANCE_WAGER
from upcard.rules.game_schema import GameData
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import find_wager, game_rules, wagers_of
from upcard.rules.schema import Paytable, WagerData, WagerRules
from upcard.rules.violation import BadInput, RulebookError
from upcard.submission.fields import given_keys
from upcard.submission.offered.amounts import WagerAmounts, amounts_of
from upcard.submission.schema import Submission, WagerSection
from upcard.text.words import quoted
from upcard.wagers.catalogue import checked_rules, read_form, wager
from upcard.wagers.kit import needed_facts


class ChosenWager:
    """One offered wager that the rulebook has for the game: what the submission says of it."""

    def __init__(self, submission: Submission, slug: str) -> None:
        self.submission = submission
        self.slug = slug
        self.chosen: WagerSection = submission.wagers[slug]
        self.rules: WagerRules = checked_rules(slug, jurisdiction_of(submission))

    @property
    def data(self) -> WagerData:
        """The wager's rule data."""
        return self.rules.data

    @cached_property
    def paytable(self) -> Paytable | None:
        """The paytable in force, None where the submission chose one that is not."""
        return paytable_of(self.rules, self.submission, self.chosen)

    @cached_property
    def amounts(self) -> WagerAmounts | None:
        """Its amounts in units, None without a paytable in force."""
        if self.paytable is None:
            return None
        return amounts_of(self.submission, self.rules, self.paytable, self.chosen)

    def lacks_facts(self, given: Collection[str]) -> str:
        """One sentence on the first fact that the wager needs and the game does not give, or ""."""
        if self.paytable is None:
            return ""
        form = form_of(self.data, self.paytable, self.chosen)
        try:
            rule = wager(self.slug, self.data.jurisdiction, form)
        except RulebookError:
            return ""  # a choice that the wager does not have; other rules find that
        bonus = () if rule.bonus is None else needed_facts(rule.bonus.when)
        fact = next(
            (needed_fact for needed_fact in (*rule.facts, *bonus) if needed_fact not in given), ""
        )
        if not fact:
            return ""
        game = self.submission.table.game
        return (
            f"{self.data.title} needs {quoted(fact)}, a fact that no table of {game} gives; there "
            f"are {', '.join(sorted(given))}."
        )

    def path(self, *keys: str) -> tuple[str, ...]:
        """The path in the file of the wager or of one of its keys."""
        return ("wagers", self.slug, *keys)

    def says(self, key: str) -> bool:
        """Whether the file gives a key of this wager."""
        return key in given_keys(self.chosen)


def game_of(submission: Submission) -> GameData:
    """The rule data of the table's game: the house's own where it plays by its own rules."""
    return game_rules(submission.table.game, submission.table.jurisdiction)


def form_of(data: WagerData, paytable: Paytable, chosen: WagerSection) -> str:
    """The form of a wager, by its paytable and what the submission chooses."""
    readings = {key: getattr(chosen, key) for key in data.readings}
    choices = {key: getattr(chosen, key) for key in data.forms}
    return read_form(data, data.chosen_form(paytable.data, chosen.reading, choices), readings)


def jurisdiction_of(submission: Submission) -> str:
    """The jurisdiction of the table's wagers: the named one, else that of the game."""
    game = game_of(submission)
    named = submission.table.jurisdiction
    return named if named in (game.jurisdiction, *game.also_in) else game.jurisdiction


def is_house(submission: Submission) -> bool:
    """Whether the table plays by the house's own rules, for which no State's text is claimed."""
    return jurisdiction_of(submission) == HOUSE_RULES


def known_wagers(submission: Submission) -> dict[str, WagerRules]:
    """The side wagers that the rulebook has for this game."""
    known = wagers_of(jurisdiction_of(submission))
    return {rules.data.slug: rules for rules in known if _is_side_wager(submission, rules.data)}


def offers(submission: Submission) -> list[ChosenWager]:
    """The offered wagers that the rulebook knows, in the file's order."""
    return [
        ChosenWager(submission, slug) for slug in submission.wagers if is_known(submission, slug)
    ]


def is_known(submission: Submission, slug: str) -> bool:
    """Whether `known_wagers` has a wager; no other wager's rules are read."""
    rules = find_wager(slug, jurisdiction_of(submission))
    return rules is not None and _is_side_wager(submission, rules.data)


def _is_side_wager(submission: Submission, data: WagerData) -> bool:
    return submission.table.game in data.games and data.slug != INSURANCE_WAGER


def paytable_of(rules: WagerRules, submission: Submission, chosen: WagerSection) -> Paytable | None:
    """The paytable in force: the one chosen, or the first that the decks allow.

    A house uses one with any number of decks: first one that is printed for the nearest number. Its
    own, `pays`, takes the place of a printed one; where it cannot, `check` says why.
    """
    printed = _printed_paytables(rules, submission, chosen.paytable)
    if not printed:
        return None
    if chosen.pays and is_house(submission):
        from upcard.wagers.own.pays import own_paytable  # noqa: PLC0415 - few tables have one

        with suppress(BadInput):
            return own_paytable(rules, chosen.pays, printed)
    return printed[0]


def _printed_paytables(
    rules: WagerRules, submission: Submission, chosen: str | None
) -> list[Paytable]:
    """The printed paytables that the choice leaves open, the first that is used first."""
    table = submission.table
    paytables = rules.in_force(table.as_of, table.decks)
    if rules.data.jurisdiction == HOUSE_RULES:
        paytables = tuple(
            sorted(paytables, key=lambda paytable: _decks_away(paytable, table.decks))
        )
    return [
        paytable
        for paytable in paytables
        if chosen in (None, paytable.id) and paytable.data.system <= table.system_version
    ]


def _decks_away(paytable: Paytable, decks: int) -> int:
    """How far a number of decks is from those that a paytable is printed for."""
    return min(abs(printed - decks) for printed in paytable.data.decks)
