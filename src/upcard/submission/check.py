"""Whether a Rules Submission complies: every finding at once, each with its section."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from pydantic import ValidationError

from upcard.money.amount import format_dollars
from upcard.money.odds import winnings
from upcard.rules.citation import full
from upcard.rules.loader import game_rules
from upcard.rules.schema import holds
from upcard.submission.check_games import game_problems, is_asked
from upcard.submission.check_meters import Path, Problem
from upcard.submission.check_wagers import chips_section, known_wagers, wager_problems, warnings
from upcard.submission.check_washington import washington_problems
from upcard.submission.read import Document, Place
from upcard.submission.schema import Submission, section_of
from upcard.submission.variations import variation_problems
from upcard.wagers.catalogue import priced, wager

MINIMUM_AGGREGATE_LIMIT: Final = 25_000 * 10_000


class Finding(msgspec.Struct, frozen=True, omit_defaults=False):
    """Something that does not comply (``error``) or deserves a look (``warning``)."""

    severity: str
    field: str
    line: int | None
    column: int | None
    section: str
    message: str
    allowed: tuple[str | int, ...] = ()


def check(document: Document) -> tuple[Submission | None, list[Finding]]:
    """The submission, where it has the right form, and all findings in the file's order.

    What has a wrong form is set aside, so that the rest is checked as well.
    """
    problems: list[Problem] = []
    sound, data = True, document.data
    try:
        submission = Submission.model_validate(data)
    except ValidationError as error:
        sound = False
        problems = [_form(dict(detail)) for detail in error.errors()]
        for detail in error.errors():
            data = _without(data, tuple(str(part) for part in detail["loc"]))
        table = data.get("table")
        named = {"name": "?", **(table if isinstance(table, dict) else {})}
        submission = Submission.model_validate({**data, "table": named})
    problems += _problems(submission)
    findings = [_finding(document, problem) for problem in problems]
    if sound:  # else what is set aside would seem to be missing
        findings += [
            _finding(document, problem, "warning")
            for slug, choices in submission.wagers.items()
            for problem in warnings(submission, slug, choices)
        ]
    findings.sort(key=lambda finding: (finding.line or 0, finding.column or 0))
    return submission if sound else None, findings


def _without(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The data without the key at a path, or without the nearest key above it."""
    if not path or path[0] not in data:
        return data
    inner = data[path[0]]
    if len(path) > 1 and isinstance(inner, dict) and path[1] in inner:
        return {**data, path[0]: _without(inner, path[1:])}
    return {key: value for key, value in data.items() if key != path[0]}


def _finding(document: Document, problem: Problem, severity: str = "error") -> Finding:
    path, section, message, allowed = problem
    line, column = document.place(path) or _nowhere()
    return Finding(severity, ".".join(path), line, column, section, message, allowed)


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
    elif kind == "bool_type":
        allowed = ("true", "false")
        message = f"{detail['input']!r} is neither true nor false."
    elif kind in ("model_type", "dict_type"):
        message = f"{'.'.join(path)} has to be a table."
    elif kind in ("date_type", "date_from_datetime_inexact"):
        message = "A date is wanted here, such as 2024-06-29."
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
    yield from washington_problems(submission)
    yield from variation_problems(submission)
    yield from game_problems(submission)
    yield from _declarations(submission)
    yield from _aggregate_limit(submission)
    for slug, choices in submission.wagers.items():
        yield from wager_problems(submission, slug, choices)


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
                chips_section(submission),
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
        ("layout", "hybrid_boxes"): submission.layout.hybrid_boxes,
        ("equipment", "electronic_tables"): submission.equipment.electronic_tables,
        ("equipment", "rules_icon"): submission.equipment.rules_icon,
        ("equipment", "hybrid_card_reader"): submission.equipment.hybrid_card_reader,
        ("layout", "lucky_numbers"): submission.layout.lucky_numbers,
        ("equipment", "single_zero_wheel"): submission.equipment.single_zero_wheel,
        ("equipment", "random_number_generator"): submission.equipment.random_number_generator,
    }
    if "majestic-match" in submission.wagers:
        required["layout", "majestic_match_areas"] = submission.layout.majestic_match_areas
    if submission.table.dealing in ("from-the-hand", "automated-shuffler"):
        required["equipment", "shuffler"] = submission.equipment.shuffler
    for path, declared in required.items():
        if not declared and is_asked(submission.table.game, *path):
            yield (path, section_of(path), f"The text requires {'.'.join(path)}.", ("true",))


def _aggregate_limit(submission: Submission) -> Iterator[Problem]:
    limit = submission.table.aggregate_limit
    if limit is None:
        return
    path, section = ("table", "aggregate_limit"), full("633a.13(o)")
    limited = [
        slug
        for slug in submission.wagers
        if slug in known_wagers(submission)
        and "aggregate_limit" in known_wagers(submission)[slug].data.options
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
