"""Whether a Rules Submission complies: every finding at once, each with its section."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from upcard.money.amount import format_dollars
from upcard.money.odds import winnings
from upcard.rules.citation import full
from upcard.rules.loader import all_wagers, game_rules
from upcard.rules.schema import Paytable, WagerRules, holds
from upcard.submission.read import Document, Place
from upcard.submission.schema import Submission, WagerSection, section_of
from upcard.wagers.catalogue import priced, wager
from upcard.wagers.kit import permitted_amounts, refuse_decks

MINIMUM_AGGREGATE_LIMIT: Final = 25_000 * 10_000
OPTIONS: Final = ("crown_treasure", "press")


class Finding(msgspec.Struct, frozen=True, omit_defaults=False):
    """Something that does not comply (``error``) or deserves a look (``warning``)."""

    severity: str
    field: str
    line: int | None
    column: int | None
    section: str
    message: str
    allowed: tuple[str | int, ...] = ()


Path = tuple[str, ...]
Problem = tuple[Path, str, str, tuple[str | int, ...]]
"""A field, its section, what is wrong, what would be allowed."""


def check(document: Document) -> tuple[Submission | None, list[Finding]]:
    """The submission, where it has the right form, and all findings."""
    try:
        submission = Submission.model_validate(document.data)
    except ValidationError as error:
        problems = [_form(dict(detail)) for detail in error.errors()]
        return None, [_finding(document, problem) for problem in problems]
    findings = [_finding(document, problem) for problem in _problems(submission)]
    return submission, sorted(findings, key=lambda finding: finding.line or 0)


def _finding(document: Document, problem: Problem) -> Finding:
    path, section, message, allowed = problem
    line, column = document.place(path) or _nowhere()
    return Finding("error", ".".join(path), line, column, section, message, allowed)


def _nowhere() -> Place | tuple[None, None]:
    return None, None


def _form(detail: dict[str, Any]) -> Problem:
    """One of pydantic's errors in our words."""
    path = tuple(str(part) for part in detail["loc"])
    section = section_of(path)
    context = detail.get("ctx", {})
    kind = detail["type"]
    allowed: tuple[str | int, ...] = ()
    if kind == "extra_forbidden":
        message = f"There is no key {path[-1]!r} here."
    elif kind == "missing":
        message = f"{'.'.join(path)} is missing."
    elif kind == "literal_error":
        expected = str(context["expected"])
        allowed = tuple(word.strip("'") for word in expected.replace(" or ", ", ").split(", "))
        message = f"{detail['input']!r} is not one of the choices."
    elif kind == "value_error":
        message = str(context["error"])
    elif kind in ("greater_than", "greater_than_equal", "less_than_equal"):
        bound = context.get("gt", context.get("ge", context.get("le")))
        message = f"{detail['input']!r} is {'above' if 'le' in context else 'not above'} {bound}."
        if "ge" in context:
            message = f"{detail['input']!r} is less than {bound}."
    else:
        message = f"{detail['input']!r} cannot stand here: {detail['msg'].lower()}."
    return path, section, message, allowed


def _problems(submission: Submission) -> Iterator[Problem]:
    yield from _table(submission)
    yield from _declarations(submission)
    yield from _aggregate_limit(submission)
    for slug, choices in submission.wagers.items():
        yield from _wager(submission, slug, choices)


def _table(submission: Submission) -> Iterator[Problem]:
    table = submission.table
    game = game_rules(table.game)
    if not holds(game.effective, game.until, table.as_of):
        yield (
            ("table", "as_of"),
            game.section,
            f"{game.title} rules are transcribed from {game.effective} on, not for {table.as_of}.",
            (),
        )
    if table.positions > game.positions:
        yield (
            ("table", "positions"),
            game.positions_section,
            f"A table has betting positions for no more than {game.positions} players.",
            tuple(range(1, game.positions + 1)),
        )
    if table.decks < game.minimum_decks:
        yield (("table", "decks"), game.decks_section, "At least one deck is needed.", ())
    if table.dealing == "from-the-hand" and table.decks > 2:
        yield (
            ("table", "decks"),
            full("633a.12(b)(1)"),
            f"Dealt from the hand no more than two decks may be used, not {table.decks}.",
            (1, 2),
        )
    if table.maximum < table.minimum:
        yield (
            ("table", "maximum"),
            full("601a.2"),
            f"The maximum of ${format_dollars(table.maximum)} is below the minimum of "
            f"${format_dollars(table.minimum)}.",
            (),
        )
    if table.adjacent_boxes > table.positions:
        yield (
            ("table", "adjacent_boxes"),
            full("633a.6(f)"),
            f"There are {table.positions} positions, so no player has {table.adjacent_boxes}.",
            tuple(range(1, table.positions + 1)),
        )
    for key in ("minimum", "maximum"):
        if getattr(table, key) % table.smallest_chip:
            yield (
                ("table", key),
                full("633a.6(a)"),
                f"${format_dollars(getattr(table, key))} cannot be made with chips of "
                f"${format_dollars(table.smallest_chip)}.",
                (),
            )


