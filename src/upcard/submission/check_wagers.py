"""Whether the wagers of a Rules Submission comply: paytables, amounts, companions, choices."""

from collections.abc import Iterator
from typing import Final

from upcard.money.amount import format_dollars, parse_dollars
from upcard.rules.citation import full
from upcard.rules.loader import all_mysteries, all_wagers, game_rules
from upcard.rules.schema import Paytable, WagerRules
from upcard.submission.amounts import MUST_HIT_BY, amounts_of, least_wager, must_hit_by
from upcard.submission.check_games import is_blackjack
from upcard.submission.check_meters import Path, Problem, idle_meters, meter_problems
from upcard.submission.check_washington import prize_problems
from upcard.submission.schema import Submission, WagerSection, section_of
from upcard.wagers.catalogue import priced
from upcard.wagers.kit import permitted_amounts, refuse_companions, refuse_decks

OPTIONS: Final = (
    "crown_treasure",
    "press",
    "any_20",
    "magic_card",
    "lucky_player",
    "third_card",
    "chosen_suit",
    "reading",
    "must_hit_by",
    "mystery",
    "bonus",
    "envy",
    "mandatory",
    "prizes",
    "prizes_paid",
)


def known_wagers(submission: Submission) -> dict[str, WagerRules]:
    """The side wagers that the rulebook has for this game."""
    table = submission.table
    return {
        rules.data.slug: rules
        for rules in all_wagers()
        if rules.data.jurisdiction == table.jurisdiction
        and table.game in rules.data.games
        and rules.data.slug != "insurance"
    }


def wager_problems(submission: Submission, slug: str, choices: WagerSection) -> Iterator[Problem]:
    """What is wrong with one offered wager."""
    known, game = known_wagers(submission), submission.table.game
    path: Path = ("wagers", slug)
    if slug not in known:
        yield (
            path,
            full("633a.6(e)") if is_blackjack(game) else game_rules(game).section,
            f"{slug!r} is not a wager that may be offered with {game}.",
            tuple(known),
        )
        return
    rules = priced(slug, submission.table.jurisdiction)
    data = rules.data
    alone = refuse_companions(data, frozenset(submission.wagers))
    if alone is not None:
        yield (path, alone.section, alone.message, data.needs)
    for key, section in data.table_needs.items():
        if not getattr(submission.table, key):
            yield (path, section, f"{data.title} needs table.{key} = true.", ())
    yield from _paytable(submission, rules, choices)
    yield from _must_hit_by(submission, rules, choices)
    paytable = paytable_of(rules, submission, choices.paytable)
    if paytable is not None:
        yield from _fixed_amount(rules, paytable, choices)
        wagered = amounts_of(submission, rules, paytable, choices).minimum
        yield from _mystery_amount(rules, choices, wagered)
        yield from meter_problems(data, paytable, choices, wagered)
        yield from prize_problems(data, paytable, choices)
    yield from _amounts(submission, slug, choices)
    for option in OPTIONS:
        if option in choices.model_fields_set and option not in data.options:
            yield (
                (*path, option),
                section_of((*path, option)),
                f"{data.title} has no choice {option!r}.",
                (),
            )


def warnings(submission: Submission, slug: str, choices: WagerSection) -> Iterator[Problem]:
    """What complies and deserves a look."""
    if slug in known_wagers(submission):
        rules = priced(slug, submission.table.jurisdiction)
        paytable = paytable_of(rules, submission, choices.paytable)
        if paytable is not None:
            wagered = amounts_of(submission, rules, paytable, choices).minimum
            yield from idle_meters(rules.data, paytable, choices, wagered)


def _must_hit_by(
    submission: Submission, rules: WagerRules, choices: WagerSection
) -> Iterator[Problem]:
    """One wager feeds the mystery meter, by a printed configuration (§ 633c.14(c))."""
    path: Path = ("wagers", rules.data.slug, "must_hit_by")
    if choices.must_hit_by is None and "must_hit_by_paid" in choices.model_fields_set:
        paid: Path = ("wagers", rules.data.slug, "must_hit_by_paid")
        yield (paid, section_of(paid), "There is no Must-Hit-By Mystery to pay.", ())
    if choices.must_hit_by is None or "must_hit_by" not in rules.data.options:
        return
    if must_hit_by(choices) is None:
        (data,) = [one for one in all_mysteries() if one.slug == MUST_HIT_BY]
        message = f"There is no configuration {choices.must_hit_by!r}."
        printed = tuple(one.id for one in data.configuration)
        yield (path, full("633c.14(c)(4)"), message, printed)
        return
    others = [slug for slug, one in submission.wagers.items() if one.must_hit_by is not None]
    if others[0] != rules.data.slug:
        message = f"The mystery meter is fed by one wager, here by {others[0]}."
        yield (path, full("633c.14(c)(1)"), message, ())


