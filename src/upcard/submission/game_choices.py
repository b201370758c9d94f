"""Which choices a game has and another not, and what its own tables in a submission come to."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from upcard.games import baccarat, roulette, switch, switch_hands
from upcard.games.hybrid import WITHOUT_HOLE_CARD, HybridRules, hybrid_rules
from upcard.games.roulette import LightningRules, lightning_rules
from upcard.rules.citation import full
from upcard.submission.compiling.offers import jurisdiction_of
from upcard.submission.game_sections import HYBRID, LIGHTNING
from upcard.submission.schema import Submission

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
    "dealer_inscription",
    "press_area",
    "mystery_display",
    "tip_box",
    "shoe_location",
    "reader_reveals",
    "cover_cards",
    "back_colors",
    "discard_rack",
    "shuffler",
    "shuffler_approved",
    "shuffler_loads_shoe",
    "shuffler_stores_batch",
    "electronic_wagering",
    "progressive_system",
    "progressive_devices",
    "lock_out",
    "progressive_light",
    "linked_system",
    "bonus_selection",
    "mystery_generator",
    "mystery_meter",
)
"""The keys of Blackjack in place of which § 633c.5 has its own, or leaves no choice."""

NOT_CHOSEN: Final[Mapping[str, Mapping[str, str]]] = {
    switch.GAME: {
        "settle_blackjack": "633a.12(a)(5)",
        "settle_surrender": "633a.12(a)(4)",
    },
    switch_hands.PREMIUM: {"tie_blackjack": "633c.4(o)"},
    WITHOUT_HOLE_CARD: {
        "even_money": "633c.5(z)",
        "resplits": "633c.5(z)",
        "resplit_aces": "633c.5(aa)(3)(i)",
        "split_aces": "633c.5(aa)(3)(i)",
    },
}
"""The keys of its kin that a game decides by itself, with the provision that does."""

_NOT_BLACKJACK: Final = (baccarat.GAME, roulette.GAME)


def is_asked(submission: Submission, table: str, key: str) -> bool:
    """Whether a game, where it is played, has the choice of a key in a table of the file."""
    game = submission.table.game
    field: Any = Submission.model_fields[table].annotation
    cited = field.model_fields[key].json_schema_extra
    games = cited["games"]
    if cited["jurisdiction"] not in ("", jurisdiction_of(submission)):
        return False
    if key in NOT_CHOSEN.get(game, ()):
        return False
    if games:
        return game in games
    if game in HYBRID and key in NOT_SHARED:
        return False
    return is_blackjack(game) or (table == "table" and key in SHARED)


def out_of_place(submission: Submission) -> Iterator[tuple[str, str]]:
    """Table and key of each choice in a file that its game does not have."""
    for table in submission.model_fields_set - {"wagers"}:
        for key in getattr(submission, table).model_fields_set:
            if not is_asked(submission, table, key):
                yield table, key


def is_blackjack(game: str) -> bool:
    """Whether a game is Blackjack or a variation of it, for which chapter 633a holds."""
    return game not in _NOT_BLACKJACK


def chips_section(game: str) -> str:
    """Why wagers are made with chips: § 633a.6(a) says so of Blackjack."""
    return full("633a.6(a)" if is_blackjack(game) else "601a.2")


# Lightning Roulette


def lightning_of(submission: Submission) -> LightningRules | None:
    """How Lucky Numbers fall, None at tables without them; the submission has to comply."""
    if submission.table.game not in LIGHTNING:
        return None
    chosen = submission.lightning
    return lightning_rules(weights_of(chosen.numbers), weights_of(chosen.payouts))


def weights_of(written: Mapping[str, int] | None) -> dict[int, int]:
    """Weights by the numbers that the keys of a file write."""
    return {int(number): weight for number, weight in (written or {}).items()}


# Hybrid tables


def hybrid_of(submission: Submission) -> HybridRules | None:
    """What the countdown clock does, None at other tables; raises `RuleViolation`."""
    table, chosen = submission.table, submission.hybrid
    if table.game not in HYBRID:
        return None
    totals = () if chosen.at_countdown == "stand" else tuple(chosen.at_countdown)
    return hybrid_rules(table.game, table.decks, chosen.countdown_seconds, totals)
