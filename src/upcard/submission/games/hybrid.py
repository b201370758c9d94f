"""What hybrid tables add to a Rules Submission. 58 Pa. Code § 633c.5."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from upcard.games.hybrid import (
    DECKS,
    POSITIONS,
    WITH_HOLE_CARD,
    WITHOUT_HOLE_CARD,
    HybridRules,
    hybrid_rules,
)
from upcard.rules.loader import game_rules
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GameCheck, GamePart, game_section, refused
from upcard.submission.problem import Problem

if TYPE_CHECKING:
    from upcard.submission.schema import Submission

HYBRID: Final = tuple(POSITIONS)

LACKS: Final = (
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
"""Keys of Blackjack that § 633c.5 replaces by its own, or leaves no choice about."""


OWN_SECTIONS: Final = {
    "deck_change_hours": "633c.5(g)",
    "discard_rack_decks": "633c.5(e)",
    "smallest_chip": "633c.5(k)",
}
"""The provisions of hybrid tables on keys that Blackjack has too."""


class HybridSection(SubmissionTable):
    """``[hybrid]``: what the countdown clock of a hybrid table does."""

    countdown_seconds: int = choice(
        20, "633c.5(c)(2)", "The seconds that a player has for a decision.", games=HYBRID, ge=1
    )
    at_countdown: Literal["stand"] | list[int] = choice(
        "stand",
        "633c.5(z)",
        "What the hand of a player who takes no action does; without a hole card it may be hit on "
        "point counts that are named.",
        games=HYBRID,
    )


class HybridLayout(SubmissionTable):
    """A hybrid table's key of ``[layout]``."""

    hybrid_boxes: bool = choice(
        True,
        "633c.5(b)",
        "The name or logo, a box for each player position and the dealer, a community box.",
        games=HYBRID[:1],  # § 633c.5(w) leaves (b) out for the game without a hole card.
    )


class HybridEquipment(SubmissionTable):
    """A hybrid table's keys of ``[equipment]``."""

    electronic_tables: bool = choice(
        True, "633c.5(a)", "Table and terminals comply with chapter 605a.", games=HYBRID
    )
    terminal_layout: bool = choice(
        True, "633c.5(c)(1)", "Each terminal has its electronic layout.", games=HYBRID
    )
    rules_icon: bool = choice(
        True, "633c.5(c)", "Each terminal has its layout and a game rules icon.", games=HYBRID
    )
    buzzer_beater_icon: bool = choice(
        True,
        "633c.5(c)(3)",
        "Each terminal has an icon with Buzzer Beater's rules and odds, where it is offered.",
        games=HYBRID[:1],
    )
    hybrid_card_reader: bool = choice(
        True, "633c.5(d)", "A card reader device is attached to the table.", games=HYBRID
    )
    hybrid_discard_rack: Literal["height-of-decks", "marked", "continuous-shuffler"] = choice(
        "height-of-decks",
        "633c.5(e)",
        "A discard rack as high as the decks, or taller with a mark; none is needed with a "
        "continuous shuffler.",
        games=HYBRID,
    )
    hybrid_shuffler: bool = choice(
        True, "633c.5(f)", "The cards are shuffled by a card shuffling device.", games=HYBRID
    )
    reading_shoe: bool = choice(
        True,
        "633c.5(j)",
        "The dealing shoe reads the values of the cards and stands where it was approved.",
        games=HYBRID,
    )

    @property
    def has_discard_rack(self) -> bool:
        """Whether there is a discard rack: a table with a continuous shuffler needs none."""
        return self.hybrid_discard_rack != "continuous-shuffler"


def positions(submission: "Submission") -> Iterator[Problem]:
    """A hybrid table has three player positions, or one without a hole card."""
    table, game = submission.table, game_rules(submission.table.game)
    if table.game in HYBRID and table.positions < game.positions:
        message = f"A hybrid table has {game.positions} player positions, not {table.positions}."
        yield Problem(("table", "positions"), message, (game.positions,), game.positions_section)


def no_action_stands(submission: "Submission") -> Iterator[Problem]:
    """With a hole card, a player who takes no action is deemed to stand."""
    if submission.table.game == WITH_HOLE_CARD:
        yield from _countdown(submission, WITH_HOLE_CARD)


def point_counts(submission: "Submission") -> Iterator[Problem]:
    """What is done at the end of the countdown is told for point counts that ask for a decision."""
    if submission.table.game == WITHOUT_HOLE_CARD:
        yield from _countdown(submission, WITHOUT_HOLE_CARD)


def _countdown(submission: "Submission", game: str) -> Iterator[Problem]:
    chosen = game_section(submission, HybridSection)
    totals = () if chosen.at_countdown == "stand" else tuple(chosen.at_countdown)
    yield from refused(
        ("hybrid", "at_countdown"),
        lambda: hybrid_rules(game, DECKS[0], chosen.countdown_seconds, totals),
    )


def variation(submission: "Submission") -> HybridRules:
    """The rules of a hybrid game: its decks and what the countdown clock does."""
    table, chosen = submission.table, game_section(submission, HybridSection)
    totals = () if chosen.at_countdown == "stand" else tuple(chosen.at_countdown)
    return hybrid_rules(table.game, table.decks, chosen.countdown_seconds, totals)


PART: Final = GamePart(
    rules=HybridRules,
    variation=variation,
    keys={"hybrid": HybridSection, "layout": HybridLayout, "equipment": HybridEquipment},
    declared=(
        "layout.hybrid_boxes",
        "equipment.electronic_tables",
        "equipment.terminal_layout",
        "equipment.rules_icon",
        "equipment.hybrid_card_reader",
        "equipment.hybrid_shuffler",
        "equipment.reading_shoe",
    ),
    decides={
        WITHOUT_HOLE_CARD: {
            "even_money": "633c.5(z)",
            "resplits": "633c.5(z)",
            "resplit_aces": "633c.5(aa)(3)(i)",
            "split_aces": "633c.5(aa)(3)(i)",
        }
    },
    sections={
        WITH_HOLE_CARD: OWN_SECTIONS | {"at_countdown": "633c.5(p)(2)"},
        WITHOUT_HOLE_CARD: OWN_SECTIONS,
    },
    lacks=LACKS,
    checks=(
        GameCheck(
            "hybrid.positions",
            positions,
            (
                "633c.5(b)",
                "633c.5(y)",
            ),
        ),
        GameCheck("hybrid.no-action-stands", no_action_stands, ("633c.5(p)(2)",)),
        GameCheck("hybrid.point-counts", point_counts, ("633c.5(z)",)),
    ),
)
