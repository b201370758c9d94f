"""Rules of ``[equipment]`` at the table: shoe, racks, cards, shufflers, terminals, wheel."""

from collections.abc import Iterator

from upcard.games.dealing import Dealing
from upcard.games.hybrid import POSITIONS
from upcard.rules.citation import full_citation
from upcard.submission.checks.declared import require_declared, require_declared_by_wagers
from upcard.submission.checks.registry import Problem, rule, warning
from upcard.submission.games.hybrid import HybridEquipment
from upcard.submission.games.kit import game_section
from upcard.submission.schema import Submission


def _from_a_shoe(submission: Submission) -> str | None:
    return None if submission.table.dealing is Dealing.FROM_THE_HAND else ""


def _from_the_hand(submission: Submission) -> str | None:
    return "" if submission.table.dealing is Dealing.FROM_THE_HAND else None


def _in_batches(submission: Submission) -> str | None:
    in_batches = submission.table.dealing is Dealing.AUTOMATED_SHUFFLER
    return full_citation("633a.3(b)") if in_batches else None


def _by_itself(submission: Submission) -> str | None:
    return "" if submission.table.dealing is Dealing.CONTINUOUS_SHUFFLER else None


require_declared("table.card_reader")
require_declared("equipment.drop_box")
require_declared_by_wagers("equipment.buzzer_beater_icon")
require_declared("equipment.shoe_location", _from_a_shoe)
require_declared("equipment.shuffler", _from_the_hand, "equipment.shuffler-from-the-hand")
require_declared(
    "equipment.shuffler",
    _in_batches,
    "equipment.shuffler-of-batches",
    citations=lambda: (full_citation("633a.3(b)"),),
)
require_declared("equipment.shuffler_approved", _by_itself)


@warning("equipment.tip-box", "633a.2(e)")
def tip_box(submission: Submission) -> Iterator[Problem]:
    """A tip box stands elsewhere only where a shuffler or other equipment is in its way."""
    if submission.equipment.tip_box != "opposite-drop-box" and _has_no_shuffler(submission):
        message = "No shuffler stands in the way: other equipment has to, for another location."
        yield Problem(("equipment", "tip_box"), message, ("opposite-drop-box",))


def _has_no_shuffler(submission: Submission) -> bool:
    dealing = submission.table.dealing
    return dealing.has_shoe and not dealing.has_shuffler


# Cards


@rule("equipment.cover-card", "633a.3(a)")
def cover_card(submission: Submission) -> Iterator[Problem]:
    """Blackjack is played with at least one cover card."""
    if submission.equipment.cover_cards == 0 and submission.table.dealing.sides == 1:
        yield Problem(("equipment", "cover_cards"), "At least one cover card is used.", (1,))


@rule("equipment.cover-cards-of-a-double-shoe", "633a.3(c)")
def cover_cards_of_a_double_shoe(submission: Submission) -> Iterator[Problem]:
    """Each side of a double shoe has a cover card of its own."""
    cover_cards, sides = submission.equipment.cover_cards, submission.table.dealing.sides
    if sides > 1 and cover_cards is not None and cover_cards < sides:
        message = f"Each side of the shoe has its own cover card: two, not {cover_cards}."
        yield Problem(("equipment", "cover_cards"), message, (2,))


@rule("equipment.backs-alike", "633a.3(a)")
def backs_alike(submission: Submission) -> Iterator[Problem]:
    """The decks of one shoe are identical in appearance."""
    if submission.table.dealing.parts == 1:
        yield from _backs(submission, 1, "The decks are identical in appearance.")


@rule("equipment.backs-of-batches", "633a.3(b)(2)")
def backs_of_batches(submission: Submission) -> Iterator[Problem]:
    """The two batches of an automated shuffler have backs of different colors."""
    if submission.table.dealing.prepares_two_batches:
        yield from _backs(submission, 2, "The two batches have backs of different colors.")


@rule("equipment.backs-of-sides", "633a.3(c)")
def backs_of_sides(submission: Submission) -> Iterator[Problem]:
    """The two sides of a double shoe have backs of different colors."""
    if submission.table.dealing.sides > 1:
        yield from _backs(submission, 2, "The two sides have backs of different colors.")


def _backs(submission: Submission, colors: int, message: str) -> Iterator[Problem]:
    if submission.equipment.back_colors not in (None, colors):
        yield Problem(("equipment", "back_colors"), message, (colors,))


@rule("equipment.loading-shuffler", "633a.5(a)")
def loading_shuffler(submission: Submission) -> Iterator[Problem]:
    """A shuffler that loads the shoe by itself belongs to a table with an automated shuffler."""
    fills_a_shoe = submission.table.dealing is Dealing.AUTOMATED_SHUFFLER
    if submission.equipment.shuffler_loads_shoe and not fills_a_shoe:
        message = "No automated shuffler fills a shoe at this table."
        yield Problem(("equipment", "shuffler_loads_shoe"), message, ("false",))