def _declarations(submission: Submission) -> Iterator[Problem]:
    """What the text requires of layout and equipment, as declared."""
    required = {
        ("table", "card_reader"): submission.table.card_reader,
        ("layout", "certificate_holder"): submission.layout.certificate_holder,
        ("layout", "blackjack_areas"): submission.layout.blackjack_areas,
        ("layout", "inscriptions"): submission.layout.inscriptions,
        ("layout", "wager_areas"): submission.layout.wager_areas or not submission.wagers,
        ("equipment", "drop_box"): submission.equipment.drop_box,
    }
    if submission.table.dealing in ("from-the-hand", "automated-shuffler"):
        required["equipment", "shuffler"] = submission.equipment.shuffler
    for path, declared in required.items():
        if not declared:
            yield (path, section_of(path), f"The text requires {'.'.join(path)}.", ("true",))


def _aggregate_limit(submission: Submission) -> Iterator[Problem]:
    limit = submission.table.aggregate_limit
    if limit is None:
        return
    path, section = ("table", "aggregate_limit"), full("633a.13(o)")
    limited = [
        slug
        for slug in submission.wagers
        if slug in _known(submission) and "aggregate_limit" in priced(slug).data.options
    ]
    if not limited:
        yield (path, section, "No wager of this table has a top row that may be limited.", ())
        return
    largest = _largest_limited_win(submission, limited)
    least = max(MINIMUM_AGGREGATE_LIMIT, largest)
    if limit < least:
        yield (
            path,
            section,
            f"The limit is at least $25,000 and at least what one patron could win, here "
            f"${format_dollars(least)}.",
            (format_dollars(least),),
        )


def _largest_limited_win(submission: Submission, limited: list[str]) -> int:
    """What one patron could win of the limited rows in one round, in units.

    Each box holds one pair of two identical cards, of which the decks have so many.
    """
    table = submission.table
    each = [
        winnings(priced(slug).paytables[0].awards[wager(slug).outcomes[-1]], maximum)
        for slug in limited
        for maximum in [submission.wagers[slug].maximum or table.maximum]
        for _ in range(table.decks // 2)
    ]
    return sum(sorted(each, reverse=True)[: table.adjacent_boxes])


def _known(submission: Submission) -> dict[str, WagerRules]:
    """The side wagers that the rulebook has for this game."""
    table = submission.table
    return {
        rules.data.slug: rules
        for rules in all_wagers()
        if rules.data.jurisdiction == table.jurisdiction
        and table.game in rules.data.games
        and rules.data.slug != "insurance"
    }


def _wager(submission: Submission, slug: str, choices: WagerSection) -> Iterator[Problem]:
    known = _known(submission)
    path: Path = ("wagers", slug)
    if slug not in known:
        yield (
            path,
            full("633a.6(e)"),
            f"{slug!r} is not a wager that may be offered with {submission.table.game}.",
            tuple(known),
        )
        return
    rules = priced(slug)
    data = rules.data
    for companion in data.needs:
        if companion not in submission.wagers:
            yield (path, data.needs_section, f"{data.title} needs {companion} beside it.", ())
    for key, section in data.table_needs.items():
        if not getattr(submission.table, key):
            yield (path, section, f"{data.title} needs table.{key} = true.", ())
    yield from _paytable(submission, rules, choices)
    yield from _fixed_amount(submission, rules, choices)
    yield from _amounts(submission, slug, choices)
    for option in OPTIONS:
        if option in choices.model_fields_set and option not in data.options:
            yield (
                (*path, option),
                section_of((*path, option)),
                f"{data.title} has no choice {option!r}.",
                (),
            )


def paytable_of(rules: WagerRules, submission: Submission, chosen: str | None) -> Paytable | None:
    """The paytable in force: the one chosen, or the first that the decks allow."""
    table = submission.table
    for paytable in rules.in_force(table.as_of, table.decks):
        if chosen in (None, paytable.id):
            return paytable
    return None


def _paytable(
    submission: Submission, rules: WagerRules, choices: WagerSection
) -> Iterator[Problem]:
    table = submission.table
    path: Path = ("wagers", rules.data.slug, "paytable")
    if paytable_of(rules, submission, choices.paytable) is not None:
        return
    allowed = tuple(dict.fromkeys(t.id for t in rules.in_force(table.as_of, table.decks)))
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
        assert refused is not None
        if not allowed:
            message = f"{rules.data.title} has no paytable for {table.decks} decks."
            yield (path, refused.section, message, ())
        else:
            yield (path, refused.section, refused.message, allowed)


def _fixed_amount(
    submission: Submission, rules: WagerRules, choices: WagerSection
) -> Iterator[Problem]:
    """A wager whose amounts the text fixes offers one of them, or all where it may."""
    paytable = paytable_of(rules, submission, choices.paytable)
    if paytable is None:
        return
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


def _amounts(submission: Submission, slug: str, choices: WagerSection) -> Iterator[Problem]:
    chip = submission.table.smallest_chip
    low = choices.minimum if choices.minimum is not None else chip
    high = choices.maximum if choices.maximum is not None else submission.table.maximum
    for key in ("minimum", "maximum"):
        amount = getattr(choices, key)
        if amount is not None and amount % chip:
            message = f"${format_dollars(amount)} cannot be made with chips of "
            message += f"${format_dollars(chip)}."
            yield (("wagers", slug, key), full("633a.6(a)"), message, ())
    if high < low:
        message = f"The maximum of ${format_dollars(high)} is below the minimum of "
        message += f"${format_dollars(low)}."
        yield (("wagers", slug, "maximum"), full("601a.2"), message, ())