def _mystery_amount(rules: WagerRules, choices: WagerSection, wagered: int) -> Iterator[Problem]:
    """A wager that feeds the mystery meter is as large as its configuration asks for."""
    found = must_hit_by(choices)
    if found is None or "must_hit_by" not in rules.data.options:
        return
    configuration = found[1]
    if wagered < parse_dollars(configuration.wager):
        message = f"Configuration {configuration.id} asks for a wager of at least "
        path = ("wagers", rules.data.slug, "must_hit_by")
        yield (path, configuration.section, f"{message}{configuration.wager}.", ())


def paytable_of(rules: WagerRules, submission: Submission, chosen: str | None) -> Paytable | None:
    """The paytable in force: the one chosen, or the first that the decks allow."""
    table = submission.table
    for paytable in rules.in_force(table.as_of, table.decks):
        if chosen in (None, paytable.id) and paytable.data.system <= table.system_version:
            return paytable
    return None


def _paytable(
    submission: Submission, rules: WagerRules, choices: WagerSection
) -> Iterator[Problem]:
    table = submission.table
    path: Path = ("wagers", rules.data.slug, "paytable")
    if paytable_of(rules, submission, choices.paytable) is not None:
        return
    tables = rules.in_force(table.as_of, table.decks)
    tables = tuple(t for t in tables if t.data.system <= table.system_version)
    allowed = tuple(dict.fromkeys(t.id for t in tables))
    named = [t for t in rules.in_force(table.as_of) if choices.paytable in (None, t.id)]
    if not rules.in_force(table.as_of):
        first = min(t.data.effective for t in rules.paytables)
        message = f"{rules.data.title} paytables are in force from {first} on."
        yield (path, rules.paytables[0].data.section, message, ())
    elif not named:
        printed = tuple(dict.fromkeys(t.id for t in rules.in_force(table.as_of)))
        message = f"{rules.data.title} has no paytable {choices.paytable!r}."
        section = rules.paytables[0].data.section
        yield (path, section, message, allowed or printed)
    else:
        refused = refuse_decks(rules.data, named[0], table.decks)
        if refused is None:
            needed = (
                f"{rules.data.title} paytable {named[0].id} needs system {named[0].data.system}."
            )
            yield (path, named[0].data.section, needed, allowed)
        elif not allowed:
            message = f"{rules.data.title} has no paytable for {table.decks} decks."
            yield (path, refused.section, message, ())
        else:
            yield (path, refused.section, refused.message, allowed)


def _fixed_amount(
    rules: WagerRules, paytable: Paytable, choices: WagerSection
) -> Iterator[Problem]:
    """A wager whose amounts the text fixes offers one of them, or all where it may."""
    path = ("wagers", rules.data.slug)
    permitted = permitted_amounts(rules.data, paytable)
    limits = rules.data.limits
    section = limits.section if limits is not None else rules.data.section
    allowed = tuple(format_dollars(amount) for amount in permitted)
    for key in ("wager", "minimum", "maximum"):
        amount = getattr(choices, key)
        if amount is not None and permitted and amount not in permitted:
            message = f"{rules.data.title} is ${' or $'.join(allowed)}, not "
            yield ((*path, key), section, f"{message}${format_dollars(amount)}.", allowed)


def chips_section(submission: Submission) -> str:
    """Why wagers are made with chips: § 633a.6(a) says so of Blackjack."""
    return full("633a.6(a)" if is_blackjack(submission.table.game) else "601a.2")


def _amounts(submission: Submission, slug: str, choices: WagerSection) -> Iterator[Problem]:
    chip = submission.table.smallest_chip
    low = least_wager(submission, slug, choices)
    high = choices.maximum if choices.maximum is not None else submission.table.maximum
    for key in ("minimum", "maximum"):
        amount = getattr(choices, key)
        if amount is not None and amount % chip:
            message = f"${format_dollars(amount)} cannot be made with chips of "
            message += f"${format_dollars(chip)}."
            yield (("wagers", slug, key), chips_section(submission), message, ())
    if high < low:
        message = f"The maximum of ${format_dollars(high)} is below the minimum of "
        message += f"${format_dollars(low)}."
        yield (("wagers", slug, "maximum"), full("601a.2"), message, ())