@rule("equipment.storing-shuffler", "633a.5(g)(2)")
def storing_shuffler(submission: Submission) -> Iterator[Problem]:
    """A shuffler that keeps a batch belongs to a table where one shuffles in batches."""
    has_batches = submission.table.dealing.prepares_two_batches
    if submission.equipment.shuffler_stores_batch and not has_batches:
        message = "No automated shuffler keeps a batch at this table."
        yield Problem(("equipment", "shuffler_stores_batch"), message, ("false",))


# The discard rack


@rule("equipment.rack-too-low", "633a.2(g)(1)")
def rack_too_low(submission: Submission) -> Iterator[Problem]:
    """The discard rack is not lower than the decks that are used."""
    if _has_plain_rack(submission):
        yield from _too_low(submission)


@rule("equipment.rack-too-high", "633a.2(g)(2)")
def rack_too_high(submission: Submission) -> Iterator[Problem]:
    """A discard rack that is taller than the decks has a mark at their height."""
    if _has_plain_rack(submission) and submission.table.dealing.sides == 1:
        yield from _too_high(submission)


@rule("equipment.rack-of-a-double-shoe", "633a.2(h)")
def rack_of_a_double_shoe(submission: Submission) -> Iterator[Problem]:
    """The discard rack of a double shoe is as high as the decks of one side."""
    if _has_plain_rack(submission) and submission.table.dealing.sides > 1:
        yield from _too_high(submission)


@rule("equipment.rack-mark", "633a.2(g)(2)")
def rack_mark(submission: Submission) -> Iterator[Problem]:
    """The mark of a discard rack is at the height of the decks that are used."""
    if not _is_hybrid(submission) and submission.equipment.discard_rack == "marked":
        yield from _check_marks(submission)


@rule("equipment.hybrid-rack", "633c.5(e)")
def hybrid_rack(submission: Submission) -> Iterator[Problem]:
    """A hybrid table does without a discard rack only with a continuous shuffler."""
    is_continuous = submission.table.dealing is Dealing.CONTINUOUS_SHUFFLER
    has_rack = game_section(submission, HybridEquipment).has_discard_rack
    if _is_hybrid(submission) and not (has_rack or is_continuous):
        message = "A discard rack is needed: this table has no continuous shuffler."
        allowed = ("height-of-decks", "marked")
        yield Problem(("equipment", "hybrid_discard_rack"), message, allowed)


@rule("equipment.hybrid-rack-too-low", "633c.5(e)(1)")
def hybrid_rack_too_low(submission: Submission) -> Iterator[Problem]:
    """The discard rack of a hybrid table is not lower than the decks that are used."""
    if _has_hybrid_rack(submission, "height-of-decks"):
        yield from _too_low(submission)


@rule("equipment.hybrid-rack-too-high", "633c.5(e)(2)")
def hybrid_rack_too_high(submission: Submission) -> Iterator[Problem]:
    """A hybrid table's discard rack that is taller than the decks has a mark at their height."""
    if _has_hybrid_rack(submission, "height-of-decks"):
        yield from _too_high(submission)


@rule("equipment.hybrid-rack-mark", "633c.5(e)(2)")
def hybrid_rack_mark(submission: Submission) -> Iterator[Problem]:
    """The mark of a hybrid table's discard rack is at the height of the decks that are used."""
    if _has_hybrid_rack(submission, "marked"):
        yield from _check_marks(submission)


def _is_hybrid(submission: Submission) -> bool:
    return submission.table.game in POSITIONS


def _has_hybrid_rack(submission: Submission, rack: str) -> bool:
    return (
        _is_hybrid(submission)
        and game_section(submission, HybridEquipment).hybrid_discard_rack == rack
    )


def _has_plain_rack(submission: Submission) -> bool:
    return not _is_hybrid(submission) and submission.equipment.discard_rack == "height-of-decks"


def _too_low(submission: Submission) -> Iterator[Problem]:
    decks = submission.equipment.discard_rack_decks
    if decks is not None and decks < submission.table.decks:
        yield from _height(submission, f"The rack is only as high as {decks} decks, not as")


def _too_high(submission: Submission) -> Iterator[Problem]:
    decks = submission.equipment.discard_rack_decks
    if decks is not None and decks > submission.table.decks:
        yield from _height(submission, f"The rack has no mark and is as high as {decks} decks, not")


def _check_marks(submission: Submission) -> Iterator[Problem]:
    decks = submission.equipment.discard_rack_decks
    if decks not in (None, submission.table.decks):
        yield from _height(submission, f"The mark is as high as {decks} decks, not as")


def _height(submission: Submission, message: str) -> Iterator[Problem]:
    decks = submission.table.decks
    path = ("equipment", "discard_rack_decks")
    yield Problem(path, f"{message} the {decks} in use.", (decks,))
