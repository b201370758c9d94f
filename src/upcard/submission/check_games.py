"""What a Rules Submission of one game may say and of another not, and what a game alone asks."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from upcard.games.hybrid import HybridRules, hybrid_rules
from upcard.games.roulette import MOST_LUCKY, PAYOUTS, LightningRules, lightning_rules
from upcard.rules.loader import game_rules
from upcard.rules.schema import GameData
from upcard.rules.violation import RuleViolation
from upcard.submission.check_meters import Problem
from upcard.submission.game_sections import HYBRID, LIGHTNING
from upcard.submission.schema import Submission, TableSection, section_of

SHARED: Final = (
    "name",
    "jurisdiction",
    "game",
    "as_of",
    "decks",
    "dealing",
    "positions",
    "minimum",
    "maximum",
    "smallest_chip",
)
"""The keys of ``[table]`` that every game has; the others are Blackjack's."""

NOT_SHARED: Final = (
    "adjacent_boxes",
    "mid_shoe_entry",
    "double_card",
    "double_shoe_colors",
    "settle_blackjack",
    "settle_surrender",
    "payoff_order",
    "card_reader",
    "certificate_holder",
    "blackjack_areas",
    "inscriptions",
    "wager_areas",
    "payouts",
    "reader_reveals",
    "discard_rack",
    "shuffler",
)
"""The keys of Blackjack in place of which § 633c.5 has its own, or leaves no choice."""

_NOT_BLACKJACK: Final = ("baccarat", *LIGHTNING)


def is_asked(game: str, table: str, key: str) -> bool:
    """Whether a game has the choice of a key in a table of the file."""
    field: Any = Submission.model_fields[table].annotation
    games = field.model_fields[key].json_schema_extra["games"]
    if games:
        return game in games
    if game in HYBRID and key in NOT_SHARED:
        return False
    return is_blackjack(game) or (table == "table" and key in SHARED)


def is_blackjack(game: str) -> bool:
    """Whether a game is Blackjack or a variation of it, for which chapter 633a holds."""
    return game not in _NOT_BLACKJACK


def game_problems(submission: Submission) -> Iterator[Problem]:
    """Choices of other games, the cards, and what this game alone has to be told."""
    game = game_rules(submission.table.game)
    yield from _out_of_place(submission, game)
    yield from _decks(submission.table, game)
    if game.slug in LIGHTNING:
        yield from _lightning(submission)
    elif game.slug in HYBRID:
        yield from _hybrid(submission, game)


def _out_of_place(submission: Submission, game: GameData) -> Iterator[Problem]:
    for table in submission.model_fields_set - {"wagers"}:
        for key in getattr(submission, table).model_fields_set:
            if not is_asked(game.slug, table, key):
                yield ((table, key), game.section, f"{game.title} has no choice {key!r}.", ())


def _decks(table: TableSection, game: GameData) -> Iterator[Problem]:
    path = ("table", "decks")
    if not game.minimum_decks:
        if table.decks:
            yield (path, game.decks_section, f"{game.title} is played without cards.", (0,))
    elif game.decks and table.decks not in game.decks:
        known = " or ".join(str(decks) for decks in game.decks)
        message = f"{game.title} is played with {known} decks, not {table.decks}."
        yield (path, game.decks_section, message, game.decks)
    elif table.decks < game.minimum_decks:
        yield (path, game.decks_section, "At least one deck is needed.", ())


# Lightning Roulette


def lightning_of(submission: Submission) -> LightningRules | None:
    """How Lucky Numbers fall, None at tables without them; the submission has to comply."""
    if submission.table.game not in LIGHTNING:
        return None
    chosen = submission.lightning
    return lightning_rules(_weights(chosen.numbers), _weights(chosen.payouts))


def _weights(written: Mapping[str, int] | None) -> dict[int, int]:
    return {int(number): weight for number, weight in (written or {}).items()}


def _lightning(submission: Submission) -> Iterator[Problem]:
    listed = {"numbers": range(1, MOST_LUCKY + 1), "payouts": PAYOUTS}
    sound = True
    for key, allowed in listed.items():
        written, path = getattr(submission.lightning, key), ("lightning", key)
        if written is None:
            sound = False
            message = (
                f"lightning.{key} is missing: the certificate holder has to say how often each of "
                f"{', '.join(map(str, allowed))} is selected; the text does not."
            )
            yield (path, section_of(path), message, ())
        elif not all(number.isdecimal() for number in written):
            sound = False
            message = "The keys are whole numbers, such as in { 1 = 3, 2 = 1 }."
            yield (path, section_of(path), message, tuple(map(str, allowed)))
    if sound:
        try:
            lightning_of(submission)
        except RuleViolation as refused:
            key = "numbers" if refused.section.endswith("(d)") else "payouts"
            known = tuple(map(str, listed[key]))
            yield (("lightning", key), refused.section, refused.message, known)


# Hybrid tables


def hybrid_of(submission: Submission) -> HybridRules | None:
    """What the countdown clock does, None at other tables; raises `RuleViolation`."""
    table, chosen = submission.table, submission.hybrid
    if table.game not in HYBRID:
        return None
    totals = () if chosen.at_countdown == "stand" else tuple(chosen.at_countdown)
    return hybrid_rules(table.game, table.decks, chosen.countdown_seconds, totals)


def _hybrid(submission: Submission, game: GameData) -> Iterator[Problem]:
    table = submission.table
    if table.positions < game.positions:
        message = f"A hybrid table has {game.positions} player positions, not {table.positions}."
        yield (("table", "positions"), game.positions_section, message, (game.positions,))
    rack = submission.equipment.hybrid_discard_rack == "continuous-shuffler"
    if rack and table.dealing != "continuous-shuffler":
        message = "A discard rack is needed: this table has no continuous shuffler."
        path = ("equipment", "hybrid_discard_rack")
        yield (path, section_of(path), message, ("height-of-decks", "marked"))
    if table.decks not in game.decks:
        return  # said already
    try:
        hybrid_of(submission)
    except RuleViolation as refused:
        yield (("hybrid", "at_countdown"), refused.section, refused.message, ())
