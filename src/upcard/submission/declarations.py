"""The keys of ``[layout]`` and ``[equipment]``: what a Rules Submission declares to be there."""

from typing import TYPE_CHECKING, Literal

from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.lookup import slugs, with_keys
from upcard.submission.washington_papers import PRIZES


class FirstLayoutKeys(SubmissionTable):
    """``[layout]``: what the layout and the signs show, as declared."""

    certificate_holder: bool = choice(True, "633a.2(b)(1)", "The name or logo is shown.")
    blackjack_areas: bool = choice(
        True, "633a.2(b)(2)", "Each player has a betting area for the Blackjack wager."
    )
    inscriptions: bool = choice(
        True, "633a.2(b)(3)", "Blackjack, Insurance and the dealer's rule are inscribed."
    )
    dealer_inscription: Literal["printed", "approved-wording"] = choice(
        "printed",
        "633a.2(b)(3)(iii)",
        "The dealer's rule in the printed words, or in similar ones that were approved.",
    )
    wager_areas: bool | list[str] = choice(
        True,
        "633a.2(b)",
        "Each offered wager has its own area for each player, or only the wagers named.",
    )
    press_area: bool = choice(
        True, "633c.11(b)", "An area for the TriLux Deluxe Press, where the wager is offered."
    )
    payouts: Literal["inscribed", "sign"] = choice(
        "inscribed", "633a.2(b)(15)", "Where payout odds are shown."
    )
    payout_limit: Literal["inscribed", "generic", "sign"] = choice(
        "inscribed",
        "633a.2(b)(16)",
        "The aggregate payout limit inscribed, a generic inscription, or a sign.",
    )


class LastLayoutKeys(SubmissionTable):
    """The rest of ``[layout]``, after the keys of single games."""

    mystery_display: bool = choice(
        True,
        "633c.14(b)",
        "The progressive display tells that the Must-Hit-By Mystery is offered, where it is.",
    )
    prizes_displayed: bool = choice(
        True,
        PRIZES,
        "The prizes that the house sets are displayed at the table.",
        games=slugs("wa"),
    )


class EquipmentKeys(SubmissionTable):
    """``[equipment]``: what stands at the table, as declared."""

    drop_box: bool = choice(True, "633a.2(e)", "A drop box and a tip box are attached.")
    tip_box: Literal["opposite-drop-box", "approved-location"] = choice(
        "opposite-drop-box",
        "633a.2(e)",
        "Where the tip box is: elsewhere only where a shuffler or other equipment stands in the "
        "way, and that was approved.",
    )
    shoe_location: bool = choice(
        True, "633a.7(a)", "The dealing shoe stands where it was approved."
    )
    reader_reveals: bool = choice(
        False,
        "633a.14(j)(1)",
        "Whether players may learn the value of the hole card from the card reader.",
    )
    cover_cards: int | None = choice(
        None, "633a.3(a)", "Cover cards at the table; as many as the dealing needs.", ge=0
    )
    back_colors: Literal[1, 2] | None = choice(
        None, "633a.3(b)(2)", "Colors of the cards' backs; as many as the dealing needs."
    )
    discard_rack: Literal["height-of-decks", "marked"] = choice(
        "height-of-decks",
        "633a.2(g)",
        "A discard rack as high as the decks, or taller with a mark at their height.",
    )
    discard_rack_decks: int | None = choice(
        None,
        "633a.2(g)",
        "The height of the discard rack, or of its mark, in decks; those of the shoe.",
        ge=1,
    )
    shuffler: bool = choice(
        True, "633a.12(b)(2)", "An automated shuffling device, where the dealing needs one."
    )
    shuffler_approved: bool = choice(
        True,
        "633a.5(h)",
        "A device that reshuffles and counts by itself was tested and approved, where one is used.",
    )
    shuffler_loads_shoe: bool = choice(
        False, "633a.5(a)", "Whether the shuffler puts the stack into the shoe by itself."
    )
    shuffler_stores_batch: bool = choice(
        False,
        "633a.5(g)(2)",
        "Whether the shuffler keeps a batch securely, which an idle table need not spread.",
    )
    electronic_wagering: bool = choice(
        True, "633a.2(c)", "An electronic wagering system, where Bad Beat is offered."
    )
    progressive_system: bool = choice(
        True, "605a.7", "A progressive table game system, where a wager has a meter."
    )
    progressive_devices: bool = choice(
        True, "605a.7", "A wagering device for progressive wagers at each betting position."
    )
    lock_out: bool = choice(
        True, "605a.7", "A mechanism that ends the placement of progressive wagers."
    )
    progressive_light: bool = choice(
        True, "605a.7", "A light that shows a winning progressive wager."
    )
    linked_system: bool = choice(
        True, "605a.8", "A system for linked tables, where a meter is linked."
    )
    bonus_selection: bool = choice(
        True,
        "633a.1",
        "The system draws the Magic Card and the lucky position, where they are offered.",
    )
    mystery_generator: bool = choice(
        True,
        "633c.14(c)(3)",
        "A random number generator selects the Must-Hit-By Mystery's value, where it is offered.",
    )
    mystery_meter: bool = choice(
        True, "633c.6(j)", "The system can offer Super 4's mystery meter, where it is offered."
    )


if TYPE_CHECKING:

    class LayoutSection(LastLayoutKeys, FirstLayoutKeys):
        """``[layout]`` with the keys of every game."""

    class EquipmentSection(EquipmentKeys):
        """``[equipment]`` with the keys of every game."""

else:
    LayoutSection = with_keys("layout", FirstLayoutKeys, LastLayoutKeys)
    EquipmentSection = with_keys("equipment", EquipmentKeys)
